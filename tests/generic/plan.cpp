#include <catch2/catch.hpp>
#include <cstdio>
#include <memory>

#include <etch/plan/place.hpp>
#include <etch/plan/verify.hpp>

namespace {

using namespace etch::plan;

// Knuth's generator: the same instances on every machine.
struct generator {
  unsigned long long state;
  int below(int n) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<int>((state >> 33) % static_cast<unsigned>(n));
  }
};

enum class kind { plain, aligned, pinned, separated, everything };

constexpr int most = 64;
struct instance {
  buffer buffers[most]{};
  separation separations[most]{};
  int count = 0, pairs = 0;

  sequence<buffer> all() const { return {buffers, count}; }
  sequence<separation> apart() const { return {separations, pairs}; }
};

// Separations come one or two a pair, in the order of the pairs or not, shorter or longer than the
// buffer below.
instance random_instance(generator& random, kind k, int count, int sizes, int steps) {
  constexpr int alignments[]{1, 2, 4, 6, 16};
  instance made;
  made.count = count;
  for (int i = 0; i < count; ++i) {
    const int first = random.below(steps);
    made.buffers[i] = {random.below(sizes + 1), first, first + random.below(steps - first)};
    if (k == kind::aligned || k == kind::separated || k == kind::everything)
      made.buffers[i].alignment = alignments[random.below(k == kind::aligned ? 5 : 3)];
  }
  if (k == kind::pinned || k == kind::everything) {
    const int unit = made.buffers[0].alignment;
    made.buffers[0].pinned = random.below(3 * sizes) / unit * unit;
  }
  const bool is_separated = k == kind::separated || k == kind::everything;
  for (int s = 0; is_separated && s + 1 < count && made.pairs + 2 <= most; ++s) {
    const int a = random.below(count), b = (a + 1 + random.below(count - 1)) % count;
    made.separations[made.pairs++] = {a, b, random.below(sizes + 2)};
    if (random.below(2) == 0) made.separations[made.pairs++] = {b, a, random.below(sizes + 2)};
  }
  return made;
}

// The definition itself, cell by cell: no byte belongs to two buffers in one step.
bool shares_a_cell(const instance& x, const int* offset, int steps) {
  for (int step = 0; step < steps; ++step)
    for (int i = 0; i < x.count; ++i)
      for (int j = 0; j < i; ++j) {
        const buffer &a = x.buffers[i], &b = x.buffers[j];
        if (!is_live(a, step) || !is_live(b, step)) continue;
        for (int byte = offset[i]; byte < offset[i] + a.size; ++byte)
          if (byte >= offset[j] && byte < offset[j] + b.size) return true;
      }
  return false;
}

// Fewest bytes under `limit` in which the buffers from i on can be placed, by trying every offset.
int smallest_arena(const instance& x, int (&offset)[most], int i, int bytes, int limit) {
  if (bytes >= limit) return limit;
  if (i == x.count) {
    const bool valid = !verify(x.all(), offset, bytes, x.apart());
    return valid ? bytes : limit;
  }
  const buffer& b = x.buffers[i];
  const int last = b.size == 0 || b.pinned >= 0 ? 0 : limit - b.size;
  for (int at = 0; at <= last && at <= limit - b.size; at += b.alignment) {
    offset[i] = b.pinned >= 0 ? b.pinned : at;
    bool is_free = true;
    for (int j = 0; j < i && is_free; ++j)
      is_free =
          !detail::meet(b, x.buffers[j]) || detail::are_apart(x.all(), i, j, offset, x.apart());
    if (!is_free) continue;
    const int end = b.size == 0 ? 0 : offset[i] + b.size;
    limit = smallest_arena(x, offset, i + 1, bytes < end ? end : bytes, limit);
  }
  return limit;
}

constexpr kind kinds[]{kind::plain, kind::aligned, kind::pinned, kind::separated, kind::everything};

TEST_CASE("plan: random placements are valid and not under their bound") {
  generator random{1};
  int optimal = 0;
  for (const kind k : kinds)
    for (int round = 0; round < 100; ++round) {
      const instance x = random_instance(random, k, random.below(most + 1), 40, 1 + round);
      if (x.count == 0) continue;
      const auto placed = place<most>(x.all(), x.apart());
      CAPTURE(static_cast<int>(k), round, placed.bytes, placed.lower_bound);
      const auto found = verify(x.all(), placed, x.apart());
      INFO(found.message << ": " << found.have << ", " << found.want);
      REQUIRE(!found);
      if (x.pairs == 0) REQUIRE(!shares_a_cell(x, placed.offset, 1 + round));
      optimal += placed.is_optimal() ? 1 : 0;
    }
  CHECK(optimal > 20);
}

TEST_CASE("plan: among many buffers, most of which live shortly, long ones meet none") {
  generator random{6};
  constexpr int steps = 80;
  for (int round = 0; round < 40; ++round) {
    buffer buffers[160]{};
    for (buffer& b : buffers) {
      const int first = random.below(steps);
      const int last = first + random.below(random.below(8) == 0 ? steps : 6);
      b = {random.below(41), first, last < steps ? last : steps - 1};
    }
    const auto found = verify(buffers, place(buffers));
    INFO(found.message << ": " << found.have << ", " << found.want);
    REQUIRE(!found);
  }
}

