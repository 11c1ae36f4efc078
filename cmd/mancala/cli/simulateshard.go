package cli

import (
	"os"
	"strconv"
	"strings"
)

// shardNumber is part index of so many, index from 0.
type shardNumber struct{ index, of int }

// shardOf finds the part to be played: --shard, else a Slurm array or an
// indexed Kubernetes job this process belongs to. Nil: the whole run.
func (f *simulateFlags) shardOf() (*shardNumber, error) {
	switch {
	case f.shard == "none":
		return nil, nil
	case f.shard != "":
		return parseShard("--shard "+f.shard, f.shard)
	}
	env := func(name string) (int, bool) {
		n, err := strconv.Atoi(os.Getenv(name))
		return n, err == nil
	}
	if id, ok := env("SLURM_ARRAY_TASK_ID"); ok {
		first, _ := env("SLURM_ARRAY_TASK_MIN")
		of, _ := env("SLURM_ARRAY_TASK_COUNT")
		switch {
		case f.shards > 0 && of == 0:
			of = f.shards
		case f.shards > 0 && of != f.shards:
			// Tasks submitted again: which parts they are their number doesn't tell.
			return nil, usagef("this is a task of an array of %d, and --shards says %d; say which part it is: --shard %d/%d for instance", of, f.shards, id, f.shards)
		}
		return checkShard("SLURM_ARRAY_TASK_ID", id-first, of)
	}
	if id, ok := env("JOB_COMPLETION_INDEX"); ok {
		if f.shards == 0 {
			return nil, usagef("JOB_COMPLETION_INDEX says that this is part %d of a job; say of how many: --shards N, or --shard none for the whole run", id)
		}
		return checkShard("JOB_COMPLETION_INDEX", id, f.shards)
	}
	return nil, nil
}

func parseShard(where, text string) (*shardNumber, error) {
	left, right, ok := strings.Cut(text, "/")
	index, err := strconv.Atoi(left)
	of, err2 := strconv.Atoi(right)
	if !ok || err != nil || err2 != nil {
		return nil, usagef("%s: write --shard I/N, I from 0, for instance --shard 0/4", where)
	}
	return checkShard(where, index, of)
}

func checkShard(where string, index, of int) (*shardNumber, error) {
	if of < 1 || of > 1<<20 || index < 0 || index >= of {
		return nil, usagef("%s: there is no part %d of %d; parts are counted from 0 to N-1", where, index, of)
	}
	return &shardNumber{index, of}, nil
}
