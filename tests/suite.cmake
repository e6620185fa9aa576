# SPDX-License-Identifier: MIT
#
# Tests of the suite as a whole; included when all samples are known.

if(NOT BUILD_TESTING OR NOT Python3_FOUND)
  return()
endif()
set(suite ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tests/tools/suite.py)    # -B: no __pycache__ in the sources
add_test(NAME suite.everywhere COMMAND ${suite} everywhere ${CMAKE_RUNTIME_OUTPUT_DIRECTORY})
add_test(NAME suite.install COMMAND ${suite} install ${CMAKE_BINARY_DIR} ${CMAKE_COMMAND})
add_test(NAME suite.cache COMMAND ${suite} cache ${CMAKE_RUNTIME_OUTPUT_DIRECTORY})
foreach(test everywhere install cache)
  ocl_test_properties(suite.${test} suite 600 suite.${test} OCL_SAMPLES_KEEP_PROGRAMS=1)
  set_property(TEST suite.${test} APPEND PROPERTY LABELS slow)
endforeach()

# What is measured when.
if(TARGET fault_layer)
  add_test(NAME suite.limits COMMAND ${suite} limits ${CMAKE_RUNTIME_OUTPUT_DIRECTORY})
  ocl_test_properties(suite.limits suite 300 suite.limits OCL_SAMPLES_KEEP_PROGRAMS=1
                      "OCL_TEST_FAULT_LAYER=$<TARGET_FILE:fault_layer>")
endif()

# The options that common/ has, with one sample of each kind.
get_property(samples GLOBAL PROPERTY OCL_WITH_OPTIONS)
list(TRANSFORM samples REPLACE "(.+)" "$<TARGET_FILE_NAME:\\1>")
add_test(NAME suite.options COMMAND ${Python3_EXECUTABLE} -B ${TEST_DRIVER} options_of_kinds ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}
                                    ${samples})
ocl_test_properties(suite.options options 600 suite.options)

# With this flag a comparison no longer sees a NaN.
if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
  add_test(NAME suite.fast_math COMMAND ${CMAKE_C_COMPILER} -ffast-math -E
                                        ${PROJECT_SOURCE_DIR}/common/sample/verify.c)
  set_tests_properties(suite.fast_math PROPERTIES LABELS suite PASS_REGULAR_EXPRESSION "#error.*NaN passes")
endif()

# A kernel that is right in groups of one work-item only.
if(OCLGRIND AND NOT OCL_SANITIZED)
  add_test(NAME suite.groups COMMAND ${suite} groups ${CMAKE_RUNTIME_OUTPUT_DIRECTORY})
  ocl_test_properties(suite.groups suite 100 suite.groups)
endif()

# A file without an end is refused before it has been read for long.
add_test(NAME suite.endless_files COMMAND ${Python3_EXECUTABLE} -B
                                          ${CMAKE_CURRENT_SOURCE_DIR}/tests/tools/endless_files.py
                                          ${CMAKE_RUNTIME_OUTPUT_DIRECTORY})
ocl_test_properties(suite.endless_files suite 300 suite.endless_files)
set_property(TEST suite.endless_files APPEND PROPERTY LABELS slow)

# Several programs share the device.  On a GPU many more runs are worth it, by hand: docs/reliability.md.
add_test(NAME suite.shared_gpu COMMAND ${suite} shared_gpu ${CMAKE_RUNTIME_OUTPUT_DIRECTORY})
ocl_test_properties(suite.shared_gpu races 600 suite.shared_gpu)
set_tests_properties(suite.shared_gpu PROPERTIES FIXTURES_REQUIRED device_limits)

# Most of chapter 14 needs more than PoCL 3.1 has.  The folder takes 0.8 GB.
if(NOT OCL_SANITIZED AND TARGET svm_tree)
  add_test(NAME suite.intel_runtime COMMAND ${Python3_EXECUTABLE} -B
                                            ${CMAKE_CURRENT_SOURCE_DIR}/tests/tools/intel_runtime.py
                                            ${CMAKE_BINARY_DIR} ${CMAKE_BINARY_DIR}/intel-opencl)
  ocl_test_properties(suite.intel_runtime slow 900 suite.intel_runtime)
endif()

# Built by mingw-w64 and run by Wine: skipped where they are not installed.  The folder takes 1 GB.
if(NOT OCL_SANITIZED AND NOT WIN32)
  add_test(NAME suite.windows COMMAND ${PROJECT_SOURCE_DIR}/tests/tools/windows.sh --folder ${CMAKE_BINARY_DIR}/windows
                                      --tests "^unit[.]windows_system$|^saxpy[.](spoil|options)$|[.](non_ascii|interrupted)$"
                                      saxpy event_callback_states host_threads image_rotate)
  ocl_test_properties(suite.windows slow 900 suite.windows)    # minutes: one commit of three
  add_test(NAME suite.msvc COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tests/tools/msvc.py)
  ocl_test_properties(suite.msvc slow 900 suite.msvc)
