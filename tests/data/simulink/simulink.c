/* simulink.c: nothing; the host of tests/data/simulink calls the block itself. */
