// Numbers as codes of a network's input, made by the compiler: in flash.
#pragma once

#include <etch/etch.hpp>

namespace small_models {

/// number(0) .. number(Count - 1) in the format of input 0 of Net.
template <class Net, int Count>
struct codes_of_input {
  using input = typename Net::template input_value<0>;
  typename input::storage code[Count]{};

  template <class Number>
  constexpr explicit codes_of_input(const Number& number) {
    for (int i = 0; i < Count; ++i) {
      code[i] =
          static_cast<typename input::storage>(input::kind::encode(input::is.number, number(i)));
    }
  }
};

}  // namespace small_models
