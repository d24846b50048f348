// The system calls that newlib asks for, by semihosting: files are the host's, the console is its
// standard output, the heap is the board's external memory. With this file fopen() opens a host
// path.

#include "semihosting.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>

extern "C" {
extern char board_heap_start[], board_heap_end[];  // set by mps.ld
}

namespace board {
namespace {

// An open file of the host. Descriptors 0, 1 and 2 are the console and not in the table.
struct file {
  int handle = 0;  // 0: free; QEMU's own handles start at 1
  int position = 0;
};

constexpr int first_descriptor = 3;
constexpr int max_files = 16;
file files[max_files];

file* find(int descriptor) {
  const int index = descriptor - first_descriptor;
  if (index < 0 || index >= max_files || files[index].handle == 0) {
    errno = EBADF;
    return nullptr;
  }
  return &files[index];
}

// Semihosting's mode number: the index of fopen()'s mode in r rb r+ r+b w wb w+ w+b a ab a+ a+b.
int mode_number(int flags) {
  const int update = (flags & O_ACCMODE) == O_RDWR ? 2 : 0;
  if ((flags & O_APPEND) != 0) return 9 + update;
  if ((flags & O_TRUNC) != 0) return 5 + update;
  return (flags & O_ACCMODE) == O_RDONLY ? 1 : 3;
}

int open_host(const char* path, int mode) {
  const struct {
    const char* path;
    int mode;
    std::size_t length;
  } parameters = {path, mode, std::strlen(path)};
  return ask(request::open, &parameters);
}

int console() {
  static int handle = open_host(":tt", 4);
  return handle;
}

int length_of(int handle) { return ask(request::file_length, &handle); }

// Requests of one kind answer with the number of bytes NOT moved.
int transfer(request what, int handle, const void* bytes, int count) {
  const struct {
    int handle;
    const void* bytes;
    int count;
  } parameters = {handle, bytes, count};
  return count - ask(what, &parameters);
}

}  // namespace
}  // namespace board

using board::request;

extern "C" {

[[noreturn]] void _exit(int code) { board::leave(code); }

void* _sbrk(std::ptrdiff_t bytes) {
  static char* top = board_heap_start;
  if (bytes > board_heap_end - top) {
    errno = ENOMEM;
    return reinterpret_cast<void*>(-1);
  }
  char* const start = top;
  top += bytes;
  return start;
}

int _open(const char* path, int flags, ...) {
  for (int i = 0; i < board::max_files; ++i) {
    if (board::files[i].handle != 0) continue;
    const int handle = board::open_host(path, board::mode_number(flags));
    if (handle <= 0) {
      errno = ENOENT;
      return -1;
    }
    const bool append = (flags & O_APPEND) != 0;
    board::files[i] = {handle, append ? board::length_of(handle) : 0};
    return i + board::first_descriptor;
  }
  errno = EMFILE;
  return -1;
}

int _close(int descriptor) {
  board::file* const file = board::find(descriptor);
  if (file == nullptr) return -1;
  const int answer = board::ask(request::close, &file->handle);
  file->handle = 0;
  return answer;
}

int _write(int descriptor, const char* bytes, int count) {
  if (descriptor == 1 || descriptor == 2) {
    return board::transfer(request::write, board::console(), bytes, count);
  }
  board::file* const file = board::find(descriptor);
  if (file == nullptr) return -1;
  const int moved = board::transfer(request::write, file->handle, bytes, count);
  file->position += moved;
  return moved;
}

int _read(int descriptor, char* bytes, int count) {
  if (descriptor == 0) return 0;
  board::file* const file = board::find(descriptor);
  if (file == nullptr) return -1;
  const int moved = board::transfer(request::read, file->handle, bytes, count);
  file->position += moved;
  return moved;
}

int _lseek(int descriptor, int offset, int origin) {
  board::file* const file = board::find(descriptor);
  if (file == nullptr) return -1;
  if (origin == SEEK_CUR) offset += file->position;
  if (origin == SEEK_END) offset += board::length_of(file->handle);
  const int parameters[] = {file->handle, offset};
  if (board::ask(request::seek, parameters) != 0) {
    errno = EINVAL;
    return -1;
  }
  return file->position = offset;
}

int _fstat(int descriptor, struct stat* status) {
  *status = {};
  if (descriptor < board::first_descriptor) {
    status->st_mode = S_IFCHR;
    return 0;
  }
  board::file* const file = board::find(descriptor);
  if (file == nullptr) return -1;
  status->st_mode = S_IFREG;
  status->st_size = board::length_of(file->handle);
  return 0;
}

int _unlink(const char* path) {
  const struct {
    const char* path;
    std::size_t length;
  } parameters = {path, std::strlen(path)};
  return board::ask(request::remove, &parameters) == 0 ? 0 : -1;
}

int _isatty(int descriptor) { return descriptor < board::first_descriptor ? 1 : 0; }
int _getpid() { return 1; }

// Only abort() sends a signal; 134 is what a shell reports for it.
int _kill(int, int) {
  board::ask(request::write0, "abort\n");
  board::leave(134);
}

// What else libstdc++ and Catch2 refer to and no test uses.
int _stat(const char*, struct stat*) {
  errno = ENOENT;
  return -1;
}

int _link(const char*, const char*) {
  errno = EMLINK;
  return -1;
}

int _gettimeofday(void*, void*) { return 0; }
int _times(void*) { return 0; }

}  // extern "C"
