# python.mk: the Python package, a part of the Makefile. One build serves
# CPython 3.11 and later.

PYTHON ?= /usr/bin/python3
DEB_PYTHON := python3-dev python3-setuptools python3-wheel

# What tests/api/python.c runs.
DEB_TEST += python3-dev python3-numpy python3-scipy python3-pytest
TEST_CPPFLAGS += -DTEST_PYTHON='"$(B)/lib/python3"'
$(B)/tests/api/python: | python-module

PYTHON_C := $(wildcard gen/api/python/*.c)
PYTHON_FILES := $(wildcard gen/api/python/bristle/*)
PYTHON_LIB := $(B)/lib/python3/bristle

.PHONY: python python-module

# A wheel that carries the libraries which it needs, and the sources of one.
python: python-module
	@$(PYTHON) -c "import setuptools, wheel" 2>/dev/null || sh gen/build/packages.sh $(DEB_PYTHON)
	@sh gen/build/wheel.sh "$(PYTHON)" $(B) $(VERSION)

python-module: $(PYTHON_LIB)/_core.abi3.so $(PYTHON_LIB)/help.txt \
  $(PYTHON_FILES:gen/api/python/bristle/%=$(PYTHON_LIB)/%)

# Slots of types are functions in pointers to data, which pedantic C forbids.
$(call obj,$(PYTHON_C)): WARN := $(filter-out -Wpedantic,$(WARN))
$(call obj,$(PYTHON_C)): CPPFLAGS += -isystem $(shell $(PYTHON) -c \
  'import sysconfig; print(sysconfig.get_path("include"))' 2>/dev/null)
$(call obj,$(PYTHON_C)): | deps-python

.PHONY: deps-python
deps-python:
	@$(PYTHON) -c 'import os, sysconfig as s; raise SystemExit(not \
	  os.path.exists(s.get_path("include") + "/Python.h"))' || \
	  sh gen/build/packages.sh $(DEB_PYTHON)

$(PYTHON_LIB)/_core.abi3.so: $(SHARED_OBJ) $(call obj,$(PYTHON_C)) \
  gen/api/shared/python.map $(B)/obj/parts | $(B)/lib/tcc/libtcc.a
	$(link) -shared -Wl,--version-script=gen/api/shared/python.map \
	  -Wl,-rpath,'$$ORIGIN/lib' $(call SHARED_LIBS,) -o $@

$(PYTHON_LIB)/help.txt: $(B)/bin/bristle
	@mkdir -p $(@D)
	@$< help >$@

$(PYTHON_LIB)/%: gen/api/python/bristle/%
	@mkdir -p $(@D)
	@cp $< $@
