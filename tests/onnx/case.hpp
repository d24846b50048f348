// One case of onnx's node tests: the network that the compiler makes of a file, on recorded inputs,
// against recorded outputs. Arrays are in the file's order, as doubles.
#pragma once

#include <etch/etch.hpp>
#include <etch/host/onnx.hpp>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <string>
#include <type_traits>
#include <vector>

namespace onnx_case {

/// Calls f(i, j) for each element: i counts them in the file's order, j as they lie in a value of
/// shape s, whose channels lie last or as in the file.
template <class F>
void each(const etch::extents& s, bool channels_last, const F& f) {
  if (!channels_last) {
    for (int i = 0; i < s.size(); ++i) f(i, i);
    return;
  }
  const int channels = s.c(), cells = s.size() / s.d[0] / channels;
  for (int n = 0, i = 0; n < s.d[0]; ++n)
    for (int c = 0; c < channels; ++c)
      for (int k = 0; k < cells; ++k, ++i) f(i, (n * cells + k) * channels + c);
}

/// The numbers of a file, one after the other.
class numbers {
 public:
  explicit numbers(const std::string& path) : in_(path, std::ios::binary) {}
  std::vector<double> next(int count) {
    std::vector<double> read(static_cast<std::size_t>(count));
    in_.read(reinterpret_cast<char*>(read.data()), 8L * count);
    return read;
  }

 private:
  std::ifstream in_;
};

template <class Net, int I>
void give(Net& net, const etch::host::onnx_model& model, numbers& from) {
  const auto i = static_cast<std::size_t>(I);
  const etch::extents s = model.values()[static_cast<std::size_t>(model.inputs()[i])].is.shape;
  const std::vector<double> x = from.next(s.size());
  each(s, model.channels_last(model.inputs()[i]), [&](int file, int value) {
    auto& to = net.template input<I>()[value];
    to = static_cast<std::decay_t<decltype(to)>>(x[static_cast<std::size_t>(file)]);
  });
}
/// Whether output O is as recorded: within 1e-5 of the largest number, at least 1.
template <class Net, int O>
bool is_right(Net& net, const etch::host::onnx_model& model, numbers& from, const char* name) {
  const auto o = static_cast<std::size_t>(O);
  const etch::extents s = model.values()[static_cast<std::size_t>(model.outputs()[o])].is.shape;
  const std::vector<double> y = from.next(s.size());
  double largest = 1;
  for (const double v : y) largest = std::isfinite(v) ? std::fmax(largest, std::fabs(v)) : largest;
  bool right = true;
  each(s, model.channels_last(model.outputs()[o]), [&](int file, int value) {
    const double made = net.template output<O>()[value], want = y[static_cast<std::size_t>(file)];
    const bool same = std::isnan(want) ? std::isnan(made) : made == want;
    if (same || std::fabs(made - want) <= 1e-5 * largest) return;
    if (right) {
      std::printf("%s: output %d, element %d is %g, not %g\n", name, O, file, made, want);
    }
    right = false;
  });
  return right;
}
template <const auto& File, int... I, int... O>
bool run(const char* name, const char* path, etch::detail::indices<I...>,
         etch::detail::indices<O...>) {
  using net_type = etch::network<etch::import::onnx<File>>;
  const etch::host::onnx_model model(File, sizeof File);
  static net_type net;
  numbers from(path);
  (give<net_type, I>(net, model, from), ...);
  if constexpr (requires { net.reset(); }) net.reset();
  net.run();
  bool right = true;
  ((right &= is_right<net_type, O>(net, model, from, name)), ...);
  if (right) std::printf("%s: passed\n", name);
  return right;
}
/// Runs a file on what `path` holds: its inputs, then its outputs.
template <const auto& File>
void run(const char* name, const char* path) {
  constexpr etch::graph_size n = etch::import::onnx<File>.size;
  run<File>(name, path, etch::detail::first<n.inputs>{}, etch::detail::first<n.outputs>{});
}

}  // namespace onnx_case
