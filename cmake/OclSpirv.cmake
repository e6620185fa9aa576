# SPDX-License-Identifier: MIT
#
# ocl_spirv(NAME [MACRO...])    makes share/opencl-samples/spirv/NAME32.spv and NAME64.spv from kernels/NAME.cl
#
# Needs clang and the llvm-spirv of the same version; without them there are no modules.

function(ocl_major_version PROGRAM RESULT)
  execute_process(COMMAND ${PROGRAM} --version OUTPUT_VARIABLE text ERROR_QUIET)
  string(REGEX MATCH "version ([0-9]+)" ignored "${text}")
  set(${RESULT} "${CMAKE_MATCH_1}" PARENT_SCOPE)
endfunction()

# Sets OCL_SPIRV_CLANG and OCL_SPIRV_TRANSLATOR, or neither: the highest version that both have.
function(ocl_find_spirv_tools)
  set(suffixes "")
  foreach(major RANGE 30 11 -1)
    list(APPEND suffixes -${major})
  endforeach()
  foreach(suffix IN LISTS suffixes ITEMS "")
    find_program(clang clang${suffix} NO_CACHE)
    find_program(translator llvm-spirv${suffix} NO_CACHE)
    if(clang AND translator)
      ocl_major_version(${clang} clang_version)
      ocl_major_version(${translator} translator_version)
      if(clang_version AND clang_version STREQUAL translator_version)
        set(OCL_SPIRV_CLANG ${clang} PARENT_SCOPE)
        set(OCL_SPIRV_TRANSLATOR ${translator} PARENT_SCOPE)
        return()
      endif()
    endif()
    unset(clang)
    unset(translator)
  endforeach()
  message(STATUS "No clang with an llvm-spirv of its version: no SPIR-V modules "
                 "(packages clang-14 and llvm-spirv-14 on Debian 12)")
endfunction()

ocl_find_spirv_tools()

function(ocl_spirv NAME)
  if(NOT OCL_SPIRV_TRANSLATOR)
    return()
  endif()
  list(TRANSFORM ARGN PREPEND -D OUTPUT_VARIABLE macros)
  set(source ${PROJECT_SOURCE_DIR}/kernels/${NAME}.cl)
  set(folder ${CMAKE_BINARY_DIR}/share/opencl-samples/spirv)
  file(MAKE_DIRECTORY ${folder})
  foreach(bits 32 64)
    set(bitcode ${CMAKE_CURRENT_BINARY_DIR}/${NAME}${bits}.bc)
    set(target spir)
    if(bits EQUAL 64)
      set(target spir64)
    endif()
    add_custom_command(
      OUTPUT ${folder}/${NAME}${bits}.spv DEPENDS ${source} VERBATIM
      COMMAND ${OCL_SPIRV_CLANG} -x cl -cl-std=CL1.2 -target ${target} -O2 ${macros}
              -Xclang -finclude-default-header -emit-llvm -c ${source} -o ${bitcode}
      COMMAND ${OCL_SPIRV_TRANSLATOR} ${bitcode} -o ${folder}/${NAME}${bits}.spv
      COMMENT "Compiling ${NAME}.cl to SPIR-V, ${bits} bits")
    list(APPEND modules ${folder}/${NAME}${bits}.spv)
  endforeach()
  add_custom_target(${NAME}_modules ALL DEPENDS ${modules})
  add_dependencies(samples ${NAME}_modules)
  install(FILES ${modules} DESTINATION share/opencl-samples/spirv)
endfunction()
