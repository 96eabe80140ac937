$(include("common/preamble.c"))
//@ if about ~= "" then
 *
 * $(about)
//@ end
