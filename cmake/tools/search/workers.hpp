// Programs that answer lines, and what they have answered: the evaluator of ./dev search.
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include <etch/host/calibration/layer.hpp>
#include <etch/host/search/evaluation.hpp>
#include <etch/host/search/lines.hpp>

#include <deque>
#include <fstream>
#include <functional>
#include <map>
#include <optional>

namespace search {

using etch::host::configuration;
using etch::host::json_line;
using etch::host::not_quantised;

/// A program that reads lines and writes lines.
class line_program {
 public:
  explicit line_program(const std::string& command) {
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) {
      throw not_quantised("there are no pipes left");
    }
    child_ = fork();
    if (child_ == 0) {
      dup2(in[0], STDIN_FILENO);
      dup2(out[1], STDOUT_FILENO);
      execl("/bin/sh", "sh", "-c", ("exec " + command).c_str(), nullptr);
      _exit(127);
    }
    close(in[0]);
    close(out[1]);
    to_ = in[1], from_ = out[0];
    if (child_ < 0) throw not_quantised("no further program can be started");
  }
  ~line_program() {
    close(to_);
    close(from_);
    waitpid(child_, nullptr, 0);
  }
  line_program(const line_program&) = delete;
  line_program& operator=(const line_program&) = delete;

  int descriptor() const { return from_; }
  /// False where the program has ended.
  bool write(const std::string& line) {
    const std::string all = line + "\n";
    for (std::size_t at = 0; at < all.size();) {
      const ssize_t n = ::write(to_, all.data() + at, all.size() - at);
      if (n <= 0) return false;
      at += static_cast<std::size_t>(n);
    }
    return true;
  }
  /// Reads what there is; false where the program has ended.
  bool read() {
    char bytes[4096];
    const ssize_t n = ::read(from_, bytes, sizeof bytes);
    if (n <= 0) return false;
    text_.append(bytes, static_cast<std::size_t>(n));
    return true;
  }
  std::optional<std::string> next_line() {
    const std::size_t end = text_.find('\n');
    if (end == std::string::npos) return std::nullopt;
    std::string line = text_.substr(0, end);
    text_.erase(0, end + 1);
    return line;
  }

 private:
  pid_t child_ = -1;
  int to_ = -1, from_ = -1;
  std::string text_;
};

/// Programs of one command, to which questions are dealt out. One that ends before it has answered
/// is started again, and asked again.
class workers {
 public:
  /// `at_once` questions wait at each of `count` programs.
  workers(std::string command, std::size_t count, std::size_t at_once)
      : command_(std::move(command)), at_once_(at_once), all_(count) {
    signal(SIGPIPE, SIG_IGN);
    for (one& w : all_) w.program = std::make_unique<line_program>(command_);
  }

  /// Asks all; calls answered(i, answer) in the order in which answers come.
  void ask(const std::vector<json_line>& questions,
           const std::function<void(std::size_t, const json_line&)>& answered) {
    std::deque<std::size_t> waiting;
    for (std::size_t i = 0; i < questions.size(); ++i) waiting.push_back(i);
    for (std::size_t left = questions.size(); left > 0;) {
      for (one& w : all_) {
        while (w.asked.size() < at_once_ && !waiting.empty()) {
          const std::size_t i = waiting.front();
          waiting.pop_front();
          w.asked.push_back(i);
          json_line question = questions[i];
          question.set("id", static_cast<double>(i));
          if (!w.program->write(question.line())) break;  // poll sees that it has ended
        }
      }
      std::vector<pollfd> polled;
      for (const one& w : all_) polled.push_back({w.program->descriptor(), POLLIN, 0});
      poll(polled.data(), polled.size(), -1);
      for (std::size_t k = 0; k < all_.size(); ++k) {
        one& w = all_[k];
        if (polled[k].revents == 0) continue;
        if (!w.program->read()) {
          start_again(w, waiting);
          continue;
        }
        while (const auto line = w.program->next_line()) {
          const json_line answer(*line);
          if (answer.has("refused")) throw not_quantised(answer.text("refused"));
          const auto i = static_cast<std::size_t>(answer.integer("id"));
          w.asked.erase(std::find(w.asked.begin(), w.asked.end(), i));
          answered(i, answer);
          --left;
        }
      }
    }
  }

 private:
  struct one {
    std::unique_ptr<line_program> program;
    std::vector<std::size_t> asked;
  };
  std::string command_;
  std::size_t at_once_;
  std::vector<one> all_;
  int ended_ = 0;

  void start_again(one& w, std::deque<std::size_t>& waiting) {
    constexpr int most = 5;
    if (++ended_ > most) throw not_quantised("the worker ends again and again: " + command_);
    waiting.insert(waiting.begin(), w.asked.begin(), w.asked.end());
    w.asked.clear();
    w.program = std::make_unique<line_program>(command_);
  }
};

/// What was answered, by question, in memory and in a file, so that a search that was ended goes on
/// where it was.
class journal {
 public:
  /// With `resumes` the answers of the file are known, if they are to the same `task`.
  journal(const std::string& path, const std::string& task, bool resumes) {
    const std::string first = json_line().set("task", task).line();
    if (resumes) read(path, first);
    file_.open(path, std::ios::binary | (known_.empty() ? std::ios::trunc : std::ios::app));
    if (!file_) throw not_quantised(path + ": cannot be written");
    if (known_.empty()) file_ << first << std::endl;
    else file_ << std::endl;  // behind a line that was not finished
  }
  const json_line* find(const json_line& question) const {
    const auto found = known_.find(question.line());
    return found == known_.end() ? nullptr : &found->second;
  }
  const json_line& add(const json_line& question, const json_line& answer) {
    json_line both = answer;
    for (const char* const name : members) {
      if (question.has(name)) both.copy(name, question);
    }
    file_ << both.line() << std::endl;
    return known_[question.line()] = answer;
  }
  std::size_t size() const { return known_.size(); }

 private:
  static constexpr const char* members[]{"against", "formats", "part", "than"};
  std::map<std::string, json_line> known_;
  std::ofstream file_;

  void read(const std::string& path, const std::string& first) {
    std::ifstream in(path, std::ios::binary);
    std::string line;
    if (!std::getline(in, line)) return;
    if (line != first) {
      throw not_quantised(path +
                          ": is of another network, other data or other options; without "
                          "--resume it is written anew");
    }
    while (std::getline(in, line)) {
      try {
        const json_line both(line);
        json_line question;
        for (const char* const name : members) {
          if (both.has(name)) question.copy(name, both);
        }
        if (in.eof()) break;  // it may have been cut off
        known_[question.line()] = both;
      } catch (const etch::host::malformed_line&) {
        continue;  // it was not finished
      }
    }
  }
};

}  // namespace search
