// The variables of a float network, and what each of a list of formats is for them.
#pragma once

#include <etch/host/calibration/number_choice.hpp>
#include <etch/host/calibration/statistics.hpp>
#include <etch/host/search/configuration.hpp>

#include <algorithm>
#include <cstdint>

namespace ETCH_NAMESPACE {
namespace host {

/// Variables are the input, every value whose layer gives it a format of its own, and the weights
/// and the bias of each layer that has them, or all parameters of one that is recurrent. Integers
/// are powers of two, so that any of them can be followed by any other: values by their range,
/// weights by their largest magnitude, but no more fraction bits than keep sums within 32 bits.
class mixed_formats {
 public:
  /// `list` is sorted by bits. With `wraps` sums may leave 32 bits.
  mixed_formats(const float_network& net, const statistics& s, std::vector<number_choice> list,
                bool wraps)
      : net_(net),
        list_(std::move(list)),
        value_(net.values.size(), none),
        parameters_(net.layers.size(), none),
        formats_(net.values.size()),
        weights_(net.layers.size()) {
    add_value(net.input, s);
    for (std::size_t n = 0; n < net.layers.size(); ++n) {
      const float_layer& l = net.layers[n];
      const auto y = static_cast<std::size_t>(l.output);
      const auto x = static_cast<std::size_t>(l.inputs[0]);
      switch (l.kind->format) {
        case output_format::own: add_value(l.output, s); break;
        case output_format::kept:
          if (l.inputs.size() > 1) {
            throw not_quantised(net.value(l.output).name + ": " + l.kind->op->name +
                                " makes one format of those of its inputs, which is not searched");
          }
          value_[y] = value_[x], formats_[y] = formats_[x];
          break;
        case output_format::inferred:
          value_[y] = value_[x];
          for (std::size_t k = 0; k < list_.size(); ++k) formats_[y].push_back(inferred(l, k));
          break;
      }
      if (l.kind->is_recurrent) {
        refuse(l);
        parameters_[n] = variables_.size();
        variables_.push_back({net.value(l.output).name + "_weights", 0, false});
      }
      for (const int v : l.inputs) add_constant(v, n);
      if (l.kind->has_weights) add_parameters(n, wraps);
    }
  }

  const float_network& net() const { return net_; }
  const std::vector<number_choice>& list() const { return list_; }
  const host::variables& variables() const { return variables_; }
  /// The variable that value v has its format of, and that of the parameters of layer n.
  std::size_t variable_of(int v) const { return value_[static_cast<std::size_t>(v)]; }
  std::size_t variable_of_parameters(std::size_t n) const { return parameters_[n]; }
  /// The format of value v, and of the weights of layer n, where its variable has format k.
  const format& format_of(int v, int k) const {
    return formats_[static_cast<std::size_t>(v)][static_cast<std::size_t>(k)];
  }
  const format& format_of_weights(std::size_t n, int k) const {
    return weights_[n][static_cast<std::size_t>(k)];
  }
  /// The variables that layer n runs with, each once.
  std::vector<std::size_t> variables_of(std::size_t n) const {
    const float_layer& l = net_.layers[n];
    std::vector<std::size_t> all;
    const auto add = [&](std::size_t v) {
      if (v != none && std::find(all.begin(), all.end(), v) == all.end()) all.push_back(v);
    };
    for (const int v : l.inputs) add(variable_of(v));
    add(parameters_[n]);
    add(variable_of(l.output));
    return all;
  }
  /// Whether formats can stand beside one another: of each width there is only one.
  bool stand_together(const configuration& formats) const {
    for (const int a : formats)
      for (const int b : formats)
        if (a != b && bits_of(a) == bits_of(b)) return false;
    return true;
  }
  int bits_of(int k) const { return list_[static_cast<std::size_t>(k)].bits; }
  /// The number that stands for weight x of layer n in format k.
  double nearest_weight(std::size_t n, int k, double x) const {
    const number_choice& as = list_[static_cast<std::size_t>(k)];
    if (as.real != nullptr) return as.real->nearest(x);
    return static_cast<double>(code_of_weight(n, k, x)) * format_of_weights(n, k).unit();
  }
  /// By how much format a stands for each weight of layer n in another way than b; none where it
  /// has none.
  std::vector<double> differences_of_weights(std::size_t n, int a, int b) const {
    std::vector<double> made;
    const float_layer& l = net_.layers[n];
    if (l.kind->has_weights) {
      for (const double w : l.weights) {
        made.push_back(std::fabs(nearest_weight(n, a, w) - nearest_weight(n, b, w)));
      }
    } else if (l.kind->is_recurrent) {
      const auto nearest = [&](int k, double x) {
        return list_[static_cast<std::size_t>(k)].real->nearest(x);
      };
      for (const int v : l.inputs)
        for (const double w : net_.value(v).constant) {
          made.push_back(std::fabs(nearest(a, w) - nearest(b, w)));
        }
    }
    return made;
  }
  /// The codes of the weights of layer n in format k, little-endian: those that the compiler makes
  /// of single precision.
  std::string codes_of_weights(std::size_t n, int k) const {
    const number_choice& as = list_[static_cast<std::size_t>(k)];
    numbers weights;
    for (const double w : net_.layers[n].weights) {
      weights.push_back(static_cast<double>(static_cast<float>(w)));
    }
    if (as.real != nullptr) {
      const std::vector<unsigned char> bytes = as.real->codes(weights);
      return {bytes.begin(), bytes.end()};
    }
    std::string bytes;
    for (const double w : weights) {
      const std::int64_t code = code_of_weight(n, k, w);
      bytes += static_cast<char>(code & 0xff);
      if (as.bits > 8) bytes += static_cast<char>(code >> 8 & 0xff);
    }
    return bytes;
  }

