//@ if #tune > 0 then
  if (!tuning) tuning = &$(name)_tuning_default;
//@ end
  int status = $(name)_law_at($(tuning)$(alone)$(plain_inputs), &a);
