# Models of TensorFlow Lite and ONNX as networks of a program.

# etch_add_model(<target> <name> <file.tflite or file.onnx> [NUMERICS <preset>])
#
# Gives <target> the header <name>.hpp, remade whenever the file changes, with
#   etch_models::<name>          the network, an etch::network, on the machine compiled for
#   etch_models::<name>_tflite   the bytes of the file, for the compiler alone; <name>_onnx
# <preset> is a name of etch::numerics; when it is left out, tflm_reference of .tflite files and
# onnxruntime of .onnx files. The compiler reads the
# file where the header is included: a file that is no model, or that needs what etch lacks, is an
# error there, which names the operator, the tensor and the byte.
function(etch_add_model target name file)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "NUMERICS" "")
  if(NOT arg_NUMERICS)
    etch_default_numerics(arg_NUMERICS ${file})
  endif()
  get_filename_component(file ${file} ABSOLUTE)
  if(NOT EXISTS ${file})
    message(FATAL_ERROR "etch_add_model(${target} ${name}): there is no file ${file}")
  endif()
  if(NOT TARGET etch_model_tool)
    etch_add_host_tool(etch_model_tool ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/tools/model.cpp)
  endif()
  get_target_property(tool etch_model_tool ETCH_TOOL)

  set(folder ${CMAKE_BINARY_DIR}/etch_models)
  set(header ${folder}/${name}.hpp)
  set(rule etch_model_${name})
  if(NOT TARGET ${rule})
    file(MAKE_DIRECTORY ${folder})
    add_custom_command(
      OUTPUT ${header}
      COMMAND ${tool} ${file} ${name} ${arg_NUMERICS} ${header}
      DEPENDS ${file} ${tool} etch_model_tool
      COMMENT "Model ${name}"
      VERBATIM)
    add_custom_target(${rule} DEPENDS ${header})
  endif()

  set(scope PRIVATE)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "INTERFACE_LIBRARY")
    set(scope INTERFACE)
  endif()
  target_include_directories(${target} ${scope} ${folder})
  etch_limits_for_models(limits ${CMAKE_CXX_COMPILER_ID} ${file})
  target_compile_options(${target} ${scope} ${limits})
  set_target_properties(${target} PROPERTIES ETCH_HAS_MODELS ON)
  add_dependencies(${target} ${rule} etch_model_limits)
endfunction()

# etch_default_numerics(<variable> <file>)
#
# Stores the arithmetic of a model whose user names none.
function(etch_default_numerics variable file)
  set(numerics tflm_reference)
  if(file MATCHES "\\.onnx$")
    set(numerics onnxruntime)
  endif()
  set(${variable} ${numerics} PARENT_SCOPE)
endfunction()

# etch_limits_for_models(<variable> <GNU or Clang> [<file>...])
#
# Stores the flag that lets this compiler evaluate as much as the models of the project take: a file
# of flags, which the build makes of all of them, these files too. What needs it depends on the
# target etch_model_limits.
function(etch_limits_for_models variable compiler)
  set(stem ${CMAKE_BINARY_DIR}/etch_models/limits)
  if(NOT TARGET etch_model_limits)
    get_target_property(folders etch::etch INTERFACE_INCLUDE_DIRECTORIES)
    set(includes)
    foreach(include IN LISTS folders)
      list(APPEND includes "$<$<BOOL:${include}>:-I${include}>")
    endforeach()
    etch_add_host_tool(etch_limits_tool ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/tools/limits.cpp FLAGS
                       ${includes})
    get_target_property(tool etch_limits_tool ETCH_TOOL)
    set(files $<TARGET_PROPERTY:etch_model_limits,ETCH_FILES>)
    add_custom_command(
      OUTPUT ${stem}.GNU ${stem}.Clang
      COMMAND ${tool} ${stem} ${files}
      DEPENDS ${tool} etch_limits_tool ${files}
      COMMENT "Limits of the compiler for models"
      COMMAND_EXPAND_LISTS VERBATIM)
    add_custom_target(etch_model_limits DEPENDS ${stem}.GNU ${stem}.Clang)
  endif()
  set_property(TARGET etch_model_limits APPEND PROPERTY ETCH_FILES ${ARGN})
  if(compiler MATCHES "Clang")
    set(compiler Clang)
  endif()
  set(${variable} @${stem}.${compiler} PARENT_SCOPE)
endfunction()

# etch_limits_for_written_networks(<target>)
#
# Lets the compiler read the constants of networks that ./dev quantise and ./dev search write,
# however many they are.
function(etch_limits_for_written_networks target)
  target_compile_options(${target} PRIVATE
    $<$<CXX_COMPILER_ID:GNU>:-fconstexpr-ops-limit=1152921504606846976>
    $<$<CXX_COMPILER_ID:GNU>:-fconstexpr-loop-limit=2000000000>
    $<$<CXX_COMPILER_ID:Clang>:-fconstexpr-steps=4000000000>)
endfunction()
