// The message queue of a HEC: many senders, one receiver; nothing lost, nothing twice, each sender's messages in order.
#include "rts.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <thread>
#include <vector>

namespace {

TEST(Inbox, ManySendersOneReceiver) {
  GphHec *h = rts_start();
  h->owner = reinterpret_cast<GphWorker *>(h);  // this thread has it: no worker is started
  constexpr W kSenders = 4, kEach = 50000;
  std::vector<std::thread> ts;
  for (W s = 0; s < kSenders; s++)
    ts.emplace_back([=] {
      for (W i = 0; i < kEach; i++) {
        GphMsg *m = static_cast<GphMsg *>(std::calloc(1, sizeof(GphMsg)));
        m->exception = s << 32 | i;
        gph_post(h, m);
      }
    });
  std::vector<W> next(kSenders, 0);
  for (W got = 0; got < kSenders * kEach;) {
    GphMsg *m = gph_exchange(&h->inbox_msgs, static_cast<GphMsg *>(nullptr)), *list = nullptr;
    while (m) {  // a stack: oldest first, as gph_handle_inbox reads it
      GphMsg *n = m->next;
      m->next = list;
      list = m;
      m = n;
    }
    while (list) {
      W s = list->exception >> 32, i = list->exception & 0xffffffff;
      ASSERT_LT(s, kSenders);
      ASSERT_EQ(i, next[s]);
      next[s]++;
      got++;
      GphMsg *n = list->next;
      std::free(list);
      list = n;
    }
  }
  for (std::thread &t : ts) t.join();
  EXPECT_EQ(gph_load_seq(&h->inbox_msgs), nullptr);
}

}  // namespace
