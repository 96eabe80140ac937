# faces.mk: the tests of faces with the tools that they are for, a part of the
# Makefile. `make test` runs them, too, where the tools are installed.

DEB_FACES := octave octave-dev nodejs chromium lld clang libeigen3-dev python3-matplotlib
FACE_TESTS := $(patsubst %,$(B)/tests/emit/%,faces casadi fmi3 fmi2 \
  description mex web) $(B)/tests/api/python $(B)/tests/cli/playground

.PHONY: faces
faces: deps-test all $(FACE_TESTS)
	@sh gen/build/packages.sh $(DEB_FACES)
	@unset MAKEFLAGS MAKELEVEL; TEST_FACES=1 sh tests/support/run.sh $(FACE_TESTS)
