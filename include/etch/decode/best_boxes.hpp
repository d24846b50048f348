// The best boxes of a picture, as many as there is room for, and suppression of those that show
// the same thing as a better one.
#pragma once

#include <etch/base/diagnosis.hpp>
#include <etch/decode/box.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void a_list_of_boxes_has_room_for_1_to_4096_of_them(long /*capacity*/, long) {}
}  // namespace error

namespace decode {

namespace detail {
constexpr diagnosis check_capacity(int capacity) {
  if (capacity >= 1 && capacity <= 4096) return {};
  return {.refuse = error::a_list_of_boxes_has_room_for_1_to_4096_of_them,
          .message = "a list of boxes has room for 1 to 4096 of them, not {}",
          .have = capacity};
}
template <int Capacity>
inline constexpr diagnosis wrong_with_capacity = check_capacity(Capacity);
}  // namespace detail

/// Boxes in the order of their scores, the highest first; of equal scores the one that was added
/// first. Where there is no room the last in this order goes, and is counted.
template <int Capacity>
class best_boxes {
  static constexpr diagnosis wrong = detail::wrong_with_capacity<Capacity>;
  static_assert(refusal<wrong.refuse, wrong.have, wrong.want>::passed,
                "a capacity is refused: refusal<sentence, have, want>");

 public:
  static constexpr int capacity = Capacity;

  constexpr int size() const { return size_; }
  /// How many boxes found no room since the last clear().
  constexpr int left_out() const { return left_out_; }
  constexpr const box& operator[](int i) const { return boxes_[i]; }
  constexpr const box* begin() const { return boxes_; }
  constexpr const box* end() const { return boxes_ + size_; }

  constexpr void clear() { size_ = left_out_ = 0; }

  /// Puts a box into its place.
  constexpr void add(const box& b) {
    if (size_ == capacity) {
      ++left_out_;
      if (b.score <= boxes_[size_ - 1].score) return;
      --size_;
    }
    int place = size_++;
    for (; place > 0 && boxes_[place - 1].score < b.score; --place) {
      boxes_[place] = boxes_[place - 1];
    }
    boxes_[place] = b;
  }
  /// Puts what of a box lies inside the picture; a box outside it is none.
  constexpr void add_inside(const picture& p, const box& b) {
    const box inside = b.clipped(p);
    if (!inside.is_empty()) add(inside);
  }

  /// Non-maximum suppression, class by class: from the first box on, each stays that overlaps no
  /// box of its label that stayed before it by more than a share.
  constexpr void suppress(std::int32_t overlap) {
    int kept = 0;
    for (int i = 0; i < size_; ++i) {
      if (!repeats(boxes_[i], kept, overlap)) boxes_[kept++] = boxes_[i];
    }
    size_ = kept;
  }

 private:
  constexpr bool repeats(const box& b, int kept, std::int32_t overlap) const {
    for (int k = 0; k < kept; ++k) {
      if (boxes_[k].label == b.label && overlaps_more(boxes_[k], b, overlap)) return true;
    }
    return false;
  }

  box boxes_[Capacity > 0 ? Capacity : 1]{};
  int size_ = 0, left_out_ = 0;
};

}  // namespace decode

}  // namespace ETCH_NAMESPACE
