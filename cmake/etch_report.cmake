# What a network costs, layer by layer, at build time.

# etch_report(<target> NETWORK <type> HEADER <header> [NAME <name>] [BUDGET <bytes>]
#             [FIGURES <folder> <model>] [MACHINES <machine>...])
#
# Gives the target `report_<name>`, which writes build/report/<name>-<machine>.txt (layer table and memory
# picture) and .svg (the picture as a drawing) for network <type> of <header>, which is found through
# the include folders of <target>. A machine is a name of etch/target/targets.hpp; default: the one
# that is compiled for. A budget of RAM is a line in the drawing. The instructions of the layers come from
# <folder>/<machine>.json, `-` in it for `_`, where that has figures <model>/<layer>/instructions as
# bench programs write them; nlohmann-json reads them. Target `report` writes all reports.
function(etch_report target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "NETWORK;HEADER;NAME;BUDGET" "FIGURES;MACHINES")
  if(NOT arg_NETWORK OR NOT arg_HEADER)
    message(FATAL_ERROR "etch_report(${target}): NETWORK and HEADER are needed")
  endif()
  if(NOT arg_NAME)
    set(arg_NAME ${target})
  endif()
  set(budget 0)
  if(arg_BUDGET)
    set(budget ${arg_BUDGET})
  endif()
  set(counted 0)
  if(arg_FIGURES)
    set(counted 1)
    list(GET arg_FIGURES 0 figures_folder)
    list(GET arg_FIGURES 1 model)
  endif()
  if(NOT arg_MACHINES)
    set(arg_MACHINES this_target)
  endif()
  get_target_property(type ${target} TYPE)
  set(folders $<TARGET_PROPERTY:${target},INTERFACE_INCLUDE_DIRECTORIES>)
  if(NOT type STREQUAL "INTERFACE_LIBRARY")
    set(folders $<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>)
  endif()

  # what the target's models take of the compiler, they take of this one
  etch_limits_for_models(limits ${ETCH_HOST_CXX_ID})
  set(limits $<$<BOOL:$<TARGET_PROPERTY:${target},ETCH_HAS_MODELS>>:${limits}>)

  set(files)
  foreach(machine IN LISTS arg_MACHINES)
    set(stem ${arg_NAME}-${machine})
    set(name ${arg_NAME})
    set(network ${arg_NETWORK})
    set(header ${arg_HEADER})
    configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/report.cpp.in report/${stem}.cpp @ONLY)
    etch_add_host_tool(etch_report_${stem} ${CMAKE_CURRENT_BINARY_DIR}/report/${stem}.cpp FLAGS
                       ${limits} "$<$<BOOL:${folders}>:-I$<JOIN:${folders},;-I>>")
    get_target_property(tool etch_report_${stem} ETCH_TOOL)
    set(base ${CMAKE_BINARY_DIR}/report/${stem})
    file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/report)
    set(figures)
    set(depends)
    if(counted)
      string(REPLACE _ - file ${machine}.json)
      set(figures ${figures_folder}/${file})
      if(EXISTS ${figures})
        set(depends ${figures})
      endif()
      list(APPEND figures ${model})
    endif()
    add_custom_command(
      OUTPUT ${base}.txt ${base}.svg
      COMMAND ${tool} ${base}.txt ${base}.svg ${figures}
      DEPENDS ${tool} etch_report_${stem} ${depends}
      COMMENT "Report ${base}.txt"
      VERBATIM)
    list(APPEND files ${base}.txt)
    add_dependencies(etch_report_${stem} ${target})
  endforeach()

  add_custom_target(report_${arg_NAME} DEPENDS ${files})
  if(NOT TARGET report)
    add_custom_target(report)
  endif()
  add_dependencies(report report_${arg_NAME})
endfunction()
