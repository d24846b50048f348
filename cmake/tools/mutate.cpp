// Host tool of ./dev mutate: plants each bug of tests/mutate in a copy of the source and runs the
// tests that must see it.
//
//   mutate <root> <work> <jobs> [--list] [name...]
//
// A name is that of a bug or of a file of the table; without one all are planted. Each job has a
// copy of the source of its own, <work>/<job>/source, with a build folder a preset beside it. A
// killer that fails has to pass without a bug, once. Exit code 1 when fewer than 95 of 100 bugs are
// killed, or when a row cannot be planted or does not compile; 2 when there is nothing to run or a
// killer fails by itself.

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "child.hpp"
#include "planted.hpp"

namespace fs = std::filesystem;
using namespace planted;

namespace {

void write_file(const fs::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

/// Makes `to` a copy of the source without touching files that are equal: what was built stays.
void copy_source(const fs::path& from, const fs::path& to) {
  std::set<fs::path> kept;
  for (const char* name : {"CMakeLists.txt", "CMakePresets.json", "README.md", "LICENSE", "bench",
                           "cmake", "dev", "docs", "examples", "include", "tests", "toolchains"}) {
    std::vector<fs::path> files;
    if (fs::is_regular_file(from / name)) files.push_back(from / name);
    if (fs::is_directory(from / name)) {
      for (const auto& entry : fs::recursive_directory_iterator(from / name)) {
        if (entry.is_regular_file()) files.push_back(entry.path());
      }
    }
    for (const fs::path& file : files) {
      const fs::path copy = to / fs::relative(file, from);
      kept.insert(copy);
      if (fs::exists(copy) && read_file(copy) == read_file(file)) continue;
      fs::create_directories(copy.parent_path());
      fs::copy_file(file, copy, fs::copy_options::overwrite_existing);
      fs::last_write_time(copy, fs::file_time_type::clock::now());
    }
  }
  std::vector<fs::path> gone;
  for (const auto& entry : fs::recursive_directory_iterator(to)) {
    if (entry.is_regular_file() && kept.count(entry.path()) == 0) gone.push_back(entry.path());
  }
  for (const fs::path& file : gone) fs::remove(file);
}

std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

enum class verdict { passes, fails, does_not_compile };

/// One job: a copy of the source and its builds.
class workplace {
 public:
  workplace(const fs::path& root, const fs::path& folder)
      : source_(folder / "source"), folder_(folder) {
    fs::create_directories(source_);
    copy_source(root, source_);
  }

  const fs::path& source() const { return source_; }
  double seconds() const { return seconds_; }
  /// Presets that this job has been given, for `share`.
  std::set<std::string> presets;

  verdict run(const killer& k) {
    const std::string kind = k.test.substr(0, k.test.find('.'));
    const std::string name = k.test.substr(k.test.find('.') + 1);
    if (kind == "fail") {
      return shell("cmake -D COMPILER=g++ -D KIND=GCC -D SOURCE=" + quoted(source_of(k)) +
                   " -D INCLUDES=include -P cmake/fail_test.cmake")
                 ? verdict::passes
                 : verdict::fails;
    }
    if (kind == "static" && k.preset == "host-gcc") {  // as -fsyntax-only, which takes least
      if (shell("g++ -std=c++20 -w -fsyntax-only -Iinclude " + quoted(source_of(k)))) {
        return verdict::passes;
      }
      return asserts() ? verdict::fails : verdict::does_not_compile;
    }
    configure(k.preset);
    const std::string build = quoted((folder_ / k.preset).string());
    const bool is_static = kind == "static";
    const std::string object = k.preset.rfind("cortex", 0) == 0 ? ".cpp.obj" : ".cpp.o";
    const std::string target =
        is_static ? "tests/CMakeFiles/etch_static_tests.dir/static/" + name + object
                  : "test_" + kind + "_" + name;
    if (!shell("cmake --build " + build + " -j 1 --target " + target + " -- --quiet")) {
      return asserts() ? verdict::fails : verdict::does_not_compile;
    }
    if (is_static) return verdict::passes;
    return shell("ctest --test-dir " + build + " --timeout 60 --no-tests=error -R '^" + kind +
                 "\\." + name + "$'")
               ? verdict::passes
               : verdict::fails;
  }

  std::string log() const { return read_file(folder_ / "log.txt"); }

 private:
  fs::path source_, folder_;
  std::set<std::string> configured_;
  double seconds_ = 0;

  bool shell(const std::string& command) {
    const std::string whole = "cd " + quoted(source_.string()) + " && ulimit -t 120 && { " +
                              command + "; } >" + quoted((folder_ / "log.txt").string()) + " 2>&1";
    std::string words[] = {"bash", "-c", whole};
    char* arguments[] = {words[0].data(), words[1].data(), words[2].data(), nullptr};
    const child_usage used = run_child(arguments);
    seconds_ += used.seconds;
    return used.exit_code == 0;
  }

  /// Without warnings: a bug that leaves a variable unused has to be found by a test. Without
  /// optimisation, which takes longer than the tests; where assembly needs registers, with little.
  void configure(const std::string& preset) {
    if (!configured_.insert(preset).second) return;
    const bool is_host = preset.rfind("host", 0) == 0;
    const std::string flags = is_host ? "-O0 -w" : "-O1 -w";
    if (!shell("cmake --preset " + preset + " -B " + quoted((folder_ / preset).string()) +
               " -DCMAKE_CXX_FLAGS_RELEASE=" + quoted(flags) +
               " -DETCH_BUILD_EXAMPLES=OFF -DETCH_BUILD_BENCH=OFF -DETCH_GENERIC_TESTS=ON" +
               " -DETCH_PORTABLE_TESTS=ON" +
               " -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON -DETCH_SOURCE_TESTS=" +
               (is_host ? "ON" : "OFF") + " -DETCH_MODEL_TESTS=" + (is_host ? "ON" : "OFF") +
               " -DETCH_DATA_DIR= -DETCH_CASES_DIR=")) {
      std::cerr << log() << "mutate: " << preset << " cannot be configured\n";
      std::exit(2);
    }
  }

  /// Whether the compiler stopped at what a test or a check of the library says, not at a row that
  /// is no C++. Lines of source that it quotes say nothing of that.
  bool asserts() const {
    std::istringstream lines(log());
    for (std::string line; std::getline(lines, line);) {
      const auto has = [&](const char* words) { return line.find(words) != std::string::npos; };
      if (has("constexpr") && has(" expansion of ")) return true;
      if (!has("error: ")) continue;
      for (const char* sign : {"static assertion", "constant expression", "call to non-",
                               "has incomplete type and cannot be defined"}) {
        if (has(sign)) return true;
      }
    }
    return false;
  }
};

/// Calls work(job, bug) for every bug, on all jobs; each takes those of presets that it had before
/// first, then of presets that nobody had.
template <class Work>
void share(std::vector<workplace>& jobs, std::vector<bug> items, const Work& work) {
  std::mutex lock;
  const auto next = [&](workplace& job, bug& to) {
    const std::lock_guard<std::mutex> held(lock);
    if (items.empty()) return false;
    auto best = items.begin();
    int best_rank = 3;
    for (auto i = items.begin(); i != items.end(); ++i) {
      const std::string& preset = i->killers.front().preset;
      const bool anyone = std::any_of(jobs.begin(), jobs.end(), [&](const workplace& j) {
        return j.presets.count(preset) != 0;
      });
      const int rank = job.presets.count(preset) != 0 ? 0 : anyone ? 2 : 1;
      if (rank < best_rank) best = i, best_rank = rank;
    }
    to = *best;
    items.erase(best);
    job.presets.insert(to.killers.front().preset);
    return true;
  };
  std::vector<std::thread> threads;
  for (workplace& job : jobs) {
    threads.emplace_back([&] {
      for (bug item; next(job, item);) work(job, item);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

std::string full_name(const killer& k) {
  return k.preset == "host-gcc" ? k.test : k.preset + "/" + k.test;
}

struct outcome {
  int killed = 0, survived = 0, stale = 0, broken = 0;
  std::vector<std::string> survivors;
};

bool is_asked_for(const bug& b, const std::vector<std::string>& names) {
  return names.empty() || std::count(names.begin(), names.end(), b.name) != 0 ||
         std::count(names.begin(), names.end(), b.group) != 0;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  const auto list = std::find(words.begin(), words.end(), "--list");
  const bool lists = list != words.end();
  if (lists) words.erase(list);
  if (words.size() < 3) {
    std::cerr << "usage: mutate <root> <work> <jobs> [--list] [name...]\n";
    return 2;
  }
  const fs::path root = fs::absolute(words[0]), work = fs::absolute(words[1]);
  const int job_count = std::max(1, std::atoi(words[2].c_str()));
  const std::vector<std::string> names(words.begin() + 3, words.end());

  const table all = read_table(root);
  for (const std::string& error : all.errors) std::cerr << "mutate: " << error << '\n';
  if (!all.errors.empty()) return 2;
  for (const std::string& name : names) {
    if (std::none_of(all.bugs.begin(), all.bugs.end(),
                     [&](const bug& b) { return b.name == name || b.group == name; })) {
      std::cerr << "mutate: no planted bug and no group '" << name << "'; --list shows them\n";
      return 2;
    }
  }
  std::vector<bug> bugs;
  for (const bug& b : all.bugs) {
    if (is_asked_for(b, names)) bugs.push_back(b);
  }
  if (lists) {
    for (const bug& b : bugs) std::cout << b.group << '\t' << b.name << '\t' << b.file << '\n';
    std::cout << bugs.size() << " planted bugs\n";
    return 0;
  }

  outcome sum;
  std::mutex lock;
  const auto say = [&](const char* what, const bug& b, const std::string& more) {
    std::printf("%-9s %s  %s\n", what, b.name.c_str(), more.c_str());
    std::fflush(stdout);
  };
  std::vector<bug> fresh;
  for (const bug& b : bugs) {
    const std::string stale = staleness(root, b);
    if (stale.empty() && !b.killers.empty()) {
      fresh.push_back(b);
    } else {
      ++sum.stale;
      say("stale", b, stale.empty() ? "no killer" : stale);
    }
  }

  std::vector<workplace> jobs;
  jobs.reserve(static_cast<std::size_t>(job_count));
  for (int j = 0; j < job_count; ++j) jobs.emplace_back(root, work / std::to_string(j));

  std::set<std::string> sound;  // killers that pass without a bug
  bool failing = false;
  share(jobs, fresh, [&](workplace& job, const bug& b) {
    const fs::path file = job.source() / b.file;
    const std::string text = read_file(file);
    std::string planted_text = text;
    planted_text.replace(text.find(b.old_text), b.old_text.size(), b.new_text);
    write_file(file, planted_text);
    const double before = job.seconds();
    verdict result = verdict::passes;
    std::string by, said;
    for (const killer& k : b.killers) {
      result = job.run(k);
      if (result == verdict::passes) continue;
      by = full_name(k);
      said = result == verdict::does_not_compile ? job.log() : "";
      write_file(file, text);
      const auto is_sound = [&] {
        const std::lock_guard<std::mutex> held(lock);
        return sound.count(by) != 0;
      };
      if (result == verdict::does_not_compile || is_sound()) break;
      const bool passes = job.run(k) == verdict::passes;
      const std::lock_guard<std::mutex> held(lock);
      if (passes) {
        sound.insert(by);
      } else {
        failing = true;
        std::cerr << job.log() << "mutate: " << by << " fails without a planted bug\n";
      }
      break;
    }
    write_file(file, text);
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, " (%.1f s)", job.seconds() - before);
    const std::lock_guard<std::mutex> held(lock);
    if (result == verdict::fails) {
      ++sum.killed;
      say("killed", b, "by " + by + seconds);
    } else if (result == verdict::passes) {
      ++sum.survived;
      say("survived", b, b.file + seconds);
      sum.survivors.push_back(b.place + ": " + b.name + "\n  - " + b.old_text + "\n  + " +
                              b.new_text);
    } else {
      ++sum.broken;
      say("broken", b, "does not compile: " + by + "\n" + said);
    }
  });

  if (failing) return 2;
  double seconds = 0;
  for (const workplace& job : jobs) seconds += job.seconds();
  const int planted_count = sum.killed + sum.survived;
  for (const std::string& survivor : sum.survivors) std::cout << '\n' << survivor << '\n';
  std::printf(
      "\n%d planted: %d killed, %d survived; %d stale, %d do not compile; %.0f s of the "
      "processor\n",
      planted_count, sum.killed, sum.survived, sum.stale, sum.broken, seconds);
  const bool enough = 100 * sum.killed >= 95 * planted_count;
  return enough && sum.stale == 0 && sum.broken == 0 ? 0 : 1;
}
