/*
Package simulate fights an encounter many times and says how it ends: who wins, when, and at what cost. It knows no rule of
the game, which are carried out by rules; it reads no session and writes nothing.

# Parts

A [Simulation] is what is fought: rules, the state each run begins in, a tactic for each combatant, how many runs, and a
seed. [FromEncounter] prepares an encounter of a campaign, [UnderWay] the fight of a [command.Game] as it stands, with its
wounds and what is owed. Vary, Join and Fight return a copy with another number, other combatants, or another tactic.

[Simulation.Run] carries the runs out, several at once. Each has dice of its own, which come from the seed and the number
of the run alone, so that the [Result] is the same on any machine. How far it got when its time is up counts.

# A fight

fight.go plays one run. It looks whose turn it is, takes the first action of that fighter's [rules.Tactic] that is
possible, and lets the rules do the rest by [rules.Live], which changes actors in place instead of making a new state for
each command: that, and nothing else, is what makes it quick. A fight is over when only one side has a fighter who can
act, when nothing would ever happen again, or when the counts are up.

A test has a duel written out in plain Go (byhand_test.go) and holds the results equal within what chance allows; a benchmark
says how many times slower the engine is.

# Where to begin

	sim, err := simulate.FromEncounter(campaign, encounter)
	sim.Runs, sim.Seed = 2000, 7
	result, err := sim.Run(ctx, nil)

A tactic is data: an entry of `tactics` in the YAML, which rules reads. What a result is to say more of a fight is noted in the
ending of each run, and added up by Counts.addFight; shard.go parts the runs among several machines.
*/
package simulate
