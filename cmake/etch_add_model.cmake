# Models of TensorFlow Lite as networks of a program.

# etch_add_model(<target> <name> <file.tflite> [NUMERICS <preset>])
#
# Gives <target> the header <name>.hpp, remade whenever the file changes, with
#   etch_models::<name>          the network, an etch::network, on the machine compiled for
#   etch_models::<name>_tflite   the bytes of the file, for the compiler alone
# <preset> is a name of etch::numerics; tflm_reference when it is left out. The compiler reads the
# file where the header is included: a file that is no model, or that needs what etch lacks, is an
# error there, which names the operator, the tensor and the byte.
function(etch_add_model target name file)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "NUMERICS" "")
  if(NOT arg_NUMERICS)
    set(arg_NUMERICS tflm_reference)
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
  add_dependencies(${target} ${rule})
  etch_allow_constants(${target} ${scope} ${file})
endfunction()

# etch_allow_constants(<target> <scope> <file>)
#
# Lets the compiler evaluate as much as packing the constants of <file> takes.
function(etch_allow_constants target scope file)
  etch_limits_for_constants(flags ${CMAKE_CXX_COMPILER_ID} ${file})
  target_compile_options(${target} ${scope} ${flags})
endfunction()

# etch_limits_for_constants(<variable> <GNU or Clang> <file>)
#
# Stores the flags for that. The defaults of g++ (iterations of a loop, operations) and clang (steps)
# suffice for files of 64 KiB. Reordering takes up to 140 operations a weight, one layer at a time;
# most is copied, in 1 operation a byte.
function(etch_limits_for_constants variable compiler file)
  set(flags)
  file(SIZE ${file} bytes)
  if(bytes GREATER_EQUAL 65536)
    math(EXPR iterations "${bytes} + 262144")
    math(EXPR operations "${bytes} * 256 + 33554432")
    if(compiler STREQUAL "GNU")
      set(flags -fconstexpr-loop-limit=${iterations} -fconstexpr-ops-limit=${operations})
    elseif(compiler MATCHES "Clang")
      set(flags -fconstexpr-steps=${operations})
    endif()
  endif()
  set(${variable} ${flags} PARENT_SCOPE)
endfunction()
