# SPDX-License-Identifier: MIT
#
# Toolchain file: builds for Windows on x86-64 with mingw-w64 (Debian: gcc-mingw-w64-x86-64, g++-mingw-w64-x86-64).
# tests/tools/windows.sh builds the libraries that this needs into OCL_WINDOWS_LIBRARIES, and runs the programs with Wine.

set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR AMD64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)

set(OCL_WINDOWS_LIBRARIES ${CMAKE_CURRENT_LIST_DIR}/../build-windows/libraries CACHE PATH "Libraries for Windows")
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES OCL_WINDOWS_LIBRARIES)
set(CMAKE_FIND_ROOT_PATH ${OCL_WINDOWS_LIBRARIES} /usr/x86_64-w64-mingw32)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

# The programs need no library of the compiler beside them.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static-libgcc -static-libstdc++")

find_program(OCL_WINE NAMES wine wine64)
if(OCL_WINE)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${OCL_WINE})
endif()
