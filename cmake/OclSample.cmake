# SPDX-License-Identifier: MIT
#
# ocl_sample(NAME
#            [PLAIN]                 uses nothing of common/ and takes no options: no tests of these
#            [LIBRARIES TARGET...]   parts of another chapter or sample that it uses, too
#            [SMALL ARGUMENTS...]    a run of well under a second, also under a simulator
#            [SIZES SIZE...]         values of --size worth a test each
#            [VARIANTS NAME...])     values of --variant, each forced in a test
#
# makes the executable NAME from NAME.c (or NAME.cpp) and its parts, installs it, puts it into the tour and adds its tests:
#
#     NAME                as it is                       NAME.json      the JSON is what it should be
#     NAME.size.SIZE      with that --size               NAME.options   bad options are refused
#     NAME.variant.NAME   with that --variant            NAME.spoil     every mismatch is reported
#     NAME.fault          failing OpenCL calls are noticed
#     NAME.oclgrind       no race, nothing uninitialised, no access outside a buffer
#     NAME.mutations      broken kernels are caught (tests/mutations/NAME.txt)
#
# The parts of a sample are the files of the folder NAME/ beside NAME.c: the library NAME_parts.  What samples of a
# chapter share lies in its folder shared/: the library CHAPTER_shared.  Both are found without being listed, and are
# included by their folder: "NAME/table.h", "shared/table.h".

set_property(GLOBAL PROPERTY OCL_SAMPLES "")
set(TEST_DRIVER ${CMAKE_CURRENT_SOURCE_DIR}/tests/sample.py)

# Tests have a cache of their own, and each has one for PoCL: where two programs build the same source at once,
# PoCL 3.1 may read what the other has not written yet.  Sanitizers: drivers leak, and LeakSanitizer is told whose
# leaks to ignore; ThreadSanitizer, whose locks.  AddressSanitizer does not follow what libraries keep for each thread:
# where a driver closes a library that it has just built and loaded, LeakSanitizer would look for it there and crash.
option(OCL_SANITIZED "The build has a sanitizer: leave out what cannot run under one" OFF)
set(OCL_TEST_ENVIRONMENT
    "OCL_SAMPLES_CACHE=${CMAKE_BINARY_DIR}/test-cache"
    "ASAN_OPTIONS=intercept_tls_get_addr=0"
    "LSAN_OPTIONS=suppressions='${CMAKE_CURRENT_SOURCE_DIR}/tests/lsan.supp':print_suppressions=0"
    "TSAN_OPTIONS=suppressions='${CMAKE_CURRENT_SOURCE_DIR}/tests/tsan.supp'"
    "UBSAN_OPTIONS=print_stacktrace=1")

# What every test with OpenCL in it has; further arguments are variables of its environment.
function(ocl_test_properties TEST LABEL TIMEOUT)
  set_tests_properties(${TEST} PROPERTIES SKIP_RETURN_CODE 77 LABELS ${LABEL} TIMEOUT ${TIMEOUT} ENVIRONMENT
                       "${OCL_TEST_ENVIRONMENT};POCL_CACHE_DIR=${CMAKE_BINARY_DIR}/pocl-cache/${TEST};${ARGN}")
endfunction()

# The library TARGET of what lies in FOLDER, if anything does; further arguments are libraries that it needs.
function(ocl_parts TARGET FOLDER)
  file(GLOB sources CONFIGURE_DEPENDS ${FOLDER}/*.c)
  if(sources AND NOT TARGET ${TARGET})
    add_library(${TARGET} STATIC ${sources})
    target_include_directories(${TARGET} PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
    target_link_libraries(${TARGET} PUBLIC ocl_common ${ARGN})
  endif()
endfunction()

function(ocl_sample NAME)
  cmake_parse_arguments(ARG "PLAIN" "" "LIBRARIES;SMALL;SIZES;VARIANTS" ${ARGN})
  get_filename_component(chapter ${CMAKE_CURRENT_SOURCE_DIR} NAME)
  set(libraries ${ARG_LIBRARIES})
  ocl_parts(${chapter}_shared shared)
  if(TARGET ${chapter}_shared)
    list(APPEND libraries ${chapter}_shared)
  endif()
  ocl_parts(${NAME}_parts ${NAME} ${libraries})
  if(TARGET ${NAME}_parts)
    list(PREPEND libraries ${NAME}_parts)
  endif()
  set(source ${NAME}.c)
  if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${NAME}.cpp)
    set(source ${NAME}.cpp)
  endif()
  add_executable(${NAME} ${source})
  if(ARG_PLAIN)
    target_link_libraries(${NAME} PRIVATE OpenCL::OpenCL)
  else()
    target_link_libraries(${NAME} PRIVATE ${libraries} ocl_common)
  endif()
  install(TARGETS ${NAME})
  set_property(GLOBAL APPEND PROPERTY OCL_SAMPLES "${chapter} ${NAME}")

  if(NOT BUILD_TESTING OR NOT Python3_FOUND)
    return()
  endif()
  ocl_sample_test(${NAME} ${NAME})
  foreach(size IN LISTS ARG_SIZES)
    ocl_sample_test(${NAME}.size.${size} ${NAME} --size ${size})
  endforeach()
  foreach(variant IN LISTS ARG_VARIANTS)
    ocl_sample_test(${NAME}.variant.${variant} ${NAME} --variant ${variant} ${ARG_SMALL})
  endforeach()
  if(NOT ARG_PLAIN)
    foreach(check json options spoil)
      ocl_driver_test(${NAME}.${check} ${check} ${NAME} ${ARG_SMALL})
    endforeach()
  endif()
  if(TARGET fault_layer AND NOT ARG_PLAIN)
    ocl_driver_test(${NAME}.fault fault ${NAME} ${ARG_SMALL})
    set_property(TEST ${NAME}.fault APPEND PROPERTY ENVIRONMENT
                 "OCL_TEST_FAULT_LAYER=$<TARGET_FILE:fault_layer>")
  endif()
  if(OCLGRIND AND NOT OCL_SANITIZED)
    ocl_driver_test(${NAME}.oclgrind oclgrind ${NAME} ${ARG_SMALL})
  endif()
  if(EXISTS ${PROJECT_SOURCE_DIR}/tests/mutations/${NAME}.txt AND NOT OCL_SANITIZED)
    ocl_driver_test(${NAME}.mutations mutations ${NAME} ${ARG_SMALL})
  endif()
endfunction()

# A plain run: right is exit status 0, and 77 says that the device lacks something.
function(ocl_sample_test TEST SAMPLE)
  add_test(NAME ${TEST} COMMAND ${SAMPLE} ${ARGN})
  ocl_test_properties(${TEST} sample 300)
endfunction()

# A check that tests/sample.py makes of a sample's behaviour.
function(ocl_driver_test TEST CHECK SAMPLE)
  add_test(NAME ${TEST}
           COMMAND ${Python3_EXECUTABLE} ${TEST_DRIVER} ${CHECK} $<TARGET_FILE:${SAMPLE}> ${ARGN})
  ocl_test_properties(${TEST} ${CHECK} 900)
endfunction()

# The list of samples, chapter by chapter, for demo.sh.
function(ocl_write_sample_list)
  get_property(samples GLOBAL PROPERTY OCL_SAMPLES)
  list(JOIN samples "\n" lines)
  file(WRITE ${CMAKE_BINARY_DIR}/samples.txt "${lines}\n")
endfunction()
