//@ words("prove.lua")
# $(name)_prove.mk: Frama-C's Eva on every function of $(name).h.
#
#   make -f $(name)_prove.mk            all functions; -j2 takes two processors, -k goes on
#   make -f $(name)_prove.mk $(proofs()[1].name)       one of them
#
# A function holds if Eva, from every input and every state, finds no division by zero, no
# index out of bounds, no invalid pointer, nothing read before it is written, no signed
# overflow, and no conversion of a real that an int cannot hold. NaN and infinities are values.
# What Eva printed stays in $(name)_prove/FUNCTION.log. Generated: edit the spec instead.

FRAMAC = frama-c
LIMIT = 300# seconds of processor time for a function
EVA = -machdep gcc_x86_64 -c11 -cpp-extra-args="-I$$(HERE)" -eva -eva-precision 0 \
  -eva-auto-loop-unroll $(unroll()) -warn-special-float none -eva-interprocedural-splits -eva-no-show-progress \
  -eva-msg-key=-initial-state,-final-states -eva-warn-key alarm=error,loop-unroll=active \
  -kernel-warn-key annot:missing-spec=inactive,parser:decimal-float=inactive

HERE := $$(dir $$(lastword $$(MAKEFILE_LIST)))
LOGS := $$(HERE)$(name)_prove
FUNCTIONS := $(function_names())

.PHONY: all $$(FUNCTIONS)
all: $$(FUNCTIONS)

$$(FUNCTIONS):
	@mkdir -p $$(LOGS)
	@ulimit -t $$(LIMIT); $$(FRAMAC) $$(EVA) -main prove_$$@ $$(HERE)$(name)_prove.c \
	  $$(HERE)$(name).c >$$(LOGS)/$$@.log 2>&1; end=$$$$?; \
	alarms=$$$$(grep -c '^\[eva:alarm\]' $$(LOGS)/$$@.log); \
	reached=$$$$(sed -n 's/.*statements reached ([^)]*): \(.*\) coverage.*/\1/p' $$(LOGS)/$$@.log); \
	if [ $$$$end = 0 ] && [ "$$$$reached" ]; then \
	  echo "$(name)_$$@: proven, $$$$reached of the statements reached"; \
	elif [ $$$$end -gt 128 ]; then echo "$(name)_$$@: not proven in $$(LIMIT) s"; exit 1; \
	elif [ "$$$$alarms" != 0 ]; then echo "$(name)_$$@: $$$$alarms alarms, see $$(LOGS)/$$@.log"; exit 1; \
	else echo "$(name)_$$@: Frama-C failed, see $$(LOGS)/$$@.log"; exit 1; fi
