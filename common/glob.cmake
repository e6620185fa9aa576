# SPDX-License-Identifier: MIT

# The files of each PATTERN, which begins in the current folder.  The folder's own name may have a [ in it; then CMake finds
# nothing behind "..", so a pattern that begins with "../" begins in the folder above.
function(ocl_glob FILES)
  set(all "")
  foreach(pattern IN LISTS ARGN)
    set(here "${CMAKE_CURRENT_SOURCE_DIR}")
    while(pattern MATCHES "^[.][.]/(.*)$")
      set(pattern "${CMAKE_MATCH_1}")
      cmake_path(GET here PARENT_PATH here)
    endwhile()
    string(REPLACE "[" "[[]" here "${here}")
    file(GLOB found CONFIGURE_DEPENDS "${here}/${pattern}")
    list(APPEND all ${found})
  endforeach()
  set(${FILES} ${all} PARENT_SCOPE)
endfunction()
