# SPDX-License-Identifier: MIT
#
# What is installed beside the programs, their kernels and their data: the helper library, for find_package(opencl-samples)
# and for pkg-config, and the licence.  `cmake --install build --component devel` installs these alone.
# `cpack` makes a package of all of it.

include(CMakePackageConfigHelpers)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/opencl-samples)

install(TARGETS opencl_samples_base opencl_samples_picture opencl_samples_device opencl_samples_sample EXPORT opencl-samples COMPONENT devel)
install(EXPORT opencl-samples NAMESPACE opencl-samples:: DESTINATION ${package} FILE opencl-samples-targets.cmake COMPONENT devel)
install(DIRECTORY common/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/opencl-samples COMPONENT devel FILES_MATCHING PATTERN "*.h")
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright COMPONENT devel)

configure_file(cmake/opencl-samples-config.cmake.in opencl-samples-config.cmake @ONLY)
write_basic_package_version_file(opencl-samples-config-version.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${CMAKE_BINARY_DIR}/opencl-samples-config.cmake ${CMAKE_BINARY_DIR}/opencl-samples-config-version.cmake
              common/needs.cmake DESTINATION ${package} COMPONENT devel)

set(OCL_PC_PNG "")
if(PNG_FOUND)
  set(OCL_PC_PNG libpng)
endif()
# From the folder of the .pc file to the prefix: it is deeper where libraries are in lib/x86_64-linux-gnu.
file(RELATIVE_PATH OCL_PC_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/opencl-samples.pc.in opencl-samples.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/opencl-samples.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT devel)

# FILE of the build folder, compressed as Debian wants it: the build makes FILE.gz.
function(ocl_compress file)
  add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/${file}.gz DEPENDS ${CMAKE_BINARY_DIR}/${file} WORKING_DIRECTORY ${CMAKE_BINARY_DIR}
                     COMMAND gzip -9nfk ${file} VERBATIM)    # n: no time in it
  add_custom_target(${file}.compressed ALL DEPENDS ${CMAKE_BINARY_DIR}/${file}.gz)
endfunction()

# Where programs have a folder of their own, which the preset `package` gives them: `opencl-samples scan -n 10` starts one.
# Debian wants a manual page, a list of changes, and a reason for the layer of chapter 14, which the programs find beside their kernels.
if(NOT CMAKE_INSTALL_BINDIR STREQUAL bin)
  file(WRITE ${CMAKE_BINARY_DIR}/changelog "opencl-samples (${PROJECT_VERSION}) unstable; urgency=medium\n\n  * See CHANGELOG.md of the sources.\n\n -- ${PROJECT_NAME} <opencl-samples@users.noreply.github.com>  Thu, 01 Jan 2026 00:00:00 +0000\n")
  ocl_compress(changelog)
  install(FILES ${CMAKE_BINARY_DIR}/changelog.gz DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT devel)
  configure_file(cmake/opencl-samples.1.in opencl-samples.1 @ONLY)
  ocl_compress(opencl-samples.1)
  install(FILES ${CMAKE_BINARY_DIR}/opencl-samples.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT devel)
  file(WRITE ${CMAKE_BINARY_DIR}/overrides "opencl-samples: arch-dependent-file-in-usr-share [usr/share/opencl-samples/layers/libcount_layer.so]\n")
  install(FILES ${CMAKE_BINARY_DIR}/overrides DESTINATION share/lintian/overrides RENAME opencl-samples COMPONENT devel)
  configure_file(cmake/opencl-samples.in opencl-samples @ONLY)
  install(PROGRAMS ${CMAKE_BINARY_DIR}/opencl-samples DESTINATION bin)
endif()

set(CPACK_PACKAGE_NAME opencl-samples)
set(CPACK_PACKAGE_CONTACT "OpenCL samples <opencl-samples@users.noreply.github.com>")    # takes no mail: who gives it out puts his own
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_CURRENT_SOURCE_DIR}/LICENSE)
set(CPACK_GENERATOR TGZ)
set(CPACK_STRIP_FILES TRUE)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "Each program shows one thing and checks every element of its answer.\nThe command opencl-samples starts them.  Their helper library is for\nfind_package and pkg-config.")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "pocl-opencl-icd | opencl-icd, gnuplot-nox")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "ocl-icd-opencl-dev, opencl-c-headers, libjansson-dev, libpng-dev")    # to build with the library
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
include(CPack)
