# cluster.mk: `make cluster`, a part of the Makefile. Sweeps by a real Slurm and
# by a real mpirun on this machine alone, against the same sweep in one process.

DEB_CLUSTER := slurm-wlm munge openmpi-bin procps python3

.PHONY: cluster

cluster: $(B)/bin/bristle
	@sh gen/build/packages.sh $(DEB_CLUSTER)
	@sh gen/build/cluster.sh $< $(B)/cluster
