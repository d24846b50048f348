// Two ways to do the same, timed in turns within one run by Google Benchmark: on a machine that
// others use too, only their ratio means something.
#pragma once

#include <benchmark/benchmark.h>

#include <map>
#include <string>
#include <vector>

#include "report.hpp"

namespace etch::bench {

/// Pairs of functions and the figures that become of them.
class comparisons {
 public:
  /// Times `ours` and `theirs` under `name`.
  template <class Ours, class Theirs>
  void add(const std::string& name, Ours ours, Theirs theirs) {
    names_.push_back(name);
    time(name + "/etch", ours);
    time(name + "/generic", theirs);
  }

  /// Runs all. <name>/nanoseconds is the median of ours, <name>/generic_over_etch how much longer
  /// the other way takes.
  void run(report& figures) {
    collector medians;
    benchmark::RunSpecifiedBenchmarks(&medians);
    for (const std::string& name : names_) {
      const double ours = medians.of[name + "/etch"], theirs = medians.of[name + "/generic"];
      figures.add(name + "/nanoseconds", "ns", ours);
      figures.add(name + "/generic_over_etch", "ratio", ours > 0 ? theirs / ours : 0);
    }
  }

 private:
  struct collector : benchmark::BenchmarkReporter {
    std::map<std::string, double> of;
    bool ReportContext(const Context&) override { return true; }
    void ReportRuns(const std::vector<Run>& runs) override {
      for (const Run& run : runs) {
        if (run.run_type != Run::RT_Aggregate || run.aggregate_name != "median") continue;
        of[run.run_name.function_name] = run.GetAdjustedCPUTime();
      }
    }
  };

  template <class F>
  static void time(const std::string& name, F f) {
    const auto loop = [f](benchmark::State& state) {
      for (auto _ : state) {
        f();
        benchmark::ClobberMemory();
      }
    };
    benchmark::RegisterBenchmark(name.c_str(), loop)
        ->Unit(benchmark::kNanosecond)
        ->MinTime(0.01)
        ->Repetitions(7)
        ->ReportAggregatesOnly();
  }

  std::vector<std::string> names_;
};

/// Starts Google Benchmark so that repetitions of all functions alternate.
inline void initialise(char* program) {
  char alternate[] = "--benchmark_enable_random_interleaving=true";
  char* words[] = {program, alternate, nullptr};
  int count = 2;
  benchmark::Initialize(&count, words);
}

}  // namespace etch::bench
