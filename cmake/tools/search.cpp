// Host tool of `./dev search`: the formats of a network's values and weights within a limit of RAM.
//
//   search <model> <out> <work> <name> data <x.npy> ram <bytes>... format <name>... target <tag>
//          method haunter|ours soft <share> seed <n> jobs <n> then <command> [limits <n>]
//          [labels <y.npy>] [choose <cases>] [resume 1] [overflow wraps|saturates] [cluster
//          <command>] [check <n>]
//   search hash <file>
//
// <model> as in quantise.cpp. Writes the network as headers whose formats are parameters into <out>
// (cmake/tools/search/written_mixture.hpp), and into <work> cases and the sources of the worker;
// `<command> build` compiles it to <work>/worker. Then it searches, asking workers line by line, or
// the command that hands the lines to a cluster; writes <out>/formats.hpp, <out>/<name>.txt and
// <out>/<name>.csv, and runs `<command> check <cases>`, which compiles the network that was chosen.
// With `check` it searches nothing: so many configurations, drawn by the seed, are compiled
// instead. What is wrong is one sentence and exit code 1.
#include <etch/host/calibration/float_network.hpp>
#include <etch/host/search/hash.hpp>
#include <etch/host/search/heat_map.hpp>
#include <etch/host/search/ours.hpp>
#include <etch/host/search/pareto.hpp>
#include <etch/host/search/widths.hpp>

#include <chrono>
#include <cstdlib>
#include <filesystem>

#include "quantise/chosen.hpp"
#include "quantise/source.hpp"
#include "search/asked.hpp"
#include "search/drawn.hpp"
#include "search/written_mixture.hpp"

