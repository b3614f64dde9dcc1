# Prints the guard's fastest run of each benchmark, alone and as a share of the
# peer's: on a machine that others use, too, the fastest run says most.
/^Benchmark/ {
	split($1, name, "/by=")
	sub(/-[0-9]+$/, "", name[2])
	key = name[1] SUBSEP name[2]
	if (!(key in best) || $3 < best[key]) best[key] = $3
	if (!(name[1] in seen)) { seen[name[1]] = 1; order[++n] = name[1] }
}
END {
	print ""
	for (i = 1; i <= n; i++) {
		b = order[i]
		guard = best[b, "guard"]
		line = sprintf("%-24s guard %7.0f ns", substr(b, 10), guard)
		if ((b, "nobody") in best) line = line sprintf("  over the bare call %7.0f ns", guard - best[b, "nobody"])
		if ((b, "failsafe") in best) line = line sprintf("  failsafe-go %7.0f ns  ratio %.2f", best[b, "failsafe"], guard / best[b, "failsafe"])
		print line
	}
}
