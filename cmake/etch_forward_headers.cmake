# A dependency's headers without the rest of the folder that they lie in: -I/usr/include on a cross
# compiler would shadow the headers of the target's own C library.

# etch_forward_headers(<folder> <header>... )
#
# Makes <folder> hold a link to the folder of each <header> (boost for boost/hana.hpp), where that
# header is found on this machine, and nothing else.
function(etch_forward_headers folder)
  file(MAKE_DIRECTORY ${folder})
  foreach(header IN LISTS ARGN)
    string(MAKE_C_IDENTIFIER etch_folder_of_${header} variable)
    find_path(${variable} ${header} PATHS /usr/include /usr/local/include NO_CMAKE_FIND_ROOT_PATH)
    mark_as_advanced(${variable})
    string(REGEX REPLACE "/.*" "" top ${header})
    if(${variable})
      file(CREATE_LINK ${${variable}}/${top} ${folder}/${top} SYMBOLIC)
    else()
      file(REMOVE ${folder}/${top})
    endif()
  endforeach()
endfunction()

# etch_forward_optional_headers(<folder> <variable>)
#
# Forwards what etch uses where it is there (Boost.Hana, and xsimd except on bare metal), and stores
# the folder to include in <variable>.
function(etch_forward_optional_headers folder variable)
  set(headers boost/hana.hpp)
  if(NOT CMAKE_SYSTEM_NAME STREQUAL "Generic")
    list(APPEND headers xsimd/xsimd.hpp)
  endif()
  etch_forward_headers(${folder} ${headers})
  set(${variable} ${folder} PARENT_SCOPE)
endfunction()
