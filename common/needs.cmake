# SPDX-License-Identifier: MIT
#
# What the helper library needs: the OpenCL loader and headers, threads, jansson; libpng where it is.

# Khronos' headers and loader, not the framework of macOS, which ends at OpenCL 1.2; Homebrew keeps
# them apart.
if(APPLE)
  set(CMAKE_FIND_FRAMEWORK LAST)
  foreach(homebrew /opt/homebrew /usr/local)
    list(APPEND CMAKE_PREFIX_PATH ${homebrew}/opt/opencl-headers ${homebrew}/opt/opencl-icd-loader)
  endforeach()
endif()
find_package(OpenCL QUIET)
if(NOT OpenCL_FOUND)
  message(FATAL_ERROR "the OpenCL loader or its headers are missing: install ocl-icd-opencl-dev and opencl-c-headers (Debian, Ubuntu), "
                      "ocl-icd-devel and opencl-headers (Fedora), ocl-icd and opencl-headers (Arch), "
                      "opencl-headers and opencl-icd-loader (Homebrew)")
endif()
find_package(Threads REQUIRED)

# find_path and find_library instead of pkg-config: they also work where only a tarball was unpacked.
find_path(JANSSON_INCLUDE_DIR jansson.h)
find_library(JANSSON_LIBRARY jansson)
if(NOT JANSSON_INCLUDE_DIR OR NOT JANSSON_LIBRARY)
  message(FATAL_ERROR "jansson is missing: install libjansson-dev (Debian, Ubuntu), "
                      "jansson-devel (Fedora), jansson (Arch, Homebrew)")
endif()
if(NOT TARGET jansson)
  add_library(jansson INTERFACE IMPORTED)
  target_include_directories(jansson INTERFACE ${JANSSON_INCLUDE_DIR})
  target_link_libraries(jansson INTERFACE ${JANSSON_LIBRARY})
endif()

find_package(PNG QUIET)
if(NOT PNG_FOUND)
  message(STATUS "No libpng: pictures are BMP and PNM only (package libpng-dev)")
endif()
