# SPDX-License-Identifier: MIT

# The files of each PATTERN, which begins in the current folder.  The folder's own name may have a [ in it.
function(ocl_glob FILES)
  string(REPLACE "[" "[[]" here "${CMAKE_CURRENT_SOURCE_DIR}")
  set(all "")
  foreach(pattern IN LISTS ARGN)
    file(GLOB found CONFIGURE_DEPENDS "${here}/${pattern}")
    list(APPEND all ${found})
  endforeach()
  set(${FILES} ${all} PARENT_SCOPE)
endfunction()
