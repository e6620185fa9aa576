# SPDX-License-Identifier: MIT
#
# Everything but what common/needs.cmake requires is optional; what is missing is named, with what goes without it.

include(${CMAKE_CURRENT_LIST_DIR}/../common/needs.cmake)

# The exact results of math_errors.
find_path(MPFR_INCLUDE_DIR mpfr.h)
find_library(MPFR_LIBRARY mpfr)
find_library(GMP_LIBRARY gmp)
if(MPFR_INCLUDE_DIR AND MPFR_LIBRARY AND GMP_LIBRARY)
  set(MPFR_FOUND TRUE)
else()
  message(STATUS "No MPFR: math_errors ends with 77 (package libmpfr-dev)")
endif()

find_package(Vulkan QUIET)
if(NOT Vulkan_FOUND)
  message(STATUS "No Vulkan: device_uuid looks at OpenCL alone, gl_memory, vulkan_buffer and vulkan_image are left out (package libvulkan-dev)")
endif()
find_program(OCL_GLSLANG NAMES glslangValidator glslang)    # compiles Vulkan's shaders
if(NOT OCL_GLSLANG)
  message(STATUS "No glslangValidator: vulkan_buffer and vulkan_image are left out (package glslang-tools)")
endif()

# Chapter 10.  The targets are OpenGL::EGL and OpenGL::OpenGL.
find_package(OpenGL QUIET COMPONENTS OpenGL EGL)
if(NOT TARGET OpenGL::EGL OR NOT TARGET OpenGL::OpenGL)
  message(STATUS "No OpenGL with EGL: chapter 10 is left out (packages libegl-dev and libopengl-dev)")
endif()

# Chapter 15.
include(CheckSymbolExists)
find_package(MPI QUIET COMPONENTS C)
if(NOT MPI_C_FOUND)
  message(STATUS "No MPI: of chapter 15 only remote_devices and lost_device are built (packages libopenmpi-dev and openmpi-bin, or libmpich-dev and mpich)")
endif()

# starpu_scale and starpu_matmul.  Debian's StarPU is built for Open MPI.
find_path(STARPU_INCLUDE_DIR starpu_mpi.h PATH_SUFFIXES starpu/1.4 starpu/1.3)
find_library(STARPU_LIBRARY NAMES starpu-1.4 starpu-1.3)
find_library(STARPU_MPI_LIBRARY NAMES starpumpi-1.4 starpumpi-1.3)
if(MPI_C_FOUND)
  set(CMAKE_REQUIRED_LIBRARIES MPI::MPI_C)
  check_symbol_exists(OPEN_MPI mpi.h OCL_OPEN_MPI)
  unset(CMAKE_REQUIRED_LIBRARIES)
endif()
if(OCL_OPEN_MPI AND STARPU_INCLUDE_DIR AND STARPU_LIBRARY AND STARPU_MPI_LIBRARY)
  add_library(starpu INTERFACE IMPORTED)
  target_include_directories(starpu INTERFACE ${STARPU_INCLUDE_DIR})
  target_link_libraries(starpu INTERFACE ${STARPU_MPI_LIBRARY} ${STARPU_LIBRARY} MPI::MPI_C)
  target_compile_definitions(starpu INTERFACE _XOPEN_SOURCE=700)    # its headers need it
else()
  message(STATUS "No StarPU with Open MPI: starpu_scale and starpu_matmul are left out (packages libstarpu-dev and libopenmpi-dev)")
endif()

find_package(glfw3 QUIET)
if(NOT TARGET glfw)
  message(STATUS "No GLFW: --window ends with 77 (package libglfw3-dev)")
endif()

find_package(OpenMP QUIET COMPONENTS C)
if(NOT OpenMP_C_FOUND)
  message(STATUS "No OpenMP: bench/ is left out")
endif()

# A preset may name a C++ compiler that is not there.
if(CMAKE_CXX_COMPILER)
  find_program(OCL_CXX ${CMAKE_CXX_COMPILER})
  if(NOT OCL_CXX)
    set(CMAKE_CXX_COMPILER NOTFOUND CACHE FILEPATH "No C++ compiler" FORCE)
  endif()
endif()
include(CheckLanguage)
check_language(CXX)
if(CMAKE_CXX_COMPILER)
  enable_language(CXX)
  find_path(OPENCL_HPP_INCLUDE_DIR CL/opencl.hpp)
endif()

find_path(OPENCL_LAYER_INCLUDE_DIR CL/cl_layer.h HINTS ${OpenCL_INCLUDE_DIRS})
if(NOT OPENCL_LAYER_INCLUDE_DIR)
  message(STATUS "OpenCL headers without CL/cl_layer.h: no layer for the sample layer, no tests with failing calls")
endif()

if(BUILD_TESTING)
  find_package(Python3 QUIET COMPONENTS Interpreter)
  if(Python3_FOUND)    # what was found may be a script that looks for the interpreter: in each test again
    execute_process(COMMAND ${Python3_EXECUTABLE} -c "import sys; print(sys.executable)"
                    OUTPUT_VARIABLE Python3_EXECUTABLE OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  endif()
  find_program(OCLGRIND oclgrind)
  find_program(CLINFO clinfo)
  find_path(CMOCKA_INCLUDE_DIR cmocka.h)
  find_library(CMOCKA_LIBRARY cmocka)
  if(NOT Python3_FOUND)
    message(STATUS "No Python 3: the tests of the samples are left out (package python3)")
  endif()
  if(NOT OCLGRIND)
    message(STATUS "No oclgrind: no race and memory checks (package oclgrind)")
  endif()
  if(NOT CMOCKA_INCLUDE_DIR OR NOT CMOCKA_LIBRARY)
    message(STATUS "No cmocka: no unit tests (package libcmocka-dev)")
  endif()
endif()