namespace {

using namespace search;
using etch::host::evaluated;
using etch::host::number_choice;
using etch::host::variables;
using quantise::cases;
using quantise::class_of;
using quantise::numbers;
using quantise::part;
using quantise::write_file;

struct job {
  std::string model, out, work, name, data, labels, target = "etch::cortex_m4", method = "ours",
                                                    choose, then, cluster;
  std::vector<std::string> formats;
  std::vector<long> limits;  ///< bytes of RAM
  long limits_between = 0;   ///< so many more, between the RAM of all low and that of all high
  double soft = 1;
  unsigned seed = 1;
  std::size_t jobs = 1, checks = 0;
  bool resumes = false;
  etch::host::long_sums sums = etch::host::long_sums::refused;
};

/// The formats that names stand for, the narrowest first: posit<8,*> is 0 and 2 exponent bits,
/// posit<16,*> 1 and 2.
std::vector<number_choice> formats_of(const std::vector<std::string>& names) {
  std::vector<std::string> all;
  for (const std::string& name : names) {
    const std::size_t star = name.find(",*>");
    if (star == std::string::npos) {
      all.push_back(name);
      continue;
    }
    const std::string least = name == "posit<16,*>" ? ",1>" : ",0>";
    for (const std::string& end : {least, std::string(",2>")}) {
      all.push_back(name.substr(0, star) + end);
    }
  }
  std::vector<number_choice> list;
  for (const std::string& name : all) {
    const auto as = etch::host::number_choice_of(name);
    if (!as) throw not_quantised("no format '" + name + "'; ./dev help names them");
    list.push_back(*as);
  }
  for (const number_choice& as : list) {
    const auto& one = list.front();
    using etch::host::codes_of_threshold;
    const bool both_real = as.real != nullptr && one.real != nullptr;
    const bool both_integers = as.real == nullptr && one.real == nullptr;
    const bool same = both_real ? etch::multiply_together(*as.real->number, *one.real->number)
                                : both_integers && (as.form == codes_of_threshold::power) ==
                                                       (one.form == codes_of_threshold::power);
    if (!same) {
      throw not_quantised("formats '" + one.name + "' and '" + as.name +
                          (both_integers ? "' are not searched together"
                                         : "' cannot be multiplied with one another"));
    }
  }
  std::stable_sort(list.begin(), list.end(),
                   [](const number_choice& a, const number_choice& b) { return a.bits < b.bits; });
  if (list.front().bits == list.back().bits) {
    throw not_quantised("formats of two widths are needed, as posit<8,*> and posit<16,*>");
  }
  return list;
}

/// The cases to choose by and those to report on: the first so many, or those of even numbers.
void split(const job& j, const etch::host::float_network& net, cases&& all,
           const std::vector<int>& labels, part& by, part& other) {
  const std::size_t first = j.choose.empty() ? 0 : std::stoul(j.choose);
  if (!j.choose.empty() && (first == 0 || first >= all.size())) {
    throw not_quantised("--choose " + j.choose + ": there are " + std::to_string(all.size()) +
                        " cases; at least one to choose by and one to report on are needed");
  }
  std::vector<numbers> of;
  for (std::size_t k = 0; k < all.size(); ++k) {
    part& p = (first > 0 ? k < first : k % 2 == 0) ? by : other;
    net.run(all[k], of, [](int, const numbers&) {});
    p.want.push_back(of[static_cast<std::size_t>(net.output)]);
    p.x.push_back(std::move(all[k]));
    if (!labels.empty()) p.labels.push_back(labels[k]);
  }
}
void write_part(const std::string& folder, int number, const part& p) {
  const std::string end = std::to_string(number) + ".bin";
  cases classes;
  for (std::size_t k = 0; k < p.x.size(); ++k) {
    classes.push_back({static_cast<double>(class_of(p, k))});
  }
  write_file(folder + "/x" + end, quantise::floats(p.x));
  write_file(folder + "/y" + end, quantise::floats(p.want));
  write_file(folder + "/class" + end, quantise::floats(classes));
}
/// FNV-1a of bytes, 64 bits, as the worker tells that of its outputs.
std::string hash_of(const std::string& bytes) {
  return fmt::format("{:016x}", etch::host::hash_of(bytes.data(), bytes.size()));
}
/// Leaves a file alone that says the same, so that nothing is compiled again.
void write_source(const std::string& path, const std::string& text) {
  std::ifstream in(path, std::ios::binary);
  const std::string there{std::istreambuf_iterator<char>(in), {}};
  if (!in || there != text) write_file(path, text);
}
/// Writes everything that the worker is made of; returns what tells this task from others.
std::string write_sources(const job& j, const written_mixture& text, std::size_t layers) {
  std::map<std::string, std::string> files;
  files[j.out + "/" + j.name + "_weights.hpp"] = text.weights();
  files[j.out + "/" + j.name + "_layers.hpp"] = text.layers();
  files[j.out + "/" + j.name + ".hpp"] = text.network();
  for (std::size_t n = 0; n < layers; ++n) {
    files[j.work + "/layer_" + std::to_string(n) + ".cpp"] = text.source_of_layer(n);
  }
  files[j.work + "/worker.cpp"] = text.source_of_worker();
  std::string all = j.target;
  for (const auto& [path, source] : files) write_source(path, source), all += source;
  for (const char* const name : {"x0", "y0", "class0", "x1", "y1", "class1"}) {
    all += quantise::read_file(j.work + "/" + name + ".bin");
  }
  return hash_of(all);
}

/// HAUNTER's scores: the percentiles that the workers tell of values, those of weights from here.
std::vector<double> percentiles(const mixed_formats& formats, asked& by, int low, int high) {
  const std::size_t count = formats.variables().size();
  std::vector<double> made =
      by.percentiles(etch::host::homogeneous(count, high), etch::host::homogeneous(count, low));
  for (std::size_t n = 0; n < formats.net().layers.size(); ++n) {
    std::vector<double> all = formats.differences_of_weights(n, high, low);
    if (all.empty()) continue;
    made[formats.variable_of_parameters(n)] = etch::host::percentile_95(std::move(all));
  }
  return made;
}

/// <work>/seconds.csv: a line of what the other methods and ours took, how many configurations ran,
/// and how many were planned alone. A search that is resumed adds its own, so that the sum is that
/// of the whole search.
class seconds_file {
 public:
  seconds_file(std::string path, bool resumes) : path_(std::move(path)) {
    if (!resumes) std::filesystem::remove(path_);
  }
  void begin() { last_ = std::chrono::steady_clock::now(); }
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    const std::chrono::duration<double> made = now - std::exchange(last_, now);
    return made.count();
  }
  void add(double others, double ours, const asked& by) const {
    const bool is_new = !std::filesystem::exists(path_);
    std::ofstream file(path_, std::ios::app);
    if (is_new) file << "others,ours,runs,planning,plans\n";
    file << fmt::format("{:.3f},{:.3f},{},{:.3f},{}\n", others, ours, by.runs(),
                        by.seconds_of_planning(), by.plans());
  }

