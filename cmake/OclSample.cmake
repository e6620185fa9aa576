# SPDX-License-Identifier: MIT
#
# ocl_sample(NAME
#            [SMALL ARGUMENTS...]      a run of well under a second, also under a simulator; with --variant all where a run
#                                      without --variant leaves out what is for other devices: then SIZES have it, too
#            [SIZES SIZE...]           values of --size worth a test each
#            [VARIANTS NAME...]        values of --variant, each forced in a test
#            [TOUR "ARGUMENTS"...]     runs of demo.sh, one per string, with @GALLERY@ for the folder of pictures;
#                                      without TOUR there is one run without arguments
#            [ALONE]                   demo.sh --all runs nothing beside it: its picture is a measurement
#            [LIBRARIES TARGET...]     parts of another sample or chapter that it uses
#            [PLAIN]                   uses nothing of common/ and takes no options: no tests of these
#            [NO_OPENCL]               calls no OpenCL: no tests of failing calls, of kernels, of a missing driver
#            [NO_TOUR])                it is not in the tour, and is not installed
#
# makes the executable NAME from NAME.c (or NAME.cpp) and its parts, installs it, puts it into the tour and adds its
# tests:
#
#     NAME                  as it is                       NAME.options   bad options of its own are refused
#     NAME.size.SIZE        with that --size               NAME.spoil     every mismatch is reported, in table and JSON
#     NAME.variant.NAME     with that --variant
#     NAME.fault            failing OpenCL calls are noticed
#     NAME.oclgrind         no race, nothing uninitialised, no access outside a buffer
#     NAME.guard            no kernel writes past the end of a buffer of the driver's
#     NAME.no_kernels             poison, zeros and copied inputs are wrong answers
#     NAME.broken_kernels   each broken kernel of its file is caught
#     NAME.stress           races show when many threads run the kernel many times
#     NAME.RUN              for each run of its file
#     NAME.refusals         the program tests/proof/NAME_refusals.c, if there is one: calls that must be refused
#     NAME.refusals.accepted   a driver that accepts one of them is noticed
#
# Its file is tests/samples/NAME.txt; tests/README.md explains it.
#
# spoil, fault, guard, no_kernels and broken_kernels try a choice; all with OCL_TEST_CAMPAIGN=1 in the environment
# (./test.sh --campaign).  The label third_0, third_1 or third_2 of a test says when ./test.sh --all runs it.
#
# Parts: the files of the folder NAME/ beside NAME.c are the library NAME_parts.  The files of the chapter's folder
# shared/ are the library CHAPTER_shared.  What only proves that the answers are right, a model or the layout of a
# comparison, is in tests/proof/NAME/: the library NAME_proof; what several samples of a chapter need of this is in
# tests/proof/CHAPTER/.  All are found without being listed.  Lessons include them with their folder: "NAME/table.h",
# "shared/table.h", "proof/NAME/model.h".
#
# Solutions of exercises are in the chapter's folder solutions/.  Kernel files are run by their samples, with --kernel.
# Programs are built into solutions/ beside bin/, and those that readers begin with (cmake/OclExercises.cmake) into
# skeletons/.  `cmake --build build --target exercise_NAME` makes build/exercises/NAME of the reader's build/exercises/NAME.c.
#
include(${CMAKE_CURRENT_SOURCE_DIR}/common/glob.cmake)

# What demo.sh needs: programs without tests and benchmarks.  Those of a chapter are samples_CHAPTER, those of its short
# tour tour_CHAPTER.
add_custom_target(samples)
set_property(GLOBAL PROPERTY OCL_TOUR "")
set_property(GLOBAL PROPERTY OCL_SMALL "")
set_property(GLOBAL PROPERTY OCL_PROOFS "")
set(TEST_DRIVER ${CMAKE_CURRENT_SOURCE_DIR}/tests/tools/sample.py)

