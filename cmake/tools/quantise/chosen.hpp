// What is tried on one part of the data and told of the other: methods, equalisation and bias
// correction.
#pragma once

#include <etch/host/calibration/batch_norms.hpp>
#include <etch/host/calibration/equalise.hpp>
#include <etch/host/calibration/quantised_network.hpp>

#include <memory>

#include "data.hpp"

namespace quantise {

using etch::host::clipping;
using etch::host::deviation;
using etch::host::float_network;
using etch::host::quantised_network;

/// Some of the cases, what the float network makes of them, and their labels, if there are any.
struct part {
  cases x;
  std::vector<numbers> want;
  std::vector<int> labels;
};

/// Which element is the largest, the first of equals.
inline int largest(const numbers& y) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < y.size(); ++i) best = y[i] > y[best] ? i : best;
  return static_cast<int>(best);
}
/// The class that case k should be told as: its label or, without labels, what the float network
/// says.
inline int class_of(const part& p, std::size_t k) {
  return p.labels.empty() ? largest(p.want[k]) : p.labels[k];
}

/// How well a network does on a part.
struct score {
  deviation output;
  long right = 0;

  void add(const part& p, std::size_t k, const numbers& have) {
    for (std::size_t i = 0; i < have.size(); ++i) output.add(p.want[k][i], have[i]);
    right += largest(have) == class_of(p, k) ? 1 : 0;
  }
  /// By answers, where there are labels, else and among equals by the error.
  bool better_than(const score& other, bool by_answers) const {
    if (by_answers && right != other.right) return right > other.right;
    return output.noise < other.output.noise;
  }
};
inline score score_of(const quantised_network& net, const part& p) {
  score s;
  std::vector<numbers> of;
  for (std::size_t k = 0; k < p.x.size(); ++k) {
    net.run(p.x[k], of, [](int, const numbers&) {});
    s.add(p, k, of[static_cast<std::size_t>(net.real().output)]);
  }
  return s;
}

/// How far each value of a quantised network is from that of the float network that it was made of,
/// over a part.
inline std::vector<deviation> deviations(const float_network& from, const quantised_network& net,
                                         const part& p) {
  std::vector<deviation> all(from.values.size());
  std::vector<numbers> want, have;
  for (const numbers& x : p.x) {
    from.run(x, want, [](int, const numbers&) {});
    net.run(x, have, [&](int v, const numbers& elements) {
      const auto i = static_cast<std::size_t>(v);
      for (std::size_t k = 0; k < elements.size(); ++k) all[i].add(want[i][k], elements[k]);
    });
  }
  return all;
}

/// A method and what it gave.
struct trial {
  clipping method;
  score chosen_by, reported;
  std::vector<deviation> layers;  ///< on the part that is reported
};
/// A correction, what it gave on the part that is chosen by, and whether it stays. Folded batch
/// norms and scales a channel always do.
struct correction {
  std::string name;
  score before, after;
  bool kept = false;
};

/// The choice: everything that was tried, and the network that won with the floats it stands for.
class chosen {
 public:
  std::vector<trial> trials;
  std::vector<correction> corrections;
  etch::host::statistics measured;  ///< of the floats below
  std::unique_ptr<float_network> floats;
  std::unique_ptr<quantised_network> net;
  std::size_t best = 0;
  int equalised = 0;  ///< values that equalisation scaled

  /// Tries `methods`; chooses by one part of the data and tells of the other.
  chosen(const float_network& from, const etch::host::number_choice& as,
         const std::vector<clipping>& methods, const part& by, const part& other)
      : measured(etch::host::measured(from, by.x)),
        floats(std::make_unique<float_network>(from)),
        labelled_(!by.labels.empty()) {
    for (const clipping method : methods) {
      auto made = std::make_unique<quantised_network>(from, measured, as, method);
      trials.push_back(
          {method, score_of(*made, by), score_of(*made, other), deviations(from, *made, other)});
      const bool wins =
          net == nullptr || trials.back().chosen_by.better_than(trials[best].chosen_by, labelled_);
      if (wins) best = trials.size() - 1, net = std::move(made);
    }
    score now = trials[best].chosen_by;
    tell_of_folding(from, as, by, now);
    tell_of_scales(as, by, now);
    equalise(as, by, now);
    correct_biases(by, now);
  }

 private:
  bool labelled_;

  /// What folding gained: against the same network with its batch norms as layers.
  void tell_of_folding(const float_network& from, const etch::host::number_choice& as,
                       const part& by, const score& now) {
    if (from.batch_norms == 0) return;
    const float_network apart = etch::host::with_batch_norms(from);
    const quantised_network made(apart, etch::host::measured(apart, by.x), as, net->method());
    corrections.push_back({"batch norms folded", score_of(made, by), now, true});
  }
  /// What a scale a channel gained: against one for all weights of a layer.
  void tell_of_scales(etch::host::number_choice as, const part& by, const score& now) {
    if (as.real != nullptr || as.form == etch::host::codes_of_threshold::power) return;
    as.scale_a_channel = false;
    const quantised_network made(*floats, measured, as, net->method());
    corrections.push_back({"a scale a channel", score_of(made, by), now, true});
  }
  void equalise(const etch::host::number_choice& as, const part& by, score& now) {
    auto scaled = std::make_unique<float_network>(*floats);
    equalised = etch::host::equalise(*scaled, measured);
    if (equalised == 0) return;
    etch::host::statistics seen = etch::host::measured(*scaled, by.x);
    auto made = std::make_unique<quantised_network>(*scaled, seen, as, net->method());
    if (!keep("equalisation", score_of(*made, by), now)) return;
    floats = std::move(scaled), net = std::move(made), measured = std::move(seen);
  }
  void correct_biases(const part& by, score& now) {
    // all values of these cases are in memory at once
    constexpr std::size_t most = 128;
    cases some;
    const std::size_t step = (by.x.size() + most - 1) / most;
    for (std::size_t k = 0; k < by.x.size(); k += step) some.push_back(by.x[k]);
    auto made = std::make_unique<quantised_network>(*net);
    made->correct_biases(*floats, some);
    if (keep("bias correction", score_of(*made, by), now)) net = std::move(made);
  }
  bool keep(const char* name, const score& after, score& now) {
    corrections.push_back({name, now, after, after.better_than(now, labelled_)});
    if (corrections.back().kept) now = after;
    return corrections.back().kept;
  }
};

}  // namespace quantise
