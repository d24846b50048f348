// The report of ./dev quantise, as text and as a page that loads nothing.
#pragma once

#define FMT_HEADER_ONLY
#include <fmt/format.h>

#include "chosen.hpp"
#include "written.hpp"

namespace quantise {

/// What the compiled network gave on the part that is reported.
struct compiled {
  score result;
  std::vector<deviation> layers;  ///< by value; empty where the compiler merged it into another
  std::vector<std::vector<long>> confusion;  ///< cases by class and by what the network says
  long as_simulated = 0;                     ///< output numbers that are what was chosen by
  int ram = 0, constants = 0;
};

struct report {
  std::string name, source, format;
  const float_network& from;  ///< the network in floats
  const chosen& choice;
  const part &by, &other;
  long float_right = 0;  ///< of the part that is reported
  compiled result;

  std::string text() const {
    const bool labelled = !other.labels.empty();
    std::string all = fmt::format("{} in {}: {}\n{} cases to choose by, {} to report on\n\n",
                                  source, format, name, by.x.size(), other.x.size());
    all +=
        fmt::format("{:<12} {:>10} {:>10}   {:>10} {:>10}\n", "", "chosen by", "", "reported", "");
    all += fmt::format("{:<12} {:>10} {:>10}   {:>10} {:>10}\n", "method",
                       labelled ? "right" : "as float", "SQNR dB", labelled ? "right" : "as float",
                       "SQNR dB");
    for (std::size_t i = 0; i < choice.trials.size(); ++i) {
      const trial& t = choice.trials[i];
      all += fmt::format("{:<12} {:>10} {:>10.2f}   {:>10} {:>10.2f}{}\n", method_name(t),
                         share(t.chosen_by.right, by.x.size()), t.chosen_by.output.decibels(),
                         share(t.reported.right, other.x.size()), t.reported.output.decibels(),
                         i == choice.best ? "   chosen" : "");
    }
    all += fmt::format("\nbatch norms folded: {}, which spares {} multiply-accumulates a run\n",
                       from.batch_norms, from.folded_macs);
    for (const correction& c : choice.corrections) {
      all += fmt::format("{}: {:+.2f} dB, {:+} right: {}\n", c.name,
                         c.after.output.decibels() - c.before.output.decibels(),
                         c.after.right - c.before.right, c.kept ? "kept" : "not kept");
    }
    all += fmt::format("\ncompiled, on the {} reported cases\n", other.x.size());
    if (labelled) {
      all += fmt::format("right         {} of {} ({}), float {} ({})\n", result.result.right,
                         other.x.size(), share(result.result.right, other.x.size()), float_right,
                         share(float_right, other.x.size()));
    } else {
      all += fmt::format("as float      {} of {}\n", result.result.right, other.x.size());
    }
    all += fmt::format("SQNR          {:.2f} dB\nRAM           {} bytes\nconstants     {} bytes\n",
                       result.result.output.decibels(), result.ram, result.constants);
    all += fmt::format("outputs       {} of {} as chosen by\n", result.as_simulated,
                       result.result.output.count);
    all += layers_text();
    if (labelled) all += confusion_text();
    all += histograms_text();
    return all;
  }

  std::string html() const {
    std::string all = fmt::format(
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>{0} in {1}</title>\n"
        "<style>body{{font:15px sans-serif;margin:2em;max-width:70em}}pre{{font-size:13px}}"
        "figure{{display:inline-block;margin:.5em}}figcaption{{font-size:13px}}</style>\n"
        "<h1>{0} in {1}</h1>\n<pre>{2}</pre>\n<h2>Histograms</h2>\n<p>How many numbers (bars, a "
        "logarithm) have which magnitude; the line is where they are clipped.</p>\n",
        escaped(source), escaped(format), escaped(without_histograms()));
    for_each_clipped([&](int v) { all += figure(v); });
    return all + "</html>\n";
  }

 private:
  static constexpr int columns = 64;

  static std::string share(long right, std::size_t of) {
    return fmt::format("{:.2f} %", 100.0 * static_cast<double>(right) / static_cast<double>(of));
  }
  std::string_view method_name(const trial& t) const {
    return choice.net->choice().real != nullptr ? "nearest" : etch::host::name_of(t.method);
  }
  template <class Use>
  void for_each_clipped(const Use& use) const {
    for (std::size_t v = 0; v < choice.floats->values.size(); ++v) {
      if (choice.net->threshold_of(static_cast<int>(v)) > 0) use(static_cast<int>(v));
    }
  }
  const etch::host::distribution& seen(int v) const {
    return choice.measured.of[static_cast<std::size_t>(v)];
  }
  static std::string decibels(const deviation& d) {
    return d.count == 0 ? "-" : d.noise == 0 ? "exact" : fmt::format("{:.2f}", d.decibels());
  }

