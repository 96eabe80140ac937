#!/bin/sh
# fuzz.sh PROGRAM FOLDER SECONDS: runs each fuzzer (tests/fuzz/target) for that
# long, from the corpus of the tree and what earlier runs added in FOLDER/corpus.
# Findings are kept in FOLDER/found; exit 1 if there are any.
set -u
program=$1 folder=$2 seconds=$3
mkdir -p "$folder/found"
# Every word that a shipped spec uses, and what tables may be asked for.
{
  cat specs/*/*.lua | grep -o '[A-Za-z_][A-Za-z_0-9]*'
  printf '__%s\n' index newindex len call add mul eq lt concat tostring pairs close gc
} | sort -u | sed 's/.*/"&"/' >"$folder/words"
bad=0
for target in spec set image foreign solver; do
  corpus=$folder/corpus/$target
  mkdir -p "$corpus"
  cp tests/fuzz/corpus/$target/* "$corpus"
  if [ $target = spec ]; then
    for file in tests/bad/*/*.lua; do
      cp "$file" "$corpus/$(echo "$file" | tr / -)"
    done
  fi
  if FUZZ_TARGET=$target "$program" -max_total_time="$seconds" -timeout=600 \
    -rss_limit_mb=4000 -max_len=8000 -dict="$folder/words" \
    -artifact_prefix="$folder/found/$target-" "$corpus" >"$folder/$target.log" 2>&1; then
    echo "$target: $(sed -n 's/^Done \([0-9]*\) runs.*/\1 runs, no finding/p' "$folder/$target.log")"
  else
    bad=1
    echo "$target: a finding; $folder/$target.log says more:"
    grep -E 'FOUND|ERROR|SUMMARY|runtime error|Test unit written' "$folder/$target.log"
  fi
done
exit $bad
