/*
Package rules is the engine: it compiles a game that is written in YAML, plays it, and calculates its odds. It contains
no names or numbers of a particular game, opens no file, reads no clock, and gets random numbers only from [Dice]. The folder manual
explains the YAML; [Manual] reads it and `hybrid help` prints it.

# The game

[Load] makes a [Ruleset] from layers of YAML files; [Vet] also warns of valid entries that look wrong. Each
section of the YAML has a type and a file of its name (def_stat.go, run_check.go, def_task.go, …) with the entries as written
and their compile methods. Package layer merges the files; compile.go contains code shared by all sections, and num_scope.go lists
the names that formulas can use in each place. A Ruleset is immutable except for its caches (ruleset.go), and safe for concurrent
use. Queries about the game are its methods.

# The state of play

A [Character] is a character's file, a [Sheet] is compiled from it, an [Actor] is a character who takes part, and a [State] holds
all actors and the clock. A State changes only through events ([Event], [Ruleset.Apply]). An Event holds final numbers, so that
applying it needs no dice.

# Decisions

[Ruleset.Enter], [Ruleset.Declare], [Ruleset.Next], [Ruleset.Perform] and [Ruleset.PassTime] (turn_declare.go, turn_play.go,
turn_pass.go) take a State and a [DecisionInput], and return a [Decision]: events, the steps with their dice, and the
terms of every number. They change nothing. A missing die or answer is returned as a [Need], a forbidden action
as a [Refusal]. After an answer the decision is computed again from the start.

# Runs

Within a decision, a [Run] executes the steps of a [Sequence] in one loop, Run.runSteps (run_stack.go), with a stepper for each kind
of step (run_stepper.go). Changes of an actor go through a runActor (run_subject.go, run_put.go, turn_order.go, run_elapse.go). A
[Frame] holds the values that formulas read: the actor, its tool and target, and the steps so far. def_modifier.go collects the
modifiers of everything involved; num_tally.go and run_check.go compute numbers and rolls from them. A run delegates two things: random
results, to its roller (run_roller.go), which rolls dice, follows every branch, or stops; and events, to its eventSink
(run_eventsink.go). The next run reuses its working memory (memory_arena.go) and the results that depend on the tags of rolls
(num_tagkey.go).

The same steps are executed in two more ways: [Ruleset.Live] plays thousands of fights in place, with tallies specialised for
constant parts (live_specialise.go); [Ruleset.ActionOdds] follows every combination of dice and sums the odds (odds_explorer.go,
run_rollclass.go), where a branch is a copy of the stack and of the actors. Tests check that all three give the same results.

# Knowledge

A chance shown to a player is calculated in another state, since a factor in it could reveal a secret:
[State.RedactedFor] (num_unknown.go) replaces the other actors with placeholders, for which formulas read 0, false or "". In games
that record no knowledge, [State.WithoutSecrets] keeps all actors and removes the secrets.

# How a chance is computed

	TallyLine.compile → compiler.compileNumber
	compiler.resolveName
	previewAction → Run.prepareAct → Frame.pickSkill
	Run.runSteps
	stepper.runCheck
	previewRoller.previewCheck → Check.computeChance → Tally.total → applyLines

Each number of a check is a [Tally]. Each of its lines is a formula (compiler.compileNumber), whose names compile to functions that
read a Frame (compiler.resolveName). [Ruleset.Preview] prepares the frame of the action (Run.prepareAct), in which Frame.pickSkill
sets the relevant skill and rank, and runs to the check (Run.runSteps, stepper.runCheck). There the roller of previews stops the run
instead of rolling, and Check.computeChance calculates the numbers line by line (applyLines), with a [Term] for each; the last
number is the chance. Three calls go to a higher floor: a step calls its run's roller, a formula the run of its frame, and a Tally the
event sink.

# Imports

Within the program, rules imports only rules/collect, rules/formula, rules/layer, rules/message, rules/phrase and rules/source. Within
the package, callers are above the functions they call: odds and live play above runs, runs above entries and state, these above the
compiler's names. A few cycles are necessary: a step runs sequences, and so can a row, a condition and the order of turns; a formula
reads conditions, which can depend on formulas (num_cycle.go rejects endless cycles).

The compiled game, play and odds are one package instead of three because a name in a formula compiles to a function that reads the
actors of a Frame. A split would create hundreds of references against the import direction, separate types from their methods, and
require most fields and names to be exported. The code is divided by files instead: def_stat.go or def_skill.go contain an entry and
its compile method, num_skilluse.go, def_filter.go, run_elapse.go or run_moving.go its behaviour in play.

# Floors

A function, a method or a value refers only to others on its own floor or a lower one; TestFloors (cmd/hybrid/floors_test.go) checks
this. Types form one data model and can be in any file. The lowest floor is first:

	1  text_*.go  words, numbers, dice, faces, labels
	2  state.go state_*.go  actors, their sheets, sides, belongings, actions in progress and knowledge; events; frames; clocks
	2  memory_*.go  working memory of runs
	3  ruleset.go def_*.go  sections of the YAML, each with its compile method; questions that entries ask
	3  num_*.go  names in formulas, tallies, terms, facts that a player doesn't know
	4  load.go compile.go schema.go word_say.go run_*.go  loading, compiling, and carrying out steps, effects, checks and throws
	5  turn.go turn_*.go  declarations, turns and rounds, passing time, ends of fights
	6  ask_*.go  questions and answers, previews, odds of a check, facts that a character notices
	7  odds_*.go  exact odds, over all results of the dice
	8  live.go live_*.go  simulated fights, played in place
	9  book_*.go  warnings

# Where to begin

	rs, err := rules.Load([]rules.Layer{{Name: "hybrid", Files: files}}, nil)
	decision, err := rs.Next(state, rules.DecisionInput{Dice: rules.NewSeededDice(seed)})
	state, err = rs.Apply(state, decision.Events)

A new key of the YAML is a field with a `yaml` tag in the section's type, which the compile method next to it checks. Its
comment is shown by help and schemas (UPDATE=1 go test ../cmd/hybrid -run TestFieldsAreInStep copies it), and the page of
the manual documents it. A new kind of effect is a field of [Effect] with a verb and a row of Effect.listKinds (run_effect.go), a case in
Run.applyEffect (run_stepper.go), which all three ways of playing share, and a line in manual/effects.md; if no event records it, an
[EventKind], too. A rule has its scene in testdata/digest.
*/
package rules
