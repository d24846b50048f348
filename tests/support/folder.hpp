// The folder of a program's files, which CMake's etch_tell_folder() names. A variable, so that
// nothing is compiled again where only the folder is another.
#pragma once

#include <string>

namespace test {

extern const char* const folder;

/// The path of file `name` in that folder.
inline std::string in_folder(const std::string& name) { return std::string(folder) + "/" + name; }

}  // namespace test
