// Runs the network of CMSIS-NN's paper on ten pictures: in 8 bits every code is that of plain
// loops, in little RAM too; on a PC 8 and 16 bits stay close to real numbers. Exit code 1 where
// not.
#include "pictures.hpp"
#include "plain.hpp"

#include <cmath>
#include <cstdio>

namespace {

using namespace cifar10_paper;
static_assert(etch::fits_ram<q7::with<in_place>, 37'888>);

/// The picture of `net`, run, gives the same codes as the plain loops.
template <class Net>
int codes_that_differ(const signed char* want, int k) {
  static Net net;
  set_picture(net, k);
  net.run();
  int different = 0;
  for (int o = 0; o < 10; ++o) different += net.output()[o] != want[o] ? 1 : 0;
  return different;
}

#if !ETCH_HAS_M_PROFILE
/// How the outputs of a network lie: their spread over all pictures, and how far they are from
/// those of the network in real numbers, as root mean squares.
struct deviation {
  double sum = 0, squares = 0, errors = 0;
  int count = 0, limits = 0;  ///< limits: outputs at the ends of the format
  double spread() const { return std::sqrt(squares / count - sum / count * (sum / count)); }
  double error() const { return std::sqrt(errors / count); }
};

template <class Net, int Bits>
deviation compare_with_reals() {
  static Net net;
  static plain<reals<Bits>, Bits> real;
  deviation d;
  for (int k = 0; k < pictures; ++k) {
    set_picture(net, k);
    net.run();
    for (int i = 0; i < codes_of_picture; ++i) real.input[i] = picture_code(k, i) / 128.0;
    real.run();
    for (int o = 0; o < 10; ++o) {
      const double y = net.output().real(o), off = y - real.output[o];
      d.sum += y;
      d.squares += y * y;
      d.errors += off * off;
      d.limits += std::fabs(y) > 7.9 ? 1 : 0;
      ++d.count;
    }
  }
  return d;
}

/// Whether outputs vary without saturating, and are within `most` of their spread of real numbers.
template <class Net, int Bits>
bool is_close(const char* name, double most) {
  const deviation d = compare_with_reals<Net, Bits>();
  std::printf("%s: outputs spread by %.3f, %d of %d at the limit, off by %.4f\n", name, d.spread(),
              d.limits, d.count, d.error());
  return d.spread() > 0.25 && d.limits == 0 && d.error() < most * d.spread();
}
#endif

}  // namespace

static_assert(q7::with<in_place>::ram_bytes <= 37'888);

int main() {
  std::printf("target %s: RAM %d bytes, %d over one another, %d in 16 bits\n",
              etch::this_target::name, q7::ram_bytes, q7::with<in_place>::ram_bytes,
              q15::ram_bytes);
  static plain<codes> reference;
  int different = 0;
  const int tried = ETCH_HAS_M_PROFILE ? 2 : pictures;
  for (int k = 0; k < tried; ++k) {
    for (int i = 0; i < codes_of_picture; ++i) {
      reference.input[i] = static_cast<signed char>(picture_code(k, i));
    }
    reference.run();
    different += codes_that_differ<q7>(reference.output, k);
    different += codes_that_differ<q7::with<in_place>>(reference.output, k);
  }
  std::printf("%d pictures in 8 bits: %d codes differ from those of plain loops\n", tried,
              different);
  bool close = true;
#if !ETCH_HAS_M_PROFILE
  close = is_close<q7, 8>("8 bits", 0.05) && is_close<q15, 16>("16 bits", 0.001);
#endif
  return different == 0 && close ? 0 : 1;
}
