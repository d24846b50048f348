// The search for formats on its own: HAUNTER's worked example, its parts, fronts.
#include <catch2/catch.hpp>

#include <etch/format/posit.hpp>
#include <etch/host/search/haunter.hpp>
#include <etch/host/search/heat_map.hpp>
#include <etch/host/search/pareto.hpp>
#include <etch/host/search/widths.hpp>
#include <etch/plan/place.hpp>

#include <cmath>

namespace {

using namespace etch::host;
using etch::plan::buffer;
using numbers = std::vector<double>;

constexpr int low = 0, high = 1;

double in_format(int format, double x) {
  const auto nearest = [&]<class F>(F) {
    return F::kind::decode(F::descriptor, F::kind::encode(F::descriptor, x));
  };
  return format == high ? nearest(etch::posit<16, 2>{}) : nearest(etch::posit<8, 2>{});
}

/// t1 = W1 . X1, t2 = t1 + B1 of posits of 8 and 16 bits. Weights and input lie in flash.
struct worked_example : evaluator {
  enum : std::size_t { w1, b1, x1, t1, t2, count };
  inline static const std::vector<numbers> real{
      {-2.139562, 1.885351}, {0.146048}, {1.185109, -2.206466}, {}, {}};
  int runs = 0;

  /// The elements of each variable.
  std::vector<numbers> values_of(const configuration& c) const {
    std::vector<numbers> of = real;
    for (const auto v : {w1, b1, x1})
      for (double& x : of[v]) x = in_format(c[v], x);
    // 24 bits of each product and their sum are exact in double: one rounding
    of[t1] = {in_format(c[t1], of[w1][0] * of[x1][0] + of[w1][1] * of[x1][1])};
    of[t2] = {in_format(c[t2], of[t1][0] + of[b1][0])};
    return of;
  }
  static double floats() {
    return real[w1][0] * real[x1][0] + real[w1][1] * real[x1][1] + real[b1][0];
  }
  static etch::plan::placement<2> plan_of(const configuration& c) {
    const buffer buffers[]{{1 + c[t1], 1, 2}, {1 + c[t2], 2, 3}};
    return etch::plan::place(buffers);
  }
  footprint footprint_of(const configuration& c) override { return {plan_of(c).bytes, 0}; }
  std::vector<loss> losses_of(const std::vector<configuration>& all) override {
    std::vector<loss> made;
    for (const configuration& c : all) {
      const double y = values_of(c)[t2][0];
      made.push_back({(y < 0) != (floats() < 0) ? 1 : 0, std::fabs(y - floats()), 0});
      ++runs;
    }
    return made;
  }
};

std::vector<double> scores_of(const worked_example& e) {
  const auto at_high = e.values_of(homogeneous(e.count, high));
  const auto at_low = e.values_of(homogeneous(e.count, low));
  std::vector<double> scores;
  for (std::size_t v = 0; v < e.count; ++v) {
    numbers errors;
    for (std::size_t i = 0; i < at_high[v].size(); ++i) {
      errors.push_back(std::fabs(at_high[v][i] - at_low[v][i]));
    }
    scores.push_back(
        score_of(promotability::error_by_size, percentile_95(errors), at_high[v].size()));
  }
  return scores;
}

}  // namespace

TEST_CASE("haunter: the worked example") {
  worked_example e;
  using order = std::vector<std::size_t>;
  const std::vector<double> scores = scores_of(e);
  CHECK(scores[e.t2] == Approx(0.45117188).margin(1e-8));
  CHECK(scores[e.t1] == Approx(0.30468750).margin(1e-8));
  CHECK(scores[e.x1] == Approx(0.02197266).margin(1e-8));
  CHECK(scores[e.b1] == Approx(0.00543213).margin(1e-8));
  CHECK(scores[e.w1] == Approx(0.00512695).margin(1e-8));
  const promotions p{hottest_first(scores), low, high};
  CHECK(p.order == order{e.t2, e.t1, e.x1, e.b1, e.w1});

  const auto fits = [&](const configuration& c) { return e.footprint_of(c).ram <= 3; };
  const promoted first = promote_within(homogeneous(e.count, low), p, fits);
  CHECK(first.overshooting == order{e.t1});
  CHECK(first.what == configuration{high, high, high, low, high});
  const auto at_first = e.values_of(first.what);
  CHECK(at_first[e.t1][0] == -6.5);
  CHECK(at_first[e.t2][0] == -6.353515625);

  const auto all = haunter(e.count, p, 3, 1, e);
  REQUIRE(all.size() == 2);  // phases 2 and 3 give the same
  CHECK(e.runs == 2);
  CHECK(all[0].what == first.what);
  CHECK(all[0].loses.error == Approx(0.19601).margin(5e-6));
  CHECK(all[1].loses.error == Approx(0.04953).margin(5e-6));
  const evaluated& chosen = *best_of(all);
  CHECK(chosen.what == configuration{high, high, high, high, low});
  CHECK(chosen.takes.ram == 3);
  const auto at_chosen = e.values_of(chosen.what);
  CHECK(at_chosen[e.t1][0] == -6.6953125);
  CHECK(at_chosen[e.t2][0] == -6.5);
  const auto placed = e.plan_of(chosen.what);
  CHECK(placed.is_optimal());
  CHECK(placed.offset[0] == 0);
  CHECK(placed.offset[1] == 2);

  CHECK(e.footprint_of(homogeneous(e.count, high)).ram == 4);
  CHECK(e.footprint_of(homogeneous(e.count, low)).ram == 2);
  CHECK(e.values_of(homogeneous(e.count, high))[e.t2][0] == -6.548828125);
  CHECK(e.values_of(homogeneous(e.count, low))[e.t2][0] == -7);
}

