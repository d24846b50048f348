// One inference of a network, whichever way its first input comes.
#pragma once

#include <etch/etch.hpp>

/// Runs Net in `arena`, where its inputs are; rows of an input that arrives are taken from `codes`.
template <class Net, class Tracer>
void infer(unsigned char* arena, unsigned char* codes, Tracer& tracer) {
  if constexpr (Net::input_arrives) {
    using value = typename Net::template input_value<>;
    auto from = etch::codes_at<typename value::memory::pointer>(codes);
    typename Net::progress p;
    Net::begin(arena, p, tracer);
    do {
      auto to = Net::next_row(arena, p);
      for (int i = 0; i < value::row; ++i) to[i] = from[i];
      from = from + value::row;
    } while (!Net::push_row(arena, p, tracer));
  } else {
    Net::run(arena, tracer);
  }
}
