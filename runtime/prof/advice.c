// advice.c: what to do about what a run did, in words (+RTS --spark-report).
//
// Advice is for time that was lost: while one HEC ran alone, nobody ran, or collections had the world stopped. Where
// all HECs were busy nothing is said of sparks that were few, uneven, or evaluated by their parent, since it cost
// nothing. What each place's sparks had to do with the lost time is measured: the thread that ran alone says what it
// did (prof/phases.c), and each site knows when its first and its last spark was made.
#include "prof/advice.h"
#include "heap/alloc.h"
#include "heap/gc_stats.h"
#include "prof/hooks.h"
#include "prof/memory.h"
#include "prof/symbols.h"
#include <stdarg.h>

const char *gph_time_text(uint64_t ns) {
  static char bufs[8][24];
  static int next;
  char *s = bufs[next++ & 7];
  if (ns < 1000) snprintf(s, sizeof bufs[0], "%lu ns", (unsigned long)ns);
  else if (ns < 1000000) snprintf(s, sizeof bufs[0], "%.3g us", (double)ns / 1e3);
  else if (ns < 1000000000) snprintf(s, sizeof bufs[0], "%.3g ms", (double)ns / 1e6);
  else snprintf(s, sizeof bufs[0], "%.3g s", (double)ns / 1e9);
  return s;
}

// A run that is shorter has too few ticks for shares of its time.
enum { SHORTEST = 20000000 };

// A site, and what can be said of it. Times in ns.
typedef struct {
  FILE *f;
  int said;  // sentences: two at most
  const GphSiteRow *r;
  const GphSiteCounts *c;
  double elapsed;
  int hecs;
  uint64_t all;   // that it made, or tried to
  uint64_t mean;  // of a run
  bool judged;    // the run was long enough
  // What part of the time some HEC was without work.
  double idle;
  uint64_t making;   // from its first spark to its last
  uint64_t between;  // what else than its sparks one HEC did alone then
  uint64_t after;    // and after its last spark was made
  // Evaluated outside of sparks, by one HEC alone, after the sparks left it: as much as they did, or more. by: by whom.
  bool whnf;
  uint64_t later;
  const char *by;
  bool by_parent;      // that evaluated most of them
  uint64_t by_itself;  // while one HEC ran alone, outside of sparks: the parent did it
  bool at_once, chained, behind, alone, few, late;
} Site;

__attribute__((format(printf, 2, 3))) static void say(Site *s, const char *format, ...) {
  if (s->said >= 2) return;
  fprintf(s->f, s->said++ ? " " : "    ");
  va_list args;
  va_start(args, format);
  vfprintf(s->f, format, args);
  va_end(args);
}

static double percent(double part, double whole) { return 100.0 * part / whole; }

