// Host tool of etch_add_compile_budget: runs a command and holds it to a budget.
//
//   measure <seconds> <megabytes> <command> [argument...]
//
// Prints what the command and its children used: processor time (not wall time, which other
// programs lengthen) and the largest resident set of one process. Exit code 1 when either is over
// its budget, the command's own when that is not 0.

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cstdio>
#include <cstdlib>

namespace {

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: measure <seconds> <megabytes> <command> [argument...]\n");
    return 2;
  }
  const double allowed_seconds = std::atof(argv[1]);
  const double allowed_megabytes = std::atof(argv[2]);

  const pid_t child = fork();
  if (child == 0) {
    execvp(argv[3], argv + 3);
    std::perror(argv[3]);
    _exit(127);
  }
  int status = 0;
  rusage used{};
  if (child < 0 || wait4(child, &status, 0, &used) != child) {
    std::perror("measure");
    return 2;
  }
  if (!WIFEXITED(status)) return 2;
  if (WEXITSTATUS(status) != 0) return WEXITSTATUS(status);

  const double used_seconds = seconds(used.ru_utime) + seconds(used.ru_stime);
  const double used_megabytes = static_cast<double>(used.ru_maxrss) / 1024;
  std::printf("%.2f s of %.2f s, %.0f MB of %.0f MB\n", used_seconds, allowed_seconds,
              used_megabytes, allowed_megabytes);
  const bool kept = used_seconds <= allowed_seconds && used_megabytes <= allowed_megabytes;
  if (!kept) std::fprintf(stderr, "over budget\n");
  return kept ? 0 : 1;
}