TEST_CASE("haunter: limits") {
  worked_example e;
  const promotions p{hottest_first(scores_of(e)), low, high};
  CHECK(haunter(e.count, p, 1, 1, e).empty());
  CHECK(best_of({}) == nullptr);
  // three quarters of 4 bytes are 3
  CHECK(best_of(haunter(e.count, p, 4, 0.75, e))->takes.ram == 3);
  const auto roomy = haunter(e.count, p, 4, 1, e);
  REQUIRE(roomy.size() == 1);
  CHECK(roomy[0].what == homogeneous(e.count, high));
}

TEST_CASE("haunter: every variable that did not fit is tried first") {
  // of three values of one byte more each, one or two fit
  struct : evaluator {
    footprint footprint_of(const configuration& c) override {
      long bytes = 3;
      for (const int format : c) bytes += format;
      return {bytes, 0};
    }
    std::vector<loss> losses_of(const std::vector<configuration>& all) override {
      std::vector<loss> made;
      for (const configuration& c : all) made.push_back({c[2] == 1 ? 0L : 1L, 0.0, 0});
      return made;
    }
  } e;
  const auto all = haunter(3, {{0, 1, 2}, low, high}, 5, 1, e);
  REQUIRE(all.size() == 2);
  CHECK(all[0].what == configuration{1, 1, 0});
  CHECK(all[1].what == configuration{1, 0, 1});
  CHECK(best_of(all)->what == all[1].what);
  const auto one = haunter(3, {{0, 1, 2}, low, high}, 4, 1, e);
  REQUIRE(one.size() == 3);  // phase 3 does not fit
  CHECK(one[2].what == configuration{0, 0, 1});
}

TEST_CASE("haunter: scores") {
  CHECK(percentile_95({}) == 0);
  CHECK(percentile_95({3}) == 3);
  CHECK(percentile_95({2, 1}) == 1);
  numbers hundred;
  for (int i = 100; i > 0; --i) hundred.push_back(i);
  CHECK(percentile_95(hundred) == 95);  // floor(0.95 * 99) = 94
  CHECK(score_of(promotability::error_by_size, 3, 6) == 0.5);
  CHECK(score_of(promotability::error, 3, 6) == 3);
  CHECK(score_of(promotability::size, 3, 4) == 0.25);
  CHECK(hottest_first({1, 3, 3, 2}) == std::vector<std::size_t>{1, 2, 3, 0});
}

TEST_CASE("haunter: widths") {
  // ties to two exponent bits, whichever stands first
  const auto best =
      best_of_each_width({{0, 8, 0, 90}, {1, 8, 2, 90}, {2, 16, 2, 95}, {3, 16, 1, 96}});
  REQUIRE(best.size() == 2);
  CHECK(best[0].format == 1);
  CHECK(best[1].format == 3);
  const auto pair = [](std::vector<homogeneous_result> widths, long floats) {
    const auto [narrow, wide] = bracketing(widths, floats);
    return std::pair(narrow.format, wide.format);
  };
  using formats = std::pair<int, int>;
  CHECK(pair({{0, 4, 0, 50}, {1, 8, 0, 90}, {2, 16, 0, 97}}, 95) == formats{1, 2});
  CHECK(pair({{0, 4, 0, 50}, {1, 8, 0, 96}, {2, 16, 0, 97}}, 95) == formats{0, 1});
  CHECK(pair({{0, 4, 0, 50}, {1, 8, 0, 90}, {2, 16, 0, 94}}, 95) == formats{1, 2});
  CHECK(pair({{0, 4, 0, 95}, {1, 8, 0, 96}, {2, 16, 0, 97}}, 95) == formats{0, 1});
  CHECK(pair({{0, 8, 0, 96}, {1, 16, 0, 90}}, 95) == formats{0, 1});
}

TEST_CASE("haunter: fronts") {
  const auto at = [](int name, long ram, long constants, long disagreements, double error) {
    return evaluated{{name}, {ram, constants}, {disagreements, error, 0}};
  };
  const std::vector<evaluated> all{at(0, 30, 9, 1, 1), at(1, 10, 9, 5, 1), at(2, 20, 9, 5, 2),
                                   at(3, 20, 9, 3, 1), at(4, 20, 8, 3, 1), at(5, 40, 1, 1, 1)};
  const auto names = [](const std::vector<evaluated>& front) {
    std::vector<int> made;
    for (const evaluated& e : front) made.push_back(e.what[0]);
    return made;
  };
  CHECK(names(pareto_front(all, &footprint::ram)) == std::vector<int>{1, 4, 0});
  CHECK(names(pareto_front(all, &footprint::constants)) == std::vector<int>{5});
  CHECK(pareto_front({}, &footprint::ram).empty());
}