 private:
  std::string path_;
  std::chrono::steady_clock::time_point last_{};
};

/// A row of the report.
struct row {
  std::string what;
  configuration formats;
};

class searching {
 public:
  searching(const job& j, const mixed_formats& formats, const written_mixture& text, asked& by,
            const part& choose, const part& report)
      : job_(j),
        formats_(formats),
        text_(text),
        by_(by),
        choose_(choose),
        report_(report),
        limits_(j.limits) {}

  /// Compiles configurations that are drawn; 0 where all are what the workers tell of them.
  int check() {
    std::size_t equal = 0;
    for (const configuration& c : drawn(formats_, job_.checks, job_.seed)) {
      const bool is_equal = is_what_was_told(c);
      equal += is_equal ? 1 : 0;
      const footprint takes = by_.footprint_of(c);
      fmt::print("RAM {}, constants {}, {}: {}\n", takes.ram, takes.constants, names_in(c),
                 is_equal ? "equal" : "not equal");
      std::fflush(stdout);
    }
    fmt::print("{} of {} configurations: the outputs, RAM and constants that the search saw\n",
               equal, job_.checks);
    return equal == job_.checks ? 0 : 1;
  }

  int run() {
    seconds_file seconds(job_.work + "/seconds.csv", job_.resumes);
    seconds.begin();
    choose_widths();
    choose_limits();
    const std::size_t count = formats_.variables().size();
    refuse_impossible_limits();
    const std::vector<double> heat = percentiles(formats_, by_, low_, high_);
    etch::host::search_request ask{formats_.variables(), widths_, limits_, job_.seed};
    ask.others = other_lists();
    etch::host::search ours(ask, by_);
    std::vector<std::vector<row>> rows(limits_.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      using etch::host::promotability;
      for (const auto& [name, order] : {std::pair("haunter", promotability::error_by_size),
                                        std::pair("by accuracy alone", promotability::error),
                                        std::pair("by size alone", promotability::size)}) {
        const auto all = etch::host::haunter(count, promotions_by(order, heat),
                                             static_cast<double>(limits_[i]), job_.soft, by_);
        if (const evaluated* best = etch::host::best_of(all)) {
          rows[i].push_back({name, best->what});
          if (order == promotability::error_by_size) ours.hold_against(limits_[i], best->what);
        }
      }
      const configuration demoted =
          etch::host::demote_until_it_fits(count, {{}, low_, high_}, limits_[i], by_);
      if (!demoted.empty()) rows[i].push_back({"shiftry", demoted});
    }
    const double of_others = seconds.lap();
    if (job_.method == "ours") {
      ours.run();
      for (std::size_t i = 0; i < rows.size(); ++i) {
        if (const evaluated* best = ours.chosen_within(limits_[i])) {
          rows[i].push_back({"ours", best->what});
        }
      }
    }
    by_.be_quiet();
    const double of_ours = seconds.lap();
    const std::size_t runs = by_.runs();
    seconds.add(of_others, of_ours, by_);
    std::vector<row> alone;
    for (const int f : widths_)
      alone.push_back({"all in " + name_of(f), etch::host::homogeneous(count, f)});
    std::string text = head() + "\nall in one format\n" + table(alone);
    std::string figures = csv_head + lines_of_figures(0, alone);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      text += fmt::format("\nRAM at most {}\n{}", limits_[i], table(rows[i]));
      figures += lines_of_figures(limits_[i], rows[i]);
      for (const char* const name : {"haunter", "by accuracy alone", "by size alone", "shiftry"}) {
        const bool found = std::any_of(rows[i].begin(), rows[i].end(),
                                       [&](const row& r) { return r.what == name; });
        if (!found) text += fmt::format("{:<20} finds nothing that fits\n", name);
      }
    }
    if (job_.method == "ours") {
      text += "\nloss against RAM\n" + front(ours, &footprint::ram);
      text += "\nloss against constants\n" + front(ours, &footprint::constants);
    }
    write_file(job_.out + "/" + job_.name + ".txt", text);
    write_file(job_.out + "/" + job_.name + ".csv", figures);
    fmt::print("{}", text);
    fmt::print(stderr,
               "{} configurations in {:.1f} s, {} more known before; {} plans in {:.1f} s\n", runs,
               of_others + of_ours, by_.remembered(), by_.plans(), by_.seconds_of_planning());
    return write_choice(rows.front());
  }

 private:
  const job& job_;
  const mixed_formats& formats_;
  const written_mixture& text_;
  asked& by_;
  const part &choose_, &report_;
  std::vector<long> limits_;
  std::vector<int> widths_;  ///< one format of each width
  int low_ = 0, high_ = 0;
  long float_right_ = 0;

  const std::string& name_of(int k) const {
    return formats_.list()[static_cast<std::size_t>(k)].name;
  }
  static long right_of_floats(const part& p) {
    long right = 0;
    for (std::size_t k = 0; k < p.x.size(); ++k) {
      right += quantise::largest(p.want[k]) == class_of(p, k) ? 1 : 0;
    }
    return right;
  }
  void choose_widths() {
    std::vector<configuration> all;
    const int count = static_cast<int>(formats_.list().size());
    for (int k = 0; k < count; ++k) {
      all.push_back(etch::host::homogeneous(formats_.variables().size(), k));
    }
    const std::vector<loss> losses = by_.losses_of(all);
    std::vector<etch::host::homogeneous_result> results;
    for (int k = 0; k < count; ++k) {
      const std::string& name = name_of(k);
      const bool posit = name.find("posit") == 0;
      results.push_back({k, formats_.bits_of(k), posit ? name[name.size() - 2] - '0' : 0,
                         losses[static_cast<std::size_t>(k)].right});
    }
    const auto best = etch::host::best_of_each_width(results);
    for (const auto& r : best) widths_.push_back(r.format);
    const auto [low, high] = etch::host::bracketing(best, right_of_floats(choose_));
    low_ = low.format, high_ = high.format;
  }
  /// Every other list of one format of each width than that which HAUNTER takes.
  std::vector<std::vector<int>> other_lists() const {
    std::vector<std::vector<int>> all{{}};
    for (const int width : widths_) {
      std::vector<std::vector<int>> longer;
      for (const std::vector<int>& list : all)
        for (int k = 0; k < static_cast<int>(formats_.list().size()); ++k) {
          if (formats_.bits_of(k) != formats_.bits_of(width)) continue;
          longer.push_back(list);
          longer.back().push_back(k);
        }
      all = std::move(longer);
    }
    all.erase(std::find(all.begin(), all.end(), widths_));
    return all;
  }
  /// Adds limits that part the way between the RAM of all low and that of all high evenly. All low
  /// may take more: kernels of narrow formats may need more scratch memory.
  void choose_limits() {
    if (job_.limits_between == 0) return;
    const std::size_t count = formats_.variables().size();
    const long low = by_.footprint_of(etch::host::homogeneous(count, low_)).ram;
    const long high = by_.footprint_of(etch::host::homogeneous(count, high_)).ram;
    const long least = std::min(low, high), way = std::max(low, high) - least;
    const long parts = job_.limits_between + 1;
    if (way < parts) {
      throw not_quantised(
          fmt::format("--limits {}: all in {} takes {} bytes of RAM, all in {} {}; "
                      "there are not so many limits between",
                      job_.limits_between, name_of(low_), low, name_of(high_), high));
    }
    for (long k = 1; k < parts; ++k) limits_.push_back(least + way * k / parts);
  }
  void refuse_impossible_limits() {
    const auto least = etch::host::least_ram(formats_.variables(), widths_, by_);
    const long bytes = by_.footprint_of(least.what).ram;
    for (const long limit : limits_) {
      if (limit >= bytes) continue;
      throw not_quantised(
          least.is_proved
              ? fmt::format("--ram {}: no choice of formats fits; the least takes {} bytes", limit,
                            bytes)
              : fmt::format("--ram {}: no choice of formats is known to fit; the least that was "
                            "found takes {} bytes",
                            limit, bytes));
    }
  }
  etch::host::promotions promotions_by(etch::host::promotability order,
                                       const std::vector<double>& heat) const {
    std::vector<double> scores;
    for (std::size_t v = 0; v < heat.size(); ++v) {
      scores.push_back(etch::host::score_of(order, heat[v], formats_.variables()[v].elements));
    }
    return {etch::host::hottest_first(scores), low_, high_};
  }

  std::string head() const {
    std::string names, variables;
    for (const int k : widths_) names += (names.empty() ? "" : ", ") + name_of(k);
    for (const auto& v : formats_.variables()) {
      variables += fmt::format("  {:<24} {:>7}\n", v.name, v.elements);
    }
    return fmt::format(
        "{} in {}: {} cases to choose by, {} to report on; the float network says {} and {} right\n"
        "disagreements with it, error of the outputs (root of the mean square), right answers\n"
        "\nvariables, numbers of each, in the order of the formats below\n{}",
        job_.name, names, choose_.x.size(), report_.x.size(), right_of_floats(choose_),
        right_of_floats(report_), variables);
  }
  std::string names_in(const configuration& c) const {
    std::string text;
    for (const int k : formats_.canonical(c)) text += (text.empty() ? "" : " ") + name_of(k);
    return text;
  }
  std::string table(const std::vector<row>& rows) {
    std::vector<configuration> all;
    for (const row& r : rows) all.push_back(r.formats);
    const std::vector<told> chosen = by_.tell(all, 0), reported = by_.tell(all, 1);
    std::string text = fmt::format("{:<20} {:>6} {:>10} {:>26}   {:>26}  formats\n", "", "RAM",
                                   "constants", "to choose by", "to report on");
    for (std::size_t i = 0; i < rows.size(); ++i) {
      std::string formats;
      for (const int bits : formats_.bits_in(rows[i].formats)) {
        formats += (formats.empty() ? "" : " ") + std::to_string(bits);
      }
      const auto figures = [](const loss& l) {
        return fmt::format("{:>8} {:>10.5f} {:>6}", l.disagreements, l.error, l.right);
      };
      text += fmt::format("{:<20} {:>6} {:>10} {}   {}  {}\n", rows[i].what, chosen[i].takes.ram,
                          chosen[i].takes.constants, figures(chosen[i].loses),
                          figures(reported[i].loses), formats);
    }
    return text;
  }
  static constexpr const char* csv_head =
      "limit,method,ram,constants,part,cases,float_right,disagreements,error,sqnr,right\n";
  /// The rows of a table for programs, over each part of the cases, and the float network's own;
  /// limit 0: no limit.
  std::string lines_of_figures(long limit, const std::vector<row>& rows) {
    std::vector<configuration> all;
    for (const row& r : rows) all.push_back(r.formats);
    std::string text;
    for (const int number : {0, 1}) {
      const part& p = number == 0 ? choose_ : report_;
      const std::vector<told> figures = by_.tell(all, number);
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto& [takes, loses, outputs] = figures[i];
        const bool has_comma = rows[i].what.find(',') != std::string::npos;
        const std::string what = has_comma ? '"' + rows[i].what + '"' : rows[i].what;
        text += fmt::format("{},{},{},{},{},{},{},{},{:.6g},{:.3f},{}\n", limit, what, takes.ram,
                            takes.constants, number == 0 ? "choose" : "report", p.x.size(),
                            right_of_floats(p), loses.disagreements, loses.error,
                            20 * std::log10(root_mean_square(p.want) / loses.error), loses.right);
      }
    }
    return text;
  }
  static double root_mean_square(const cases& all) {
    double sum = 0, count = 0;
    for (const numbers& of : all) {
      for (const double x : of) sum += x * x, ++count;
    }
    return std::sqrt(sum / count);
  }
  std::string front(const etch::host::search& ours, long footprint::* bytes) {
    std::vector<row> rows;
    for (const evaluated& e : etch::host::pareto_front(ours.all(), bytes)) {
      rows.push_back({"", e.what});
    }
    return table(rows);
  }

  /// Writes the formats of the last row and has them compiled: outputs and RAM must be those that
  /// were told.
  int write_choice(const std::vector<row>& rows) {
    const configuration* choice = nullptr;
    for (const row& r : rows) {
      if (r.what == job_.method) choice = &r.formats;
    }
    if (choice == nullptr) {
      throw not_quantised(fmt::format("HAUNTER finds no formats that fit into {} bytes times {}",
                                      limits_.front(), job_.soft));
    }
    return is_what_was_told(*choice) ? 0 : 1;
  }
  /// Writes formats and has them compiled; whether outputs, RAM and constants are what was told.
  bool is_what_was_told(const configuration& choice) {
    const told of = by_.tell({choice}, 1)[0];
    write_file(job_.out + "/formats.hpp",
               text_.formats(choice, fmt::format(": {} bytes of RAM, {} of constants", of.takes.ram,
                                                 of.takes.constants)));
    write_file(job_.work + "/input.bin", quantise::floats(report_.x));
    write_file(job_.work + "/expected.txt",
               fmt::format("RAM {}\nconstants {}\noutputs {}\n", of.takes.ram, of.takes.constants,
                           of.outputs));
    const std::string command = job_.then + " check " + std::to_string(report_.x.size());
    return std::system(command.c_str()) == 0;
  }
};

