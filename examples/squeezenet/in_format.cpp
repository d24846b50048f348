// SqueezeNet 1.0 and 1.1 in the number format FORMAT on drawn pictures.
#include "compare_in.hpp"
#include "formats.hpp"

namespace squeezenet {
namespace {

constexpr int pictures = 8;
/// The weights are random: right is what single precision says.
const etch::host::samples drawn{pictures,
                                [](auto& net, int k) {
                                  static std::int8_t codes[side * side * 3];
                                  draw(&codes[0], static_cast<unsigned>(k + 1));
                                  int i = 0;
                                  for (const std::int8_t c : codes) net.input().set(i++, c / 128.0);
                                },
                                etch::host::answer_of_the_first{}};

/// A network that sees which outputs vary from picture to picture.
template <class Net>
struct watched : Net {
  static inline int runs = 0;
  static inline double first[classes];
  static inline bool varies[classes];

  template <class Tracer>
  void run(Tracer& tracer) {
    Net::run(tracer);
    for (int i = 0; i < classes; ++i) {
      const double y = Net::output().real(i);
      if (runs == 0) first[i] = y;
      varies[i] |= y != first[i];
    }
    ++runs;
  }
};

/// Adds a network; whether its outputs vary: all in single precision, and where steps are coarse
/// all but one in a hundred.
template <class Net>
bool compare(etch::host::comparison& to, const char* version) {
  using seen = watched<Net>;
  to.run<seen>(FORMAT, drawn);
  if (seen::runs == 0) return true;
  int varying = 0;
  for (const bool v : seen::varies) varying += v ? 1 : 0;
  fmt::print("SqueezeNet {} in {}: {} of {} outputs vary\n", version, FORMAT, varying, classes);
  std::fflush(stdout);
  return varying >= (examples::format_called(FORMAT) == 0 ? classes : classes - classes / 100);
}

}  // namespace

template <int Format>
void compare_in(comparisons& both) {
  both.all_vary &= compare<older<Format>>(both.older, "1.0");
  both.all_vary &= compare<newer<Format>>(both.newer, "1.1");
}
template void compare_in<examples::format_called(FORMAT)>(comparisons& both);

}  // namespace squeezenet
