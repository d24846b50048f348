// The search of our own on networks whose best choice is known by trying all; lines of JSON.
#include <catch2/catch.hpp>

#include <etch/host/search/lines.hpp>
#include <etch/host/search/ours.hpp>
#include <etch/host/search/pareto.hpp>

#include <cmath>

namespace {

using namespace etch::host;

/// A chain of values, each with the weights before it. Two values live at once; what a value loses
/// in a narrow format depends on the one before it.
struct chain : evaluator {
  explicit chain(unsigned seed, int formats) : formats_(formats) {
    const auto next = [&] { return (seed = seed * 1664525U + 1013904223U) >> 16; };
    for (int i = 0; i < values; ++i) {
      what.push_back({"value", 16 * (1 + next() % 8), true});
      what.push_back({"weights", 8 * (1 + next() % 8), false});
      cost_.push_back(1 + static_cast<double>(next() % 100));
      cost_.push_back(1 + static_cast<double>(next() % 30));
    }
  }
  footprint footprint_of(const configuration& c) override {
    footprint f;
    const auto bytes = [&](std::size_t v) {
      return static_cast<long>(what[v].elements) * (1 + c[v]);
    };
    for (std::size_t v = 0; v < what.size(); v += 2) {
      const long scratch = c[v + 1] == 0 ? 40 : 0;  // of kernels for narrow weights
      f.ram = std::max(f.ram, bytes(v) + (v > 0 ? bytes(v - 2) : 0) + scratch);
      f.constants += bytes(v + 1);
    }
    return f;
  }
  std::vector<loss> losses_of(const std::vector<configuration>& all) override {
    std::vector<loss> made;
    for (const configuration& c : all) {
      double squares = 0;
      for (std::size_t v = 0; v < c.size(); ++v) {
        const bool after_narrow = v > 1 && c[v - 2] == 0;
        squares += cost_[v] * std::pow(0.25, c[v]) * (after_narrow ? 1.5 : 1);
      }
      made.push_back({static_cast<long>(squares / 80), std::sqrt(squares), 0});
      ++runs;
    }
    return made;
  }
  std::vector<configuration> all() const {
    std::vector<configuration> made{{}};
    for (std::size_t v = 0; v < what.size(); ++v) {
      std::vector<configuration> longer;
      for (const configuration& c : made)
        for (int f = 0; f < formats_; ++f) {
          longer.push_back(c);
          longer.back().push_back(f);
        }
      made = std::move(longer);
    }
    return made;
  }

  static constexpr int values = 4;
  variables what;
  int runs = 0;

 private:
  int formats_;
  std::vector<double> cost_;
};

}  // namespace

TEST_CASE("search: the best of all choices, in a fraction of the runs") {
  int same = 0, limits = 0;
  for (const unsigned seed : {1U, 2U, 3U, 4U, 5U, 6U}) {
    chain e(seed, 2);
    const std::vector<evaluated> all = evaluate(e, e.all());
    const auto [least, is_least] = least_ram(e.what, {0, 1}, e);
    CHECK(is_least);
    long least_bytes = e.footprint_of(least).ram, most_bytes = 0;
    for (const evaluated& one : all) {
      CHECK(one.takes.ram >= least_bytes);
      most_bytes = std::max(most_bytes, one.takes.ram);
    }
    search_request ask{e.what, {0, 1}, {}, 7};
    for (int i = 0; i < 5; ++i)
      ask.limits.push_back(least_bytes + i * (most_bytes - least_bytes) / 5);
    e.runs = 0;
    search s(ask, e);
    s.run();
    CHECK(e.runs < 200);  // of 256
    for (const long limit : ask.limits) {
      std::vector<evaluated> fitting;
      for (const evaluated& one : all) {
        if (one.takes.ram <= limit) fitting.push_back(one);
      }
      const evaluated* found = s.best_within(limit);
      REQUIRE(found != nullptr);
      CHECK(found->takes.ram <= limit);
      const promotions p{{0, 1, 2, 3, 4, 5, 6, 7}, 0, 1};
      const auto others = haunter(e.what.size(), p, static_cast<double>(limit), 1, e);
      if (const evaluated* other = best_of(others))
        CHECK_FALSE(other->loses.less_than(found->loses));
      same += found->loses == best_of(fitting)->loses ? 1 : 0;
      ++limits;
    }
  }
  INFO(same << " of " << limits);
  CHECK(same == limits);
}

TEST_CASE("search: swaps lead where no single change does") {
  // two of four values fit; alone the first two look better, together the last two are
  struct : evaluator {
    footprint footprint_of(const configuration& c) override {
      return {c[0] + c[1] + c[2] + c[3], 0};
    }
    std::vector<loss> losses_of(const std::vector<configuration>& all) override {
      std::vector<loss> made;
      for (const configuration& c : all) {
        const int wide = c[0] + c[1] + c[2] + c[3], last = c[2] + c[3];
        const double of_two = 10 - 2.5 * last;
        made.push_back({0, wide == 2 ? of_two : 20 - 5 * wide + 0.5 * last, 0});
      }
      return made;
    }
  } e;
  search_request ask{variables(4, variable{"value", 1, true}), {0, 1}, {2}};
  ask.kicks = 0;
  search s(ask, e);
  s.run();
  CHECK(s.best_within(2)->what == configuration{0, 0, 1, 1});
}

