# SPDX-License-Identifier: MIT
#
# ocl_bench(NAME)    makes bench_NAME from NAME.c: a sample's kernels beside what a user would pick instead
#
# The peers are OpenMP loops, compiled for this very machine, and OpenBLAS when it is found.

include(CheckCCompilerFlag)
check_c_compiler_flag(-march=native OCL_HAVE_MARCH_NATIVE)

# Debian keeps each flavour of OpenBLAS in a folder of its own.
find_path(OPENBLAS_INCLUDE_DIR cblas.h PATH_SUFFIXES openblas openblas-pthread openblas-openmp)
find_library(OPENBLAS_LIBRARY openblas PATH_SUFFIXES openblas-pthread openblas-openmp)
if(NOT OPENBLAS_INCLUDE_DIR OR NOT OPENBLAS_LIBRARY)
  message(STATUS "No OpenBLAS: bench/ compares with OpenMP alone (package libopenblas-dev)")
endif()

# For matrix products only.
find_path(CLBLAST_INCLUDE_DIR clblast_c.h)
find_library(CLBLAST_LIBRARY clblast)
find_package(CUDAToolkit QUIET)

function(ocl_bench NAME)
  if(NOT OpenMP_C_FOUND)
    return()
  endif()
  add_executable(bench_${NAME} ${NAME}.c contest.c timed.c)
  target_link_libraries(bench_${NAME} PRIVATE ocl_common OpenMP::OpenMP_C)
  target_compile_options(bench_${NAME} PRIVATE -O3)
  if(OCL_HAVE_MARCH_NATIVE)
    target_compile_options(bench_${NAME} PRIVATE -march=native)
  endif()
  if(OPENBLAS_INCLUDE_DIR AND OPENBLAS_LIBRARY)
    target_include_directories(bench_${NAME} SYSTEM PRIVATE ${OPENBLAS_INCLUDE_DIR})
    target_link_libraries(bench_${NAME} PRIVATE ${OPENBLAS_LIBRARY})
    target_compile_definitions(bench_${NAME} PRIVATE OCL_HAVE_OPENBLAS)
  endif()
endfunction()
