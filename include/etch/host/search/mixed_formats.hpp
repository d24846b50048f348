// The variables of a float network, and what each of a list of formats is for them.
#pragma once

#include <etch/host/calibration/number_choice.hpp>
#include <etch/host/calibration/statistics.hpp>
#include <etch/host/search/configuration.hpp>
#include <etch/host/search/long_sums.hpp>

#include <algorithm>
#include <cstdint>

namespace ETCH_NAMESPACE {
namespace host {

/// Variables are the input, every value whose layer gives it a format of its own, and the weights
/// and the bias of each layer that has them, or all parameters of one that is recurrent. Integers
/// in fixed point are powers of two: values by their range, weights by their largest magnitude, but
/// no more fraction bits than long_sums allows. Affine ones are those of ./dev quantise,
/// weights with a scale a channel; operators on several of them need one width, so that their
/// values share a variable. Formats of fewer than 8 bits are clipped where the square error is
/// least.
class mixed_formats {
 public:
  /// `list` is sorted by bits.
  mixed_formats(const float_network& net, const statistics& s, std::vector<number_choice> list,
                long_sums sums = long_sums::refused)
      : net_(net),
        list_(std::move(list)),
        sums_(sums),
        value_(net.values.size(), none),
        parameters_(net.layers.size(), none),
        formats_(net.values.size()),
        weights_(net.layers.size()),
        scales_(net.layers.size()),
        is_wide_(net.layers.size()) {
    tie_values();
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
      if (l.kind->has_weights) add_parameters(n);
    }
  }