endif()

# On other machines, which are network namespaces: skipped where PoCL-Remote was not built (tests/tools/remote.sh --build).
if(NOT OCL_SANITIZED AND NOT WIN32 AND TARGET remote_devices)
  add_test(NAME suite.remote COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/tests/tools/remote_check.py
                                     ${CMAKE_BINARY_DIR})
  ocl_test_properties(suite.remote slow 3600 suite.remote)    # minutes; a campaign runs all samples
endif()

if(TARGET guard_layer)
  add_test(NAME suite.guard COMMAND ${suite} guard ${CMAKE_RUNTIME_OUTPUT_DIRECTORY})
  ocl_test_properties(suite.guard guard 600 suite.guard "OCL_TEST_GUARD_LAYER=$<TARGET_FILE:guard_layer>")
endif()

# Kernels are broken by a script: a choice of 30 of the samples whose survivors are explained.  tests/README.md says how
# to try all.
add_test(NAME suite.mutants_made COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tests/tools/mutate_check.py)
set_tests_properties(suite.mutants_made PROPERTIES LABELS suite)
if(NOT OCL_SANITIZED)
  add_test(NAME suite.survivors COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tests/tools/mutate.py
                                      --build ${CMAKE_BINARY_DIR} --explained --trust --seed 1
                                      --count 30 --seconds 120)
  ocl_test_properties(suite.survivors survivors 900 suite.survivors)
  set_tests_properties(suite.survivors PROPERTIES COST 180)    # begun early, also in a build whose tests have never run
endif()

# The exercises of ./learn: solutions, unsolved forms, kinds of messages, commands.
if(NOT OCL_SANITIZED AND NOT WIN32)
  add_test(NAME suite.learn COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tests/tools/learn.py
                                    $<TARGET_FILE:learn_run>)
  ocl_test_properties(suite.learn suite 600 suite.learn)
endif()

# What the device can do is measured once, with nothing beside it; the samples' tests find it in the cache.
add_test(NAME suite.device_limits COMMAND saxpy_ladder --size 1031)
ocl_test_properties(suite.device_limits suite 300 suite.device_limits)
set_tests_properties(suite.device_limits PROPERTIES FIXTURES_SETUP device_limits RUN_SERIAL ON)

# docs/api-index.md says what the sources say, and every function that the book names is called.
if(OPENCL_LAYER_INCLUDE_DIR)
  add_test(NAME suite.api_index COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tests/tools/api_index.py
                                        check ${OPENCL_LAYER_INCLUDE_DIR}/CL/cl.h)
  set_tests_properties(suite.api_index PROPERTIES LABELS suite)
endif()

# All rules of pages.py: tables of samples, quoted code, links, skeletons, the path, sentences that stand twice.
add_test(NAME suite.pages COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tests/tools/pages.py check)
set_tests_properties(suite.pages PROPERTIES LABELS suite)

# The moving figures are what their script computes, and the algorithms in it are right.
add_test(NAME suite.figures COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/docs/figures/make.py --check)
set_tests_properties(suite.figures PROPERTIES LABELS suite)

# What the readers of exercises begin with.
add_test(NAME suite.exercises COMMAND ${suite} exercises ${CMAKE_COMMAND})
set_tests_properties(suite.exercises PROPERTIES LABELS suite)

# The page at the end of ./demo.sh.
add_test(NAME suite.gallery COMMAND ${suite} gallery ${PROJECT_SOURCE_DIR})
set_tests_properties(suite.gallery PROPERTIES LABELS suite)

# ./demo.sh itself, with programs that do nothing.
if(NOT WIN32)
  add_test(NAME suite.demo COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tests/tools/demo.py ${CMAKE_BINARY_DIR}/tour.txt)
  set_tests_properties(suite.demo PROPERTIES LABELS suite)
endif()

# -h and --help of every script.
if(NOT WIN32)
  add_test(NAME suite.help COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tests/tools/help.py)
  set_tests_properties(suite.help PROPERTIES LABELS suite)
endif()

# What can be counted of the speed.
if(TARGET avx2_only AND TARGET saxpy_ladder AND CMAKE_BUILD_TYPE STREQUAL "Release")
  add_test(NAME suite.costs COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tests/tools/costs.py check
                                    ${CMAKE_RUNTIME_OUTPUT_DIRECTORY} "${CMAKE_C_COMPILER_ID} ${CMAKE_C_COMPILER_VERSION}")
  ocl_test_properties(suite.costs suite 900 suite.costs "OCL_TEST_AVX2_ONLY=$<TARGET_FILE:avx2_only>")
endif()

# The site of ./site.sh: skipped where its tools were not installed.  A minute alone on a processor.
if(NOT OCL_SANITIZED AND NOT WIN32)
  add_test(NAME suite.site COMMAND ${PROJECT_SOURCE_DIR}/site.sh --test)
  ocl_test_properties(suite.site slow 1800 suite.site)
