# Host tools that read a float network: of a file, or of an example's graph.

include(etch_add_blob)
include(etch_add_host_tool)

# etch_add_network_tool(<command> <source> <example> [FLAGS <flag>...])
#
# Adds the tool of `./dev <command>`: etch_<command>_tool for files; where <example> is a list of a
# header and a graph, etch_<command>_example_tool for that graph. Of each weights/<name>.npy beside
# the header the tool finds <name>.hpp, as etch_add_blob makes it, and of a model that others
# trained, in ETCH_DATA_DIR/edgeml, <model>_<array>.hpp.
function(etch_add_network_tool command source example)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "" "FLAGS")
  set(flags ${arg_FLAGS} -I${etch_SOURCE_DIR}/include)
  set(tool etch_${command}_tool)
  if(example)
    list(GET example 0 header)
    list(GET example 1 graph)
    list(APPEND flags "-DEXAMPLE_HEADER=\"${header}\"" -DEXAMPLE_GRAPH=${graph}
         -I${CMAKE_CURRENT_BINARY_DIR}/blob)
    set(tool etch_${command}_example_tool)
  endif()
  etch_add_host_tool(${tool} ${source} FLAGS ${flags})
  if(example)
    get_filename_component(folder ${header} DIRECTORY)
    file(GLOB arrays CONFIGURE_DEPENDS ${folder}/weights/*.npy)
    add_library(${tool}_arrays INTERFACE)
    foreach(array IN LISTS arrays)
      get_filename_component(name ${array} NAME_WE)
      etch_add_blob(${tool}_arrays ${name} ${array})
    endforeach()
    get_filename_component(model ${header} NAME_WE)
    if(IS_DIRECTORY "${ETCH_DATA_DIR}/edgeml/${model}")
      etch_add_blobs_of(${tool}_arrays ${model} ${ETCH_DATA_DIR}/edgeml/${model})
    endif()
    add_dependencies(${tool} ${tool}_arrays)
  endif()
endfunction()
