/*
Package simulate plays an encounter many times and computes its outcome: the winner, the duration and the losses. The rules of the game
are executed by package rules. It reads no session and writes nothing.

# Parts

A [Simulation] defines a fight: the rules, the initial state of each run, a tactic for each combatant, the number of runs, and a seed.
[FromEncounter] prepares an encounter of a campaign, [FromGame] the current fight of a [command.Game], with its wounds and pending
events. WithValue, WithCombatant and WithTactic return a copy with another number, another combatant, or another tactic.

[Simulation.Run] executes the runs, several at once. The dice of each depend only on the seed and the number of the run, so that the
[Result] is the same on any machine. If the time is up, the runs finished so far count.

# A fight

fight.go plays one run. It finds the fighter whose turn it is, selects the first possible action of its [rules.Tactic], and lets
[rules.Live] execute it. A Live is fast because it changes actors in place instead of creating a new state for each command. A fight is
over when only one side has a fighter who can act, when nothing can happen any more, or when the counts are up.

A test compares the results with those of a duel written in plain Go (byhand_test.go), within statistical limits; a benchmark measures
how many times slower the engine is.

# Where to begin

	sim, err := simulate.FromEncounter(campaign, encounter)
	sim.Runs, sim.Seed = 2000, 7
	result, err := sim.Run(ctx, nil)

A tactic is data: an entry of `tactics` in the YAML, which rules reads. A new number of a result is recorded in the ending of each
run and added up by Counts.addFight. shard.go divides the runs among several machines.
*/
package simulate
