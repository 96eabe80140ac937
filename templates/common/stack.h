 * Bytes of stack at most$(has_libm and ", without libm's," or ",") by gcc with the flags below and -Os or -O1 to
 * -O3, for x86-64, aarch64 and arm:
$(stack_lines)
 * Run-time errors: `bristle emit --prove` adds $(name)_prove.mk, by which Frama-C's
 * Eva follows each function from any input and state, NaN and infinities included, and reports
 * what could divide an integer by zero, leave an array, read what was never written or
 * overflow an int. It reads the branches of `__FRAMAC__`, without vectors; code for vectors
 * is held against these by _selftest and `bristle verify`.
//@ if is_float then
 * Numbers are floats; how far each output is from that of doubles on random motions depends
 * on compiler and flags: `bristle verify` compiles this file and says it.
//@ end