// First fit puts a buffer as low as it goes, so that one byte lower is always wrong.
TEST_CASE("plan: a buffer moved down by one byte is refused") {
  generator random{2};
  int moved = 0;
  for (const kind k : kinds)
    for (int round = 0; round < 25; ++round) {
      const instance x = random_instance(random, k, 2 + random.below(most - 2), 40, 1 + round);
      auto placed = place<most>(x.all(), x.apart());
      for (int i = 0; i < x.count; ++i) {
        if (x.buffers[i].size == 0) continue;
        --placed.offset[i];
        CAPTURE(static_cast<int>(k), round, i);
        REQUIRE(static_cast<bool>(verify(x.all(), placed, x.apart())));
        ++placed.offset[i];
        ++moved;
      }
    }
  CHECK(moved > 1000);
}

TEST_CASE("plan: the verifier agrees with the definition on damaged placements") {
  generator random{3};
  int refused = 0, accepted = 0;
  for (int round = 0; round < 200; ++round) {
    const instance x = random_instance(random, kind::plain, 8, 10, 12);
    auto placed = place<most>(x.all());
    placed.offset[random.below(8)] = random.below(placed.bytes + 1);
    for (int i = 0; i < x.count; ++i)
      if (const int end = placed.offset[i] + x.buffers[i].size; end > placed.bytes)
        placed.bytes = end;
    const bool wrong = shares_a_cell(x, placed.offset, 12);
    REQUIRE(static_cast<bool>(verify(x.all(), placed)) == wrong);
    (wrong ? refused : accepted) += 1;
  }
  CHECK(refused > 20);
  CHECK(accepted > 20);
}

TEST_CASE("plan: the bound is never above the smallest arena") {
  generator random{4};
  int proved = 0, reached = 0;
  for (const kind k : kinds)
    for (int round = 0; round < 60; ++round) {
      const instance x = random_instance(random, k, 2 + random.below(3), 5, 4);
      const auto placed = place<most>(x.all(), x.apart());
      int offset[most]{};
      const int best = smallest_arena(x, offset, 0, 0, placed.bytes + 1);
      CAPTURE(static_cast<int>(k), round);
      REQUIRE(placed.lower_bound <= best);
      REQUIRE(best <= placed.bytes);
      proved += placed.is_optimal() ? 1 : 0;
      reached += best == placed.bytes ? 1 : 0;
    }
  CHECK(proved > 150);
  CHECK(reached >= proved);
}

// The search itself, with nothing to stop it: its bytes are the fewest, and it has proved it.
TEST_CASE("plan: the search finds the smallest arena of 3,000 random instances") {
  generator random{5};
  int smaller = 0, by_search = 0;
  for (const kind k : kinds)
    for (int round = 0; round < 600; ++round) {
      const instance x = random_instance(random, k, 2 + random.below(6), 5, 7);
      auto placed = greedy<7>(x.all(), x.apart(), lower_bound<7>(x.all(), x.apart()));
      int offset[most]{};
      const int best = smallest_arena(x, offset, 0, 0, placed.bytes + 1);
      smaller += best < placed.bytes ? 1 : 0;
      const detail::overlap_table<7> overlaps(x.apart());
      exact_search<7> search(x.all(), overlaps);
      improve(placed, search, 1LL << 40);
      CAPTURE(static_cast<int>(k), round);
      REQUIRE(placed.bytes == best);
      REQUIRE(placed.is_optimal());
      REQUIRE(!verify(x.all(), placed, x.apart()));
      by_search += placed.proof() == proof::search ? 1 : 0;
    }
  CHECK(smaller > 20);
  CHECK(by_search > 20);
}

// Rows of an input that die in turn, rows of an output that are born in turn, and others.
struct joined_instance : instance {
  joined_groups joined{};
};
joined_instance random_joined(generator& random) {
  constexpr int steps = 8;
  joined_instance made;
  const int dying = random.below(4), born = random.below(4), others = 1 + random.below(2);
  const auto add = [&](int size, int first, int last, int alignment) {
    made.buffers[made.count++] = {size, first, last, alignment};
  };
  made.joined.dying = {0, dying};
  for (int i = 0, last = 0, size = 1 + random.below(4); i < dying; ++i) {
    last = last + random.below(steps - last);
    add(size, 0, last, i == 0 ? 2 : 1);
  }
  made.joined.born = {made.count, born};
  for (int i = 0, first = 0, size = 1 + random.below(4); i < born; ++i) {
    first = first + random.below(steps - first);
    add(size, first, first + random.below(steps + 1 - first), i == 0 ? 2 : 1);
  }
  for (int i = 0; i < others; ++i) {
    const int first = random.below(steps);
    add(random.below(7), first, first + random.below(steps - first), 1);
  }
  return made;
}
bool lies_joined(const instance& x, joined_buffers of, const int* offset) {
  for (int i = of.first + 1; i < of.first + of.count; ++i)
    if (offset[i] != offset[i - 1] + x.buffers[i - 1].size) return false;
  return of.count == 0 || offset[of.first] % x.buffers[of.first].alignment == 0;
}
// Fewest bytes under `limit`, by trying every two places of the joined buffers.
int smallest_joined(joined_instance x, int limit) {
  const int most_of_dying = x.joined.dying.count > 0 ? limit : 1;
  const int most_of_born = x.joined.born.count > 0 ? limit : 1;
  for (int low = 0; low < most_of_dying; low += 2)
    for (int high = 0; high < most_of_born; high += 2) {
      detail::pin(x.buffers, x.joined.dying, low);
      detail::pin(x.buffers, x.joined.born, high);
      int offset[most]{};
      limit = smallest_arena(x, offset, 0, 0, limit);
    }
  return limit;
}