# Tests have a cache of their own.  Sanitizers: drivers leak, and LeakSanitizer is told whose leaks to ignore;
# ThreadSanitizer, whose locks.  AddressSanitizer does not follow what libraries keep for each thread: where a driver
# closes a library that it has just built and loaded, LeakSanitizer would look for it there and crash.
option(OCL_SANITIZED "The build has a sanitizer: leave out what cannot run under one" OFF)
# Two builds may have the same caches, so that the second one compiles no kernel again.  Their tests must not run at
# the same time.
set(OCL_TEST_CACHES ${CMAKE_BINARY_DIR} CACHE PATH "Folder of the tests' caches: test-cache and pocl-cache")
# No driver compiles a program a second time for a binary.  NAME.fault and the tests of the cache do keep binaries.
# Open MPI lets root run programs, runs more ranks than there are cores, and does not look for OpenCL devices itself: a call
# that fails on purpose shall be one of the sample's.  Its last two variables make MPI_Init four times as fast: it starts
# no helper for a program without mpiexec, and looks for no fast network.
set(OCL_TEST_ENVIRONMENT
    "OMPI_ALLOW_RUN_AS_ROOT=1"
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"
    "OMPI_MCA_rmaps_base_oversubscribe=1"
    "HWLOC_COMPONENTS=-opencl"
    "OMPI_MCA_ess_singleton_isolated=1"
    "OMPI_MCA_pml=ob1"
    "OCL_SAMPLES_CACHE=${OCL_TEST_CACHES}/test-cache"
    "ASAN_OPTIONS=intercept_tls_get_addr=0"
    "LSAN_OPTIONS=suppressions='${CMAKE_CURRENT_SOURCE_DIR}/tests/lsan.supp':print_suppressions=0"
    "TSAN_OPTIONS=suppressions='${CMAKE_CURRENT_SOURCE_DIR}/tests/tsan.supp'"
    "UBSAN_OPTIONS=print_stacktrace=1"
    "OCL_TEST_EMULATOR=${CMAKE_CROSSCOMPILING_EMULATOR}")

# What every test with OpenCL in it has; further arguments are variables of its environment.  PoCL keeps what it
# compiles in a folder of that name: tests that share one compile each kernel once, and never run at the same time
# (PoCL 3.1 may read what another program has not written yet).  OCL_TEST_LOCKS names what else only one test at a time may
# have.

# ./test.sh --all runs one third of these, another for each commit: they find out whether mistakes are noticed.
# With sanitizers the sizes of a sample come in thirds, too: they run the same host code.
# The name of a test says its third.  CTest's own choice (-I) goes by numbers: a new test would move all tests behind it to another
# third, and three commits in a row would no longer run all.
set(OCL_IN_THIRDS options spoil fault guard no_kernels oclgrind broken_kernels races run slow commands)

function(ocl_test_properties TEST LABEL TIMEOUT POCL_CACHE)
  set(cache ${OCL_TEST_CACHES}/pocl-cache/${POCL_CACHE})
  set(locks ${cache} ${OCL_TEST_LOCKS})
  set(labels ${LABEL})
  if(LABEL IN_LIST OCL_IN_THIRDS OR (OCL_SANITIZED AND "${TEST}" MATCHES "[.]size[.]"))
    string(MD5 hash ${TEST})
    string(SUBSTRING ${hash} 0 6 digits)
    math(EXPR third "0x${digits} % 3")
    list(APPEND labels third_${third})
  endif()
  set_tests_properties(${TEST} PROPERTIES SKIP_RETURN_CODE 77 LABELS "${labels}" TIMEOUT ${TIMEOUT}
                       RESOURCE_LOCK "${locks}"
                       ENVIRONMENT "${OCL_TEST_ENVIRONMENT};POCL_CACHE_DIR=${cache};${ARGN}")
endfunction()

