// Values whose rows lie apart in the arena, and the arguments of a kernel that works on them: when
// a network runs row by row (docs/memory.md), each row of a value has a place of its own.
#pragma once

#include <etch/kernel/kernel.hpp>

namespace ETCH_NAMESPACE {

/// The codes that begin at `bytes`, as kernels hold them: a T*, or packed_pointer.
template <class Pointer>
ETCH_GLUE Pointer codes_at(unsigned char* bytes) {
  if constexpr (requires(Pointer p) { p.bytes(); }) return Pointer(bytes);
  else return reinterpret_cast<Pointer>(bytes);
}

/// Rows of one value that lie apart: row r begins at arena + offset[r]. Row r + 1 is not behind
/// row r.
template <class Pointer, class Offset>
struct row_table {
  unsigned char* arena;
  const Offset* offset;
  ETCH_GLUE Pointer row(int r) const { return codes_at<Pointer>(arena + offset[r]); }
};

/// What a pointer is to codes that lie one after the other: p[i] and p + i in logical order, over
/// rows of Stride codes that lie apart.
template <class Pointer, class Offset, int Stride>
class row_pointer {
 public:
  ETCH_GLUE explicit row_pointer(row_table<Pointer, Offset> rows, int at = 0)
      : rows_(rows), at_(at) {}
  ETCH_GLUE decltype(auto) operator[](int i) const { return (*this + i).in_row()[0]; }
  /// The same up to the end of a row (codes_in_row).
  ETCH_GLUE Pointer in_row() const {
    const auto k = static_cast<unsigned>(at_);  // divided with no regard to a sign
    return rows_.row(static_cast<int>(k / Stride)) + static_cast<int>(k % Stride);
  }
  ETCH_GLUE row_pointer operator+(int i) const { return row_pointer(rows_, at_ + i); }

 private:
  row_table<Pointer, Offset> rows_;
  int at_;
};

/// Where the values of call C lie when a kernel runs on rows that lie apart, with all that
/// `arguments` has for kernels.
///
/// Places::input<I> and Places::output<O> say how a value lies: is_apart, its `offset`, an int or
/// an array with one for each row, from base(bases) on, and codes_of_row, those in a row there.
/// Where a value is seen with another shape than it was made with (reshape), a row there is not one
/// of its own.
template <class C, class Places>
struct row_arguments {
  typename Places::bases bases;
  unsigned char* scratch_memory = nullptr;

  /// The codes of input I in logical order: a pointer, packed_pointer or row_pointer.
  template <int I>
  ETCH_GLUE auto in() const {
    using value = typename C::template in<I>;
    if constexpr (value::is.is_constant) return arguments<C>{}.template in<I>();
    else return codes<typename value::memory::const_pointer, typename Places::template input<I>>();
  }
  /// The codes of input I, which is a state (arguments::state): states lie in one piece.
  template <int I>
  ETCH_GLUE auto* state() const {
    using value = typename C::template in<I>;
    return codes<typename value::memory::pointer, typename Places::template input<I>>();
  }
  /// Rows of input I: row(r), 0 <= r < N H, of W C codes.
  template <int I>
  ETCH_GLUE auto rows() const {
    using value = typename C::template in<I>;
    return rows_of<typename value::memory::const_pointer, typename Places::template input<I>,
                   value::row>();
  }
  /// The codes of output O in logical order.
  template <int O = 0>
  ETCH_GLUE auto out() const {
    using value = typename C::template out<O>;
    return codes<typename value::memory::pointer, typename Places::template output<O>>();
  }
  /// Rows of output O (out_row).
  template <int O = 0>
  ETCH_GLUE auto out_rows() const {
    using value = typename C::template out<O>;
    return rows_of<typename value::memory::pointer, typename Places::template output<O>,
                   value::row>();
  }
  ETCH_GLUE unsigned char* scratch() const { return scratch_memory; }

 private:
  template <class Pointer, class Place>
  ETCH_GLUE auto table() const {
    return row_table<Pointer, typename Place::offset_type>{Place::base(bases), Place::offset};
  }
  template <class Pointer, class Place>
  ETCH_GLUE auto codes() const {
    if constexpr (!Place::is_apart) {
      return codes_at<Pointer>(Place::base(bases) + Place::offset);
    } else {
      return row_pointer<Pointer, typename Place::offset_type, Place::codes_of_row>(
          table<Pointer, Place>());
    }
  }
  template <class Pointer, class Place, int Row>
  ETCH_GLUE auto rows_of() const {
    if constexpr (!Place::is_apart) {
      return strided_rows{codes<Pointer, Place>(), Row};
    } else {
      static_assert(Place::codes_of_row == Row, "rows<I>(): a row of this view is in two places");
      return table<Pointer, Place>();
    }
  }
};

}  // namespace ETCH_NAMESPACE
