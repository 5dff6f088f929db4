// The collector: what is reachable survives, with sharing and cycles; what is not is freed; young objects behind old ones live.
#include "rts.h"

#include <gtest/gtest.h>

#include <cstring>

namespace {

const GphInfo kPair = {.whnf = gph_whnf_value, .nf = 0, .call = nullptr, .kind = GphKind_Con, .tag = 1, .arity = 0, .home = 0, .con = 0, .ptrs = 2, .nptrs = 1,
                       .arg_mask = 0, .name = "Pair", .source = nullptr, .twin = nullptr};

W imm(W n) { return n << 3 | GPH_TAG_IMM; }
W pair(GphHec *h, W a, W b, W raw) {  // does not collect here: alloc_any collects only when the nursery is full, and roots are stable pointers
  W *p = gph_alloc_any(&h->reg, 4);
  p[0] = W(&kPair);
  p[1] = a;
  p[2] = b;
  p[3] = raw;
  return W(p) | 1;
}
W *at(W x) { return gph_untag(x); }
void collect(GphHec *h, GphGcKind kind) {
  gph_stw_begin(h);
  gph_gc_run(h, kind);
  gph_stw_end(h);
}
size_t in_use() { return gph_block_in_use(GPH_SPACE_YOUNG) + gph_block_in_use(GPH_SPACE_OLD); }

class Collector : public ::testing::Test {
 protected:
  void SetUp() override {
    h = rts_start();
    if (gph_load_relaxed(&h->state) == 0) gph_hec_become_running(h);
  }
  GphHec *h;
};

TEST_F(Collector, ListSurvives) {
  W s = gph_prim_MakeStablePtr(&h->reg, imm(0));
  for (W i = 0; i < 2000; i++) {
    W cell = pair(h, imm(i), gph_prim_DeRefStablePtr(&h->reg, s), i * 3);
    gph_prim_FreeStablePtr(&h->reg, s);
    s = gph_prim_MakeStablePtr(&h->reg, cell);
  }
  for (GphGcKind kind : {GPH_GC_YOUNG, GPH_GC_YOUNG, GPH_GC_YOUNG, GPH_GC_MAJOR, GPH_GC_YOUNG, GPH_GC_MAJOR}) {
    collect(h, kind);
    W x = gph_prim_DeRefStablePtr(&h->reg, s);
    for (W i = 2000; i-- > 0;) {
      ASSERT_EQ(at(x)[0], W(&kPair));
      ASSERT_EQ(at(x)[1], imm(i));
      ASSERT_EQ(at(x)[3], i * 3);
      x = at(x)[2];
    }
    ASSERT_EQ(x, imm(0));
  }
  gph_prim_FreeStablePtr(&h->reg, s);
}

TEST_F(Collector, HeapPrinter) {
  W inner = pair(h, imm(1), imm(2), 7), outer = pair(h, inner, 0, 8);
  at(inner)[2] = outer;  // a cycle
  at(outer)[2] = 0x12345678;
  testing::internal::CaptureStderr();
  gph_heap_print(outer, 5);
  std::string deep = testing::internal::GetCapturedStderr();
  testing::internal::CaptureStderr();
  gph_heap_print(W(at(outer)), 0);
  std::string flat = testing::internal::GetCapturedStderr();
  auto where = [](W x) {
    char text[32];
    snprintf(text, sizeof text, "%p", static_cast<void *>(at(x)));
    return std::string(text);
  };
  std::string head = where(outer) + " Con Pair, 4 words\n";
  EXPECT_EQ(flat, head);
  EXPECT_EQ(deep, head + "  " + where(inner) + " Con Pair, 4 words\n" + "    immediate 1\n" + "    " + where(outer) + " Con Pair, 4 words, as above\n" + "  0x12345678, no object\n");
}

TEST_F(Collector, SharingAndCycles) {
  W a = pair(h, imm(1), imm(2), 7), b = pair(h, a, a, 8);
  at(a)[1] = b;  // a cycle
  W s = gph_prim_MakeStablePtr(&h->reg, b), s2 = gph_prim_MakeStablePtr(&h->reg, a);
  for (GphGcKind kind : {GPH_GC_YOUNG, GPH_GC_YOUNG, GPH_GC_MAJOR}) {
    collect(h, kind);
    W y = gph_prim_DeRefStablePtr(&h->reg, s), x = gph_prim_DeRefStablePtr(&h->reg, s2);
    EXPECT_EQ(at(y)[1], x);
    EXPECT_EQ(at(y)[2], x);
    EXPECT_EQ(at(x)[1], y);
    EXPECT_EQ(at(x)[3], 7u);
  }
  gph_prim_FreeStablePtr(&h->reg, s);
  gph_prim_FreeStablePtr(&h->reg, s2);
}

TEST_F(Collector, GarbageIsFreed) {
  collect(h, GPH_GC_MAJOR);
  size_t before = in_use();
  W s = gph_prim_MakeStablePtr(&h->reg, imm(0));
  for (int i = 0; i < 40; i++) {  // large objects, 1 MiB each, in a chain
    W *p = gph_alloc_any(&h->reg, 2 + (size_t(1) << 17));
    p[0] = W(&gph_bytes_info);
    p[1] = W(1) << 20;
    std::memset(p + 2, i, size_t(1) << 20);
    W cell = pair(h, W(p) | 1, gph_prim_DeRefStablePtr(&h->reg, s), 0);
    gph_prim_FreeStablePtr(&h->reg, s);
    s = gph_prim_MakeStablePtr(&h->reg, cell);
  }
  collect(h, GPH_GC_YOUNG);
  collect(h, GPH_GC_MAJOR);
  size_t full = in_use();
  EXPECT_GE(full, before + 40 * 256);
  W x = gph_prim_DeRefStablePtr(&h->reg, s);
  for (int i = 40; i-- > 0; x = at(x)[2]) {
    W *p = at(at(x)[1]);
    ASSERT_EQ(p[1], W(1) << 20);
    ASSERT_EQ(reinterpret_cast<unsigned char *>(p + 2)[12345], i);
  }
  gph_prim_FreeStablePtr(&h->reg, s);
  collect(h, GPH_GC_MAJOR);
  EXPECT_LE(in_use(), before + 64);
}

TEST_F(Collector, YoungBehindOld) {
  W old = pair(h, imm(1), imm(2), 0);
  W s = gph_prim_MakeStablePtr(&h->reg, old);
  for (int i = 0; i < 4; i++) collect(h, GPH_GC_YOUNG);
  old = gph_prim_DeRefStablePtr(&h->reg, s);
  ASSERT_GE(W(at(old)), gph_old_base);
  at(old)[1] = pair(h, imm(5), imm(6), 55);
  gph_remember(h, at(old));
  collect(h, GPH_GC_YOUNG);
  old = gph_prim_DeRefStablePtr(&h->reg, s);
  EXPECT_EQ(at(at(old)[1])[3], 55u);
  collect(h, GPH_GC_YOUNG);
  collect(h, GPH_GC_MAJOR);
  old = gph_prim_DeRefStablePtr(&h->reg, s);
  EXPECT_EQ(at(at(old)[1])[1], imm(5));
  gph_prim_FreeStablePtr(&h->reg, s);
}

TEST_F(Collector, IndirectionsGo) {
  W *p = gph_alloc_any(&h->reg, 4);
  W v = pair(h, imm(1), imm(2), 3);
  p[0] = W(&gph_ind_info);
  p[1] = v;
  W s = gph_prim_MakeStablePtr(&h->reg, pair(h, W(p), v, 0));
  collect(h, GPH_GC_YOUNG);
  W x = gph_prim_DeRefStablePtr(&h->reg, s);
  EXPECT_EQ(at(x)[1], at(x)[2]);
  EXPECT_EQ(at(x)[1] & 7, 1u);
  // So does a black hole whose word is a value: Note [Claiming thunks] in eval/blackhole.c
  W *q = gph_alloc_any(&h->reg, 4);
  q[0] = W(&gph_blackhole_info);
  q[1] = at(x)[2];
  W s2 = gph_prim_MakeStablePtr(&h->reg, pair(h, W(q), imm(0), 0));
  collect(h, GPH_GC_YOUNG);
  x = gph_prim_DeRefStablePtr(&h->reg, s);
  EXPECT_EQ(at(gph_prim_DeRefStablePtr(&h->reg, s2))[1], at(x)[2]);
  gph_prim_FreeStablePtr(&h->reg, s);
  gph_prim_FreeStablePtr(&h->reg, s2);
}

}  // namespace
