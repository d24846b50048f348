// A network in any choice of formats, run from candidates: each layer runs once for each choice of
// the formats before it.
#pragma once

#include <etch/host/search/candidate.hpp>
#include <etch/host/search/evaluation.hpp>
#include <etch/host/search/hash.hpp>
#include <etch/host/search/heat_map.hpp>

#include <cmath>
#include <map>
#include <memory>
#include <set>

namespace ETCH_NAMESPACE {
namespace host {

/// A value of a mixture: whose format it has, and its numbers in each format of the list.
struct mixed_value {
  std::string name;
  std::size_t variable = 0;
  int elements = 0;
  std::vector<codec> formats;
};
/// A candidate and the formats of its layer's variables.
struct choice {
  configuration formats;  ///< in the order of mixed_layer::variables
  candidate kernel;
};
struct mixed_layer {
  std::vector<std::size_t> inputs;  ///< values
  std::size_t output = 0;
  std::vector<std::size_t> variables;
  std::vector<choice> choices;
};

/// Inputs of a network and what a float network makes of them.
struct mixed_cases {
  std::vector<std::vector<float>> inputs, wanted;
  std::vector<int> classes;  ///< the right ones
};
/// What a configuration makes of cases.
struct mixed_answer {
  loss loses;
  std::uint64_t outputs = 0;  ///< FNV-1a of the outputs as floats, one case after the other
};

/// The index of the largest element, the first of equals.
template <class Numbers>
std::size_t index_of_largest(const Numbers& y) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < y.size(); ++i) best = y[i] > y[best] ? i : best;
  return best;
}
/// A network of one input, the first value, and one output, the last layer's.
class mixture {
 public:
  mixture(std::vector<mixed_value> values, std::vector<mixed_layer> layers,
          std::size_t variable_count)
      : values_(std::move(values)),
        layers_(std::move(layers)),
        variable_count_(variable_count),
        maker_(values_.size(), nullptr),
        before_(values_.size()) {
    before_[0] = {values_[0].variable};
    for (const mixed_layer& l : layers_) {
      maker_[l.output] = &l;
      std::set<std::size_t>& all = before_[l.output];
      all.insert(l.variables.begin(), l.variables.end());
      for (const std::size_t v : l.inputs) all.insert(before_[v].begin(), before_[v].end());
    }
  }
  mixture(const mixture&) = delete;
  mixture& operator=(const mixture&) = delete;

  const std::vector<mixed_value>& values() const { return values_; }
  const std::vector<mixed_layer>& layers() const { return layers_; }
  std::size_t variable_count() const { return variable_count_; }
  const codec& codec_of_value(std::size_t v, const configuration& c) const {
    return values_[v].formats[static_cast<std::size_t>(c[values_[v].variable])];
  }
  /// The candidate of a layer; null where there is none for these formats.
  static const candidate* kernel_of(const mixed_layer& l, const configuration& c) {
    for (const choice& of : l.choices) {
      bool same = true;
      for (std::size_t i = 0; i < l.variables.size(); ++i) {
        same = same && of.formats[i] == c[l.variables[i]];
      }
      if (same) return &of.kernel;
    }
    return nullptr;
  }
  /// Whether every layer has a candidate.
  bool knows(const configuration& c) const {
    for (const mixed_layer& l : layers_) {
      if (kernel_of(l, c) == nullptr) return false;
    }
    return true;
  }
  /// Bytes of constants on the target.
  long constants(const configuration& c) const {
    long bytes = 0;
    std::map<const void*, int> tables;
    for (const mixed_layer& l : layers_) {
      const candidate& kernel = *kernel_of(l, c);
      bytes += kernel.constants;
      for (const shared_by_kernels& t : kernel.tables) tables[t.table] = t.bytes;
    }
    for (const auto& [table, size] : tables) bytes += size;
    return bytes;
  }

