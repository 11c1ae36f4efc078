package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// emit prints a job file that plays this very run in parts.
func (a *app) emit(cmd *cobra.Command, args []string, f *simulateFlags) error {
	p, err := a.plan(args, f) // what can't be played must not be sent away
	if err != nil {
		return err
	}
	n := f.shards
	if n == 0 {
		n = int(min(max(f.games*uint64(len(p.cells))/10_000, 1), 100))
	}
	if uint64(n) > f.games {
		return usagef("--shards %d: %d games can't be cut into so many parts", n, f.games)
	}
	j := jobFile{name: "mancala-" + strings.ReplaceAll(fileName(p.cells[0].g.Rules.ID), "_", "-"), shards: n, command: commandLine(cmd, args)}
	if f.emit == "slurm" {
		fmt.Fprint(a.out, j.slurm())
	} else {
		fmt.Fprint(a.out, j.kubernetes())
	}
	return nil
}

type jobFile struct {
	name    string
	shards  int
	command []string // mancala simulate …, without what the job sets itself
}

// notInJobs are flags that the job file sets, or that mean nothing there.
var notInJobs = map[string]bool{"emit": true, "shards": true, "shard": true, "out": true, "checkpoint": true, "workers": true, "html": true, "manifest": true, "format": true, "json": true, "details": true, "color": true}

// commandLine is the command as it was typed, without those flags.
func commandLine(cmd *cobra.Command, args []string) []string {
	out := append([]string{"mancala", "simulate"}, args...)
	cmd.Flags().Visit(func(fl *pflag.Flag) {
		if notInJobs[fl.Name] {
			return
		}
		if list, ok := fl.Value.(pflag.SliceValue); ok {
			for _, v := range list.GetSlice() {
				if fl.Name == "players" {
					continue
				}
				out = append(out, "--"+fl.Name+"="+v)
			}
			if fl.Name == "players" {
				out = append(out, "--players="+strings.Join(list.GetSlice(), ","))
			}
			return
		}
		out = append(out, "--"+fl.Name+"="+fl.Value.String())
	})
	return out
}

// quoted is a command as a shell reads it.
func quoted(words []string) string {
	out := make([]string, len(words))
	for i, w := range words {
		if strings.ContainsFunc(w, func(r rune) bool {
			return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=./:,+@%", r)
		}) || w == "" {
			w = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
		out[i] = w
	}
	return strings.Join(out, " ")
}

func (j *jobFile) slurm() string {
	return fmt.Sprintf(`#!/bin/bash
#SBATCH --job-name=%[1]s
#SBATCH --array=0-%[2]d
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --output=%[1]s-%%A_%%a.log
#SBATCH --requeue
#
# Submit with: sbatch THIS-FILE, from a folder that all nodes share.
# A part that is killed goes on from its checkpoint when it is started again.
# When all are done: mancala merge %[1]s/part-*.json
set -eu
mkdir -p %[1]s
part="%[1]s/part-$SLURM_ARRAY_TASK_ID"
%[3]s \
  --shard "$SLURM_ARRAY_TASK_ID/%[4]d" --workers "${SLURM_CPUS_PER_TASK:-1}" \
  --checkpoint "$part.checkpoint" --out "$part.json"
rm -f "$part.checkpoint"
`, j.name, j.shards-1, quoted(j.command), j.shards)
}

func (j *jobFile) kubernetes() string {
	return fmt.Sprintf(`# An indexed job: every pod plays the part of its index.
# Set image to one that holds mancala, and the claim to a volume all pods can
# write to. A pod that is killed goes on from its checkpoint.
# When the job is complete: mancala merge part-*.json in that volume.
apiVersion: batch/v1
kind: Job
metadata:
  name: %[1]s
spec:
  completionMode: Indexed
  completions: %[2]d
  parallelism: %[3]d
  backoffLimitPerIndex: 5
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: simulate
          image: mancala:latest
          workingDir: /results
          command: ["/bin/sh", "-eu", "-c"]
          args:
            - |
              part="part-$JOB_COMPLETION_INDEX"
              %[4]s \
                --shard "$JOB_COMPLETION_INDEX/%[2]d" --workers 1 \
                --checkpoint "$part.checkpoint" --out "$part.json"
              rm -f "$part.checkpoint"
          resources:
            requests: {cpu: "1", memory: 512Mi}
          volumeMounts:
            - {name: results, mountPath: /results}
      volumes:
        - name: results
          persistentVolumeClaim:
            claimName: mancala-results
`, j.name, j.shards, min(j.shards, 20), quoted(j.command))
}
