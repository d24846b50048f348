// Values of a network that runs by rows, put together for whoever wants to see them whole.
#pragma once

#include <etch/network/trace.hpp>

#include <vector>

namespace ETCH_NAMESPACE {
namespace host {

/// A tracer of Net that hands all it is told on to another one, and rows as whole values: it keeps
/// them until the last one is made. A value whose last rows nobody needs is never complete.
template <class Net, class Tracer>
class collector {
 public:
  explicit collector(Tracer& tracer) : tracer_(tracer) {}

  void before(const traced_step& s) { detail::before(tracer_, s); }
  void after(const traced_step& s) { detail::after(tracer_, s); }
  void value(const traced_step& s, const traced_value& v) { detail::show_value(tracer_, s, v); }
  void row(const traced_step& s, traced_value v) {
    std::vector<unsigned char>& all = codes_[s.index];
    if (s.part == 0) all.clear();
    const auto* const from = static_cast<const unsigned char*>(v.data);
    all.insert(all.end(), from, from + v.size());
    v.span = v.is->shape.size();
    v.data = all.data();
    if (static_cast<int>(all.size()) == v.size()) detail::show_value(tracer_, s, v);
  }

 private:
  Tracer& tracer_;
  std::vector<unsigned char> codes_[Net::layer_count];
};

}  // namespace host
}  // namespace ETCH_NAMESPACE
