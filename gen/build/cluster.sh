#!/bin/sh
# cluster.sh PROGRAM FOLDER: sweeps a spec by an array job of a Slurm that this
# script starts on the loopback, with a task that is killed and requeued, and by
# mpirun. Compares the merged rows with the rows of one process. Stops what it
# has started. The daemons run as the user of this script.
set -eu
program=$(realpath "$1")
spec=$(realpath specs/tutorial/block.lua)
rm -rf "$2"
mkdir -p "$2"
cd "$2"
here=$PWD
axes="--sample 84 --range friction.mu_c=0.2:0.6 --range body.mass=1:20:log --seed 5"
tasks=7

say() { echo "cluster: $*"; }
fail() {
  say "$*"
  tail -n 20 "$here"/log/* 2>/dev/null || true
  exit 1
}

# ---- the daemons --------------------------------------------------------------
# Sockets have short paths, and munge wants folders that only their owner writes.
run=$(mktemp -d /tmp/bristle-cluster-XXXXXX)
chmod 755 "$run"
mkdir -p log "$run/state" "$run/spool"
free_port() {
  python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}
stop() {
  for daemon in slurmd slurmctld munged; do
    [ -s "$run/$daemon.pid" ] && kill "$(cat "$run/$daemon.pid")" 2>/dev/null || true
  done
  sleep 1
  rm -rf "$run"
}
trap stop EXIT
trap 'exit 1' INT TERM

head -c 1024 /dev/urandom >"$run/key"
chmod 600 "$run/key"
munged --force --num-threads=2 --key-file="$run/key" --socket="$run/munge" --pid-file="$run/munged.pid" \
  --log-file="$run/munged.log" --seed-file="$run/seed" 2>log/munged || fail "munged does not start"

cores=$(nproc)
cat >"$run/slurm.conf" <<END
ClusterName=bristle
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$run/munge,cred_expire=5
CryptoType=crypto/munge
StateSaveLocation=$run/state
SlurmdSpoolDir=$run/spool
SlurmctldPidFile=$run/slurmctld.pid
SlurmdPidFile=$run/slurmd.pid
SlurmctldLogFile=$here/log/slurmctld
SlurmdLogFile=$here/log/slurmd
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=1
JobRequeue=1
KillWait=1
ReturnToService=2
MpiDefault=none
NodeName=$(hostname -s) NodeAddr=127.0.0.1 CPUs=$cores State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF="$run/slurm.conf"
slurmctld 2>log/start || fail "slurmctld does not start: $(cat log/start)"
slurmd 2>log/start || fail "slurmd does not start: $(cat log/start)"
for i in $(seq 60); do
  sinfo -h -o %T 2>/dev/null | grep -q idle && break
  [ "$i" -lt 60 ] || fail "the node does not come up: $(sinfo 2>&1)"
  sleep 0.5
done
say "Slurm $(sinfo --version | cut -d' ' -f2) runs on $cores processors"

# ---- one process ----------------------------------------------------------------
"$program" sweep "$spec" -o one.csv $axes --jobs 1

# ---- the array ------------------------------------------------------------------
cat >job.sh <<END
#!/bin/sh
#SBATCH --requeue
#SBATCH --output=$here/log/task-%a --open-mode=append
exec "$program" sweep "$spec" -o "$here/array.csv" $axes --jobs 1
END
job=$(sbatch --parsable --array=0-$((tasks - 1)) job.sh)
rows() { grep -c '^[0-9]' "array.csv.$1-of-$tasks" 2>/dev/null || true; }

# Kills the process of a task that has some of its rows, then requeues the task.
victim=
for i in $(seq 600); do
  for t in $(seq 0 $((tasks - 1))); do
    [ -z "$victim" ] || break
    n=$(rows "$t")
    [ "${n:-0}" -ge 2 ] && [ "$n" -lt 10 ] || continue
    for pid in $(pgrep -f "$here/array.csv"); do
      if grep -qz "^SLURM_ARRAY_TASK_ID=$t\$" "/proc/$pid/environ" 2>/dev/null; then
        kill -KILL "$pid" && victim=$t
      fi
    done
  done
  [ -z "$victim" ] || break
  sleep 0.02
done
[ -n "$victim" ] || fail "no task could be killed in time"
kept=$(rows "$victim")
for i in $(seq 60); do
  scontrol requeue "${job}_$victim" 2>log/requeue && break
  [ "$i" -lt 60 ] || fail "task $victim is not requeued: $(cat log/requeue)"
  sleep 0.5
done
say "task $victim was killed with $kept of 12 rows, and requeued"
for i in $(seq 600); do
  [ -n "$(squeue -h -j "$job" 2>/dev/null)" ] || break
  [ "$i" -lt 600 ] || fail "the array does not end: $(squeue)"
  sleep 0.5
done
"$program" sweep --merge array.csv.*-of-$tasks -o array.csv || fail "the shards of the array do not merge"
cmp one.csv array.csv || fail "the rows of the array differ"
grep -q "$kept of them from an earlier run" "log/task-$victim" || fail "task $victim did not go on where it was killed"

# ---- MPI ------------------------------------------------------------------------
allow=
[ "$(id -u)" != 0 ] || allow=--allow-run-as-root
mpirun $allow --oversubscribe -n 3 "$program" sweep "$spec" -o mpi.csv $axes --jobs 1 2>log/mpi ||
  fail "mpirun fails"
"$program" sweep --merge mpi.csv.*-of-3 -o mpi.csv || fail "the shards of the ranks do not merge"
cmp one.csv mpi.csv || fail "the rows of the ranks differ"
say "the rows of 7 tasks of Slurm and of 3 ranks of MPI are those of one process"
