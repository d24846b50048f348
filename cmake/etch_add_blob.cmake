# Arrays of a .npy file as constants of a program.

# etch_add_blob(<target> <name> <file.npy>)
#
# Gives <target> the header <name>.hpp, remade whenever the file changes, with
#   blob::<name>_bytes   the elements as they lie in the file, aligned to 16
#   blob::<name>_size    their number of bytes (_bytes has one more, the literal's NUL)
#   blob::<name>_shape   the extents
#   blob::<name>_type    the element type as NumPy writes it, e.g. "|i1" or "<f4"
# Column-major, big-endian and truncated files are build errors that name the offset.
function(etch_add_blob target name file)
  get_filename_component(file ${file} ABSOLUTE)
  if(NOT TARGET etch_blob_tool)
    etch_add_host_tool(etch_blob_tool ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/tools/blob.cpp)
  endif()
  get_target_property(tool etch_blob_tool ETCH_TOOL)

  set(folder ${CMAKE_CURRENT_BINARY_DIR}/blob)
  set(header ${folder}/${name}.hpp)
  set(rule etch_blob_${name})
  if(NOT TARGET ${rule})
    file(MAKE_DIRECTORY ${folder})
    add_custom_command(
      OUTPUT ${header}
      COMMAND ${tool} ${file} ${name} ${header}
      DEPENDS ${file} ${tool} etch_blob_tool
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
