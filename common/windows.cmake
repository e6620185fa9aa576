# SPDX-License-Identifier: MIT
#
# What every program with the helper library gets on Windows: a manifest, by which arguments and names of files are UTF-8
# for all functions of C and Windows (from Windows 10, version 1903), and 8 MiB of stack, as elsewhere.

set(manifest ${CMAKE_CURRENT_LIST_DIR}/windows.manifest)
set(is_program $<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>)
if(MSVC)
  target_sources(opencl_samples_base INTERFACE $<${is_program}:${manifest}>)
  target_link_options(opencl_samples_base INTERFACE /STACK:8388608)
  # Visual Studio's clang: Microsoft's own compiler lacks 128-bit integers and needs options for C11's atomics.
  # getenv and fopen are no mistakes.
  target_compile_definitions(opencl_samples_base PUBLIC _CRT_SECURE_NO_WARNINGS _USE_MATH_DEFINES)
else()
  set(resource ${CMAKE_BINARY_DIR}/windows.rc)
  file(WRITE ${resource} "1 24 \"${manifest}\"\n")    # 24: a manifest
  target_sources(opencl_samples_base INTERFACE $<${is_program}:${resource}>)
  target_link_options(opencl_samples_base INTERFACE -Wl,--stack,8388608)
endif()
