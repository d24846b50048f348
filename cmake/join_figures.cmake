# Script of target `bench` and its like: joins the JSON arrays in the files FIGURES (a,b,...) into
# one array in OUT.
cmake_minimum_required(VERSION 3.25)

string(REPLACE "," ";" files "${FIGURES}")
set(joined)
foreach(file IN LISTS files)
  file(READ ${file} figures)
  string(JSON count LENGTH "${figures}")  # an error when it is no array
  string(REGEX REPLACE "^[^[]*\\[[ \n]*|[ \n]*\\][^]]*$" "" figures "${figures}")
  if(count GREATER 0)
    string(APPEND joined "${comma}  ${figures}")  # no list: a layer's name may have a semicolon
    set(comma ",\n")
  endif()
endforeach()
file(WRITE ${OUT} "[\n${joined}\n]\n")
string(JSON count LENGTH "[${joined}]")
message("${count} figures in ${OUT}")
