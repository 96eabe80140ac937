 * Bytes of stack at most$(has_libm and ", without libm's," or ",") by gcc with the flags below and -Os or -O1 to
 * -O3, for x86-64, aarch64 and arm:
$(stack_lines)
