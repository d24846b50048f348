// The detector with weights, or weights and values, in dynamic fixed point of so many bits, on the
// pictures of test.
#pragma once

#include "../detection_score.hpp"
#include "calibrate.hpp"

namespace detector {

using examples::has_pictures, examples::scores;

/// A network that looks for a kind, what it is measured on and how its values are distributed on
/// validation.
template <class Kind>
class measurement {
 public:
  measurement(const network& net, const std::string& folder, int count)
      : net_(net),
        test_(read_pictures(folder, "test", count)),
        values_(distributions_of(net, read_pictures(folder, "validation", 16))) {}

  int pictures() const { return test_.count; }
  scores in_float() const { return of(net_, nullptr, 32); }
  scores weights(int bits) const { return of(rounded(net_, bits, nullptr), nullptr, bits); }
  scores weights_and_values(int bits) const {
    const std::vector<int> fractions = fractions_of(values_, bits);
    return of(rounded(net_, bits, &fractions), &fractions, bits);
  }

 private:
  /// `fractions` says to what values are brought, if at all.
  scores of(const network& net, const std::vector<int>* fractions, int bits) const {
    const std::vector<runner> chain(net.begin(), net.end());
    scores s(count_of(Kind::classes));
    for (int i = 0; i < test_.count; ++i) {
      const numbers y = run(chain, test_[i], [&](int k, numbers& x) {
        if (fractions != nullptr) round_value(x, (*fractions)[static_cast<std::size_t>(k)], bits);
      });
      s.add(boxes_of<Kind>(y), test_.objects_of(i));
    }
    return s;
  }

  network net_;
  examples::pictures test_;
  std::vector<etch::host::distribution> values_;
};

}  // namespace detector
