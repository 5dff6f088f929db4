// Arena and Vec: alignment, big allocations, growth keeps contents, sharing and cloning.
#include "support/arena.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <vector>

using namespace gphc;

TEST(Arena, AlignsAndKeepsApart) {
  std::vector<std::pair<char *, size_t>> blocks;
  for (size_t n = 1; n < 5000; n = n * 3 / 2 + 1) {
    char *p = static_cast<char *>(g_arena.alloc(n));
    EXPECT_EQ(reinterpret_cast<uintptr_t>(p) % 8, 0u);
    std::memset(p, int(n & 0xff), n);
    blocks.push_back({p, n});
  }
  for (auto [p, n] : blocks)
    for (size_t i = 0; i < n; i++) ASSERT_EQ(static_cast<unsigned char>(p[i]), n & 0xff);
}

TEST(Arena, LargerThanAChunk) {
  size_t n = size_t(64) << 20;
  char *p = static_cast<char *>(g_arena.alloc(n));
  p[0] = 1;
  p[n - 1] = 2;
  char *q = static_cast<char *>(g_arena.alloc(8));
  EXPECT_TRUE(q + 8 <= p || q >= p + n);
  EXPECT_GE(g_arena.used(), n);
}

TEST(Arena, UsedGrows) {
  size_t before = g_arena.used();
  g_arena.alloc(1000);
  EXPECT_GE(g_arena.used(), before + 1000);
}

TEST(Vec, GrowsAndKeeps) {
  Vec<int> v;
  EXPECT_TRUE(v.empty());
  for (int i = 0; i < 10000; i++) v.push_back(i);
  ASSERT_EQ(v.size(), 10000u);
  for (int i = 0; i < 10000; i++) ASSERT_EQ(v[size_t(i)], i);
  v.resize(10);
  EXPECT_EQ(v.back(), 9);
}

TEST(Vec, CloneIsApart) {
  Vec<int> v{1, 2, 3};
  Vec<int> copy = v.clone(), handle = v;
  v[0] = 7;
  EXPECT_EQ(copy[0], 1);
  EXPECT_EQ(handle[0], 7);   // a Vec is a handle
  copy.append(v);
  EXPECT_EQ(copy.size(), 6u);
  EXPECT_EQ(v.size(), 3u);
}
