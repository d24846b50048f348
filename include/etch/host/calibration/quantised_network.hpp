// A float network in codes: a format for each value, codes of weights and biases, and what the
// layers compute with them.
#pragma once

#include <etch/host/calibration/number_choice.hpp>
#include <etch/host/calibration/statistics.hpp>

namespace ETCH_NAMESPACE {
namespace host {

/// The codes of a layer's weights and bias; empty for real formats, whose numbers say them.
struct coded_layer {
  std::vector<long long> weights, bias;
  numbers scales;  ///< of weights: one a channel, or one
  int weight_frac = 0, bias_frac = 0;
};

/// A network in a number format. It runs in real numbers, as codes stand for them: sums are exact,
/// and every value is the nearest one of its format; an integer kernel may differ by one code,
/// where its factor is rounded.
class quantised_network {
 public:
  /// Values are clipped by `method`, each by its own distribution.
  quantised_network(const float_network& from, const statistics& s, number_choice as,
                    clipping method)
      : real_(from),
        as_(std::move(as)),
        method_(method),
        formats_(from.values.size()),
        thresholds_(from.values.size()),
        codes_(from.values.size()),
        layers_(from.layers.size()) {
    refuse_layers();
    take_format(from.input, s.of[static_cast<std::size_t>(from.input)], nullptr);
    for (std::size_t v = 0; v < from.values.size(); ++v) {
      if (!from.values[v].constant.empty() && !is_parameter(static_cast<int>(v))) {
        take_constant(static_cast<int>(v));
      }
    }
    for (std::size_t n = 0; n < from.layers.size(); ++n) {
      const float_layer& l = from.layers[n];
      if (l.kind->has_weights) code_weights(n);
      switch (l.kind->format) {
        case output_format::own:
          take_format(l.output, s.of[static_cast<std::size_t>(l.output)], &l);
          break;
        case output_format::kept: format_at(l.output) = format_of(l.inputs[0]); break;
        case output_format::inferred: infer(l); break;
      }
      if (l.kind->has_weights) code_bias(n);
      if (l.kind->is_recurrent && as_.real == nullptr) code_recurrent(l, s);
      if (l.cell >= 0 && as_.real != nullptr) format_at(l.cell) = *as_.real->number;
    }
  }

  const number_choice& choice() const { return as_; }
  clipping method() const { return method_; }
  /// The network with the numbers that its codes stand for.
  const float_network& real() const { return real_; }
  const format& format_of(int v) const { return formats_[static_cast<std::size_t>(v)]; }
  /// Where value v is clipped; 0 where its format is another one's.
  double threshold_of(int v) const { return thresholds_[static_cast<std::size_t>(v)]; }
  /// The codes of a constant that is a parameter of a recurrent layer of integers; else none.
  const std::vector<long long>& codes_of(int v) const {
    return codes_[static_cast<std::size_t>(v)];
  }
  const coded_layer& codes(std::size_t n) const { return layers_[n]; }
  /// The number of the format of value v nearest to x.
  double nearest(int v, double x) const {
    if (as_.real != nullptr) return as_.real->nearest(x);
    const format& f = format_of(v);
    return f.unit() * static_cast<double>(f.kind->encode(f, x) - f.zero);
  }
  void round(int v, numbers& elements) const {
    for (double& x : elements) x = nearest(v, x);
  }
  /// Runs the network on an input; visit(v, elements) sees each value.
  template <class Visit>
  void run(const numbers& x, std::vector<numbers>& of, const Visit& visit) const {
    real_.run(
        x, of,
        [&](int v, numbers& elements) {
          round(v, elements);
          visit(v, elements);
        },
        [&](int v, double number) { return nearest(v, number); });
  }

  /// Changes every bias by the mean of what the sums of its channel lack, over these cases, layer
  /// by layer: the first ones are corrected before the next are measured. `from` is the network in
  /// floats.
  void correct_biases(const float_network& from, const cases& all) {
    std::vector<std::vector<numbers>> want(all.size()), have(all.size());
    for (std::size_t k = 0; k < all.size(); ++k) {
      want[k].resize(from.values.size());
      have[k].resize(from.values.size());
      want[k][static_cast<std::size_t>(from.input)] = all[k];
      have[k][static_cast<std::size_t>(from.input)] = all[k];
      round(from.input, have[k][static_cast<std::size_t>(from.input)]);
    }
    for (std::size_t n = 0; n < from.layers.size(); ++n) {
      const float_layer& l = from.layers[n];
      const auto y = static_cast<std::size_t>(l.output);
      for (std::size_t k = 0; k < all.size(); ++k) {
        from.run(l, want[k]);
        real_.run(real_.layers[n], have[k],
                  [&](int v, double number) { return nearest(v, number); });
      }
      if (l.kind->has_weights) correct_bias(n, y, want, have);
      for (std::size_t k = 0; k < all.size(); ++k) {
        from.activate(l, want[k][y]);
        from.activate(l, have[k][y]);
        round(l.output, have[k][y]);
      }
    }
  }

