# SPDX-License-Identifier: MIT
#
# ocl_spirv(NAME [CXX] [LLVM] [MACRO...])    makes modules of kernels/NAME.cl in share/opencl-samples/spirv: NAME32.spv
#                                            and NAME64.spv
#
#     CXX     of kernels/NAME.clcpp, in C++ for OpenCL 2021: NAME_cpp32.spv and NAME_cpp64.spv
#     LLVM    also NAME32.bc and NAME64.bc, LLVM's form, for drivers with cl_khr_spir and without SPIR-V
#
# A module in C++ needs no optional feature of a device: -cl-ext=-all turns them off, so that clang refuses their use.
# llvm-spirv writes what rusticl's validator refuses.  Of C++'s promise that loops end it makes one merge block for two
# loops: so -fno-finite-loops.  It says twice of a sum that it does not wrap around: SPIR-V 1.0 cannot say so at all.
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
  cmake_parse_arguments(PARSE_ARGV 1 arg "CXX;LLVM" "" "")
  list(TRANSFORM arg_UNPARSED_ARGUMENTS PREPEND -D OUTPUT_VARIABLE macros)
  set(source ${PROJECT_SOURCE_DIR}/kernels/${NAME}.cl)
  set(language -x cl -cl-std=CL1.2)
  if(arg_CXX)
    ocl_major_version(${OCL_SPIRV_CLANG} version)
    if(version LESS 14)
      message(STATUS "clang ${version} knows no C++ for OpenCL 2021: no module of ${NAME} (clang 14 or newer)")
      return()
    endif()
    set(source ${PROJECT_SOURCE_DIR}/kernels/${NAME}.clcpp)
    set(language -x clcpp -cl-std=CLC++2021 -Xclang -cl-ext=-all -fno-finite-loops)
    string(APPEND NAME _cpp)
  endif()
  set(folder ${CMAKE_BINARY_DIR}/share/opencl-samples/spirv)
  file(MAKE_DIRECTORY ${folder})
  foreach(bits 32 64)
    set(bitcode ${CMAKE_CURRENT_BINARY_DIR}/${NAME}${bits}.bc)
    if(arg_LLVM)
      set(bitcode ${folder}/${NAME}${bits}.bc)
      list(APPEND modules ${bitcode})
    endif()
    set(target spir)
    if(bits EQUAL 64)
      set(target spir64)
    endif()
    add_custom_command(
      OUTPUT ${folder}/${NAME}${bits}.spv ${bitcode} DEPENDS ${source} VERBATIM
      COMMAND ${OCL_SPIRV_CLANG} ${language} -target ${target} -O2 ${macros}
              -Xclang -finclude-default-header -emit-llvm -c ${source} -o ${bitcode}
      COMMAND ${OCL_SPIRV_TRANSLATOR} --spirv-max-version=1.0 ${bitcode} -o ${folder}/${NAME}${bits}.spv
      COMMENT "Compiling ${NAME} to SPIR-V, ${bits} bits")
    list(APPEND modules ${folder}/${NAME}${bits}.spv)
  endforeach()
  add_custom_target(${NAME}_modules ALL DEPENDS ${modules})
  add_dependencies(samples ${NAME}_modules)
  install(FILES ${modules} DESTINATION share/opencl-samples/spirv)
endfunction()
