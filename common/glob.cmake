# SPDX-License-Identifier: MIT

# The files of each PATTERN, which begins in the current folder.  The folder's own name may have a [ in it; then CMake finds
# nothing behind "..", so that goes first.
function(ocl_glob FILES)
  set(all "")
  foreach(pattern IN LISTS ARGN)
    cmake_path(ABSOLUTE_PATH pattern BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
    string(REPLACE "[" "[[]" pattern "${pattern}")
    file(GLOB found CONFIGURE_DEPENDS "${pattern}")
    list(APPEND all ${found})
  endforeach()
  set(${FILES} ${all} PARENT_SCOPE)
endfunction()
