// Searches for the formats of values and weights at once, from both ends, with the planner's figure
// at every step: what each variable costs where it alone is narrow and where it alone is wide,
// then changes and swaps as long as one of them loses less. Where there are several formats of a
// width, as posits with 0 and with 2 exponent bits, once with each.
#pragma once

#include <etch/host/search/haunter.hpp>

#include <cmath>
#include <map>
#include <random>

namespace ETCH_NAMESPACE {
namespace host {

/// A choice of formats that takes little RAM, and whether none takes less.
struct least_choice {
  configuration what;
  bool is_proved;
};
/// The choice of formats that takes the least RAM, of all where they are few, else what changes of
/// one variable after the other lead to from one format for all values and one for all weights. The
/// narrowest need not be it: their kernels may take more scratch memory.
inline least_choice least_ram(const variables& what, const std::vector<int>& formats,
                              evaluator& by) {
  configuration best;
  long least = 0;
  const auto take = [&](const configuration& c) {
    const long bytes = by.footprint_of(c).ram;
    if (!best.empty() && bytes >= least) return false;
    least = bytes, best = c;
    return true;
  };
  constexpr double few = 4096;
  if (std::pow(formats.size(), what.size()) <= few) {
    std::vector<std::size_t> at(what.size());
    for (;;) {
      configuration c;
      for (const std::size_t i : at) c.push_back(formats[i]);
      take(c);
      std::size_t v = 0;
      while (v < what.size() && ++at[v] == formats.size()) at[v++] = 0;
      if (v == what.size()) return {best, true};
    }
  }
  for (const int of_values : formats)
    for (const int of_weights : formats) {
      configuration c;
      for (const variable& v : what) c.push_back(v.is_value ? of_values : of_weights);
      take(c);
    }
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (std::size_t v = 0; v < what.size(); ++v)
      for (const int f : formats) smaller = take(with(best, v, f)) || smaller;
  }
  return {best, false};
}

/// Whether a number of disagreements is more than another, fewer one by more than chance makes it:
/// two deviations of their difference (McNemar).
inline bool surely_more(long many, long few) {
  return (many - few) * (many - few) > 4 * (many + few);
}

/// What a search is asked for.
struct search_request {
  variables what;
  std::vector<int> formats;  ///< that it chooses from, the narrowest first
  std::vector<long> limits;  ///< bytes of RAM
  unsigned seed = 1;
  std::size_t round = 32;  ///< configurations that are tried at once
  int kicks = 2;           ///< times that it starts again beside the best
  /// Further lists to choose from, as `formats`: all variables have formats of one list.
  std::vector<std::vector<int>> others{};
};

/// A search over an evaluator. It keeps all that it has asked for.
class search {
 public:
  search(search_request request, evaluator& by)
      : ask_(std::move(request)), by_(by), random_(ask_.seed), formats_(ask_.formats) {}

  /// Evaluates configurations, each once.
  void see(const std::vector<configuration>& all) {
    std::vector<configuration> unknown;
    for (const configuration& c : all) {
      const bool asked = std::find(unknown.begin(), unknown.end(), c) != unknown.end();
      if (!asked && seen_.count(c) == 0) unknown.push_back(c);
    }
    for (evaluated& e : evaluate(by_, unknown)) {
      configuration c = e.what;
      seen_.emplace(std::move(c), std::move(e));
    }
  }
  /// All that was seen, in the order of their formats.
  std::vector<evaluated> all() const {
    std::vector<evaluated> made;
    for (const auto& [c, e] : seen_) made.push_back(e);
    return made;
  }
  /// Evaluates what another method chooses for a limit, within which it fits: it is a finalist
  /// there, and nothing that loses more is chosen.
  void hold_against(long limit, const configuration& choice) {
    see({choice});
    rivals_[limit] = choice;
  }
  /// The best seen that fits a limit; null where there is none. Of those that lose no more than the
  /// rival there, and whose disagreements are not more than the fewest but for chance, the one of
  /// the least error: whoever takes the fewest of many takes what chance favours.
  const evaluated* best_within(long limit) const {
    return best_within(limit, [](const configuration&) { return true; });
  }

  /// The choice for a limit: the best, but the rival where the best might lose less by chance
  /// alone, that is by two deviations or less.
  const evaluated* chosen_within(long limit) const {
    const evaluated* const best = best_within(limit);
    const auto held = rivals_.find(limit);
    if (best == nullptr || held == rivals_.end() || best->what == held->second) return best;
    const evaluated& rival = seen_.at(held->second);
    const bool is_sure = surely_more(rival.loses.disagreements, best->loses.disagreements) ||
                         by_.deviations_below(best->what, rival.what) > 2;
    return is_sure ? best : &rival;
  }

  /// Searches at each limit in each list of formats, and from what is best there towards fewer
  /// constants.
  void run() {
    search_list(ask_.formats);
    for (const std::vector<int>& other : ask_.others) search_list(other);
    for (const long limit : ask_.limits) {
      const evaluated* const best = best_within(limit);
      if (best == nullptr) continue;
      formats_ = ask_.formats;
      for (const std::vector<int>& other : ask_.others) {
        if (!is_here(best->what)) formats_ = other;
      }
      thin_out(*best);
    }
  }

