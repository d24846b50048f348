# Included by cortex-m-common.cmake: clang with the headers, libraries and linker of the Arm GNU
# toolchain, which is asked where they lie for the core's flags.
find_program(etch_gcc arm-none-eabi-g++ REQUIRED NO_CMAKE_FIND_ROOT_PATH)
mark_as_advanced(etch_gcc)

# etch_ask_gcc(<variable> <flag>...): what g++ prints.
function(etch_ask_gcc variable)
  execute_process(COMMAND ${etch_gcc} ${ETCH_CPU_FLAGS} -mthumb ${ARGN} OUTPUT_VARIABLE answer
                  ERROR_VARIABLE answer OUTPUT_STRIP_TRAILING_WHITESPACE
                  COMMAND_ERROR_IS_FATAL ANY)
  set(${variable} ${answer} PARENT_SCOPE)
endfunction()

# Folders that g++ searches for headers, but for those of the compiler itself: clang has its own.
etch_ask_gcc(etch_answer -E -v -x c++ /dev/null)
string(REGEX MATCHALL "\n /[^ \n]+" etch_folders "${etch_answer}")
foreach(folder IN LISTS etch_folders)
  string(STRIP ${folder} folder)
  get_filename_component(folder ${folder} REALPATH)
  if(IS_DIRECTORY ${folder} AND NOT folder MATCHES "/lib/gcc/.*/include(-fixed)?$")
    list(APPEND etch_flags -isystem ${folder})
  endif()
endforeach()

etch_ask_gcc(etch_libgcc -print-libgcc-file-name)
etch_ask_gcc(etch_libc -print-file-name=libc.a)
get_filename_component(etch_libgcc ${etch_libgcc} DIRECTORY)
get_filename_component(etch_libc ${etch_libc} DIRECTORY)

set(CMAKE_C_COMPILER ${ETCH_CLANG})
set(CMAKE_CXX_COMPILER ${ETCH_CLANG})
# Enumerations as the libraries were compiled.
list(APPEND etch_flags --target=arm-none-eabi -nostdlibinc -fshort-enums)
# clang 19 writes a register's number where vcvt.f32.u32 of MVE wants the fraction bits, when it
# vectorises a loop that converts unsigned integers and divides them by a power of two. (A -O2
# behind -fno-vectorize undoes it, these it does not.)
list(APPEND etch_flags -mllvm -vectorize-loops=false -mllvm -vectorize-slp=false)
foreach(tool ld objdump nm ar ranlib)
  find_program(etch_${tool} arm-none-eabi-${tool} REQUIRED NO_CMAKE_FIND_ROOT_PATH)
  mark_as_advanced(etch_${tool})
endforeach()
set(CMAKE_OBJDUMP ${etch_objdump})
set(CMAKE_NM ${etch_nm})
set(CMAKE_AR ${etch_ar})
set(CMAKE_RANLIB ${etch_ranlib})
set(etch_link_flags --ld-path=${etch_ld} -nostdlib -L${etch_libc} -L${etch_libgcc}
     -Wl,-z,noexecstack)
set(CMAKE_CXX_STANDARD_LIBRARIES "-lstdc++ -lm -lc -lgcc")
