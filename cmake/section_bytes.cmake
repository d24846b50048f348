# For scripts that look into object files.
set(code_sections "^\\.text")
set(rodata_sections "^\\.rodata|^\\.data\\.rel\\.ro")
set(bss_sections "^\\.bss|^COMMON")

# Stores what a command prints.
function(run variable)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output
                  ERROR_VARIABLE errors)
  if(NOT result EQUAL 0)
    message("${errors}")
    message(FATAL_ERROR "the command failed")
  endif()
  set(${variable} "${output}" PARENT_SCOPE)
endfunction()

# Stores the sum of the sizes of the sections of ${sections} (what objdump -h prints) whose names
# match <pattern>, and their names.
function(section_bytes pattern variable)
  string(REGEX MATCHALL "\n *[0-9]+ [^ ]+ +[0-9a-f]+ " rows "${sections}")
  set(sum 0)
  set(names)
  foreach(row IN LISTS rows)
    string(REGEX MATCH "[0-9]+ ([^ ]+) +([0-9a-f]+) " row "${row}")
    set(name ${CMAKE_MATCH_1})
    set(size ${CMAKE_MATCH_2})
    if(name MATCHES "${pattern}" AND NOT size MATCHES "^0+$")
      math(EXPR sum "${sum} + 0x${size}")
      list(APPEND names ${name})
    endif()
  endforeach()
  set(${variable} ${sum} PARENT_SCOPE)
  set(${variable}_names "${names}" PARENT_SCOPE)
endfunction()
