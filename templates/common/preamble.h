$(include("common/preamble.c"))
 *
 * Build: compile $(name).c as C99 and link with -lm.
 * For little flash compile with -Os -ffunction-sections -fdata-sections and link with
 * -Wl,--gc-sections: the program then holds only the functions that it calls.
//@ if about ~= "" then
 *
 * $(about)
//@ end