 private:
  search_request ask_;
  evaluator& by_;
  std::mt19937 random_;
  std::map<configuration, evaluated> seen_;
  std::vector<int> formats_;               ///< the list that is searched
  std::map<long, configuration> rivals_;   ///< of limits
  std::vector<std::vector<double>> cost_;  ///< of each variable and format, in squares of the error

  std::size_t widths() const { return formats_.size(); }
  configuration at_widths(const std::vector<std::size_t>& w) const {
    configuration c;
    for (const std::size_t i : w) c.push_back(formats_[i]);
    return c;
  }
  std::size_t width_of(const configuration& c, std::size_t v) const {
    const auto found = std::find(formats_.begin(), formats_.end(), c[v]);
    return static_cast<std::size_t>(found - formats_.begin());
  }
  /// Whether all formats of c are of the list that is searched.
  bool is_here(const configuration& c) const {
    return std::all_of(c.begin(), c.end(), [&](int f) {
      return std::find(formats_.begin(), formats_.end(), f) != formats_.end();
    });
  }
  /// best_within of the configurations that `counts`, held against a rival that counts.
  template <class Counts>
  const evaluated* best_within(long limit, const Counts& counts) const {
    const auto held = rivals_.find(limit);
    const bool is_held = held != rivals_.end() && counts(held->second);
    const evaluated* const rival = is_held ? &seen_.at(held->second) : nullptr;
    long fewest = -1;
    for (const auto& [c, e] : seen_) {
      const long n = e.loses.disagreements;
      if (e.takes.ram <= limit && counts(c) && (fewest < 0 || n < fewest)) fewest = n;
    }
    const evaluated* best = nullptr;
    for (const auto& [c, e] : seen_) {
      if (e.takes.ram > limit || !counts(c)) continue;
      if (surely_more(e.loses.disagreements, fewest)) continue;
      if (rival != nullptr && rival->loses.less_than(e.loses)) continue;
      if (best == nullptr || e.loses.error < best->loses.error) best = &e;
    }
    return best;
  }
  const evaluated* best_here(long limit) const {
    return best_within(limit, [&](const configuration& c) { return is_here(c); });
  }
  void search_list(const std::vector<int>& list) {
    formats_ = list;
    see_ends();
    see({least_ram(ask_.what, formats_, by_).what});
    for (const long limit : ask_.limits) {
      see({descended(limit), ascended(limit)});
      improve(limit, best_here(limit));
      for (int k = 0; k < ask_.kicks; ++k) improve(limit, kicked(limit));
    }
  }
  configuration narrowest() const { return homogeneous(ask_.what.size(), formats_.front()); }
  bool fits(const configuration& c, long limit) { return by_.footprint_of(c).ram <= limit; }
  double square(const configuration& c) const {
    const double error = seen_.at(c).loses.error;
    return error * error;
  }

  /// Every width alone, and each variable in every other width than all others have, at both ends.
  void see_ends() {
    const std::size_t n = ask_.what.size();
    const configuration low = homogeneous(n, formats_.front());
    const configuration high = homogeneous(n, formats_.back());
    std::vector<configuration> all;
    for (const int f : formats_) all.push_back(homogeneous(n, f));
    for (std::size_t v = 0; v < n; ++v)
      for (const int f : formats_) {
        all.push_back(with(low, v, f));
        all.push_back(with(high, v, f));
      }
    see(all);
    cost_.assign(n, std::vector<double>(widths()));
    for (std::size_t v = 0; v < n; ++v)
      for (std::size_t k = 0; k < widths(); ++k) {
        const int f = formats_[k];
        const double from_top = square(with(high, v, f)) - square(high);
        const double from_bottom = square(with(low, v, f)) - square(with(low, v, formats_.back()));
        cost_[v][k] = std::max(from_top, 0.0) + std::max(from_bottom, 0.0);
      }
  }
  double expected(const configuration& c) const {
    double sum = 0;
    for (std::size_t v = 0; v < c.size(); ++v) sum += cost_[v][width_of(c, v)];
    return sum;
  }

