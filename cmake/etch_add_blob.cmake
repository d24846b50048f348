# Arrays of a .npy file as constants of a program.

# etch_add_blob(<target> <name> <file.npy> [FORMAT <type> | CHANNEL_BITS <bits> [LAST]])
#
# Gives <target> the header <name>.hpp, remade whenever the file changes, with
#   blob::<name>_bytes   the elements as they lie in the file, aligned to 16
#   blob::<name>_size    their number of bytes (_bytes has one more, the literal's NUL)
#   blob::<name>_shape   the extents
#   blob::<name>_type    the element type as NumPy writes it, e.g. "|i1" or "<f4"
# With FORMAT, a number format such as "etch::q<0, 7>", an array of float32 or float16 becomes codes of it, as
# etch::quantise makes them inside the compiler. With CHANNEL_BITS they are codes of so many bits
# with a scale for each output channel, the first dimension or, with LAST, the last; and there is
#   blob::<name>_scales  for etch::affine_channels
# Column-major, big-endian and truncated files are build errors that name the offset.
function(etch_add_blob target name file)
  cmake_parse_arguments(PARSE_ARGV 3 arg "LAST" "FORMAT;CHANNEL_BITS" "")
  get_filename_component(file ${file} ABSOLUTE)
  set(blob_tool etch_blob_tool)
  set(flags)
  if(arg_FORMAT OR arg_CHANNEL_BITS)
    get_target_property(folders etch::etch INTERFACE_INCLUDE_DIRECTORIES)
    foreach(include IN LISTS folders)
      list(APPEND flags "$<$<BOOL:${include}>:-I${include}>")
    endforeach()
    if(arg_FORMAT)
      list(APPEND flags "-DFORMAT=${arg_FORMAT}")
    else()
      list(APPEND flags -DCHANNEL_BITS=${arg_CHANNEL_BITS})
    endif()
    if(arg_LAST)
      list(APPEND flags -DCHANNELS_AT=last)
    endif()
    string(MD5 key "${flags}")
    string(SUBSTRING ${key} 0 8 key)
    set(blob_tool etch_blob_tool_${key})
  endif()
  if(NOT TARGET ${blob_tool})
    etch_add_host_tool(${blob_tool} ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/tools/blob.cpp FLAGS ${flags})
  endif()
  get_target_property(tool ${blob_tool} ETCH_TOOL)

  set(folder ${CMAKE_CURRENT_BINARY_DIR}/blob)
  set(header ${folder}/${name}.hpp)
  set(rule etch_blob_${name})
  if(NOT TARGET ${rule})
    file(MAKE_DIRECTORY ${folder})
    add_custom_command(
      OUTPUT ${header}
      COMMAND ${tool} ${file} ${name} ${header}
      DEPENDS ${file} ${tool} ${blob_tool}
      COMMENT "Blob ${name}"
      VERBATIM)
    add_custom_target(${rule} DEPENDS ${header})
  endif()

  get_target_property(type ${target} TYPE)
  if(type STREQUAL "INTERFACE_LIBRARY")
    target_include_directories(${target} INTERFACE ${folder})
  else()
    target_include_directories(${target} PRIVATE ${folder})
  endif()
  add_dependencies(${target} ${rule})
endfunction()

# etch_add_blobs_of(<target> <prefix> <folder>)
#
# All arrays of a folder and of those in it, as blobs <prefix>_<array>.
function(etch_add_blobs_of target prefix folder)
  file(GLOB_RECURSE arrays CONFIGURE_DEPENDS ${folder}/*.npy)
  foreach(array IN LISTS arrays)
    get_filename_component(name ${array} NAME_WE)
    etch_add_blob(${target} ${prefix}_${name} ${array})
  endforeach()
endfunction()
