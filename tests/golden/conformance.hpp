// How the tests that etch_add_cases makes run a graph: by the kernels of the target that the tests
// are compiled for and by the generic ones, on the input of the case, against its output.
#pragma once

#include <catch2/catch.hpp>
#include <cstdio>
#include <etch/etch.hpp>
#include <support/poison.hpp>

namespace conformance {

/// Whether every code is the expected one.
template <class T>
void compare_equal(const T* have, const unsigned char* expected, int count) {
  int wrong = 0, first = -1;
  for (int i = count - 1; i >= 0; --i) {
    if (have[i] == etch::load<T>(expected, i)) continue;
    ++wrong;
    first = i;
  }
  if (wrong > 0) {
    INFO("element " << first << " is " << +have[first] << ", not "
                    << +etch::load<T>(expected, first));
    CHECK(wrong == 0);
  }
}

/// Whether max |have - expected| <= bound max |expected|, the numbers being codes of Value.
template <class Value, class T>
void compare_close(const T* have, const unsigned char* expected, int count, float bound) {
  const auto real = [](T code) {
    return static_cast<float>(Value::kind::decode(Value::is.number, code));
  };
  float largest = 0, worst = 0;
  int wrong = 0;
  for (int i = 0; i < count; ++i) {
    const float want = real(etch::load<T>(expected, i));
    largest = etch::maximum(largest, want < 0 ? -want : want);
  }
  for (int i = 0; i < count; ++i) {
    const float error = real(have[i]) - real(etch::load<T>(expected, i));
    const bool close = -bound * largest <= error && error <= bound * largest;
    wrong += close ? 0 : 1;  // what is no number is not close
    worst = etch::maximum(worst, error < 0 ? -error : error);
  }
  INFO("largest error " << worst << ", largest number " << largest);
  CHECK(wrong == 0);
}

template <class Net, int I, class... Inputs>
void give(unsigned char* arena, const unsigned char* codes, const Inputs*... others) {
  const auto in = Net::template input<I>(arena);
  using storage = typename Net::template input_value<I>::storage;
  for (int i = 0; i < in.size(); ++i) in[i] = etch::load<storage>(codes, i);
  if constexpr (sizeof...(others) > 0) give<Net, I + 1>(arena, others...);
}

/// Says which kernels Net runs.
template <class Net>
void print_kernels() {
  etch::for_each_index<Net::layer_count>(
      []<int N>() { std::printf(" %s", Net::placed::template kernel_at<N>::name); });
}

/// Two times Runs inferences of Net, each time in memory full of another rubbish; the inputs hold
/// what each run reads, one after the other.
template <class Net, int Runs, int Bytes, class... Inputs>
void run(const unsigned char (&expected)[Bytes], const Inputs*... inputs) {
  using storage = typename Net::template output_value<>::storage;
  constexpr unsigned char rubbishes[] = {0x55, 0xff};
  for (const unsigned char rubbish : rubbishes) {
    test::guarded_arena<Net> memory(rubbish);
    Net::reset(memory.arena());
    for (int r = 0; r < Runs; ++r) {
      constexpr int step = Net::template input_value<>::span *
                           static_cast<int>(sizeof(typename Net::template input_value<>::storage));
      if constexpr (Runs == 1) give<Net, 0>(memory.arena(), inputs...);
      else give<Net, 0>(memory.arena(), (inputs + r * step)...);
      Net::run(memory.arena());
    }
    const auto out = Net::template output<0>(memory.arena());
    static_assert(out.size() * sizeof(storage) + 1 == Bytes);
    using value = typename Net::template output_value<>;
    // f16: some cases round their inputs when the outputs are known
    if constexpr (__is_same(storage, float)) {
      compare_close<value>(out.data(), expected, out.size(), 1e-5F);
    } else if constexpr (!value::kind::is_integer) {
      compare_close<value>(out.data(), expected, out.size(), 1.0F / 256);
    } else {
      compare_equal(out.data(), expected, out.size());
    }
    CHECK(memory.guards_hold(rubbish));
  }
}

/// Holds Runs runs of graph G to the case `name`: its expected output and inputs, as bytes and a
/// NUL.
template <const auto& G, int Runs, int Bytes, class... Inputs>
void check(const char* name, const unsigned char (&expected)[Bytes], const Inputs*... inputs) {
  // a case holds for the inputs that it has
  constexpr etch::options any{.sums = etch::overflow::wraps};
  using here = etch::network<G, etch::this_target, any>;
  using generic = etch::network<G, etch::generic, any>;
  std::printf("%s:", name);
  print_kernels<here>();
  std::printf(",");
  print_kernels<generic>();
  std::puts("");
  {
    INFO("on " << etch::this_target::name);
    run<here, Runs>(expected, inputs...);
  }
  INFO("on " << etch::generic::name);
  run<generic, Runs>(expected, inputs...);
}

}  // namespace conformance