static Site judge(FILE *f, const GphSiteRow *r, const GphPhases *p, int hecs) {
  const GphSiteCounts *c = &r->c;
  Site s = {.f = f, .r = r, .c = c, .hecs = hecs, .by = ""};
  s.elapsed = (double)p->elapsed;
  s.all = c->created + c->dud + c->overflowed;
  s.mean = c->runs ? c->run_ns / c->runs : 0;
  s.judged = p->elapsed >= SHORTEST;
  s.idle = s.judged ? (double)(p->alone + p->several + p->nobody) / s.elapsed : 0;
  s.making = c->last.elapsed - c->first.elapsed;
  const uint64_t making_alone = c->last.alone - c->first.alone;  // one HEC's, meanwhile
  s.later = c->unfinished * 2 > c->runs ? gph_phases_alone_code(c->left, GPH_SITE_LEFT, &s.by) : 0;
  s.whnf = s.later > 0 && s.later >= c->run_ns && (double)s.later > 0.05 * s.elapsed;
  s.by_parent = c->fizzled * 2 > c->created && c->converted * 10 < c->created;
  const char *parent = "";
  s.by_itself = r->thunk ? gph_phases_alone_code(&r->thunk, 1, &parent) : 0;
  // What they could have done was done when they were made.
  s.late = s.judged && c->created >= 4 && (double)c->first.alone > 0.5 * s.elapsed &&
           (double)(c->run_ns + s.by_itself) < 0.02 * s.elapsed;
  // Its parent had nearly each of them before another HEC, or one of the two waited for the other; or nearly each was
  // gone before the next was made, and the parent did a good part of them.
  s.at_once = s.judged && !s.late && s.all >= 20 && s.making > 5000000 && making_alone * 3 > s.making &&
              (double)making_alone > 0.1 * s.elapsed &&
              ((c->awaited <= 2 * c->created && (c->fizzled + c->awaited) * 10 > c->created * 8) ||
               ((c->fizzled + c->lonely) * 10 > c->created * 8 && c->fizzled * 4 > c->created &&
                s.by_itself * 2 > making_alone));
  s.between = making_alone > r->alone_ns + s.by_itself ? making_alone - r->alone_ns - s.by_itself : 0;
  const uint64_t after = p->alone > c->last.alone ? p->alone - c->last.alone : 0;
  s.after = after > r->alone_ns + s.by_itself ? after - r->alone_ns - s.by_itself : 0;
  // Each wants what another one of them makes: more of them would wait, too, and nearly always one alone runs. (All of
  // them may wait now and then for something that they share and that one of them makes: then several run for half of
  // the time and more.)
  s.chained = s.judged && c->chained * 4 > c->converted && (double)(p->alone + p->nobody) > 0.6 * s.elapsed;
  // None of them could go on before something was there that their parent, or another thread, evaluated.
  s.behind = s.judged && !s.chained && c->behind * 2 > c->created && (double)(p->alone + p->nobody) > 0.5 * s.elapsed;
  // A HEC that begins again later than the other, after a collection, is not what is meant.
  s.alone = s.judged && (double)r->alone_ns > 0.2 * s.elapsed && r->alone_ns > p->collecting;
  s.few = s.all < 4 * (uint64_t)hecs;
  return s;
}

// Nobody looked at the values. Of a few that were judged all, lest speculation, of which a part is used, be taken for
// it; and its used ones are those that the parent came to first.
static bool unseen(const Site *s) {
  const GphSiteCounts *c = s->c;
  return c->judged * 5 > c->runs && c->fizzled * 4 <= c->unseen &&
         (c->judged < 16 ? c->judged >= 4 && c->unseen == c->judged : c->unseen * 10 > c->judged * 8) &&
         (double)c->unseen_ns > 0.02 * s->elapsed;
}

// What is wrong with the pieces of work: what is left of them, whether they need each other, how many, how even.
static void say_of_pieces(Site *s, uint64_t sparks) {
  const double alone_ns = (double)s->r->alone_ns;
  const uint64_t longest = s->c->longest_ns;  // also of one that is not at its end, or was not, just now
  if (s->whnf) {
    say(s,
        "%.0f%% of those that ran stopped at weak head normal form, after %s on average; what they left of their "
        "values was evaluated later, by one HEC alone%s%s, in %s (%.0f%% of the time). Spark all of"
        " the work: rdeepseq instead of rseq, or force.",
        percent((double)s->c->unfinished, (double)s->c->runs), gph_time_text(s->mean), *s->by ? ", by " : "", s->by,
        gph_time_text(s->later), percent((double)s->later, s->elapsed));
    return;
  }
  if (s->chained)
    say(s,
        "They waited for each other's values (%lu times): what one needs another is making, so that they run one after "
        "the other. Spark pieces that do not need each other.",
        (unsigned long)s->c->chained);
  if (s->behind) {
    const char *what = s->c->constant ? gph_source_name(s->c->constant->name) : "", *by = gph_phases_alone_most();
    say(s,
        "They waited (%lu times) for a value%s%s%s that was being evaluated outside of sparks%s%s, while one HEC ran "
        "alone: none could do its work before. Make that faster or parallel, or spark what does not need it.",
        (unsigned long)s->c->behind, *what ? ", " : "", what, *what ? "," : "", *by ? ", most of it in " : "", by);
  }
  if (s->alone && s->few)
    say(s,
        "Few sparks for %d HECs: one HEC was alone with such a spark for %.0f%% of the time. Make the pieces smaller, "
        "so that there are some tens for each HEC.",
        s->hecs, percent(alone_ns, s->elapsed));
  else if (!s->chained && s->alone && s->c->runs == 0 && longest * 4 > s->r->alone_ns)
    say(s,
        "The pieces are uneven: one took %s, and one HEC was alone with such a spark for %.0f%% of the time. Split the "
        "large ones, or spark them first.",
        gph_time_text(longest), percent(alone_ns, s->elapsed));
  else if (!s->chained && s->alone &&
           (longest > 2 * s->mean ? longest * 4 > s->r->alone_ns : longest * 2 > s->r->alone_ns))
    say(s,
        "The pieces are uneven: the longest took %s, %s on average, and one HEC was alone with such a spark for %.0f%% "
        "of the time. Split the large ones, or spark them first.",
        gph_time_text(longest), gph_time_text(s->mean), percent(alone_ns, s->elapsed));
  else if (!s->chained && s->alone)
    say(s,
        "One HEC was alone with such a spark for %.0f%% of the time, while there was no other to take: spark more at a "
        "time, or further ahead.",
        percent(alone_ns, s->elapsed));
  else if (sparks < 4 * (uint64_t)s->hecs && s->idle > 0.3 && !s->by_parent)
    say(s, "Few sparks for %d HECs: make the pieces smaller, so that there are some tens for each HEC.", s->hecs);
}

