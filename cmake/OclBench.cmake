# SPDX-License-Identifier: MIT
#
# ocl_bench(NAME
#           [SMALL ARGUMENTS...]      a run of seconds, once without --variant and once with each of VARIANTS
#           [VARIANTS NAME...]        values of --variant, also those that are for other devices
#           [RANKS N])                it is a program of MPI, and its tests are so many ranks
#
# makes bench_NAME from NAME.c: a sample's kernels beside what a user would pick instead.  Its tests are bench.NAME and
# bench.NAME.VARIANT, with the label bench.  They run on the device that $OCL_DEVICE names, as all tests do:
#
#     OCL_DEVICE=gpu ctest --test-dir build -L bench
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
  cmake_parse_arguments(ARG "" "RANKS" "SMALL;VARIANTS" ${ARGN})
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
  if(BUILD_TESTING AND NOT OCL_SANITIZED)
    set(start "")
    if(ARG_RANKS)
      set(start ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} ${ARG_RANKS})
      set(OCL_TEST_LOCKS mpi)
    endif()
    ocl_bench_test(bench.${NAME} ${start} $<TARGET_FILE:bench_${NAME}> ${ARG_SMALL} --repeat 1)
    foreach(variant IN LISTS ARG_VARIANTS)
      ocl_bench_test(bench.${NAME}.${variant} $<TARGET_FILE:bench_${NAME}> ${ARG_SMALL} --repeat 1 --variant ${variant})
    endforeach()
  endif()
endfunction()

# OpenMP's threads and OpenBLAS's sleep when they have nothing to do: other tests run beside them.  PoCL takes half the time
# to compile what it does not optimise.
function(ocl_bench_test TEST)
  add_test(NAME ${TEST} COMMAND ${ARGN})
  ocl_test_properties(${TEST} bench 300 ${TEST} OMP_WAIT_POLICY=passive OPENBLAS_THREAD_TIMEOUT=18
                      POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable)
  set_tests_properties(${TEST} PROPERTIES FIXTURES_REQUIRED device_limits)
endfunction()
