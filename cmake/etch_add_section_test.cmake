# Where objects of a linked program lie.

# etch_add_section_test(<target> <section> <name> [<section> <name>...])
#
# Adds section.<target><section>: in the linked image the objects whose whole name, as nm -C writes
# it, matches the regular expression <name> lie in <section>, all of them, and there is at least one.
function(etch_add_section_test target)
  set(pairs ${ARGN})
  while(pairs)
    list(POP_FRONT pairs section name)
    add_test(NAME section.${target}${section}
             COMMAND ${CMAKE_COMMAND} -D IMAGE=$<TARGET_FILE:${target}> -D SECTION=${section} -D
                     "NAME=${name}" -D OBJDUMP=${CMAKE_OBJDUMP} -P
                     ${etch_SOURCE_DIR}/cmake/section_test.cmake)
  endwhile()
endfunction()