// The parent evaluated them itself, or at the same time as another HEC.
static void say_of_parent(Site *s) {
  const GphSiteCounts *c = s->c;
  if (s->whnf || s->chained || s->behind) return;
  if (s->at_once)
    say(s,
        "Needed at once: the parent evaluated %.0f%% itself, before another HEC, which had nothing to do, could take "
        "them, or at the same time (%lu times one of the two waited for the other). Spark all of them before the first "
        "is needed, or let the"
        " parent do something else in between (pseq).",
        percent((double)c->fizzled, (double)c->created), (unsigned long)c->awaited);
  // not divide and conquer, which makes them all the time
  else if (s->by_parent && (double)s->by_itself > 0.2 * s->elapsed && s->making * 2 < s->by_itself)
    say(s,
        "The parent evaluated most of them itself, and was alone with them for %.0f%% of the time: they were needed at "
        "once, or one of them is much larger than the others.",
        percent((double)s->by_itself, s->elapsed));
  // many were taken, and the large one was not
  else if (!s->by_parent && !s->said && s->judged && c->fizzled > 0 && c->runs > 0 &&
           (double)s->by_itself > 0.2 * s->elapsed && s->making * 2 < s->by_itself &&
           s->by_itself > 2 * c->fizzled * s->mean)
    say(s,
        "The parent was alone for %.0f%% of the time with those that it evaluated itself, %s each, while others took "
        "%s: one of them is much larger than the others. Split the large ones, or spark them first.",
        percent((double)s->by_itself, s->elapsed), gph_time_text(s->by_itself / c->fizzled), gph_time_text(s->mean));
}

// Those that came to a full pool, those that were values, those that take as long as taking one.
static void say_of_waste(Site *s) {
  const GphSiteCounts *c = s->c;
  if (c->overflowed * 10 > s->all)
    say(s,
        "%.0f%% came to a full pool and were dropped: make fewer and larger sparks (parListChunk, a threshold), or a "
        "larger --spark-pool.",
        percent((double)c->overflowed, (double)s->all));
  if (c->dud * 10 > s->all)
    say(s,
        "%.0f%% were values already when they were sparked: they had been evaluated before, or take so little that "
        "they are computed at once. Spark what is not evaluated, and more of it at a time.",
        percent((double)c->dud, (double)s->all));
  // A few small ones among many that the parent evaluated, as a recursion's last ones, cost nothing.
  enum { TAKING_NS = 1000 };
  const bool fine = c->runs >= 4 && s->mean < 10000 &&
                    (c->converted * 2 >= c->created || (double)c->runs * TAKING_NS > 0.005 * s->elapsed);
  if (!s->whnf && fine && c->unfinished * 2 > c->runs)
    say(s,
        "A spark runs for %s, until weak head normal form. If the rest of its value is needed, spark that, too "
        "(rdeepseq instead of rseq, or force); else put more work into each.",
        gph_time_text(s->mean));
  else if (!s->whnf && fine && !s->late)
    say(s,
        "Too fine-grained: a spark runs for %s, and to take one costs about as much. Put more work into each "
        "(parListChunk, a threshold).",
        gph_time_text(s->mean));
  if (c->collected * 10 > c->created)
    say(s,
        "%.0f%% were never needed: the program dropped them unevaluated. Use the value that the strategy returns, or "
        "spark less ahead.",
        percent((double)c->collected, (double)c->created));
}

