// Where to clip a value by relative entropy (Kullback and Leibler): the histogram of magnitudes is
// cut behind bin i, what is beyond joins the last bin, and the cut that the codes represent best is
// taken. Two rules, which differ in how bins become levels.
#pragma once

#include <etch/base/features.hpp>

#include <cmath>
#include <vector>

namespace ETCH_NAMESPACE {
namespace host {

namespace kl_detail {

/// The sum of p log(p / q) over the first `size` bins of p and q, divided by their totals; a bin
/// that q leaves empty adds 1.
inline double relative_entropy(const std::vector<double>& p, const std::vector<double>& q,
                               std::size_t size, double total_p, double total_q) {
  double sum = 0;
  for (std::size_t k = 0; k < size; ++k) {
    if (p[k] <= 0) continue;
    sum += q[k] > 0 ? p[k] / total_p * std::log(p[k] * total_q / (q[k] * total_p)) : 1;
  }
  return sum;
}

/// The sum of all bins.
inline double total_of(const std::vector<double>& h) {
  double total = 0;
  for (const double n : h) total += n;
  return total;
}

/// The first cut of least entropy, from `levels` bins to `last`; expand(i, q) sets the first i bins
/// of q to what the levels make of them and returns what stands for all of q.
template <class Expand>
int best_cut(const std::vector<double>& h, int levels, int last, const Expand& expand) {
  const double total = total_of(h);
  double beyond = 0;
  for (std::size_t k = static_cast<std::size_t>(levels); k < h.size(); ++k) beyond += h[k];
  std::vector<double> p(h), q(h.size());
  int best = levels;
  double least = INFINITY;
  for (int i = levels; i <= last; ++i) {
    const auto end = static_cast<std::size_t>(i);
    const double total_q = expand(i, q);
    p[end - 1] = h[end - 1] + beyond;
    const double entropy = total_q > 0 ? relative_entropy(p, q, end, total, total_q) : INFINITY;
    p[end - 1] = h[end - 1];
    if (end < h.size()) beyond -= h[end];
    if (entropy < least) least = entropy, best = i;
  }
  return best;
}

}  // namespace kl_detail

/// How many bins of histogram h stay, by Migacz's rule for codes with this many levels of magnitude
/// (128 in 8 bits, 2^(bits - 1)): a level is floor(i / levels) bins, the last one takes the rest;
/// its sum spreads evenly over its bins that are not empty.
/// Source: S. Migacz, 8-bit inference with TensorRT, 2017.
inline int kl_bins(const std::vector<double>& h, int levels) {
  return kl_detail::best_cut(
      h, levels, static_cast<int>(h.size()), [&](int i, std::vector<double>& q) {
        const int each = i / levels;
        double kept = 0;
        for (int level = 0; level < levels; ++level) {
          const auto begin = static_cast<std::size_t>(level * each);
          const auto end = static_cast<std::size_t>(level == levels - 1 ? i : (level + 1) * each);
          double sum = 0, filled = 0;
          for (std::size_t k = begin; k < end; ++k) sum += h[k], filled += h[k] > 0 ? 1 : 0;
          for (std::size_t k = begin; k < end; ++k) q[k] = h[k] > 0 ? sum / filled : 0;
          kept += sum;
        }
        return kept;
      });
}

/// The same by MNN's rule: every level spans i / levels bins, of which it may share the first and
/// the last with its neighbours; what is cut off is missing from the levels' total, and not all
/// bins can stay.
inline int kl_bins_of_shares(const std::vector<double>& h, int levels) {
  const double total = kl_detail::total_of(h);
  return kl_detail::best_cut(
      h, levels, static_cast<int>(h.size()) - 1, [&](int i, std::vector<double>& q) {
        const double span = static_cast<double>(i) / levels;
        for (std::size_t k = 0; k < static_cast<std::size_t>(i); ++k) q[k] = 0;
        for (int level = 0; level < levels; ++level) {
          const double begin = level * span, end = begin + span;
          const auto first = static_cast<int>(begin);
          const auto share = [&](int k) {
            return std::fmin(end, k + 1.0) - std::fmax(begin, static_cast<double>(k));
          };
          double sum = 0, filled = 0;
          for (int k = first; k < i && k < end; ++k) {
            const double n = h[static_cast<std::size_t>(k)];
            sum += share(k) * n;
            if (n > 0) filled += share(k);
          }
          for (int k = first; k < i && k < end; ++k) {
            const auto at = static_cast<std::size_t>(k);
            if (h[at] > 0) q[at] += sum / filled * share(k);
          }
        }
        return total;
      });
}

}  // namespace host
}  // namespace ETCH_NAMESPACE
