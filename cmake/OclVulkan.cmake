# SPDX-License-Identifier: MIT
#
# ocl_vulkan_shaders(NAME STAGE...)    compiles kernels/NAME.STAGE (GLSL) to SPIR-V; a stage is comp, vert or frag.  The
#                                      sample NAME and its parts include "NAME_STAGE.h", which has the words of the module
#                                      as the array NAME_STAGE.

function(ocl_vulkan_shaders NAME)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/shaders)
  file(MAKE_DIRECTORY ${folder})
  set(target ${NAME})
  if(TARGET ${NAME}_parts)
    set(target ${NAME}_parts)
  endif()
  foreach(stage IN LISTS ARGN)
    set(source ${PROJECT_SOURCE_DIR}/kernels/${NAME}.${stage})
    set(header ${folder}/${NAME}_${stage}.h)
    add_custom_command(
      OUTPUT ${header} DEPENDS ${source} VERBATIM
      COMMAND ${OCL_GLSLANG} --target-env vulkan1.1 --quiet --variable-name ${NAME}_${stage} -o ${header} ${source}
      COMMENT "Compiling ${NAME}.${stage} to SPIR-V")
    target_sources(${target} PRIVATE ${header})
  endforeach()
  target_include_directories(${target} PUBLIC ${folder})
endfunction()
