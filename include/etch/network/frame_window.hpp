// The last frames of a stream, for networks that look at a stretch of time: features of audio,
// samples of sensors.
#pragma once

#include <etch/network/network.hpp>
#include <etch/network/quantise_input.hpp>

namespace ETCH_NAMESPACE {

/// The frames that input I of Net takes at a time: its first dimension larger than 1 is time, what
/// follows is one frame. Each is written once, as codes; a run is due when there are enough and
/// then after every Hop new ones. The window owns its memory, `sizeof`, and no heap.
///
///   etch::frame_window<net, 2> window;            // every second frame
///   if (window.push(features)) {                  // floats, as many as a frame has
///     window.give(object.input());                // frames in order of time
///     object.run();
///   }
template <class Net, int Hop = 1, int I = 0>
class frame_window {
  using value = typename Net::template input_value<I>;
  struct of_value {
    using kind = typename value::kind;
    using storage = typename value::storage;
    static constexpr format number = value::is.number;
  };
  static constexpr extents shape = value::is.shape;
  static constexpr int time_axis = [] {
    int k = 0;
    while (k + 1 < shape.rank && shape.d[k] == 1) ++k;
    return k;
  }();

 public:
  using storage = typename value::storage;
  /// Frames of a window, and numbers of a frame.
  static constexpr int frames = shape.d[time_axis];
  static constexpr int frame_size = shape.size() / frames;
  static_assert(__is_same(typename value::layout, hwc) && value::is.number.bits >= 8,
                "frame_window: frames are whole bytes one after the other: a channels-last input "
                "of codes of 8 bits or more");
  static_assert(Hop >= 1, "frame_window: a run is due every frame or less often");

  /// Takes the newest frame, real numbers as quantise_input takes them; whether a run is due.
  constexpr bool push(const float* numbers) {
    return push_each([numbers](int i) { return detail::code_of_number<of_value>(numbers[i]); });
  }
  /// The same of codes of the input's format.
  constexpr bool push_codes(const storage* codes) {
    return push_each([codes](int i) { return codes[i]; });
  }
  /// Whether there are as many frames as the input takes.
  constexpr bool is_full() const { return missing_ == 0; }

  /// Writes the frames into the input, the oldest first; those that have not come are real 0.
  template <class View>
  constexpr void give(const View& to) const {
    static_assert(View::size() == frames * frame_size);
    const auto none = static_cast<storage>(value::kind::encode(value::is.number, 0.0));
    int at = 0;
    for (; at < missing_ * frame_size; ++at) to[at] = none;
    // while frames are missing the oldest lies at 0, later where the next will go
    int from = is_full() ? next_ * frame_size : 0;
    for (; at < frames * frame_size; ++at) {
      to[at] = ring_[from];
      if (++from == frames * frame_size) from = 0;
    }
  }

  /// Forgets all frames.
  constexpr void reset() {
    next_ = 0;
    missing_ = frames;
    until_due_ = 1;
  }

 private:
  template <class Code>
  constexpr bool push_each(const Code& code) {
    for (int i = 0; i < frame_size; ++i) ring_[next_ * frame_size + i] = code(i);
    if (++next_ == frames) next_ = 0;
    if (missing_ > 0) --missing_;
    if (missing_ > 0 || --until_due_ > 0) return false;
    until_due_ = Hop;
    return true;
  }

  storage ring_[frames * frame_size]{};
  int next_ = 0;          ///< the frame of the ring that is written next
  int missing_ = frames;  ///< until the window is full
  int until_due_ = 1;     ///< frames until a run is due, once it is full
};

}  // namespace ETCH_NAMESPACE
