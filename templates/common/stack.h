 * Bytes of stack at most, without libm's, by gcc with the flags below and -Os or -O1 to
 * -O3, for x86-64, aarch64 and arm:
$(stack_lines)