// What the rest of the program did meanwhile, and afterwards.
static void say_of_rest(Site *s) {
  const GphSiteCounts *c = s->c;
  if (!s->whnf && !s->at_once && !s->alone && !s->chained && !s->behind && s->judged &&
      (double)s->between > 0.2 * s->elapsed) {
    const char *what = gph_phases_alone_most();
    say(s,
        "From the first of them to the last one HEC ran alone for %.0f%% of the time%s%s, outside of them: what makes "
        "them, or uses their values in between, is sequential.",
        percent((double)s->between, s->elapsed), *what ? ", most of it in " : "", what);
  }
  if (!s->said && s->late)
    say(s,
        "When the first of them was made one HEC had run alone for %.0f%% of the time already, and all of them "
        "together "
        "took %s: what they were to evaluate had been evaluated by then, or is little. Apply the strategy before the "
        "values are needed.",
        percent((double)c->first.alone, s->elapsed), gph_time_text(c->run_ns + s->by_itself));
  // What comes before them, or after them, is most of the time, and no fault of theirs.
  const bool first = s->judged && (double)c->first.alone > 0.3 * s->elapsed && c->first.alone > s->after;
  if (!s->said && (first || (s->judged && (double)s->after > 0.3 * s->elapsed))) {
    const char *what = gph_phases_alone_most();
    say(s, "%s one HEC ran alone for %.0f%% of the time%s%s, outside of them: that part of the program is sequential.",
        first ? "Before the first of them was made" : "After the last of them was made",
        percent((double)(first ? c->first.alone : s->after), s->elapsed), *what ? ", most of it in " : "", what);
  }
  uint64_t left = c->created - c->converted - c->fizzled - c->collected;
  if (left <= c->created && left * 2 > c->created)
    say(s,
        "Nobody had looked at most of them when the program ended: it was over before other HECs came, or did without "
        "their values.");
  if (s->said) return;
  if (s->by_parent && c->runs > 0 && s->idle < 0.3)
    say(s,
        "Few had to be taken to keep other HECs busy, because those were large: good. The parent evaluated the "
        "others.");
  else if (c->converted * 2 >= c->created) say(s, "Fine.");
  else if (s->idle > 0.5)
    say(s,
        "Most were evaluated before another HEC took them, though one had nothing to do for %.0f%% of the time: what "
        "they "
        "do is little beside the rest, or was needed at once.",
        100 * s->idle);
  else say(s, "Some were evaluated by the parent first, which is no loss.");
}

void gph_advise_site(FILE *f, const GphSiteRow *r, uint64_t sparks) {
  const int hecs = gph_hecs_sharing();
  const GphPhases *p = gph_phases();
  if (!p || hecs == 1) {
    fprintf(
        f, gph_hecs_used == 1
               ? "    There is one HEC: nobody but the parent can run a spark. Use +RTS -N.\n"
               : "    One HEC takes sparks, since the processors allow no more (+RTS --surplus-hecs=share: all do).\n");
    return;
  }
  Site s = judge(f, r, p, hecs);
  if (unseen(&s))
    say(&s,
        "Nobody looked at the values of %lu of %lu that ran (of these it is known; %s of work): what the program uses "
        "is another one, computed again, or it needs none. Spark the very value that is used later: let y = f x in"
        " y `par` .. y ..",
        (unsigned long)s.c->unseen, (unsigned long)s.c->judged, gph_time_text(s.c->unseen_ns));
  else {
    say_of_pieces(&s, sparks);
    say_of_parent(&s);
    say_of_waste(&s);
    say_of_rest(&s);
  }
  fprintf(f, "\n");
}