  mixed_formats(const mixed_formats&) = delete;  // formats of weights point to their scales
  mixed_formats& operator=(const mixed_formats&) = delete;

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
  /// Whether integers have a scale and a zero point.
  bool is_affine() const {
    return list_[0].real == nullptr && list_[0].form != codes_of_threshold::power;
  }
  /// The format that weights have where their variable has format k: with values of 16 affine bits
  /// they have 8, as with int8.
  int format_of_parameters(int k) const {
    for (int j = 0; j < k && is_affine(); ++j) {
      if (choice_of(j).weight_bits == choice_of(k).weight_bits) return j;
    }
    return k;
  }
  /// c with one index for each format that weights can have.
  configuration canonical(configuration c) const {
    for (const std::size_t v : parameters_) {
      if (v != none) c[v] = format_of_parameters(c[v]);
    }
    return c;
  }
  /// The bits of each variable.
  std::vector<int> bits_in(const configuration& c) const {
    std::vector<int> made;
    for (std::size_t v = 0; v < c.size(); ++v) {
      const number_choice& as = choice_of(c[v]);
      made.push_back(variables_[v].is_value ? as.bits : as.weight_bits);
    }
    return made;
  }
  /// The number that stands for weight i of layer n in format k.
  double nearest_weight(std::size_t n, int k, std::size_t i) const {
    const double x = net_.layers[n].weights[i];
    if (choice_of(k).real != nullptr) return choice_of(k).real->nearest(x);
    const int channel = net_.channel_of(net_.layers[n], i);
    return static_cast<double>(code_of_weight(n, k, i)) * unit_of(n, k, channel);
  }
  /// By how much format a stands for each weight of layer n in another way than b; none where it
  /// has none.
  std::vector<double> differences_of_weights(std::size_t n, int a, int b) const {
    std::vector<double> made;
    const float_layer& l = net_.layers[n];
    if (l.kind->has_weights) {
      for (std::size_t i = 0; i < l.weights.size(); ++i) {
        made.push_back(std::fabs(nearest_weight(n, a, i) - nearest_weight(n, b, i)));
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
    const numbers& weights = net_.layers[n].weights;
    if (choice_of(k).real != nullptr) {
      numbers singles;
      for (const double w : weights) singles.push_back(single(w));
      const std::vector<unsigned char> bytes = choice_of(k).real->codes(singles);
      return {bytes.begin(), bytes.end()};
    }
    const int bits = choice_of(k).weight_bits, count = static_cast<int>(weights.size());
    const int size = bits < 8 ? packed_bytes(bits, count) : count * (bits > 8 ? 2 : 1);
    std::vector<unsigned char> bytes(static_cast<std::size_t>(size));
    for (int i = 0; i < count; ++i) {
      const int code = code_of_weight(n, k, static_cast<std::size_t>(i));
      if (bits < 8) write_packed(bytes.data(), bits, i, code);
      else if (bits == 8)
        etch::detail::put_code<8>(bytes.data(), i, static_cast<std::int8_t>(code));
      else etch::detail::put_code<16>(bytes.data(), i, static_cast<std::int16_t>(code));
    }
    return {bytes.begin(), bytes.end()};
  }
  /// Whether sums of layer n have 64 bits where its values or its weights have more than 8.
  bool has_wide_sums(std::size_t n) const { return is_wide_[n]; }
  long_sums sums() const { return sums_; }
  /// The scales of the weights of layer n in an affine format k, one a channel.
  const numbers& scales(std::size_t n, int k) const {
    return scales_[n][static_cast<std::size_t>(k)];
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
  long_sums sums_;
  host::variables variables_;
  std::vector<std::size_t> value_, parameters_;
  std::vector<std::vector<format>> formats_, weights_;
  std::vector<std::vector<numbers>> scales_;  ///< of affine weights: of each layer and format
  std::vector<bool> is_wide_;                 ///< has_wide_sums
  std::vector<std::size_t> tied_;             ///< of each value the first that has its width

  const number_choice& choice_of(int k) const { return list_[static_cast<std::size_t>(k)]; }
  static double single(double x) { return static_cast<double>(static_cast<float>(x)); }
  double unit_of(std::size_t n, int k, int channel) const {
    return format_of_weights(n, k).unit(is_affine() ? channel : 0);
  }
  /// The code of weight i in integers, as the compiler makes it of single precision: the nearest
  /// one, of two the one further from 0.
  int code_of_weight(std::size_t n, int k, std::size_t i) const {
    const float_layer& l = net_.layers[n];
    return code_in(single(l.weights[i]), unit_of(n, k, net_.channel_of(l, i)),
                   choice_of(k).weight_bits);
  }
  static int code_in(double x, double unit, int bits) {
    const double most = std::ldexp(1.0, bits - 1);
    return static_cast<int>(std::fmin(std::fmax(std::round(x / unit), -most), most - 1));
  }
  /// Ties the values that must have one width: in affine integers those of an operator on several.
  void tie_values() {
    for (std::size_t v = 0; v < net_.values.size(); ++v) tied_.push_back(v);
    if (!is_affine()) return;
    for (const float_layer& l : net_.layers) {
      int others = 0;
      for (const int v : l.inputs) others += net_.value(v).constant.empty() ? 1 : 0;
      if (l.kind->format == output_format::own && (l.kind->has_weights || others < 2)) continue;
      for (const int v : l.inputs) {
        if (net_.value(v).constant.empty()) tie(v, l.output);
      }
    }
  }
  void tie(int a, int b) {
    const std::size_t x = tied_[static_cast<std::size_t>(a)],
                      y = tied_[static_cast<std::size_t>(b)];
    std::replace(tied_.begin(), tied_.end(), std::max(x, y), std::min(x, y));
  }
  void add_value(int v, const statistics& s) {
    const auto i = static_cast<std::size_t>(v);
    const auto elements = static_cast<std::size_t>(net_.value(v).is.shape.size());
    for (std::size_t other = 0; other < tied_.size(); ++other) {
      if (tied_[other] == tied_[i] && value_[other] != none) value_[i] = value_[other];
    }
    if (value_[i] == none) {
      value_[i] = variables_.size();
      variables_.push_back({net_.value(v).name, 0, true});
    }
    variables_[value_[i]].elements += elements;
    const ends& all = s.of[i].range();
    for (const number_choice& as : list_) {
      const bool clips = as.real == nullptr && as.bits < 8;
      const double most =
          clips ? threshold_of(clipping::mse, s.of[i], as.bits, as.form) : reach(all);
      formats_[i].push_back(as.of_values(all, most));
    }
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
  void add_parameters(std::size_t n) {
    const float_layer& l = net_.layers[n];
    parameters_[n] = variables_.size();
    variables_.push_back(
        {net_.value(l.output).name + "_weights", l.weights.size() + l.bias.size(), false});
    if (is_affine()) return add_affine_weights(n);
    const format* const widest = &format_of(l.inputs[0], static_cast<int>(list_.size()) - 1);
    const bool wraps = sums_ == long_sums::wrap;
    const int most = list_[0].real == nullptr
                         ? room([&](int frac) { return fit_32_bits(l, *widest, frac, wraps); })
                         : 0;
    for (const number_choice& as : list_) {
      if (as.real != nullptr) {
        weights_[n].push_back(*as.real->number);
        continue;
      }
      const double step = as.step_of_weights(l.weights, clipping_of(as.weight_bits));
      const int own = -std::ilogb(step);
      int frac = std::min(own, most);
      if (sums_ == long_sums::saturates) {
        frac = std::min(own, room([&](int f) { return fit_64_bits(l, as.bits, f); }));
        is_wide_[n] = is_wide_[n] || frac > most;
      }
      weights_[n].push_back(number_choice::fixed(as.bits, frac));
    }
  }
  static double reach(const ends& all) { return all.magnitude() > 0 ? all.magnitude() : 1; }
  /// Weights of fewer than 8 bits are clipped.
  static clipping clipping_of(int bits) { return bits < 8 ? clipping::mse : clipping::minmax; }
  /// A scale a channel, with which the sums of any input stay within 32 bits, and the bias within
  /// 30.
  void add_affine_weights(std::size_t n) {
    const float_layer& l = net_.layers[n];
    scales_[n].resize(list_.size());
    for (std::size_t k = 0; k < list_.size(); ++k) {
      std::vector<numbers> of(l.bias.size());
      for (std::size_t i = 0; i < l.weights.size(); ++i) {
        of[static_cast<std::size_t>(net_.channel_of(l, i))].push_back(single(l.weights[i]));
      }
      const number_choice& as = list_[k];
      for (std::size_t c = 0; c < of.size(); ++c) {
        double scale = as.step_of_weights(of[c], clipping_of(as.weight_bits));
        while (!leaves_room(l, of[c], l.bias[c], scale, as.weight_bits))
          scale = single(1.125 * scale);
        scales_[n][k].push_back(scale);
      }
      format f = number_choice::affine(as.weight_bits, 1, 0);
      f.channel_scale = scales_[n][k].data(), f.channels = static_cast<int>(of.size());
      weights_[n].push_back(f);
    }
  }
  /// Whether the sums of a channel with such weights have room, whatever the format of its input;
  /// with 16 bits beside 8 they have 64.
  bool leaves_room(const float_layer& l, const numbers& weights, double bias, double scale,
                   int bits) const {
    double codes = 0;
    for (const double w : weights) codes += std::abs(code_in(w, scale, bits));
    for (std::size_t k = 0; k < list_.size(); ++k) {
      if (list_[k].bits == 16 && bits == 8) continue;
      const format& x = format_of(l.inputs[0], static_cast<int>(k));
      const double most = std::ldexp(1.0, x.bits - 1) + std::abs(x.zero);
      const double bias_code = std::fabs(bias) / (x.unit() * scale) + 1;
      if (bias_code > std::ldexp(1.0, 30)) return false;
      if (codes * most + bias_code >= std::ldexp(1.0, 31) - 1) return false;
    }
    return true;
  }
  /// The most fraction bits of weights with which sums fit.
  template <class Fit>
  static int room(const Fit& fit) {
    int frac = 31;
    while (frac > -31 && !fit(frac)) --frac;
    return frac;
  }
  /// The largest bias of layer l in units of sums of values x and weights of so many fraction bits.
  static double bias_code(const float_layer& l, const format& x, int frac) {
    double largest = 0;
    for (const double b : l.bias) largest = std::fmax(largest, std::fabs(b));
    return largest * std::ldexp(1.0, frac + x.frac);
  }
  /// Whether the sums of any values x stay within 32 bits, unless they wrap, and the bias
  /// within 30.
  bool fit_32_bits(const float_layer& l, const format& x, int frac, bool wraps) const {
    if (bias_code(l, x, frac) > std::ldexp(1.0, 30)) return false;
    if (wraps) return true;
    numbers sums(l.bias.size());
    for (std::size_t i = 0; i < l.weights.size(); ++i) {
      sums[static_cast<std::size_t>(net_.channel_of(l, i))] += std::fabs(l.weights[i]);
    }
    const auto terms = static_cast<double>(l.weights.size()) / static_cast<double>(l.bias.size());
    const double unit = std::ldexp(1.0, frac), bias_unit = std::ldexp(1.0, frac + x.frac);
    for (std::size_t c = 0; c < sums.size(); ++c) {
      // every weight may be rounded up by half a code
      const double codes = (sums[c] * unit + terms / 2) * std::ldexp(1.0, x.bits - 1);
      if (codes + std::fabs(l.bias[c]) * bias_unit >= std::ldexp(1.0, 31) - 1) return false;
    }
    return true;
  }
  /// The same where sums have 64 bits if values, in any format, or weights have more than 8: their
  /// bias stays within 46, of which a factor of 16 bits makes 62.
  bool fit_64_bits(const float_layer& l, int bits, int frac) const {
    for (std::size_t k = 0; k < list_.size(); ++k) {
      const format& x = format_of(l.inputs[0], static_cast<int>(k));
      const bool fits = std::max(x.bits, bits) > 8 ? bias_code(l, x, frac) <= std::ldexp(1.0, 46)
                                                   : fit_32_bits(l, x, frac, false);
      if (!fits) return false;
    }
    return true;
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