 private:
  float_network real_;
  number_choice as_;
  clipping method_;
  std::vector<format> formats_;
  std::vector<double> thresholds_;
  std::vector<std::vector<long long>> codes_;
  std::vector<coded_layer> layers_;

  /// Refuses a network with a layer that values of this kind do not fit.
  void refuse_layers() const {
    for (const float_layer& l : real_.layers) {
      const std::string why = l.kind->refuses(as_);
      if (why.empty()) continue;
      throw not_quantised(real_.value(l.output).name + " (" + l.kind->op->name + "): " + why);
    }
  }
  /// Whether a recurrent layer of integers has value v as a parameter.
  bool is_parameter(int v) const {
    const auto reads = [&](int n) {
      return real_.layers[static_cast<std::size_t>(n)].kind->is_recurrent;
    };
    const std::vector<int>& readers = real_.value(v).readers;
    return as_.real == nullptr && std::any_of(readers.begin(), readers.end(), reads);
  }

  format& format_at(int v) { return formats_[static_cast<std::size_t>(v)]; }

  /// The format of a value by its distribution; that of layer l, where it makes the value, cannot
  /// have more fraction bits than its sums.
  void take_format(int v, const distribution& d, const float_layer* l) {
    const double threshold = host::threshold_of(method_, d, as_.bits, as_.form);
    thresholds_[static_cast<std::size_t>(v)] = threshold;
    format& f = format_at(v);
    f = as_.of_values(d.range(), threshold);
    if (l == nullptr || as_.real != nullptr || as_.form != codes_of_threshold::power) return;
    if (!l->kind->has_weights) return;
    const int n = real_.value(v).producer;
    const int most =
        format_of(l->inputs[0]).frac + layers_[static_cast<std::size_t>(n)].weight_frac;
    if (f.frac > most) f = number_choice::fixed(as_.bits, most);
  }
  void take_constant(int v) {
    ends all;
    numbers& elements = real_.values[static_cast<std::size_t>(v)].constant;
    for (const double x : elements) all.add(x);
    format_at(v) = as_.of_values(all, all.magnitude() > 0 ? all.magnitude() : 1);
    round(v, elements);
  }
  void infer(const float_layer& l) {
    operand x[most_inputs]{};
    int count = 0;
    for (const int v : l.inputs) {
      x[count] = real_.value(v).is;
      x[count++].number = format_of(v);
    }
    const inference y = l.kind->op->infer(l.what, {x, count});
    if (y.refused) {
      throw not_quantised(real_.value(l.output).name + ": " + in_words(y.refused));
    }
    format_at(l.output) = y.output.number;
  }

