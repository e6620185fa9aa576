# SPDX-License-Identifier: MIT
#
# ocl_vulkan_shader(NAME)    compiles kernels/NAME.comp (GLSL) to SPIR-V.  The sample NAME includes "NAME_comp.h", which has
#                            the words of the module as the array NAME_comp.

function(ocl_vulkan_shader NAME)
  set(source ${PROJECT_SOURCE_DIR}/kernels/${NAME}.comp)
  set(header ${CMAKE_CURRENT_BINARY_DIR}/shaders/${NAME}_comp.h)
  file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/shaders)
  add_custom_command(
    OUTPUT ${header} DEPENDS ${source} VERBATIM
    COMMAND ${OCL_GLSLANG} --target-env vulkan1.1 --quiet --variable-name ${NAME}_comp -o ${header} ${source}
    COMMENT "Compiling ${NAME}.comp to SPIR-V")
  target_sources(${NAME} PRIVATE ${header})
  target_include_directories(${NAME} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/shaders)
endfunction()