int run(const job& j) {
  const std::vector<number_choice> list = formats_of(j.formats);
  std::string bytes;
  const quantise::source from = quantise::read_source(j.model, bytes);
  const auto& net = from.net;
  cases all = quantise::read_cases(j.data, net.value(net.input).is.shape, from.channels_first);
  std::vector<int> labels;
  if (!j.labels.empty()) {
    labels = quantise::read_labels(j.labels, all.size(), net.value(net.output).is.shape.size());
  }
  part choose, report;
  split(j, net, std::move(all), labels, choose, report);
  write_part(j.work, 0, choose);
  write_part(j.work, 1, report);
  const mixed_formats formats(net, etch::host::measured(net, choose.x), list, j.sums);
  const written_mixture text(formats, j.name, std::filesystem::path(j.model).filename().string());
  const std::string task = write_sources(j, text, net.layers.size());
  if (std::system((j.then + " build").c_str()) != 0) {
    throw not_quantised("the program of all candidates does not compile");
  }
  const std::string worker = "'" + j.work + "/worker' '" + j.work + "'";
  workers here(worker, 1, 1);
  workers anywhere(j.cluster.empty() ? worker : j.cluster + " " + worker,
                   j.cluster.empty() ? j.jobs : 1, j.cluster.empty() ? 2 : 64);
  journal known(j.checks > 0 ? j.work + "/check.jsonl" : j.out + "/" + j.name + ".jsonl", task,
                j.resumes);
  asked by(here, anywhere, known, formats);
  searching it(j, formats, text, by, choose, report);
  return j.checks > 0 ? it.check() : it.run();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3 && std::string(argv[1]) == "hash") {
    fmt::print("{}\n", hash_of(quantise::read_file(argv[2])));
    return 0;
  }
  if (argc < 5) {
    fmt::print(stderr, "usage: search <model> <out> <work> <name> [<option> <value>]...\n");
    return 2;
  }
  job j;
  j.model = argv[1], j.out = argv[2], j.work = argv[3], j.name = argv[4];
  for (int i = 5; i + 1 < argc; i += 2) {
    const std::string option = argv[i], word = argv[i + 1];
    if (option == "ram") j.limits.push_back(std::atol(word.c_str()));
    else if (option == "limits") j.limits_between = std::atol(word.c_str());
    else if (option == "format") j.formats.push_back(word);
    else if (option == "soft") j.soft = std::atof(word.c_str());
    else if (option == "seed") j.seed = static_cast<unsigned>(std::atol(word.c_str()));
    else if (option == "jobs") j.jobs = static_cast<std::size_t>(std::atol(word.c_str()));
    else if (option == "check") j.checks = static_cast<std::size_t>(std::atol(word.c_str()));
    else if (option == "resume") j.resumes = true;
    else if (option == "overflow") j.sums = etch::host::long_sums_of(word);
    else
      (option == "data"      ? j.data
       : option == "labels"  ? j.labels
       : option == "target"  ? j.target
       : option == "method"  ? j.method
       : option == "choose"  ? j.choose
       : option == "cluster" ? j.cluster
                             : j.then) = word;
  }
  try {
    return run(j);
  } catch (const std::exception& why) {
    fmt::print(stderr, "search: {}\n", why.what());
    return 1;
  }
}
