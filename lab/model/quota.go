package model

import (
	"hash/fnv"
	"math/rand/v2"
)

// block is how many trials a quota runs over, as in the measurements that the
// habits come from.
const block = 20

// position returns the trial's place in its block of twenty, which the seed
// permutes: each block holds each place once, so that a habit that the first k
// places have is shown in exactly k of twenty, whatever the seed.
func position(seed uint64, label string, index int) int {
	h := fnv.New64a()
	_, _ = h.Write([]byte(label))                            // a hash never fails to write
	stream := h.Sum64() + uint64(index/block)                //nolint:gosec // an index is not negative
	order := rand.New(rand.NewPCG(seed, stream)).Perm(block) //nolint:gosec // quotas must be repeatable
	return order[index%block]
}

// Quota returns the number of trials that the habits of a scripted model under a
// profile are quotas of, and 0 where each trial shows the same habits.
func Quota(name, profile string) int {
	if reactionTable[name] != nil {
		return 0
	}
	h := habitsOf(name, profile)
	for _, share := range []int{h.picks, h.leavesOut, h.repeats} {
		if share > 0 && share < block {
			return block
		}
	}
	return 0
}
