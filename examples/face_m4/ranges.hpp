// Written by train.py.
#pragma once

namespace face_m4 {

/// The least and the largest number of a value on pictures of validation, 0 among them.
struct range {
  double least, most;
};
// clang-format off: a range a line
/// Of what each convolution makes, and of x + block(x).
inline constexpr range of_values[]{
    {0.000, 6.000},
    {0.000, 6.000},
    {0.000, 6.000},
    {-8.020, 15.961},
    {0.000, 6.000},
    {0.000, 6.000},
    {-10.173, 19.440},
    {0.000, 6.000},
    {0.000, 6.000},
    {-3.108, 3.518},
    {0.000, 6.000},
    {0.000, 6.000},
    {-3.747, 3.786},
    {-5.615, 5.631},
    {-12.822, 17.204},
    {-3.949, 3.792},
    {-12.196, 10.017},
    {-4.052, 4.115},
    {-11.435, 9.105},
    {-4.162, 4.235},
    {-11.980, 10.794}};
inline constexpr range of_sums[]{
    {-10.141, 32.319},
    {-3.384, 4.465}};

}  // namespace face_m4
