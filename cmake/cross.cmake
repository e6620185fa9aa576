# SPDX-License-Identifier: MIT
#
# Toolchain file: builds for Linux on another processor, with Debian's cross compilers.  tests/tools/cross.sh unpacks the
# libraries of that processor into OCL_CROSS_ROOT, and runs the programs there.
#
#     OCL_CROSS_TRIPLET      what the compiler's name begins with, such as s390x-linux-gnu
#     OCL_CROSS_LIBRARIES    the name of the folder of libraries, such as s390x-linux-gnu (i386-linux-gnu for i686-linux-gnu)
#     OCL_CROSS_ROOT         a folder with the files of Debian packages for that processor

foreach(variable TRIPLET LIBRARIES ROOT)
  if(NOT OCL_CROSS_${variable})
    message(FATAL_ERROR "OCL_CROSS_${variable} is not set: see tests/tools/cross.sh")
  endif()
  list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES OCL_CROSS_${variable})
endforeach()

set(CMAKE_SYSTEM_NAME Linux)
string(REGEX REPLACE "-.*" "" CMAKE_SYSTEM_PROCESSOR ${OCL_CROSS_TRIPLET})
set(CMAKE_C_COMPILER ${OCL_CROSS_TRIPLET}-gcc)
set(CMAKE_CXX_COMPILER ${OCL_CROSS_TRIPLET}-g++)

set(CMAKE_SYSROOT ${OCL_CROSS_ROOT})
set(CMAKE_LIBRARY_ARCHITECTURE ${OCL_CROSS_LIBRARIES})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
