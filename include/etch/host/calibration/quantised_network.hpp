// A float network in codes: a format for each value, codes of weights and biases, and what the
// layers compute with them.
#pragma once

#include <etch/host/calibration/number_choice.hpp>
#include <etch/host/calibration/statistics.hpp>
#include <etch/host/deviation.hpp>

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
        layers_(from.layers.size()) {
    take_format(from.input, s.of[static_cast<std::size_t>(from.input)], nullptr);
    for (std::size_t v = 0; v < from.values.size(); ++v) {
      if (!from.values[v].constant.empty()) take_constant(static_cast<int>(v));
    }
    for (std::size_t n = 0; n < from.layers.size(); ++n) {
      const float_layer& l = from.layers[n];
      if (as_.real == nullptr) refuse_integers(*l.kind, real_.value(l.output).name);
      if (l.kind->has_weights) code_weights(n);
      switch (l.kind->format) {
        case output_format::own:
          take_format(l.output, s.of[static_cast<std::size_t>(l.output)], &l);
          break;
        case output_format::kept: format_at(l.output) = format_of(l.inputs[0]); break;
        case output_format::inferred: infer(l); break;
      }
      if (l.kind->has_weights) code_bias(n);
    }
  }

  const number_choice& choice() const { return as_; }
  clipping method() const { return method_; }
  /// The network with the numbers that its codes stand for.
  const float_network& real() const { return real_; }
  const format& format_of(int v) const { return formats_[static_cast<std::size_t>(v)]; }
  /// Where value v is clipped; 0 where its format is another one's.
  double threshold_of(int v) const { return thresholds_[static_cast<std::size_t>(v)]; }
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
    real_.run(x, of, [&](int v, numbers& elements) {
      round(v, elements);
      visit(v, elements);
    });
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
        real_.run(real_.layers[n], have[k]);
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
  std::vector<coded_layer> layers_;

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
    const auto channels = static_cast<std::size_t>(real_.channels(l));
    const auto part = [&](std::size_t i) {
      return power ? std::size_t{0} : static_cast<std::size_t>(real_.channel_of(l, i));
    };
    std::vector<numbers> of(power ? 1 : channels);
    for (std::size_t i = 0; i < l.weights.size(); ++i) of[part(i)].push_back(l.weights[i]);
    for (std::size_t k = 0; k < of.size(); ++k) {
      codes.scales.push_back(std::fmax(scale_of_weights(of[k]), least_scale(l, k, power)));
    }
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
  /// The least scale of channel c, or of all, with which the bias has room beside the sums, as
  /// where weights are next to nothing: its code has at most 30 bits.
  double least_scale(const float_layer& l, std::size_t c, bool of_all) const {
    double largest = 0;
    for (std::size_t k = of_all ? 0 : c; k < (of_all ? l.bias.size() : c + 1); ++k) {
      largest = std::fmax(largest, std::fabs(l.bias[k]));
    }
    const double least = std::ldexp(largest / format_of(l.inputs[0]).unit(), -29);
    if (!of_all || least == 0) return static_cast<double>(static_cast<float>(least));
    return std::ldexp(1.0, static_cast<int>(std::ceil(std::log2(least))));
  }
  /// The scale of these weights: their largest magnitude is the last code, but by clipping::mse and
  /// with fewer than 8 bits the scale of the least square error.
  double scale_of_weights(const numbers& weights) const {
    const int bits = as_.weight_bits;
    const auto form = as_.form == codes_of_threshold::power ? codes_of_threshold::power
                                                            : codes_of_threshold::symmetric;
    ends all;
    for (const double w : weights) all.add(w);
    double threshold = all.magnitude() > 0 ? all.magnitude() : 1;
    if (method_ != clipping::minmax && (bits < 8 || method_ == clipping::mse)) {
      double least = INFINITY;
      const double largest = threshold;
      const bool power = form == codes_of_threshold::power;
      for (int k = 0; k < (power ? 4 : 64); ++k) {
        const double tried = power ? std::ldexp(largest, -k) : largest * (128 - k) / 128;
        const grid codes = grid_for(all, tried, bits, form);
        deviation d;
        for (const double w : weights) d.add(w, codes(w));
        if (d.noise < least) least = d.noise, threshold = tried;
      }
    }
    const double step = grid_for(all, threshold, bits, form).step;
    return form == codes_of_threshold::power ? step : static_cast<double>(static_cast<float>(step));
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
