// Files that are truncated or corrupted: the reader refuses each, or makes a graph that is sound.
#include <etch/host/read.hpp>

#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <sstream>

#include "../support/are_long.hpp"
#include "../support/poison.hpp"
#include "sound.hpp"

namespace {

using file = std::vector<unsigned char>;

file read(const std::string& path) {
  file bytes;
  std::FILE* in = std::fopen(path.c_str(), "rb");
  REQUIRE(in != nullptr);
  for (int c = std::fgetc(in); c != EOF; c = std::fgetc(in)) {
    bytes.push_back(static_cast<unsigned char>(c));
  }
  std::fclose(in);
  return bytes;
}

std::vector<std::string> paths() {
  std::vector<std::string> all;
  std::stringstream list(FILES);
  for (std::string path; std::getline(list, path, ',');) all.push_back(path);
  return all;
}

/// What became of many readings.
struct counts {
  int made = 0, refused = 0;
  std::map<etch::diagnosis::sentence, std::string> kinds;
};

void try_reading(const std::string& path, const file& bytes, std::size_t size, counts& all) {
  const etch::host::read_model model = etch::host::read(path, bytes.data(), size);
  if (model.refused()) {
    ++all.refused;
    if (model.why().empty()) FAIL("refused without a word");
    return;
  }
  ++all.made;
  if (!test::is_sound(model, bytes.data(), bytes.size())) FAIL("a graph that is not sound");
}

}  // namespace

TEST_CASE("truncated files are refused") {
  for (const std::string& path : paths()) {
    const file whole = read(path);
    test::lcg random{7};
    counts all;
    const auto cut = [&](std::size_t size) {
      // a copy of its own, so that one byte beyond it is found
      const file part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
      try_reading(path, part, size, all);
    };
    for (std::size_t size = 0; size < 4096 && size < whole.size(); ++size) cut(size);
    for (int i = 0; i < 200; ++i) cut(random.next() % whole.size());
    std::printf("%s: %d truncations: %d refused, %d read\n", path.c_str(), all.made + all.refused,
                all.refused, all.made);
  }
}

TEST_CASE("flipped bits give a refusal or a sound graph") {
  const char* many = std::getenv("ETCH_FLIPS");
  const int flips = many != nullptr ? std::atoi(many) : 2000 / test::rarer;
  for (const std::string& path : paths()) {
    file bytes = read(path);
    test::lcg random{11};
    counts all;
    for (int i = 0; i < flips; ++i) {
      // one bit, or two to eight; half of them in the first or last 8 KiB, where writers put
      // the tables
      const int count = i % 2 == 0 ? 1 : 2 + static_cast<int>(random.next() % 7);
      std::size_t at[8]{};
      unsigned char mask[8]{};
      for (int k = 0; k < count; ++k) {
        const std::size_t ends = etch::minimum<std::size_t>(bytes.size(), 8192);
        at[k] = random.next() % (i % 4 < 2 ? bytes.size() : ends);
        if (i % 4 == 3) at[k] = bytes.size() - 1 - at[k];
        mask[k] = static_cast<unsigned char>(1U << random.next() % 8);
        bytes[at[k]] ^= mask[k];
      }
      try_reading(path, bytes, bytes.size(), all);
      for (int k = count - 1; k >= 0; --k) bytes[at[k]] ^= mask[k];
    }
    std::printf("%s: %d flips: %d refused, %d read\n", path.c_str(), flips, all.refused, all.made);
    CHECK(all.made + all.refused == flips);
    CHECK_FALSE(etch::host::read(path, bytes.data(), bytes.size()).refused());
  }
}
