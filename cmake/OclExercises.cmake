# SPDX-License-Identifier: MIT
#
# What the reader of an exercise begins with is made from its solution: chNN_topic/solutions/NAME.cl gives
# build/exercises/NAME.cl.  In a solution stands
#
#     //: skeleton
#     //: return x;    // Exercise 2 of my_sample: a line that the reader begins with
#     //: solution
#     return 2 * x;
#     //: end
#
# One of the two parts may be missing.  All other lines are in both files.  "Exercise 2 of my_sample:"
# names the page: tests/tools/pages.py looks for it there.  A solution without such parts gives none.
#
# A file that the reader has changed stays: it is no longer what is in build/skeletons, which the tests run.  One that was
# removed comes back, and one that is as it was follows its solution, when CMake runs again, or by
#
#     cmake --build build --target exercises
#
# which is: cmake -D SOURCE=. -D BUILD=build -P cmake/OclExercises.cmake

# The text that the reader begins with; nothing where FILE has no such parts.
function(ocl_skeleton RESULT FILE)
  file(READ ${FILE} text)
  set(rest "${text}")
  set(made "")
  string(FIND "${rest}" "//: " at)
  if(at EQUAL -1)
    set(${RESULT} "" PARENT_SCOPE)
    return()
  endif()
  while(NOT at EQUAL -1)
    string(SUBSTRING "${rest}" 0 ${at} before)
    string(SUBSTRING "${rest}" ${at} -1 rest)
    string(REGEX REPLACE " +$" "" before "${before}")
    string(APPEND made "${before}")

    string(FIND "${rest}" "//: end\n" end)
    set(complaint "no '//: end' for this line")
    set(skeleton "")
    set(solution "")
    if(NOT end EQUAL -1)
      string(SUBSTRING "${rest}" 0 ${end} skeleton)
      string(FIND "${skeleton}" "//: solution\n" cut)
      if(NOT cut EQUAL -1)
        string(SUBSTRING "${skeleton}" ${cut} -1 solution)
        string(SUBSTRING "${skeleton}" 0 ${cut} skeleton)
      endif()
      set(complaint "")
      if(skeleton MATCHES "//: .*//: skeleton\n" OR solution MATCHES "//: .*//: ")
        set(complaint "no '//: end' for this line")
      elseif(NOT "${skeleton}" MATCHES "^(//: skeleton\n( *//:( [^\n]*)?\n)* *)?$")
        set(complaint "here begins '//: skeleton' or '//: solution', and each line of a skeleton begins with '//: '")
      endif()
    endif()
    if(complaint)
      string(LENGTH "${text}" all)
      string(LENGTH "${rest}" left)
      math(EXPR read "${all} - ${left}")
      string(SUBSTRING "${text}" 0 ${read} read)
      string(REGEX REPLACE "[^\n]" "" read "${read}")
      string(LENGTH "${read}" line)
      math(EXPR line "${line} + 1")
      message(FATAL_ERROR "${FILE}:${line}: ${complaint}")
    endif()

    if(skeleton)
      string(REGEX REPLACE "^//: skeleton" "" skeleton "${skeleton}")
      string(REGEX REPLACE " +$" "" skeleton "${skeleton}")
      string(REGEX REPLACE " *//:\n" "\n" skeleton "${skeleton}")
      string(REGEX REPLACE "\n( *)//: " "\n\\1" skeleton "${skeleton}")
      string(SUBSTRING "${skeleton}" 1 -1 skeleton)
      string(APPEND made "${skeleton}")
    endif()
    math(EXPR end "${end} + 8")    # the length of this mark
    string(SUBSTRING "${rest}" ${end} -1 rest)
    string(FIND "${rest}" "//: " at)
  endwhile()
  set(${RESULT} "${made}${rest}" PARENT_SCOPE)
endfunction()

# The exercises of all chapters.
function(ocl_make_exercises SOURCE BUILD)
  file(MAKE_DIRECTORY ${BUILD}/exercises ${BUILD}/skeletons)
  string(REPLACE "[" "[[]" pattern "${SOURCE}")
  file(GLOB solutions ${pattern}/ch*/solutions/*)
  foreach(solution IN LISTS solutions)
    get_filename_component(name ${solution} NAME)
    ocl_skeleton(text ${solution})
    set(before "")
    if(EXISTS ${BUILD}/skeletons/${name})
      file(READ ${BUILD}/skeletons/${name} before)
    endif()
    set(own "${before}")
    if(EXISTS ${BUILD}/exercises/${name})
      file(READ ${BUILD}/exercises/${name} own)
    endif()
    if("${text}" STREQUAL "")    # the solution is no longer one of an exercise with a skeleton
      file(REMOVE ${BUILD}/skeletons/${name})
      continue()
    endif()
    if(NOT "${own}" STREQUAL "${before}" AND NOT "${text}" STREQUAL "${before}" AND NOT "${own}" STREQUAL "${text}")
      message(STATUS "${BUILD}/exercises/${name} has changed, and is left as it is; what it could be now is in ${BUILD}/skeletons")
    elseif("${own}" STREQUAL "${before}" AND NOT ("${text}" STREQUAL "${before}" AND EXISTS ${BUILD}/exercises/${name}))
      file(WRITE ${BUILD}/exercises/${name} "${text}")
    endif()
    if(NOT "${text}" STREQUAL "${before}")
      file(WRITE ${BUILD}/skeletons/${name} "${text}")
    endif()
  endforeach()
endfunction()

if(CMAKE_SCRIPT_MODE_FILE)
  ocl_make_exercises(${SOURCE} ${BUILD})
endif()
