/*
Package rules is the engine: it compiles a game that is written in YAML, plays it, and calculates its odds. It knows no
name and no number of any game, opens no file, reads no clock, and gets chance only through [Dice]. The folder manual explains the
YAML; [Manual] reads it and `hybrid help` prints it.

# Parts

The game. [Load] makes a [Ruleset] from layers of YAML files; [Vet] also warns of valid entries that look wrong. Each
section of the YAML has a type and a file of its name (def_stat.go, run_check.go, def_task.go, …) with the entries as written
and their compile methods. Package layer lays the files over each other; compile.go holds what all sections share, and
num_scope.go lists the names that a formula can use in each place. The game in a Ruleset never changes, though it fills caches
(ruleset.go), and a Ruleset is safe for concurrent use. Questions about the game are its methods.

The table. A [Character] is a character's file, a [Sheet] is compiled from it, an [Actor] is a character who takes part,
and a [State] holds all actors and the clock. Only an [Event] changes a State, through [Ruleset.Apply]. An Event holds
final numbers, so that applying it takes no dice.

Decisions. [Ruleset.Enter], [Ruleset.Declare], [Ruleset.Next], [Ruleset.Perform] and [Ruleset.Pass] (turn_declare.go, turn_play.go,
turn_pass.go) take a State and further [Known] facts, and return a [Decision]: events, the steps with their dice, and the
terms of every number. They change nothing. A missing die or answer is returned as a [Need], a forbidden action
as a [Refusal]. After an answer the decision is made again from the start.

A run. Inside a decision a [Run] carries out the steps of a [Sequence] in one loop, Run.runSteps (run_stack.go), each by a stepper
(run_stepper.go). Changes of an actor go through a subject (run_subject.go, run_put.go, turn_order.go, run_elapse.go). A [Frame] is
what formulas read: who acts, with which tool, on whom, and the steps so far. def_modifier.go collects the modifiers of everything that
takes part; num_tally.go and run_check.go make numbers and rolls of them. A run leaves two things to others: its roller (run_roller.go)
settles chance, by dice, in every branch, or not at all; its eventSink (run_eventsink.go) takes the events. Its working
memory (memory_arena.go) and the results that depend on the tags of rolls (num_tagkey.go) are reused by the next run.

The same steps are carried out in two more ways: [Ruleset.Live] plays thousands of fights in place, with tallies
specialised for constant parts (live_specialise.go); [Ruleset.ActionOdds] follows every way the dice can fall and sums
the odds (odds_explorer.go, run_rollclass.go). A branch is a copy of the stack and of the actors. Tests hold the three equal.
To compile an action further for a class of fighters, let Run.runSteps find one flat list of functions of the Frame if all
steps are settled by the fighters' static key (Live.specialiseFormula says which).

A chance shown to a player is calculated in another state, since a factor in it could reveal a secret:
[State.RedactedFor] (num_unknown.go) replaces the other actors with strangers, of whom formulas read 0, no or nothing. In games that
record no knowledge, [State.WithoutSecrets] keeps everybody, without secrets.

# A chance, from its line on

	TallyLine.compile → compiler.compileNumber
	compiler.resolveName
	previewAction → Run.prepareAct → Frame.pickSkill
	Run.runSteps
	stepper.runCheck
	unrolled.previewCheck → Check.computeChance → Tally.total → applyLines

A number of a check is a [Tally], each line a formula (compiler.compileNumber), in which a name is a function that reads a Frame
(compiler.resolveName). [Ruleset.Preview] makes the frame of the action (Run.prepareAct), in which Frame.pickSkill sets the skill
and rank that count, and runs to the check (Run.runSteps, stepper.runCheck). There the roller of a preview stops the run instead of
throwing, and Check.computeChance calculates the numbers line by line (applyLines), with a [Term] for each; the last is the
chance. Three places call a higher floor: a step its run's roller, a formula the run of its frame, a Tally the ledger.

# Arrows

Of the program rules imports rules/collect, rules/formula, rules/layer, rules/message, rules/phrase and rules/source only. Within it
callers are above what they call: odds and live play above runs, runs above entries and state, those above the compiler's names. A few
circles are necessary: a step carries out sequences, and so can a row, a condition and the order of turns; a formula reads conditions,
which hold by formulas (num_cycle.go refuses those that never end).

It is one package, not three for the compiled game, play and odds: a name in a formula compiles to a function that reads the
actors of a Frame, so that hundreds of references would run the wrong way; types would have to give up their methods, and most
fields and names would have to be exported. Files divide it instead: def_stat.go or def_skill.go hold an entry and its
compile method, num_skilluse.go, def_filter.go, run_elapse.go or run_moving.go its behaviour in play.

# Floors

A function, a method or a value refers only to those of its own floor or of a lower one; TestFloors (rules/floors_test.go) checks
that. Types are one data model, and can be anywhere. Lowest floor first:

	1  text_*.go  words, numbers, dice, faces, labels
	2  state.go state_*.go  actors, their sheets, sides, events, what they hold, do and know; frames; clocks
	2  memory_*.go  what a run has in memory
	3  ruleset.go def_*.go  sections of the YAML, each with its compile method; what entries ask for
	3  num_*.go  names of formulas, tallies, terms, what is unknown to a player
	4  load.go compile.go schema.go word_say.go run_*.go  steps, effects, checks and throws carried out
	5  turn.go turn_*.go  declarations, rounds, time that passes, ends
	6  ask_*.go  questions: answers, previews, odds of a check, what a player may notice
	7  odds_*.go  every way the dice can fall, counted
	8  live.go live_*.go  thousands of fights in place
	9  book_*.go  warnings

# Where to begin

	rs, err := rules.Load([]rules.Layer{{Name: "hybrid", Files: files}}, nil)
	decision, err := rs.Next(state, rules.Known{Dice: rules.NewSeededDice(seed)})
	state, err = rs.Apply(state, decision.Events)

A new key of the YAML is a field with a `yaml` tag in the section's type, which the compile method beside it checks. Its
comment is shown by help and schemas (UPDATE=1 go test ../cmd/hybrid -run TestFieldsAreInStep copies it), and the page of
the manual documents it. A new kind of effect is a field of [Effect] with a verb and a row of Effect.listKinds (run_effect.go), a case in
Run.applyEffect (run_stepper.go), which all three ways of playing share, and a line in manual/effects.md; if no event records it, an
[EventKind], too. A rule has its scene in testdata/digest.
*/
package rules