  /// Runs the network on cases, which must be the same at every call with this `part`.
  mixed_answer answer(const configuration& c, const mixed_cases& all, int part) {
    const std::size_t y = layers_.back().output;
    mixed_answer made;
    made.outputs = hash_of(nullptr, 0);
    double sum = 0;
    for_each_case(c, all, part, y, [&](std::size_t k, const std::vector<float>& have) {
      made.outputs = hash_of(have.data(), have.size() * sizeof(float), made.outputs);
      const std::vector<float>& want = all.wanted[k];
      const std::size_t said = index_of_largest(have);
      made.loses.disagreements += said != index_of_largest(want) ? 1 : 0;
      made.loses.right += said == static_cast<std::size_t>(all.classes[k]) ? 1 : 0;
      sum += squares(have, want);
    });
    const auto count = static_cast<double>(all.inputs.size()) * values_[y].elements;
    made.loses.error = std::sqrt(sum / count);
    return made;
  }
  /// evaluator::deviations_below, over these cases: those of a normal distribution that are as
  /// unlikely as Student's t, so that few cases tell less. Source: Abramowitz and Stegun, 26.7.8.
  double deviations_below(const configuration& a, const configuration& b, const mixed_cases& all,
                          int part) {
    const std::size_t y = layers_.back().output;
    std::vector<double> less(all.inputs.size());
    for_each_case(b, all, part, y, [&](std::size_t k, const std::vector<float>& have) {
      less[k] = squares(have, all.wanted[k]);
    });
    for_each_case(a, all, part, y, [&](std::size_t k, const std::vector<float>& have) {
      less[k] -= squares(have, all.wanted[k]);
    });
    const auto count = static_cast<double>(less.size());
    double sum = 0, spread = 0;
    for (const double x : less) sum += x;
    for (const double x : less) spread += (x - sum / count) * (x - sum / count);
    if (spread <= 0) return 0;  // one case, or none that differs from another
    const double t = sum / std::sqrt(count / (count - 1) * spread), freedom = count - 1;
    return t * (1 - 1 / (4 * freedom)) / std::sqrt(1 + t * t / (2 * freedom));
  }
  /// The heat of each variable that is a value: the 95th percentile of |a - b| over its elements in
  /// all cases; 0 of others.
  std::vector<double> percentiles(const configuration& a, const configuration& b,
                                  const mixed_cases& all, int part) {
    std::vector<double> made(variable_count_);
    std::set<std::size_t> seen;
    for (std::size_t v = 0; v < values_.size(); ++v) {
      if (!seen.insert(values_[v].variable).second) continue;  // another value of this format
      std::vector<double> errors;
      for_each_case(a, all, part, v, [&](std::size_t, const std::vector<float>& x) {
        errors.insert(errors.end(), x.begin(), x.end());
      });
      std::size_t i = 0;
      for_each_case(b, all, part, v, [&](std::size_t, const std::vector<float>& x) {
        for (const float number : x) {
          errors[i] = std::fabs(errors[i] - static_cast<double>(number));
          ++i;
        }
      });
      made[values_[v].variable] = percentile_95(std::move(errors));
    }
    return made;
  }
  /// How many layers ran over all cases.
  long runs() const { return runs_; }

 private:
  using codes = std::shared_ptr<const std::vector<unsigned char>>;
  struct kept {
    codes of;
    long used = 0;
  };
  static constexpr std::size_t most_kept = std::size_t{512} << 20;  ///< bytes

  std::vector<mixed_value> values_;
  std::vector<mixed_layer> layers_;
  std::size_t variable_count_;
  std::vector<const mixed_layer*> maker_;      ///< of each value
  std::vector<std::set<std::size_t>> before_;  ///< the variables that each value depends on
  std::map<std::vector<int>, kept> kept_;
  std::size_t bytes_kept_ = 0;
  long runs_ = 0, clock_ = 0;

  /// The sum of the squares of the errors of one case.
  static double squares(const std::vector<float>& have, const std::vector<float>& want) {
    double sum = 0;
    for (std::size_t i = 0; i < have.size(); ++i) {
      const double error = static_cast<double>(have[i]) - static_cast<double>(want[i]);
      sum += error * error;
    }
    return sum;
  }
  std::size_t bytes_of(std::size_t v, const configuration& c) const {
    return static_cast<std::size_t>(
        etch::detail::bytes_of_codes(codec_of_value(v, c).number, values_[v].elements));
  }
  template <class Use>
  void for_each_case(const configuration& c, const mixed_cases& all, int part, std::size_t v,
                     const Use& use) {
    const codes of = codes_of(c, all, part, v);
    std::vector<float> x(static_cast<std::size_t>(values_[v].elements));
    for (std::size_t k = 0; k < all.inputs.size(); ++k) {
      codec_of_value(v, c).decode(of->data() + k * bytes_of(v, c), values_[v].elements, x.data());
      use(k, x);
    }
  }
  /// The codes of value v of all cases.
  codes codes_of(const configuration& c, const mixed_cases& all, int part, std::size_t v) {
    std::vector<int> key{part, static_cast<int>(v)};
    for (const std::size_t variable : before_[v]) key.push_back(c[variable]);
    if (const auto found = kept_.find(key); found != kept_.end()) {
      found->second.used = ++clock_;
      return found->second.of;
    }
    auto made = std::make_shared<std::vector<unsigned char>>(all.inputs.size() * bytes_of(v, c));
    if (maker_[v] == nullptr) {
      for (std::size_t k = 0; k < all.inputs.size(); ++k) {
        codec_of_value(v, c).encode(all.inputs[k].data(), values_[v].elements,
                                    made->data() + k * bytes_of(v, c));
      }
    } else {
      const mixed_layer& l = *maker_[v];
      std::vector<codes> in;
      for (const std::size_t i : l.inputs) in.push_back(codes_of(c, all, part, i));
      std::vector<const unsigned char*> x(in.size());
      const candidate& kernel = *kernel_of(l, c);
      for (std::size_t k = 0; k < all.inputs.size(); ++k) {
        for (std::size_t i = 0; i < x.size(); ++i) {
          x[i] = in[i]->data() + k * bytes_of(l.inputs[i], c);
        }
        kernel.run(x.data(), made->data() + k * bytes_of(v, c));
      }
      ++runs_;
    }
    keep(std::move(key), made);
    return made;
  }
  void keep(std::vector<int> key, const codes& made) {
    bytes_kept_ += made->size();
    kept_[std::move(key)] = {made, ++clock_};
    while (bytes_kept_ > most_kept && kept_.size() > 1) {
      auto oldest = kept_.begin();
      for (auto i = kept_.begin(); i != kept_.end(); ++i) {
        if (i->second.used < oldest->second.used) oldest = i;
      }
      bytes_kept_ -= oldest->second.of->size();
      kept_.erase(oldest);
    }
  }
};

}  // namespace host
}  // namespace ETCH_NAMESPACE
