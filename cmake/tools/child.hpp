// A command run by a host tool, and what it used.
#pragma once

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>

struct child_usage {
  int exit_code;     ///< -1 when it did not run to its end
  double seconds;    ///< of the processor, its children included; other programs do not lengthen it
  double megabytes;  ///< the largest resident set of one process
};

/// Runs the words up to the null pointer as a command. With `errors` what it writes to standard
/// error goes to the file of that name.
inline child_usage run_child(char* const* words, const char* errors = nullptr) {
  const pid_t child = fork();
  if (child == 0) {
    if (errors != nullptr) {
      const int file = open(errors, O_WRONLY | O_CREAT | O_TRUNC, 0644);
      if (file >= 0) dup2(file, STDERR_FILENO);
    }
    execvp(words[0], words);
    std::perror(words[0]);
    _exit(127);
  }
  int status = 0;
  rusage used{};
  if (child < 0 || wait4(child, &status, 0, &used) != child) {
    std::perror(words[0]);
    return {-1, 0, 0};
  }
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1,
          seconds(used.ru_utime) + seconds(used.ru_stime),
          static_cast<double>(used.ru_maxrss) / 1024};
}