# The library TARGET of what lies in FOLDER, if anything does; further arguments are libraries that it needs.
function(ocl_parts TARGET FOLDER)
  ocl_glob(sources ${FOLDER}/*.c ${FOLDER}/*/*.c)
  if(sources AND NOT TARGET ${TARGET})
    add_library(${TARGET} STATIC ${sources})
    target_include_directories(${TARGET} PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
    target_link_libraries(${TARGET} PUBLIC ocl_common ${ARGN})
  endif()
endfunction()

# The library of what lies in tests/proof/FOLDER; further arguments are libraries that it needs.
function(ocl_proof_parts FOLDER)
  ocl_parts(${FOLDER}_proof ../tests/proof/${FOLDER} ${ARGN})
  if(TARGET ${FOLDER}_proof)
    target_include_directories(${FOLDER}_proof PUBLIC ${PROJECT_SOURCE_DIR}/tests)
  endif()
endfunction()

# A program of an exercise.  It may use what the chapter's samples share.
function(ocl_solution TARGET FOLDER SOURCE)
  get_filename_component(name ${SOURCE} NAME_WE)
  add_executable(${TARGET} ${SOURCE})
  set_target_properties(${TARGET} PROPERTIES OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/${FOLDER})
  if(name MATCHES "^vulkan_")
    target_link_libraries(${TARGET} PRIVATE vulkan_parts)
  endif()
  if(SOURCE MATCHES "[.]cpp$")    # of PLAIN samples: files that need no helper
    set_target_properties(${TARGET} PROPERTIES CXX_STANDARD 17 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF)
    target_include_directories(${TARGET} SYSTEM PRIVATE ${OPENCL_HPP_INCLUDE_DIR})
    target_link_libraries(${TARGET} PRIVATE OpenCL::OpenCL)
  else()
    target_link_libraries(${TARGET} PRIVATE $<TARGET_NAME_IF_EXISTS:${chapter}_shared> ocl_common)
  endif()
endfunction()

# The programs of the chapter's folder solutions/.  A package is without them.
function(ocl_solutions)
  ocl_glob(sources solutions/*.c)
  if(CMAKE_CXX_COMPILER AND OPENCL_HPP_INCLUDE_DIR)
    ocl_glob(cpp_sources solutions/*.cpp)
    list(APPEND sources ${cpp_sources})
  endif()
  foreach(source IN LISTS sources)
    get_filename_component(name ${source} NAME_WE)
    if(name MATCHES "^vulkan_" AND NOT TARGET vulkan_parts)
      continue()    # Vulkan's headers are missing
    endif()
    if(TARGET ${name})
      continue()
    endif()
    get_filename_component(file ${source} NAME)
    ocl_solution(${name} solutions ${source})
    set(tested ${name})
    if(EXISTS ${CMAKE_BINARY_DIR}/skeletons/${file})
      ocl_solution(${name}_skeleton skeletons ${CMAKE_BINARY_DIR}/skeletons/${file})
      list(APPEND tested ${name}_skeleton)
      ocl_solution(exercise_${name} exercises ${CMAKE_BINARY_DIR}/exercises/${file})
      set_target_properties(exercise_${name} PROPERTIES EXCLUDE_FROM_ALL ON)
    endif()
    if(NOT BUILD_TESTING)
      set_target_properties(${tested} PROPERTIES EXCLUDE_FROM_ALL ON)
    endif()
  endforeach()
endfunction()

# The calls around NAME that must be refused.  Nobody who reads the lesson meets them.  Further arguments are the libraries of
# the lesson.
function(ocl_refusals NAME)
  set(program ${NAME}_refusals)
  set(source ${PROJECT_SOURCE_DIR}/tests/proof/${program}.c)
  if(NOT BUILD_TESTING OR NOT EXISTS ${source})
    return()
  endif()
  add_executable(${program} ${source})
  set_target_properties(${program} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/proof)    # beside share/
  target_link_libraries(${program} PRIVATE ${ARGN} ocl_common)
  set_property(GLOBAL APPEND PROPERTY OCL_PROOFS "${program}")
  if(Python3_FOUND)
    add_test(NAME ${NAME}.refusals COMMAND ${program})
    ocl_test_properties(${NAME}.refusals sample 300 ${NAME})
    if(OCLGRIND AND NOT OCL_SANITIZED)
      ocl_driver_test(${NAME}.refusals.oclgrind oclgrind oclgrind ${program} ${NAME}.oclgrind)
    endif()
    if(TARGET fault_layer)
      ocl_driver_test(${NAME}.refusals.accepted fault refusals ${program} ${NAME})
      set_property(TEST ${NAME}.refusals.accepted APPEND PROPERTY ENVIRONMENT
                   "OCL_TEST_FAULT_LAYER=$<TARGET_FILE:fault_layer>")
    endif()
  endif()
endfunction()

# Whether demo.sh runs it without --all: a first program, a page with one star, or a picture; not what is after another sample,
# and no measurement.  The page says so: the line of stars, and the heading that only first programs have.
function(ocl_is_in_short_tour NAME ALONE RUNS RESULT)
  set(${RESULT} OFF PARENT_SCOPE)
  set(lines "")
  if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${NAME}.md)
    file(STRINGS ${NAME}.md lines REGEX "^(★|## Change it)" ENCODING UTF-8)
  endif()
  if("${lines};${RUNS}" MATCHES "## Change it|^★( |;)|@GALLERY@" AND NOT "${lines}" MATCHES "^(★)+ · after" AND NOT ALONE)
    set(${RESULT} ON PARENT_SCOPE)
  endif()
endfunction()

function(ocl_sample NAME)
  cmake_parse_arguments(ARG "ALONE;NO_OPENCL;NO_TOUR;PLAIN" "" "LIBRARIES;SMALL;SIZES;VARIANTS;TOUR" ${ARGN})
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "ocl_sample(${NAME}) does not know ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  get_filename_component(chapter ${CMAKE_CURRENT_SOURCE_DIR} NAME)
  set(libraries ${ARG_LIBRARIES})
  ocl_parts(${chapter}_shared shared)
  if(TARGET ${chapter}_shared)
    list(APPEND libraries ${chapter}_shared)
  endif()
  ocl_proof_parts(${chapter} ${libraries})
  if(TARGET ${chapter}_proof)
    list(PREPEND libraries ${chapter}_proof)
  endif()
  ocl_proof_parts(${NAME} ${libraries})
  if(TARGET ${NAME}_proof)
    list(PREPEND libraries ${NAME}_proof)
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

  ocl_solutions()
  ocl_refusals(${NAME} ${libraries})

  if(TARGET ${NAME}_modules)    # of cmake/OclSpirv.cmake
    add_dependencies(${NAME} ${NAME}_modules)
  endif()
  if(NOT ARG_NO_TOUR)
    install(TARGETS ${NAME})
    ocl_is_in_short_tour(${NAME} ${ARG_ALONE} "${ARG_TOUR}" short)
    foreach(tour samples samples_${chapter} tour_${chapter})
      if(NOT TARGET ${tour})
        add_custom_target(${tour})
      endif()
      if(short OR tour MATCHES "^samples")
        add_dependencies(${tour} ${NAME})
      endif()
    endforeach()
    if(short)
      set_property(GLOBAL APPEND PROPERTY OCL_SHORT_TOUR ${NAME})
    endif()
    if(ARG_ALONE)
      set_property(GLOBAL APPEND PROPERTY OCL_ALONE ${NAME})
    endif()
    if(NOT ARG_TOUR)
      set(ARG_TOUR " ")
    endif()
    foreach(arguments IN LISTS ARG_TOUR)
      string(STRIP "${chapter} ${NAME} ${arguments}" run)
      set_property(GLOBAL APPEND PROPERTY OCL_TOUR "${run}")
    endforeach()
  endif()
  list(JOIN ARG_SMALL " " small)
  list(JOIN ARG_SIZES " " sizes)
  set_property(GLOBAL APPEND PROPERTY OCL_SMALL "${chapter}:${NAME}:${small}:${sizes}")
  if(BUILD_TESTING AND Python3_FOUND AND ARG_PLAIN)
    ocl_sample_test(${NAME} ${NAME})
    if(OCLGRIND AND NOT OCL_SANITIZED)
      ocl_driver_test(${NAME}.oclgrind oclgrind oclgrind ${NAME} ${NAME}.oclgrind)
    endif()
    if(COMMAND ocl_runs_of_${NAME})
      cmake_language(CALL ocl_runs_of_${NAME})
    endif()
  elseif(BUILD_TESTING AND Python3_FOUND)
    ocl_add_sample_tests(${NAME} "${ARG_SMALL}" "${ARG_SIZES}" "${ARG_VARIANTS}")
    if(ARG_NO_OPENCL)
      set_property(TEST ${NAME}.options APPEND PROPERTY ENVIRONMENT "OCL_TEST_NO_OPENCL=1")
    else()
      ocl_add_device_tests(${NAME} "${ARG_SMALL}" "${ARG_SIZES}")
    endif()
    if(COMMAND ocl_runs_of_${NAME})
      cmake_language(CALL ocl_runs_of_${NAME})
    endif()
  endif()
endfunction()

function(ocl_add_sample_tests NAME SMALL SIZES VARIANTS)
  ocl_sample_test(${NAME} ${NAME})
  set(all "")
  if("${SMALL}" MATCHES "--variant;all")    # without --variant it runs only what is for the device
    set(all --variant all)
  endif()
  foreach(size IN LISTS SIZES)
    ocl_sample_test(${NAME}.size.${size} ${NAME} --size ${size} ${all})
  endforeach()
  foreach(variant IN LISTS VARIANTS)
    ocl_sample_test(${NAME}.variant.${variant} ${NAME} ${SMALL} --variant ${variant})
  endforeach()
  set_property(GLOBAL APPEND PROPERTY OCL_WITH_OPTIONS ${NAME})
  foreach(check options spoil)
    ocl_driver_test(${NAME}.${check} ${check} ${check} ${NAME} ${NAME} ${SMALL})
  endforeach()
endfunction()

# Those that need an OpenCL device.
function(ocl_add_device_tests NAME SMALL SIZES)
  list(JOIN SIZES " " sizes)
  if(TARGET fault_layer)
    ocl_driver_test(${NAME}.fault fault fault ${NAME} ${NAME} ${SMALL})
    set_property(TEST ${NAME}.fault APPEND PROPERTY ENVIRONMENT
                 "OCL_TEST_FAULT_LAYER=$<TARGET_FILE:fault_layer>"
                 "OCL_TEST_FAULT_MEMORY=$<TARGET_FILE:fault_memory>")
  endif()
  if(TARGET guard_layer)
    ocl_driver_test(${NAME}.guard guard guard ${NAME} ${NAME} ${SMALL})
    set_property(TEST ${NAME}.guard APPEND PROPERTY ENVIRONMENT
                 "OCL_TEST_GUARD_LAYER=$<TARGET_FILE:guard_layer>" "OCL_TEST_SIZES=${sizes}")
  endif()
  if(TARGET no_kernels_layer)
    ocl_driver_test(${NAME}.no_kernels no_kernels no_kernels ${NAME} ${NAME}.no_kernels ${SMALL})
    set_property(TEST ${NAME}.no_kernels APPEND PROPERTY ENVIRONMENT
                 "OCL_TEST_NO_KERNELS_LAYER=$<TARGET_FILE:no_kernels_layer>" "OCL_TEST_SIZES=${sizes}")
  endif()
  if(OCLGRIND AND NOT OCL_SANITIZED)
    ocl_driver_test(${NAME}.oclgrind oclgrind oclgrind ${NAME} ${NAME}.oclgrind ${SMALL})
  endif()
  if(NAME IN_LIST OCL_WITH_BROKEN_KERNELS AND NOT OCL_SANITIZED)
    ocl_driver_test(${NAME}.broken_kernels broken_kernels broken_kernels ${NAME} ${NAME} ${SMALL})
    if(TARGET guard_layer)
      set_property(TEST ${NAME}.broken_kernels APPEND PROPERTY ENVIRONMENT
                   "OCL_TEST_GUARD_LAYER=$<TARGET_FILE:guard_layer>")
    endif()
  endif()
  if(NAME IN_LIST OCL_WITH_RACES AND NOT OCL_SANITIZED)
    ocl_driver_test(${NAME}.stress races stress ${NAME} ${NAME}.stress ${SMALL})
  endif()
endfunction()

# A plain run: right is exit status 0, and 77 says that the device lacks something.
function(ocl_sample_test TEST SAMPLE)
  add_test(NAME ${TEST} COMMAND ${SAMPLE} ${ARGN})
  ocl_test_properties(${TEST} sample 300 ${SAMPLE})
  set_tests_properties(${TEST} PROPERTIES FIXTURES_REQUIRED device_limits
                                          FAIL_REGULAR_EXPRESSION "\nFAIL\n")    # the table says the same as the exit status
endfunction()

# A check that tests/tools/sample.py makes of a sample's behaviour.
function(ocl_driver_test TEST LABEL CHECK SAMPLE POCL_CACHE)
  add_test(NAME ${TEST}
           COMMAND ${Python3_EXECUTABLE} ${TEST_DRIVER} ${CHECK} $<TARGET_FILE:${SAMPLE}> ${ARGN})
  ocl_test_properties(${TEST} ${LABEL} 1800 ${POCL_CACHE})
  set_tests_properties(${TEST} PROPERTIES FIXTURES_REQUIRED device_limits)
endfunction()

# A script of tests/tools/, for what is neither a check nor a run of one sample.  VARIABLE=VALUE is for its environment.
function(ocl_script_test TEST SCRIPT)
  if(BUILD_TESTING AND Python3_FOUND)
    set(environment ${ARGN})
    list(FILTER environment INCLUDE REGEX "^[A-Z_]+=")
    list(FILTER ARGN EXCLUDE REGEX "^[A-Z_]+=")
    add_test(NAME ${TEST} COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tests/tools/${SCRIPT} ${ARGN})
    ocl_test_properties(${TEST} sample 300 ${TEST} "${environment}")
  endif()
endfunction()

# What the files of tests/samples ask for: tests/tools/sample_file.py reads them, and writes lists of samples and, for each
# sample with runs, a function that calls ocl_run for each run.
if(BUILD_TESTING AND Python3_FOUND)
  ocl_glob(OCL_SAMPLE_FILES tests/samples/*.txt)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${OCL_SAMPLE_FILES}
                                                                 ${CMAKE_CURRENT_SOURCE_DIR}/tests/tools/sample_file.py)
  execute_process(COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/tests/tools/sample_file.py
                          write ${CMAKE_BINARY_DIR}/runs.cmake
                  RESULT_VARIABLE status ERROR_VARIABLE complaint)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${complaint}")
  endif()
  include(${CMAKE_BINARY_DIR}/runs.cmake)
endif()

# One run.  VARIABLES are for its environment; further arguments are layers that it needs.
function(ocl_run NAME RUN LABEL POCL_CACHE VARIABLES)
  if(LABEL MATCHES "^(races|oclgrind)$" AND (NOT OCLGRIND OR OCL_SANITIZED))
    return()
  endif()
  foreach(layer IN LISTS ARGN)
    if(NOT TARGET ${layer})
      return()
    endif()
  endforeach()
  ocl_driver_test(${NAME}.${RUN} ${LABEL} run ${NAME} ${POCL_CACHE} ${RUN})
  set_property(TEST ${NAME}.${RUN} APPEND PROPERTY ENVIRONMENT ${VARIABLES})
  foreach(layer IN LISTS ARGN)
    string(TOUPPER ${layer} upper)
    set_property(TEST ${NAME}.${RUN} APPEND PROPERTY ENVIRONMENT "OCL_TEST_${upper}=$<TARGET_FILE:${layer}>")
  endforeach()
endfunction()

# Runs of the samples, for scripts.  samples.txt: chapter, sample, arguments of the tour, for demo.sh; tour.txt: the
# samples that it runs without --all; alone.txt: those that it runs alone.  small.txt: chapter, sample, arguments of the small run and further sizes, with colons
# between them, for tests/tools/small_runs.py.  proofs.txt: the programs of tests/proof.
function(ocl_write_tour)
  get_property(small GLOBAL PROPERTY OCL_SMALL)
  list(JOIN small "\n" lines)
  file(WRITE ${CMAKE_BINARY_DIR}/small.txt "${lines}\n")
  get_property(proofs GLOBAL PROPERTY OCL_PROOFS)
  list(JOIN proofs "\n" lines)
  file(WRITE ${CMAKE_BINARY_DIR}/proofs.txt "${lines}\n")
  get_property(tour GLOBAL PROPERTY OCL_TOUR)
  list(JOIN tour "\n" lines)
  file(WRITE ${CMAKE_BINARY_DIR}/samples.txt "${lines}\n")
  get_property(short GLOBAL PROPERTY OCL_SHORT_TOUR)
  list(JOIN short "\n" lines)
  file(WRITE ${CMAKE_BINARY_DIR}/tour.txt "${lines}\n")
  get_property(alone GLOBAL PROPERTY OCL_ALONE)
  list(JOIN alone "\n" lines)
  file(WRITE ${CMAKE_BINARY_DIR}/alone.txt "${lines}\n")
endfunction()