  /// The codes of weights: one scale for all (powers of two), or one for each channel.
  void code_weights(std::size_t n) {
    float_layer& l = real_.layers[n];
    if (as_.real != nullptr) {
      for (double& w : l.weights) w = as_.real->nearest(w);
      return;
    }
    coded_layer& codes = layers_[n];
    const bool power = as_.form == codes_of_threshold::power;
    const bool one = power || !as_.scale_a_channel;
    const auto channels = static_cast<std::size_t>(real_.channels(l));
    const auto part = [&](std::size_t i) {
      return one ? std::size_t{0} : static_cast<std::size_t>(real_.channel_of(l, i));
    };
    std::vector<numbers> of(one ? 1 : channels);
    for (std::size_t i = 0; i < l.weights.size(); ++i) of[part(i)].push_back(l.weights[i]);
    for (std::size_t k = 0; k < of.size(); ++k) {
      codes.scales.push_back(
          std::fmax(as_.step_of_weights(of[k], method_), least_scale(l, k, one)));
    }
    if (power) codes.scales[0] *= scale_for_sums(l, codes.scales[0]);
    if (power) codes.weight_frac = -std::ilogb(codes.scales[0]);
    const double most = std::ldexp(1.0, as_.weight_bits - 1) - 1;
    for (std::size_t i = 0; i < l.weights.size(); ++i) {
      const double scale = codes.scales[part(i)];
      const double code = std::round(l.weights[i] / scale);
      const double least = power ? -most - 1 : -most;
      codes.weights.push_back(std::llround(std::fmin(std::fmax(code, least), most)));
      l.weights[i] = static_cast<double>(codes.weights.back()) * scale;
    }
  }
  /// The power of two by which this scale of weights has to grow, so that no sum of layer l leaves
  /// 32 bits, whatever the codes of its input.
  double scale_for_sums(const float_layer& l, double scale) const {
    numbers largest(l.bias.size());
    for (std::size_t c = 0; c < largest.size(); ++c) {
      largest[c] = std::fabs(l.bias[c]) / format_of(l.inputs[0]).unit();
    }
    for (std::size_t i = 0; i < l.weights.size(); ++i) {
      // a code is half a step larger at most
      const double code = std::fabs(l.weights[i]) + scale / 2;
      largest[static_cast<std::size_t>(real_.channel_of(l, i))] += std::ldexp(code, as_.bits - 1);
    }
    double factor = 1;
    for (const double sum : largest) {
      while (sum / (scale * factor) > 2147483646.0) factor *= 2;
    }
    return factor;
  }
  /// The least scale of channel c, or of all, with which the bias has room beside the sums, as
  /// where weights are next to nothing: its code has at most 30 bits.
  double least_scale(const float_layer& l, std::size_t c, bool of_all) const {
    double largest = 0;
    for (std::size_t k = of_all ? 0 : c; k < (of_all ? l.bias.size() : c + 1); ++k) {
      largest = std::fmax(largest, std::fabs(l.bias[k]));
    }
    const double least = std::ldexp(largest / format_of(l.inputs[0]).unit(), -29);
    if (as_.form != codes_of_threshold::power || least == 0)
      return static_cast<double>(static_cast<float>(least));
    return std::ldexp(1.0, static_cast<int>(std::ceil(std::log2(least))));
  }
  /// Formats and codes of an lstm or gru of integers.
  void code_recurrent(const float_layer& l, const statistics& s) {
    take_state(l, s.of[static_cast<std::size_t>(l.output)]);
    if (l.cell >= 0) {
      // its unit is a power of two, as tanh takes it
      const double most = s.of[static_cast<std::size_t>(l.cell)].range().magnitude();
      const double power = std::ceil(std::log2(std::fmax(most, 0x1p-10) / 32767));
      format_at(l.cell) = number_choice::affine(16, std::exp2(power), 0);
      format_at(l.inputs[ops::lstm::hidden]) = format_of(l.output);
      code_gates(l, 4, {ops::lstm::weights, ops::lstm::recurrent, ops::lstm::biases, -1});
    } else {
      const int count = static_cast<int>(l.inputs.size()), h = ops::gru::hidden(count);
      if (h >= 0) format_at(l.inputs[static_cast<std::size_t>(h)]) = format_of(l.output);
      code_gates(l, 3,
                 {ops::gru::weights, ops::gru::recurrent, ops::gru::biases,
                  ops::gru::has_recurrent_biases(count) ? ops::gru::recurrent_biases : -1});
    }
    refuse_formats(l);
  }
  /// The format of a state, whose numbers lie in [-1, 1] and whose unit is 2^-15 at least; as a
  /// power of two no bit stands before its point.
  void take_state(const float_layer& l, const distribution& d) {
    format& f = format_at(l.output);
    if (as_.form == codes_of_threshold::power) {
      f = number_choice::fixed(as_.bits, as_.bits - 1);
      thresholds_[static_cast<std::size_t>(l.output)] = 1;
      return;
    }
    double& threshold = thresholds_[static_cast<std::size_t>(l.output)];
    threshold = std::fmin(threshold, 1);
    if (as_.bits == 16) threshold = 32767 * 0x1p-15;
    f = as_.of_values({std::fmax(d.range().least, -1), std::fmin(d.range().largest, 1)}, threshold);
  }
  /// First inputs of a recurrent layer: matrices over x and over h, biases, and those over h or -1.
  struct gate_inputs {
    int weights, recurrent, biases, recurrent_biases;
  };
  void code_gates(const float_layer& l, int gates, gate_inputs at) {
    const format x = format_of(l.inputs[0]), h = format_of(l.output);
    const bool power = as_.form == codes_of_threshold::power;
    const auto input = [&](int i) { return l.inputs[static_cast<std::size_t>(i)]; };
    const auto scale = [&](int v) { return as_.step_of_weights(real_.value(v).constant, method_); };
    int bits = as_.weight_bits;
    const int gate_bits = power ? unpack<ops::gru>(l.what).gate_bits : 0;
    for (int k = 0; k < gates && power; ++k) {
      // bits of sums are cut off to make a gate
      const int bits_of_sums = x.frac - std::ilogb(scale(input(at.weights + k)));
      const int bits_of_others = h.frac - std::ilogb(scale(input(at.recurrent + k)));
      if (std::min(bits_of_sums, bits_of_others) < gate_bits) bits = 16;
    }
    for (int k = 0; k < gates; ++k) {
      const int w = input(at.weights + k), r = input(at.recurrent + k);
      const double wider = std::ldexp(1.0, as_.weight_bits - bits);
      double unit_w = scale(w) * wider, unit_r = scale(r) * wider;
      if (power) {  // products of both matrices have the same unit
        const double sums = std::fmax(x.unit() * unit_w, h.unit() * unit_r);
        unit_w = sums / x.unit(), unit_r = sums / h.unit();
      }
      code_matrix(w, bits, unit_w);
      code_matrix(r, bits, unit_r);
      code_gate_bias(input(at.biases + k), x.unit() * unit_w);
      if (at.recurrent_biases >= 0)
        code_gate_bias(input(at.recurrent_biases + k), h.unit() * unit_r);
    }
  }
  void code_matrix(int v, int bits, double unit) {
    const double most = std::ldexp(1.0, bits - 1) - 1;
    const bool power = as_.form == codes_of_threshold::power;
    const format f = power ? number_choice::fixed(bits, -std::ilogb(unit))
                           : number_choice::affine(bits, unit, 0);
    code_constant(v, f, f.unit(), power ? -most - 1 : -most, most);
  }
  /// A bias in units of the sums; of powers of two it has the fraction bits that it has room for.
  void code_gate_bias(int v, double unit) {
    constexpr double most = 2147483647.0;
    if (as_.form != codes_of_threshold::power) {
      const bool wide =
          real_.layers[static_cast<std::size_t>(real_.value(v).readers[0])].cell >= 0 &&
          as_.bits == 16;
      return code_constant(v, wide ? bias64::descriptor : bias32::descriptor, unit, -most, most);
    }
    ends all;
    for (const double b : real_.value(v).constant) all.add(b);
    const int room = all.magnitude() > 0 ? 29 - std::ilogb(all.magnitude()) : 31;
    const format f = number_choice::fixed(32, std::min(-std::ilogb(unit), room));
    code_constant(v, f, f.unit(), -most, most);
  }
  /// Makes constant v codes of format f, clipped to these ends, each so many units.
  void code_constant(int v, const format& f, double unit, double least, double most) {
    std::vector<long long>& codes = codes_[static_cast<std::size_t>(v)];
    format_at(v) = f;
    for (double& x : real_.values[static_cast<std::size_t>(v)].constant) {
      const double code = std::fmin(std::fmax(std::round(x / unit), least), most);
      codes.push_back(std::llround(code));
      x = code * unit;
    }
  }
  /// Refuses formats that the operator does not take.
  void refuse_formats(const float_layer& l) const {
    operand x[most_inputs]{}, y = real_.value(l.output).is;
    int count = 0;
    for (const int v : l.inputs) {
      x[count] = real_.value(v).is;
      x[count++].number = format_of(v);
    }
    y.number = format_of(l.output);
    diagnosis why = l.kind->op->infer(l.what, {x, count}).refused;
    if (!why && l.cell < 0) why = unpack<ops::gru>(l.what).check_output({x, count}, y);
    if (why) throw not_quantised(real_.value(l.output).name + ": " + in_words(why));
  }