endif()

# The command that runs all of bench/ and compares.
if(TARGET bench_saxpy AND NOT OCL_SANITIZED)
  add_test(NAME suite.ratios COMMAND ${suite} ratios ${CMAKE_RUNTIME_OUTPUT_DIRECTORY})
  ocl_test_properties(suite.ratios suite 300 suite.ratios)
endif()

# The regressions have as many correct digits as NIST's data sets ask for, and print no wrong one.
if(TARGET regression_accuracy)
  add_test(NAME suite.nist COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tests/tools/nist.py
                                   ${CMAKE_RUNTIME_OUTPUT_DIRECTORY})
  ocl_test_properties(suite.nist suite 300 suite.nist)
  add_test(NAME suite.exact_curves COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tests/tools/exact_curves.py
                                           ${CMAKE_RUNTIME_OUTPUT_DIRECTORY})
  ocl_test_properties(suite.exact_curves suite 300 suite.exact_curves)
endif()

# Classes and distances, where floats hold the points badly.
if(TARGET knn_queries)
  add_test(NAME suite.exact_neighbours COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tests/tools/exact_neighbours.py
                                               ${CMAKE_RUNTIME_OUTPUT_DIRECTORY})
  ocl_test_properties(suite.exact_neighbours suite 300 suite.exact_neighbours)
endif()

# A new sample is made from the template, built and tested in a copy of the tree.
if(NOT OCL_SANITIZED)
  add_test(NAME suite.new_sample COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tests/tools/new_sample.py
                                         ${CMAKE_COMMAND} ${CMAKE_CTEST_COMMAND})
  ocl_test_properties(suite.new_sample slow 900 suite.new_sample)

  # Samples are taken home, built there and run.
  add_test(NAME suite.new_project COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tests/tools/new_project.py
                                          ${CMAKE_COMMAND} ${CMAKE_C_COMPILER})
  ocl_test_properties(suite.new_project slow 900 suite.new_project)

  # The installed library is found and used by projects of three kinds.
  add_test(NAME suite.installed COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tests/tools/installed.py
                                        ${CMAKE_COMMAND} ${CMAKE_BINARY_DIR} ${CMAKE_C_COMPILER})
  ocl_test_properties(suite.installed slow 600 suite.installed)
endif()

# What the files of tests/samples may hold.
add_test(NAME suite.sample_files COMMAND ${Python3_EXECUTABLE} -B
                                         ${CMAKE_CURRENT_SOURCE_DIR}/tests/tools/sample_file_check.py)
set_tests_properties(suite.sample_files PROPERTIES LABELS suite)

# How the sources hang together, and how they are formatted.
add_test(NAME suite.structure COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tests/tools/structure.py)
add_test(NAME suite.format COMMAND ${PROJECT_SOURCE_DIR}/tests/format.sh)
set_tests_properties(suite.structure suite.format PROPERTIES LABELS suite SKIP_RETURN_CODE 77)

# The commands of the pages do what the pages show.  They begin with copies of the kernels that the samples of the chapter
# have compiled: after the plain runs of these, and while no test of theirs compiles any.
get_property(samples GLOBAL PROPERTY OCL_SMALL)
ocl_glob(chapters ch[0-9][0-9]_*)
list(TRANSFORM chapters REPLACE ".*/" "")
foreach(folder IN LISTS chapters)
  string(SUBSTRING ${folder} 0 4 chapter)
  set(plain_runs "")
  set(caches ${OCL_TEST_CACHES}/pocl-cache/suite.commands_${chapter})
  foreach(sample IN LISTS samples)
    if(sample MATCHES "^${folder}:([^:]+):")
      list(APPEND plain_runs ${CMAKE_MATCH_1})
      list(APPEND caches ${OCL_TEST_CACHES}/pocl-cache/${CMAKE_MATCH_1})
    endif()
  endforeach()
  if(NOT plain_runs)    # the chapter is left out of the build
    continue()
  endif()
  add_test(NAME suite.commands_${chapter} COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tests/tools/commands.py
                                                  ${CMAKE_RUNTIME_OUTPUT_DIRECTORY} ${PROJECT_SOURCE_DIR}/${folder})
  ocl_test_properties(suite.commands_${chapter} commands 1200 suite.commands_${chapter})
  set_tests_properties(suite.commands_${chapter} PROPERTIES FIXTURES_REQUIRED device_limits
                       DEPENDS "${plain_runs}" RESOURCE_LOCK "${caches}")
endforeach()
add_test(NAME suite.commands COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tests/tools/commands.py
                                     ${CMAKE_RUNTIME_OUTPUT_DIRECTORY} README.md CONTRIBUTING.md tests/README.md docs template
                             WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
ocl_test_properties(suite.commands commands 600 suite.commands)
