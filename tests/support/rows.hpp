// Networks that run row by row against whole ones, in memory where every byte that the plan calls
// free holds rubbish.
#pragma once

#include "poison.hpp"

namespace test {

/// One inference of Net in `arena` with a tracer; rows of an input that arrives are taken from
/// `codes`, each after a call of arrives().
template <class Net, class Codes, class Tracer, class Arrives>
void run_traced(unsigned char* arena, const Codes& codes, Tracer& tracer, Arrives arrives) {
  if constexpr (Net::input_arrives) {
    constexpr int row = Net::template input_value<0>::row;
    typename Net::progress p;
    Net::begin(arena, p, tracer);
    for (int r = 0, ready = 0; ready == 0; ++r) {
      arrives();
      auto to = Net::next_row(arena, p);
      for (int i = 0; i < row; ++i) to[i] = codes[r * row + i];
      ready = Net::push_row(arena, p, tracer) ? 1 : 0;
    }
  } else {
    Net::run(arena, tracer);
  }
}

/// One inference of Net in `arena`; rows of an input that arrives are taken from `codes`. Before
/// each step what is free is filled with `rubbish`.
template <class Net, class Codes>
void run_poisoned(unsigned char* arena, const Codes& codes, unsigned char rubbish) {
  poisoner<Net> poison{arena, rubbish};
  run_traced<Net>(arena, codes, poison, [&] { poison.fill(); });
  poison.fill();
}

/// Inputs that look random. Of f32 small numbers: all sums are then the same in any order that
/// a compiler may choose, but not in any that a schedule may.
template <class View>
void fill_with_noise(View x, lcg& random) {
  using code = typename View::storage;
  for (int i = 0; i < x.size(); ++i) {
    if constexpr (__is_same(code, float)) x[i] = static_cast<float>(random.code()) * 0.37F;
    else if constexpr (View::number.bits < 8) x.data()[i] = static_cast<code>(random.next() % 8);
    else x[i] = static_cast<code>(random.next());
  }
}

/// Whether network Rows, which runs by rows, gives the outputs of Whole, which does not.
template <class Whole, class Rows>
bool equals_by_rows(unsigned seed) {
  static Whole whole;
  const unsigned char rubbish[2] = {0x5a, 0xa7};
  bool equal = true;
  for (const unsigned char filled : rubbish) {
    static guarded_arena<Rows> memory(filled);
    for (int i = 0; i < static_cast<int>(sizeof memory.bytes); ++i) memory.bytes[i] = filled;
    lcg random{seed};
    etch::for_each_index<Rows::graph.size.inputs>([&]<int I>() {
      const auto x = whole.template input<I>();
      fill_with_noise(x, random);
      if constexpr (I > 0 || !Rows::input_arrives) {
        for (int i = 0; i < x.size(); ++i)
          Rows::template input<I>(memory.arena()).data()[i] = x.data()[i];
      }
    });
    run_poisoned<Rows>(memory.arena(), whole.input().data(), filled);
    whole.run();
    etch::for_each_index<Rows::graph.size.outputs>([&]<int O>() {
      const auto a = whole.template output<O>();
      const auto b = Rows::template output<O>(memory.arena());
      for (int i = 0; i < a.size(); ++i) equal = equal && a.data()[i] == b.data()[i];
    });
    equal = equal && memory.guards_hold(filled);
  }
  return equal;
}

}  // namespace test
