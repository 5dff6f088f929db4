// The heap divided among nodes (base/numa.c, heap/block.c): blocks come from the node that was asked for, return to it whoever frees them, and come from
// another one when it has none left. The nodes are simulated.
#include "rts.h"
#include <gtest/gtest.h>

#include <fstream>
#include <thread>
#include <vector>

namespace {

constexpr int kNodes = 3;

void start() { rts_start(2, kNodes); }

int node(const GphBlock *b) { return gph_block_node(uintptr_t(b->start)); }

TEST(Numa, NodeOfHec) {
  start();
  ASSERT_EQ(gph_nodes, kNodes);
  for (int i = 0; i < 2; i++)
    for (GphBlock *b = gph_hecs[i]->nursery; b; b = b->link) EXPECT_EQ(node(b), i);
  const size_t young = gph_block_in_use(GPH_SPACE_YOUNG), old = gph_block_in_use(GPH_SPACE_OLD);
  for (GphSpaceId s : {GPH_SPACE_YOUNG, GPH_SPACE_OLD})
    for (int hec = 0; hec < 7; hec++)
      for (size_t n : {size_t(1), size_t(60), size_t(GPH_MB_BLOCKS), size_t(3000)}) {
        size_t taken = gph_block_taken(hec % kNodes);
        GphBlock *b = gph_block_alloc_for(hec, s, n);
        EXPECT_EQ(node(b), hec % kNodes);
        EXPECT_EQ(gph_block_node(uintptr_t(gph_block_end(b) - 1)), hec % kNodes);
        EXPECT_EQ(uintptr_t(b->start) >= gph_old_base, s == GPH_SPACE_OLD);
        EXPECT_EQ(gph_block_taken(hec % kNodes), taken + n);
        gph_block_free(b);
      }
  EXPECT_EQ(gph_block_in_use(GPH_SPACE_YOUNG), young);
  EXPECT_EQ(gph_block_in_use(GPH_SPACE_OLD), old);
  gph_block_check();
}

// What a worker of HEC 1 allocates and one of HEC 2 frees is used again by HEC 1's node.
TEST(Numa, ReuseByNode) {
  start();
  std::vector<GphBlock *> blocks;
  std::thread([&] {
    gph_numa_enter(1);
    for (int i = 0; i < 300; i++) {
      blocks.push_back(gph_block_alloc(GPH_SPACE_OLD, 1 + i % 40));
    }
  }).join();
  for (GphBlock *b : blocks) EXPECT_EQ(node(b), 1);
  std::thread([&] {
    gph_numa_enter(2);
    for (GphBlock *b : blocks) gph_block_free(b);
    GphBlock *b = gph_block_alloc(GPH_SPACE_OLD, 5);
    EXPECT_EQ(node(b), 2);
    gph_block_free(b);
  }).join();
  std::thread([&] {
    gph_numa_enter(4);
    const size_t mapped = gph_block_mapped();
    for (int i = 0; i < 300; i++) {
      blocks[i] = gph_block_alloc(GPH_SPACE_OLD, 1 + i % 40);
      EXPECT_EQ(node(blocks[i]), 1);
    }
    EXPECT_LE(gph_block_mapped(), mapped + 2 * GPH_MB_SIZE);   // groups may lie otherwise in their megablocks
    for (GphBlock *b : blocks) gph_block_free(b);
  }).join();
  gph_block_check();
}

TEST(Numa, Placement) {
  start();
  std::vector<GphBlock *> blocks;
  int count[kNodes] = {};
  gph_flags.numa_place = GPH_PLACE_INTERLEAVE;
  for (int i = 0; i < 30; i++) {
    blocks.push_back(gph_block_alloc(GPH_SPACE_YOUNG, 10));
    count[node(blocks.back())]++;
  }
  for (int n : count) EXPECT_EQ(n, 10);
  gph_flags.numa_place = GPH_PLACE_ONE;
  for (int i = 0; i < 30; i++) {
    blocks.push_back(gph_block_alloc_for(i, GPH_SPACE_YOUNG, 10));
    EXPECT_EQ(node(blocks.back()), 0);
  }
  gph_flags.numa_place = GPH_PLACE_LOCAL;
  for (GphBlock *b : blocks) gph_block_free(b);
  gph_block_check();
}

// Address space of a node runs out before that of all nodes does: the next one helps. (Nothing of it is touched but headers.)
TEST(Numa, Exhausted) {
  start();
  std::ifstream strict("/proc/sys/vm/overcommit_memory");
  if (char c = '0'; strict >> c && c == '2') GTEST_SKIP() << "the system does not promise more memory than it has";
  size_t part = 0;
  while (gph_block_node(gph_old_base + part) == 0) part += size_t(64) << 20;
  std::vector<GphBlock *> blocks;
  const size_t half = part / GPH_BLOCK_SIZE / 2 + GPH_MB_BLOCKS;
  if (half > UINT32_MAX) GTEST_SKIP();
  blocks.push_back(gph_block_alloc_for(0, GPH_SPACE_OLD, half));
  blocks.push_back(gph_block_alloc_for(0, GPH_SPACE_OLD, half));
  EXPECT_EQ(node(blocks[0]), 0);
  EXPECT_EQ(node(blocks[1]), 1);
  gph_block_check();   // they are not freed: the debug runtime overwrites what is freed, and that would be all of it
}

}  // namespace