  /// Formats and errors, a line a layer: compiled, and as each method alone gave.
  std::string layers_text() const {
    const float_network& net = *choice.floats;
    std::string all = fmt::format("\n{:<22} {:>9}", "SQNR in dB", "compiled");
    for (const trial& t : choice.trials) all += fmt::format(" {:>10}", method_name(t));
    all += fmt::format("  {:>10} {:>10}  format\n", "largest", "clipped at");
    const written names(*choice.net, name, "");
    for (std::size_t v = 0; v < net.values.size(); ++v) {
      const int i = static_cast<int>(v);
      if (!net.values[v].constant.empty() || choice.trials[0].layers[v].count == 0) continue;
      all += fmt::format("{:<22} {:>9}", net.values[v].name, decibels(result.layers[v]));
      for (const trial& t : choice.trials) all += fmt::format(" {:>10}", decibels(t.layers[v]));
      const double clipped = choice.net->threshold_of(i);
      all += fmt::format("  {:>10.4g} {:>10}  {}\n", seen(i).range().magnitude(),
                         clipped > 0 ? fmt::format("{:.4g}", clipped) : "", names.type_of(i));
    }
    return all;
  }
  std::string confusion_text() const {
    std::string all = "\nconfusion: rows are classes, columns what the network says\n     ";
    for (std::size_t c = 0; c < result.confusion.size(); ++c) all += fmt::format("{:>6}", c);
    for (std::size_t r = 0; r < result.confusion.size(); ++r) {
      all += fmt::format("\n{:>5}", r);
      for (const long n : result.confusion[r]) all += fmt::format("{:>6}", n);
    }
    return all + "\n";
  }

  /// The logarithms of a histogram in `columns` bars, of 0 to 1.
  static std::vector<double> bars(const etch::host::distribution& d) {
    const std::vector<double> h = d.magnitudes();
    std::vector<double> sums(columns);
    for (std::size_t i = 0; i < h.size(); ++i) sums[i * columns / h.size()] += h[i];
    double most = 1;
    for (const double n : sums) most = std::fmax(most, n);
    for (double& n : sums) n = n > 0 ? (1 + std::log(n)) / (1 + std::log(most)) : 0;
    return sums;
  }
  /// Magnitudes of each clipped value as a line of characters, the threshold as a bar.
  std::string histograms_text() const {
    std::string all =
        "\nmagnitudes, from 0 to the largest (darker: more, by a logarithm), | clipped\n";
    for_each_clipped([&](int v) {
      const double most = seen(v).range().magnitude();
      const auto at = static_cast<int>(choice.net->threshold_of(v) / most * columns);
      all += fmt::format("{:<22} ", choice.floats->value(v).name);
      int column = 0;
      for (const double bar : bars(seen(v))) {
        if (column++ == at) all += '|';
        all += " .:-=+*#@"[static_cast<int>(bar * 8)];
      }
      all += at >= columns ? "|\n" : "\n";
    });
    return all;
  }
  std::string without_histograms() const {
    const std::string all = text();
    return all.substr(0, all.find("\nmagnitudes,"));
  }
  std::string figure(int v) const {
    const double most = seen(v).range().magnitude();
    const double line = std::fmin(choice.net->threshold_of(v) / most, 1) * 320;
    std::string all =
        "<figure><svg width=\"320\" height=\"80\" viewBox=\"0 0 320 80\"><g fill=\"#69c\">";
    int column = 0;
    for (const double bar : bars(seen(v))) {
      all += fmt::format("<rect x=\"{}\" y=\"{:.1f}\" width=\"4\" height=\"{:.1f}\"/>",
                         5 * column++, 80 - 78 * bar, 78 * bar);
    }
    return all + fmt::format(
                     "</g><path d=\"M{0:.1f} 0V80\" stroke=\"#c33\"/></svg><figcaption>{1}: "
                     "{2:.4g} of {3:.4g}</figcaption></figure>\n",
                     line, escaped(choice.floats->value(v).name), choice.net->threshold_of(v),
                     most);
  }
  static std::string escaped(const std::string& text) {
    std::string all;
    for (const char c : text) {
      if (c == '<') all += "&lt;";
      else if (c == '>') all += "&gt;";
      else if (c == '&') all += "&amp;";
      else all += c;
    }
    return all;
  }
};

}  // namespace quantise
