# Writes the images of one split as a C++ header:
#
#   cmake -D CSV=digits.csv -D INDICES=split/test.txt -D OUTPUT=digits_images.hpp
#         -P make_images.cmake
#
# A script, so that cross builds need no host compiler.
cmake_minimum_required(VERSION 3.25)

foreach(variable CSV INDICES OUTPUT)
  if(NOT DEFINED ${variable})
    message(FATAL_ERROR "make_images: -D ${variable}=... is missing")
  endif()
endforeach()

file(STRINGS "${CSV}" lines)
file(STRINGS "${INDICES}" indices)
list(LENGTH lines line_count)
list(LENGTH indices count)
if(count EQUAL 0)
  message(FATAL_ERROR "make_images: ${INDICES} holds no index")
endif()

string(REPEAT "[0-9]+," 8 eight)
set(images "")
set(labels "")
foreach(index IN LISTS indices)
  if(NOT index MATCHES "^[0-9]+$" OR NOT index LESS line_count)
    message(FATAL_ERROR "make_images: no image '${index}': ${CSV} has ${line_count} lines")
  endif()
  list(GET lines ${index} line)
  if(NOT line MATCHES "^(.*),([0-9])$")
    message(FATAL_ERROR "make_images: ${CSV}: line ${index} is not 64 pixels and a digit: ${line}")
  endif()
  set(pixels "${CMAKE_MATCH_1},")
  set(label "${CMAKE_MATCH_2}")
  string(REGEX REPLACE "${eight}" "\n        \\0" rows "${pixels}")
  string(REGEX MATCHALL "," commas "${pixels}")
  list(LENGTH commas pixel_count)
  if(NOT pixel_count EQUAL 64 OR NOT pixels MATCHES "^(([0-9]|1[0-6]),)+$")
    message(FATAL_ERROR "make_images: ${CSV}: line ${index} is not 64 values 0..16: ${line}")
  endif()
  string(APPEND images "    {${rows}},  // ${label}\n")
  string(APPEND labels "${label},")
endforeach()
string(REPEAT "[0-9]," 20 twenty)
string(REGEX REPLACE "${twenty}" "\n    \\0" labels "${labels}")

cmake_path(GET INDICES STEM part)
file(WRITE "${OUTPUT}" "\
// The ${count} images of split '${part}' of scikit-learn's digits, in rows of pixels 0..16,\n\
// and what they show. Written by make_images.cmake.\n\
#pragma once\n\
\n\
namespace digits {\n\
\n\
inline constexpr int image_count = ${count};\n\
\n\
inline constexpr unsigned char images[${count}][64] = {\n${images}};\n\
\n\
inline constexpr unsigned char labels[${count}] = {${labels}\n};\n\
\n\
}  // namespace digits\n")
