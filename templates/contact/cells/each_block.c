//@ if has_blocks then
  for (int b = 0; b < $(name)_blocks; b++) $(call), b$(tail));
//@ else
  $(call)$(tail));
//@ end