void gph_advise_no_sparks(FILE *f) {
  const GphPhases *p = gph_phases();
  // loops need none
  if (!p || p->elapsed < SHORTEST || p->alone * 2 < p->elapsed || gph_load_relaxed(&gph_loops_made)) return;
  if (gph_load_relaxed(&gph_has_forked)) {
    fprintf(f,
            "  One HEC ran alone for %.0f%% of the time: the program's threads had nothing to do at the same time, or "
            "waited for each other (MVars, TVars, values that another one evaluated).\n",
            100.0 * (double)p->alone / (double)p->elapsed);
    return;
  }
  fprintf(f,
          "  One HEC ran alone for %.0f%% of the time. A strategy makes its sparks when its result is evaluated: if "
          "the program has one, use what `using`, withStrategy or runEval returns, not the"
          " value that was given to it.\n",
          100.0 * (double)p->alone / (double)p->elapsed);
}

// What each of n collections took, without what the system gave to other programs meanwhile.
static const char *each(int generation, uint64_t n) {
  const GphGcStats *g = &gph_gc_stats;
  const int64_t all = (int64_t)g->elapsed_ns[generation], cpu = (int64_t)g->cpu_ns[generation];
  return gph_time_text((uint64_t)(cpu > 0 && cpu < all ? cpu : all) / n);
}

void gph_advise_run(FILE *f) {
  const GphPhases *p = gph_phases();
  if (!p || p->elapsed < SHORTEST) return;
  const GphGcStats *g = &gph_gc_stats;
  const uint64_t young = g->collections[0], major = g->collections[1];
  if ((double)p->collecting > 0.25 * (double)p->elapsed) {
    fprintf(f, "  Collections took %.0f%% of the time:", 100.0 * (double)p->collecting / (double)p->elapsed);
    if (young) fprintf(f, " %lu young ones, %s each%s", (unsigned long)young, each(0, young), major ? "," : ".");
    if (major)
      fprintf(f, " %lu major ones, %s each, of up to %.1f MiB alive.", (unsigned long)major, each(1, major),
              (double)g->max_live / (1 << 20));
    if (g->elapsed_ns[0] >= g->elapsed_ns[1])
      fprintf(f,
              " A larger allocation area (-A%zum, now %.1f MiB) makes them rarer; less garbage, that is fewer "
              "intermediate structures, too.\n",
              (size_t)4 * ((gph_nursery_size() >> 20) ? gph_nursery_size() >> 20 : 1),
              (double)gph_nursery_size() / (1 << 20));
    else
      fprintf(f,
              " -F4 makes major ones rarer, and takes more memory; so does less that stays alive: unboxed arrays, "
              "strict fields, what is consumed as it is made.\n");
  }
  const GphMemoryCost m = gph_memory_cost();
  const double pages = (double)m.pages_ns / (double)m.cpu_ns, written = (double)m.written_ns / (double)m.cpu_ns;
  if (pages + written > 0.25 && m.pages_ns + m.written_ns > SHORTEST) {
    const size_t area = gph_nursery_size();
    fprintf(f, "  Memory took about %.0f%% of the processors' time:", 100 * (pages + written));
    if (pages > 0.05)
      fprintf(f, " %.0f%% for %lu pages that the system gave for the first time%s", 100 * pages, (unsigned long)m.pages,
              written > 0.05 ? "," : ".");
    if (written > 0.05)
      fprintf(f, " %.0f%% since the allocation area of %.1f MiB for each HEC is not in the processors' caches.",
              100 * written, (double)area / (1 << 20));
    if (gph_flags.nursery_given &&
        (written > 0.05 || (double)gph_hecs_used * (double)area / 4096 > 0.5 * (double)m.pages))
      fprintf(f, " Leave its size to the runtime (no -A), or try -A4m.\n");
    else
      fprintf(f,
              " Less data that is alive at a time takes fewer: unboxed arrays, strict fields, what is consumed as it "
              "is made.\n");
  }
}
