# One network in several number formats, beside one another.

# etch_add_comparison(<name> <source>)
#
# Builds, on a host with fmt and nlohmann-json and only when asked for, target compare_<name>: a
# program that prints the table of include/etch/host/compare.hpp. `./dev compare <name>` runs it with
# the instructions that bench program <name>_formats counts on Cortex-M4.
function(etch_add_comparison name source)
  if(CMAKE_CROSSCOMPILING OR NOT TARGET etch_host)
    return()
  endif()
  find_package(nlohmann_json QUIET)
  if(NOT nlohmann_json_FOUND)
    return()
  endif()
  add_executable(compare_${name} EXCLUDE_FROM_ALL ${source})
  target_link_libraries(compare_${name} PRIVATE etch_own_flags etch_host
                                                nlohmann_json::nlohmann_json)
  set_target_properties(compare_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY
                                                   ${CMAKE_BINARY_DIR}/compare)
endfunction()