TEST_CASE("search: one disagreement less is chance, five are not") {
  CHECK_FALSE(surely_more(1, 0));
  CHECK_FALSE(surely_more(4, 0));
  CHECK(surely_more(5, 0));
  CHECK_FALSE(surely_more(10, 4));
  CHECK(surely_more(12, 3));
  CHECK_FALSE(surely_more(3, 3));
  // by the format of the one variable: the fewest, one more with half the error, five more
  struct : evaluator {
    footprint footprint_of(const configuration&) override { return {1, 0}; }
    std::vector<loss> losses_of(const std::vector<configuration>& all) override {
      constexpr loss losses[]{{0, 0.8, 9}, {1, 0.4, 9}, {5, 0.1, 9}};
      std::vector<loss> made;
      for (const configuration& c : all) made.push_back(losses[c[0]]);
      return made;
    }
  } e;
  search s({variables(1, variable{"value", 1, true}), {0, 1, 2}, {1}}, e);
  s.run();
  CHECK(s.best_within(1)->what == configuration{1});
  // a rival of none is not given up for one, which chance may have made; one of one is no rival
  s.hold_against(1, {0});
  CHECK(s.best_within(1)->what == configuration{0});
  s.hold_against(1, {1});
  CHECK(s.best_within(1)->what == configuration{1});
  s.hold_against(1, {2});
  CHECK(s.best_within(1)->what == configuration{1});
}

TEST_CASE("search: never below whom it is held against, whoever that is") {
  chain e(4, 2);
  const std::vector<evaluated> all = evaluate(e, e.all());
  long least = all[0].takes.ram, most = 0;
  for (const evaluated& one : all) {
    least = std::min(least, one.takes.ram);
    most = std::max(most, one.takes.ram);
  }
  const long limit = (least + most) / 2;
  search s({e.what, {0, 1}, {limit}}, e);  // which does not run: what it is held against is seen
  for (const evaluated& rival : all) {
    if (rival.takes.ram > limit) continue;
    s.hold_against(limit, rival.what);
    for (const evaluated* const found : {s.best_within(limit), s.chosen_within(limit)}) {
      REQUIRE(found != nullptr);
      CHECK(found->takes.ram <= limit);
      CHECK_FALSE(rival.loses.less_than(found->loses));
    }
  }
}

TEST_CASE("search: the choice of another method stands unless ours is better but for chance") {
  struct : evaluator {
    double deviations = 0;
    long of_rival = 1;
    footprint footprint_of(const configuration&) override { return {1, 0}; }
    std::vector<loss> losses_of(const std::vector<configuration>& all) override {
      std::vector<loss> made;
      for (const configuration& c : all) {
        made.push_back(c[0] == 0 ? loss{of_rival, 0.5, 0} : loss{1, 0.4, 0});
      }
      return made;
    }
    double deviations_below(const configuration& a, const configuration& b) override {
      CHECK(a == configuration{1});
      CHECK(b == configuration{0});
      return deviations;
    }
  } e;
  const auto chosen = [&](bool is_held) {
    search s({variables(1, variable{"value", 1, true}), {0, 1}, {1}}, e);
    if (is_held) s.hold_against(1, {0});
    s.run();
    CHECK(s.best_within(1)->what == configuration{1});
    return s.chosen_within(1)->what;
  };
  CHECK(chosen(false) == configuration{1});
  CHECK(chosen(true) == configuration{0});
  e.deviations = 2;
  CHECK(chosen(true) == configuration{0});
  e.deviations = 2.1;
  CHECK(chosen(true) == configuration{1});
  e.deviations = -3, e.of_rival = 9;
  CHECK(chosen(true) == configuration{1});
}

TEST_CASE("search: three formats, twice the same") {
  chain e(9, 3);
  const search_request ask{e.what, {0, 1, 2}, {400, 300, 500}, 3};
  std::vector<std::vector<configuration>> fronts;
  for (int k = 0; k < 2; ++k) {
    search s(ask, e);
    s.see(std::vector<configuration>(3, homogeneous(e.what.size(), 1)));
    s.run();
    fronts.emplace_back();
    for (const auto bytes : {&footprint::ram, &footprint::constants}) {
      const auto front = pareto_front(s.all(), bytes);
      CHECK(front.size() > 3);
      for (const evaluated& one : front) fronts.back().push_back(one.what);
    }
  }
  CHECK(fronts[0] == fronts[1]);
}

