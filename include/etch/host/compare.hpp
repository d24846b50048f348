// One network in several number formats: what each layer loses against the first of them, what the
// networks answer and what they take.
#pragma once

#include <etch/host/deviation.hpp>
#include <etch/host/figures.hpp>
#include <etch/host/recorder.hpp>

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace ETCH_NAMESPACE {
namespace host {

/// What is asked for on the command line.
struct comparison_options {
  std::vector<std::string> formats;  ///< names; none: all
  std::string figures;               ///< JSON file of a bench program
  std::string machine;               ///< where they were counted
  std::string arrays, value;         ///< folder for .npy files, and which layer to export
  double within = 100;               ///< points of right answers that a format may lose
};

/// Reads the command line; a mistake is said and gives none.
inline std::optional<comparison_options> read_comparison(int argc, char** argv) {
  comparison_options o;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const int values = word == "--npy" ? 2 : word == "--counted" ? 2 : 1;
    const bool known =
        word == "--format" || word == "--counted" || word == "--npy" || word == "--within";
    if (!known) {
      fmt::print(stderr, "compare: unknown argument '{}'\n", word);
    } else if (i + values >= argc) {
      fmt::print(stderr, "compare: {} needs {} more\n", word, values == 1 ? "a word" : "two words");
    } else {
      if (word == "--format") o.formats.emplace_back(argv[i + 1]);
      if (word == "--within") o.within = std::atof(argv[i + 1]);
      if (word == "--counted") o.machine = argv[i + 1], o.figures = argv[i + 2];
      if (word == "--npy") o.arrays = argv[i + 1], o.value = argv[i + 2];
      i += values;
      continue;
    }
    fmt::print(stderr,
               "usage: compare [--format <name>]... [--npy <folder> <layer>] "
               "[--counted <machine> <figures.json>] [--within <points>]\n");
    return std::nullopt;
  }
  return o;
}

/// Writes numbers as a NumPy array of doubles; whether that went well.
inline bool write_npy(const std::string& path, const recorded& r) {
  std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (";
  for (const int d : r.shape) header += fmt::format("{}, ", d);
  header += "), }";
  header.append((64 - (header.size() + 11) % 64) % 64, ' ');
  header += '\n';
  std::ofstream out(path, std::ios::binary);
  out << "\x93NUMPY" << '\x01' << '\0' << static_cast<char>(header.size() & 0xff)
      << static_cast<char>(header.size() >> 8) << header;
  for (const double x : r.number) {
    const auto word = __builtin_bit_cast(std::uint64_t, x);
    for (int i = 0; i < 64; i += 8) out << static_cast<char>(word >> i & 0xff);
  }
  return static_cast<bool>(out.flush());
}

/// The answer to a sample that nobody labelled: what the first network says.
struct answer_of_the_first {};

/// Samples that all networks read: set(net, k) writes the input of sample k, answer(k) is its
/// class, or `answer` an answer_of_the_first.
template <class Set, class Answer>
struct samples {
  int count;
  Set set;
  Answer answer;
};
template <class Set, class Answer>
samples(int, Set, Answer) -> samples<Set, Answer>;

/// Runs networks over samples and prints the table; the first network is the reference.
class comparison {
 public:
  /// Figures of counted networks are called <model>/<name>/instructions, those of the only model of
  /// a file without <model>.
  explicit comparison(comparison_options options, const std::string& model = "")
      : options_(std::move(options)), prefix_(model.empty() ? "" : model + "/") {}

  /// Reads the figures file; false where it cannot be read.
  bool read_figures() {
    if (options_.figures.empty()) return true;
    counted_ = host::read_figures(options_.figures);
    if (counted_.empty()) fmt::print(stderr, "compare: {} holds no figures\n", options_.figures);
    return !counted_.empty();
  }

  template <class Net, class Samples>
  void run(const std::string& name, const Samples& all) {
    const bool first = reference_.empty();
    if (!first && !is_wanted(name)) return;
    static Net net;
    recorder<Net> tracer;
    std::vector<deviation> layers(Net::layer_count);
    int right = 0;
    for (int k = 0; k < all.count; ++k) {
      all.set(net, k);
      net.run(tracer);
      if (first) reference_.push_back(tracer.layers);
      right += largest(tracer.layers.back().number) == answer_of(all, k) ? 1 : 0;
      if (!first) compare(tracer.layers, reference_[static_cast<std::size_t>(k)], layers);
      if (k == 0) export_value(name, tracer.layers);
    }
    const double points = 100.0 * right / all.count;
    if (first) reference_points_ = points;
    if (points < reference_points_ - options_.within) {
      fmt::print(stderr, "compare: {} reads {:.2f} % right, more than {} points below {:.2f} %\n",
                 name, points, options_.within, reference_points_);
      failed_ = true;
    }
    networks_ += fmt::format("{:<20} {:>5} {:>7.2f} % {:>7} {:>10} {:>13}\n", name, right, points,
                             Net::ram_bytes, Net::constant_bytes, counted(name));
    for (int n = 0; n < Net::layer_count && !first; ++n) {
      const deviation& d = layers[static_cast<std::size_t>(n)];
      if (d.count == 0) continue;
      layers_ += fmt::format("{:<20} {:<12} {:>9.2f} {:>11.3e} {:>11.3e}\n", n == 0 ? name : "",
                             tracer.layers[static_cast<std::size_t>(n)].layer, d.decibels(),
                             d.mean_square(), d.largest);
    }
  }

  /// Prints what was gathered; the exit code of the program.
  int finish() const {
    for (const std::string& name : options_.formats) {
      if (networks_.find(name + " ") != std::string::npos) continue;
      fmt::print(stderr, "compare: there is no format '{}'\n", name);
      return 1;
    }
    fmt::print("{:<20} {:>15} {:>7} {:>10} {:>13}\n", "network", "right", "RAM", "constants",
               options_.machine.empty() ? "" : "instructions");
    fmt::print("{}", networks_);
    if (!options_.machine.empty()) {
      fmt::print("instructions of one inference on {}\n", options_.machine);
    }
    fmt::print("\n{:<20} {:<12} {:>9} {:>11} {:>11}   against the first network\n", "network",
               "layer", "SQNR dB", "MSE", "largest");
    fmt::print("{}", layers_);
    return failed_ ? 1 : 0;
  }

 private:
  bool is_wanted(const std::string& name) const {
    for (const std::string& wanted : options_.formats) {
      if (wanted == name) return true;
    }
    return options_.formats.empty();
  }
  static int largest(const std::vector<double>& y) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < y.size(); ++i) best = y[i] > y[best] ? i : best;
    return static_cast<int>(best);
  }
  template <class Samples>
  int answer_of(const Samples& all, int k) const {
    if constexpr (std::is_same_v<decltype(all.answer), answer_of_the_first>)
      return largest(reference_[static_cast<std::size_t>(k)].back().number);
    else return all.answer(k);
  }
  static void compare(const std::vector<recorded>& have, const std::vector<recorded>& want,
                      std::vector<deviation>& layers) {
    for (std::size_t n = 0; n < have.size(); ++n) {
      for (const recorded& r : want) {
        if (r.layer != have[n].layer || r.number.size() != have[n].number.size()) continue;
        for (std::size_t i = 0; i < r.number.size(); ++i) {
          layers[n].add(r.number[i], have[n].number[i]);
        }
      }
    }
  }
  void export_value(const std::string& name, const std::vector<recorded>& layers) {
    if (options_.arrays.empty()) return;
    for (const recorded& r : layers) {
      if (r.layer != options_.value) continue;
      std::string file = name;
      for (char& c : file) c = std::string("<>,*/ ").find(c) != std::string::npos ? '_' : c;
      const std::string path = options_.arrays + "/" + file + "-" + r.layer + ".npy";
      if (write_npy(path, r)) return;
      fmt::print(stderr, "compare: {} cannot be written\n", path);
      failed_ = true;
      return;
    }
    fmt::print(stderr, "compare: {} has no layer '{}'\n", name, options_.value);
    failed_ = true;
  }
  std::string counted(const std::string& name) const {
    const auto found = counted_.find(prefix_ + name + "/instructions");
    return found == counted_.end() ? "" : std::to_string(found->second);
  }

  comparison_options options_;
  std::string prefix_;
  std::map<std::string, long long> counted_;
  std::vector<std::vector<recorded>> reference_;  // by sample
  std::string networks_, layers_;
  double reference_points_ = 0;
  bool failed_ = false;
};

}  // namespace host
}  // namespace ETCH_NAMESPACE
