// A tracer that keeps what layers make, as real numbers.
#pragma once

#include <etch/network/network.hpp>
#include <etch/network/trace.hpp>

#include <string>
#include <vector>

namespace ETCH_NAMESPACE {
namespace host {

/// A value of a network as numbers in logical order.
struct recorded {
  std::string layer;
  std::vector<int> shape;
  std::vector<double> number;
};

/// A tracer that keeps what every layer of Net made in its last run.
template <class Net>
struct recorder {
  std::vector<recorded> layers = std::vector<recorded>(Net::layer_count);

  void value(const traced_step& step, const traced_value& v) {
    for_each_index<Net::layer_count>([&]<int N>() {
      if (N == step.index) keep<N>(v.data);
    });
  }

 private:
  template <int N>
  void keep(const void* data) {
    using is = typed_value<Net::graph, Net::graph.nodes[N].outputs[0]>;
    constexpr extents e = is::is.shape;
    const auto code = [data] {
      if constexpr (is::is.number.bits < 8)
        return typename is::memory::const_pointer(static_cast<const unsigned char*>(data));
      else return static_cast<const typename is::storage*>(data);
    }();
    recorded& r = layers[static_cast<std::size_t>(N)];
    r.layer = Net::layer(N).c_str();
    r.shape.assign(e.d, e.d + e.rank);
    r.number.clear();
    for (int n = 0; n < e.n(); ++n)
      for (int h = 0; h < e.h(); ++h)
        for (int w = 0; w < e.w(); ++w)
          for (int c = 0; c < e.c(); ++c) {
            r.number.push_back(
                is::kind::decode(is::is.number, code[is::layout::offset(e, n, h, w, c)]));
          }
  }
};

}  // namespace host
}  // namespace ETCH_NAMESPACE
