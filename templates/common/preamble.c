 * bristle $(version), template $(template), spec $(spec)
//@ if set ~= "" then
 * with $(set)
//@ end
 * spec hash $(spec_hash)
 * Generated: edit the spec instead.
 * SPDX-License-Identifier: 0BSD