TEST_CASE("search: the best of several formats of a width") {
  // of formats 0 and 1 of 8 bits, 2 and 3 of 16: 0 has the smaller error where another variable
  // wants 16 bits, alone 1 has; 3 is better than 2 throughout; formats of one width stand apart
  struct : evaluator {
    footprint footprint_of(const configuration& c) override {
      CHECK(!(has(c, 0) && has(c, 1)));
      CHECK(!(has(c, 2) && has(c, 3)));
      long bytes = 0;
      for (const int f : c) bytes += f < 2 ? 1 : 2;
      return {bytes, bytes};
    }
    std::vector<loss> losses_of(const std::vector<configuration>& all) override {
      constexpr double error[]{3, 5, 1, 0.5};
      std::vector<loss> made;
      for (const configuration& c : all) {
        double sum = 0;
        for (std::size_t v = 0; v < c.size(); ++v) sum += static_cast<double>(v + 1) * error[c[v]];
        made.push_back({0, sum, 0});
      }
      return made;
    }
    static bool has(const configuration& c, int f) {
      return std::find(c.begin(), c.end(), f) != c.end();
    }
  } e;
  search_request ask{variables(3, variable{"value", 1, true}), {1, 2}, {4, 5}};
  ask.what[0].is_value = false;
  ask.others = {{0, 2}, {1, 3}, {0, 3}};
  search s(ask, e);
  s.hold_against(4, {1, 1, 2});
  s.run();
  CHECK(s.best_within(4)->what == configuration{0, 0, 3});
  CHECK(s.chosen_within(4)->what == configuration{0, 0, 3});
  CHECK(s.best_within(5)->what == configuration{0, 3, 3});
  // the first list is the best: weights become narrower in it
  ask.formats = {0, 3}, ask.limits = {6}, ask.others = {{1, 2}};
  search first(ask, e);
  first.run();
  CHECK(first.best_within(6)->what == configuration{3, 3, 3});
  ask.formats = {1, 2}, ask.limits = {4}, ask.others.clear();
  search alone(ask, e);
  alone.run();
  CHECK(alone.best_within(4)->what == configuration{1, 1, 2});
}

TEST_CASE("search: least RAM of many variables") {
  // the largest of two layers, each of a value of a byte or three and of weights that need scratch
  // memory where they are narrow: no change of one variable alone takes less than all narrow
  struct : evaluator {
    footprint footprint_of(const configuration& c) override {
      long bytes = 0;
      for (std::size_t v = 0; v < c.size(); v += 2) {
        bytes = std::max(bytes, 1L + c[v] + (c[v + 1] == 0 ? 4 : 0) + (v == 6 ? 2 * c[v + 1] : 0));
      }
      return {bytes, 0};
    }
    std::vector<loss> losses_of(const std::vector<configuration>& all) override {
      return std::vector<loss>(all.size());
    }
  } e;
  variables what;
  for (int i = 0; i < 16; ++i) what.push_back({"variable", 1, i % 2 == 0});
  const auto [least, is_least] = least_ram(what, {0, 1, 2}, e);
  CHECK_FALSE(is_least);  // of 3^16
  CHECK(e.footprint_of(homogeneous(16, 0)).ram == 5);
  CHECK(e.footprint_of(least).ram == 3);
}

TEST_CASE("search: demotion until all fits") {
  chain e(2, 2);
  const promotions p{{}, 0, 1};
  const std::size_t n = e.what.size();
  const long most = e.footprint_of(homogeneous(n, 1)).ram;
  CHECK(demote_until_it_fits(n, p, most, e) == homogeneous(n, 1));
  const configuration some = demote_until_it_fits(n, p, most - 1, e);
  CHECK(e.footprint_of(some).ram < most);
  CHECK(some != homogeneous(n, 0));
  CHECK(demote_until_it_fits(n, p, 0, e).empty());
  const long low = e.footprint_of(homogeneous(n, 0)).ram;
  CHECK(e.footprint_of(demote_until_it_fits(n, p, low, e)).ram <= low);
}

TEST_CASE("search: lines of JSON") {
  const std::string text = R"({"error": 0.25, "formats": [0, 1, 2], "id": 7, "outputs": "a f"})";
  const json_line line(text);
  CHECK(line.line() == text);
  CHECK(line.integers("formats") == std::vector<int>{0, 1, 2});
  CHECK(line.integer("id") == 7);
  CHECK(line.number("error") == 0.25);
  CHECK(line.text("outputs") == "a f");
  CHECK(line.has("id"));
  CHECK_FALSE(line.has("ram"));
  CHECK(json_line("{ }").line() == "{}");
  CHECK(json_line("{\"a\":[]}").line() == "{\"a\": []}");
  CHECK(json_line().copy("id", line).line() == "{\"id\": 7}");
  const double third = 1.0 / 3;
  CHECK(json_line(json_line().set("x", third).line()).number("x") == third);
  const auto refuses = [](const char* what, const char* why) {
    CHECK_THROWS_WITH(json_line(what), Catch::Contains(why));
  };
  refuses("", "column 1: '{' is expected");
  refuses("{\"a\": 1", "column 8: ',' is expected");
  refuses("{\"a\" 1}", "column 6: ':' is expected");
  refuses("{\"a\": x}", "'x' is no number");
  refuses("{\"a\": [1 2]}", "',' is expected");
  refuses("{\"a: 1}", "'\"' is expected");
  refuses("{\"a\": \"\\n\"}", "a word without '\\'");
  refuses("{} {}", "one object a line");
  CHECK_THROWS_WITH(line.number("ram"), "the line has no \"ram\"");
}