  /// From the top: the step that costs least for each byte that it saves, until all fits. Where no
  /// step saves anything, as when two values that live at different times both have to shrink, the
  /// one that costs least.
  configuration descended(long limit) {
    configuration c = homogeneous(ask_.what.size(), formats_.back());
    while (!fits(c, limit)) {
      const long bytes = by_.footprint_of(c).ram;
      configuration best;
      double least = 0;
      for (const bool saves : {true, false}) {
        for (std::size_t v = 0; v < c.size() && (saves || best.empty()); ++v) {
          if (!ask_.what[v].is_value || width_of(c, v) == 0) continue;
          configuration next = with(c, v, formats_[width_of(c, v) - 1]);
          const long saved = bytes - by_.footprint_of(next).ram;
          if (saves && saved <= 0) continue;
          const double cost =
              (expected(next) - expected(c)) / (saves ? static_cast<double>(saved) : 1);
          if (best.empty() || cost < least) least = cost, best = std::move(next);
        }
        if (!best.empty()) break;
      }
      if (best.empty()) return narrowest();
      c = std::move(best);
    }
    return c;
  }
  /// From the bottom: the step that gains most, as long as one fits.
  configuration ascended(long limit) {
    configuration c = narrowest();
    for (;;) {
      configuration best;
      double most = 0;
      for (std::size_t v = 0; v < c.size(); ++v) {
        if (width_of(c, v) + 1 == widths()) continue;
        configuration next = with(c, v, formats_[width_of(c, v) + 1]);
        const double gain = expected(c) - expected(next);
        if (gain <= most || !fits(next, limit)) continue;
        most = gain, best = std::move(next);
      }
      if (best.empty()) return c;
      c = std::move(best);
    }
  }

  /// What differs from c in one variable, or in two that go different ways, and fits; what should
  /// lose least comes first.
  std::vector<configuration> beside(const configuration& c, long limit) {
    std::vector<std::pair<double, configuration>> found;
    const auto add = [&](configuration next) {
      if (fits(next, limit)) found.emplace_back(expected(next), std::move(next));
    };
    for (std::size_t v = 0; v < c.size(); ++v) {
      for (const int f : formats_)
        if (f != c[v]) add(with(c, v, f));
      if (width_of(c, v) + 1 == widths()) continue;
      const configuration up = with(c, v, formats_[width_of(c, v) + 1]);
      for (std::size_t other = 0; other < c.size(); ++other) {
        if (other == v || width_of(c, other) == 0) continue;
        add(with(up, other, formats_[width_of(c, other) - 1]));
      }
    }
    std::sort(found.begin(), found.end());
    std::vector<configuration> made;
    for (auto& [cost, next] : found) {
      if (made.empty() || made.back() != next) made.push_back(std::move(next));
    }
    return made;
  }
  /// Goes to the best beside, until none of them loses less. They are tried a round at a time.
  void improve(long limit, const evaluated* from) {
    if (from == nullptr) return;
    evaluated now = *from;
    for (bool better = true; better;) {
      better = false;
      const std::vector<configuration> all = beside(now.what, limit);
      for (std::size_t i = 0; i < all.size() && !better; i += ask_.round) {
        const auto end = std::min(all.size(), i + ask_.round);
        see({all.begin() + static_cast<std::ptrdiff_t>(i),
             all.begin() + static_cast<std::ptrdiff_t>(end)});
        for (std::size_t k = i; k < end; ++k) {
          const evaluated& e = seen_.at(all[k]);
          if (e.loses.error < now.loses.error) now = e, better = true;
        }
      }
    }
  }
  /// The best within a limit with some variables changed at random, made to fit; null where there
  /// is none.
  const evaluated* kicked(long limit) {
    const evaluated* best = best_here(limit);
    if (best == nullptr) return nullptr;
    configuration c = best->what;
    for (std::size_t i = 0; i < 3; ++i)
      c[random_below(c.size())] = formats_[random_below(widths())];
    for (std::size_t v = 0; v < c.size() && !fits(c, limit); ++v) c[v] = formats_.front();
    if (!fits(c, limit)) return nullptr;
    see({c});
    return &seen_.at(c);
  }
  /// The same numbers on every machine, unlike those of a standard distribution.
  std::size_t random_below(std::size_t n) { return random_() % n; }

  /// Makes weights narrower one by one, that which loses least first.
  void thin_out(const evaluated& from) {
    configuration c = from.what;
    for (;;) {
      std::vector<configuration> next;
      for (std::size_t v = 0; v < c.size(); ++v) {
        if (ask_.what[v].is_value || width_of(c, v) == 0) continue;
        next.push_back(with(c, v, formats_[width_of(c, v) - 1]));
      }
      if (next.empty()) return;
      see(next);
      std::vector<evaluated> made;
      for (const configuration& n : next) made.push_back(seen_.at(n));
      c = best_of(made)->what;
    }
  }
};

/// Shiftry's demotion until all fits: variables from high to low, the one whose demotion alone
/// loses least first; empty where it does not fit in the end. Source: Kumar et al., Shiftry: RNN
/// inference in 2KB of RAM, 2020.
inline configuration demote_until_it_fits(std::size_t variables, const promotions& p, long limit,
                                          evaluator& by) {
  configuration c = homogeneous(variables, p.high);
  std::vector<configuration> alone;
  for (std::size_t v = 0; v < variables; ++v) alone.push_back(with(c, v, p.low));
  const std::vector<loss> losses = by.losses_of(alone);
  std::vector<std::size_t> order(variables);
  for (std::size_t v = 0; v < variables; ++v) order[v] = v;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return losses[a].less_than(losses[b]); });
  for (const std::size_t v : order) {
    if (by.footprint_of(c).ram <= limit) break;
    c[v] = p.low;
  }
  return by.footprint_of(c).ram <= limit ? c : configuration{};
}

}  // namespace host
}  // namespace ETCH_NAMESPACE