TEST_CASE("plan: joined buffers lie one behind the other") {
  generator random{6};
  int overlapping = 0, least = 0, proved = 0, rounds = 2000;
  for (int round = 0; round < rounds; ++round) {
    const joined_instance x = random_joined(random);
    const auto placed = place_joined<most>(x.all(), x.joined);
    CAPTURE(round);
    REQUIRE(!verify(x.all(), placed));
    REQUIRE(!shares_a_cell(x, placed.offset, 9));
    REQUIRE(lies_joined(x, x.joined.dying, placed.offset));
    REQUIRE(lies_joined(x, x.joined.born, placed.offset));
    const int best = smallest_joined(x, placed.bytes + 1);
    REQUIRE(placed.lower_bound <= best);
    REQUIRE(best <= placed.bytes);
    least += best == placed.bytes ? 1 : 0;
    proved += placed.is_optimal() ? 1 : 0;
    for (int b = x.joined.born.first; b < x.joined.born.first + x.joined.born.count; ++b)
      overlapping += placed.offset[b] < placed.offset[0] + x.buffers[0].size &&
                             placed.offset[0] < placed.offset[b] + x.buffers[b].size
                         ? 1
                         : 0;
  }
  std::printf("joined: %d of %d the least, %d proved\n", least, rounds, proved);
  CHECK(overlapping > 100);  // an output over the first row of an input that has died
  CHECK(least > 1800);
}

TEST_CASE("plan: equal input gives an equal placement, at compile time too") {
  constexpr buffer buffers[]{{9, 0, 2}, {9, 1, 3}, {5, 0, 1, 4}, {7, 3, 3}, {7, 2, 4}};
  constexpr auto expected = place(buffers);
  buffer copy[5];
  for (int i = 0; i < 5; ++i) copy[i] = buffers[i];
  const auto placed = place(copy);
  for (int i = 0; i < 5; ++i) CHECK(placed.offset[i] == expected.offset[i]);
  CHECK(placed.used == expected.used);
}

constexpr int most_lines = 320;

// Lines id,lower,upper,size with a lifetime of [lower, upper); -1 without the file.
[[maybe_unused]] int read_csv(const char* path, buffer (&buffers)[most_lines]) {
  std::FILE* file = std::fopen(path, "r");
  if (file == nullptr) return -1;
  char line[80];
  int count = 0;
  while (count < most_lines && std::fgets(line, sizeof line, file) != nullptr) {
    int lower = 0, upper = 0, size = 0;
    if (std::sscanf(line, "%*[^,],%d,%d,%d", &lower, &upper, &size) == 3)
      buffers[count++] = {size, lower, upper - 1};
  }
  std::fclose(file);
  return count;
}

TEST_CASE("plan: the challenging instances of MiniMalloc", "[apart:data]") {
  struct {
    const char* path;
    int count, bound, capacity;
  } constexpr files[]{{ETCH_DATA_DIR "/minimalloc/A.1048576.csv", 154, 1048576, 1048576},
                      {ETCH_DATA_DIR "/minimalloc/D.1048576.csv", 213, 986112, 1048576},
                      {ETCH_DATA_DIR "/minimalloc/G.1048576.csv", 308, 1048576, 1048576},
                      {ETCH_DATA_DIR "/minimalloc/input.12.csv", 5, 12, 12}};
  static buffer buffers[most_lines];
  for (const auto& file : files) {
    const int count = read_csv(file.path, buffers);
    CAPTURE(file.path);
    REQUIRE(count == file.count);
    const sequence<buffer> all{buffers, count};
    auto placed = place<most_lines>(all);
    CHECK(!verify(all, placed));
    CHECK(placed.lower_bound == file.bound);
    CHECK(placed.bytes >= placed.lower_bound);
    std::printf("%s: %d bytes, bound %d, ", file.path, placed.bytes, placed.lower_bound);

    const detail::overlap_table<most_lines> overlaps({});
    const auto search = std::make_unique<exact_search<most_lines>>(all, overlaps);
    REQUIRE(search->run(file.capacity, 40000, unobserved{}) == outcome::found);
    search->write(placed);
    CHECK(!verify(all, placed));
    CHECK(placed.bytes <= file.capacity);
    std::printf("%d by a search of %lld nodes\n", placed.bytes, search->nodes());
  }
}

}  // namespace
