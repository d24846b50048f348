# AArch64 Android by Google's NDK. ANDROID_NDK, a CMake or environment variable, is the NDK's
# folder; ANDROID_PLATFORM and ETCH_ARCHITECTURE (-march) may be set too. See docs/android.md.
if(NOT ANDROID_NDK)
  set(ANDROID_NDK $ENV{ANDROID_NDK})
endif()
set(etch_ndk_toolchain ${ANDROID_NDK}/build/cmake/android.toolchain.cmake)
if(NOT EXISTS ${etch_ndk_toolchain})
  message(FATAL_ERROR "no NDK: set ANDROID_NDK to the folder that has build/cmake")
endif()

set(ETCH_PROCESSOR android)
set(ANDROID_ABI arm64-v8a)
if(NOT ANDROID_PLATFORM)
  set(ANDROID_PLATFORM android-24)
endif()
set(ANDROID_STL c++_static)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES ANDROID_NDK ANDROID_PLATFORM ETCH_ARCHITECTURE)
include(${etch_ndk_toolchain})

if(ETCH_ARCHITECTURE)
  string(APPEND CMAKE_C_FLAGS_INIT " -march=${ETCH_ARCHITECTURE}")
  string(APPEND CMAKE_CXX_FLAGS_INIT " -march=${ETCH_ARCHITECTURE}")
endif()
string(APPEND CMAKE_CXX_FLAGS_INIT " -ffp-contract=off")