  /// The codes of a bias, in units of the sums.
  void code_bias(std::size_t n) {
    float_layer& l = real_.layers[n];
    coded_layer& codes = layers_[n];
    if (as_.real != nullptr) {
      for (double& b : l.bias) b = as_.real->nearest(b);
      return;
    }
    const double unit = format_of(l.inputs[0]).unit();
    const double most = as_.form == codes_of_threshold::symmetric ? 1e15 : 2147483647.0;
    codes.bias_frac = format_of(l.inputs[0]).frac + codes.weight_frac;
    codes.bias.clear();
    for (std::size_t c = 0; c < l.bias.size(); ++c) {
      const double step = unit * codes.scales[codes.scales.size() > 1 ? c : 0];
      const double code = std::fmin(std::fmax(std::round(l.bias[c] / step), -most), most);
      codes.bias.push_back(std::llround(code));
      l.bias[c] = code * step;
    }
  }
  void correct_bias(std::size_t n, std::size_t y, const std::vector<std::vector<numbers>>& want,
                    std::vector<std::vector<numbers>>& have) {
    float_layer& l = real_.layers[n];
    const std::size_t channels = l.bias.size();
    numbers missing(channels);
    double count = 0;
    for (std::size_t k = 0; k < want.size(); ++k) {
      for (std::size_t i = 0; i < want[k][y].size(); ++i) {
        missing[i % channels] += want[k][y][i] - have[k][y][i];
      }
      count += static_cast<double>(want[k][y].size() / channels);
    }
    const numbers before = l.bias;
    for (std::size_t c = 0; c < channels; ++c) l.bias[c] += missing[c] / count;
    code_bias(n);
    for (auto& of : have) {
      for (std::size_t i = 0; i < of[y].size(); ++i) {
        of[y][i] += l.bias[i % channels] - before[i % channels];
      }
    }
  }
};

}  // namespace host
}  // namespace ETCH_NAMESPACE