 private:
  /// Refuses a recurrent layer of formats that are not searched.
  void refuse(const float_layer& l) const {
    const std::string& name = net_.value(l.output).name;
    if (l.cell >= 0) throw not_quantised(name + ": the format of its state c is not searched");
    if (list_[0].real == nullptr) {
      throw not_quantised(name + ": formats of integers for " + l.kind->op->name +
                          ", which depend on one another, are not searched; posits and floats are");
    }
  }
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  const float_network& net_;
  std::vector<number_choice> list_;
  host::variables variables_;
  std::vector<std::size_t> value_, parameters_;
  std::vector<std::vector<format>> formats_, weights_;

  /// The code of weight x in integers: the nearest one, of two the one further from 0.
  std::int64_t code_of_weight(std::size_t n, int k, double x) const {
    const format& f = format_of_weights(n, k);
    const double most = std::ldexp(1.0, f.bits - 1);
    const double code = std::round(x / f.unit());
    return static_cast<std::int64_t>(std::fmin(std::fmax(code, -most), most - 1));
  }
  void add_value(int v, const statistics& s) {
    const auto i = static_cast<std::size_t>(v);
    value_[i] = variables_.size();
    const auto elements = static_cast<std::size_t>(net_.value(v).is.shape.size());
    variables_.push_back({net_.value(v).name, elements, true});
    const ends& all = s.of[i].range();
    for (const number_choice& as : list_) formats_[i].push_back(as.of_values(all, reach(all)));
  }
  /// A constant that is no weight has the format of its layer's output, or of its parameters.
  void add_constant(int v, std::size_t n) {
    const float_layer& l = net_.layers[n];
    const auto i = static_cast<std::size_t>(v);
    if (l.kind->has_weights || net_.values[i].constant.empty() || value_[i] != none) return;
    value_[i] = l.kind->is_recurrent ? parameters_[n] : variable_of(l.output);
    if (l.kind->is_recurrent) {
      variables_[value_[i]].elements += net_.values[i].constant.size();
    }
    ends all;
    for (const double x : net_.values[i].constant) all.add(x);
    for (const number_choice& as : list_) formats_[i].push_back(as.of_values(all, reach(all)));
  }
  void add_parameters(std::size_t n, bool wraps) {
    const float_layer& l = net_.layers[n];
    parameters_[n] = variables_.size();
    variables_.push_back(
        {net_.value(l.output).name + "_weights", l.weights.size() + l.bias.size(), false});
    ends all;
    for (const double w : l.weights) all.add(w);
    for (const number_choice& as : list_) {
      format f = as.of_values(all, reach(all));
      if (as.real == nullptr) f = number_choice::fixed(f.bits, std::min(f.frac, room(n, wraps)));
      weights_[n].push_back(f);
    }
  }
  static double reach(const ends& all) { return all.magnitude() > 0 ? all.magnitude() : 1; }
  /// The most fraction bits that weights of layer n may have: the sums of any input in its widest
  /// format stay within 32 bits, and the bias within 30.
  int room(std::size_t n, bool wraps) const {
    const float_layer& l = net_.layers[n];
    const format& x = format_of(l.inputs[0], static_cast<int>(list_.size()) - 1);
    numbers sums(l.bias.size());
    double largest_bias = 0;
    for (std::size_t i = 0; i < l.weights.size(); ++i) {
      sums[static_cast<std::size_t>(net_.channel_of(l, i))] += std::fabs(l.weights[i]);
    }
    for (const double b : l.bias) largest_bias = std::fmax(largest_bias, std::fabs(b));
    const auto terms = static_cast<double>(l.weights.size()) / static_cast<double>(l.bias.size());
    int frac = 31;
    const auto leaves_room = [&] {
      const double unit = std::ldexp(1.0, frac), bias_unit = std::ldexp(1.0, frac + x.frac);
      if (largest_bias * bias_unit > std::ldexp(1.0, 30)) return false;
      for (std::size_t c = 0; c < sums.size() && !wraps; ++c) {
        // every weight may be rounded up by half a code
        const double codes = (sums[c] * unit + terms / 2) * std::ldexp(1.0, x.bits - 1);
        if (codes + std::fabs(l.bias[c]) * bias_unit >= std::ldexp(1.0, 31) - 1) return false;
      }
      return true;
    };
    while (frac > -31 && !leaves_room()) --frac;
    return frac;
  }
  format inferred(const float_layer& l, std::size_t k) const {
    operand x[most_inputs]{};
    int count = 0;
    for (const int v : l.inputs) {
      x[count] = net_.value(v).is;
      x[count++].number = format_of(v, static_cast<int>(k));
    }
    const inference y = l.kind->op->infer(l.what, {x, count});
    if (y.refused) throw not_quantised(net_.value(l.output).name + ": " + in_words(y.refused));
    return y.output.number;
  }
};

}  // namespace host
}  // namespace ETCH_NAMESPACE
