/*
Package rules is the engine: it compiles a game that is written in YAML, plays it, and works out its odds. It knows no
name and no number of any game, opens no file, reads no clock, and gets chance only through [Dice]. How the YAML is
written is said in the folder manual beside this file, which [Manual] reads and `hybrid help` prints.

# Parts

The game. [Load] makes a [Ruleset] out of layers of YAML files; [Vet] also warns of what is clean and looks wrong. Each
section of the YAML has a type and a file of its name (def_stat.go, run_check.go, def_task.go, …), with its entries as they are
written and how they are compiled. Package layer lays the files over each other; compile.go holds what all sections share,
num_scope.go says which names a formula may use, and where. What a Ruleset says of the game never changes; it fills
caches as it is used (ruleset.go), and is safe for concurrent use. Whatever is asked of a game is its method.

The table. A [Character] is a character's file, a [Sheet] what is made of it, an [Actor] is a character who takes part,
and a [State] is all of them and the clock. Only an [Event] changes a State, through [Ruleset.Apply], and an Event holds
settled numbers, so that applying it takes no dice.

Decisions. [Ruleset.Enter], [Ruleset.Declare], [Ruleset.Next], [Ruleset.Perform] and [Ruleset.Pass] (turn_declare.go, turn_play.go,
turn_pass.go) take a State and what is [Known] besides, and return a [Decision]: events, the steps with their dice and the
terms of every number. They change nothing. A missing die or answer comes back as a [Need], what the rules do not allow
as a [Refusal]; asking is deciding again from the start, with the answer.

A run. Inside a decision a [Run] carries out the steps of a [Sequence] by one loop, Run.carry (run_stack.go), each by a stepper
(run_stepper.go). What happens to an actor happens to a subject (run_subject.go, run_put.go, turn_order.go, run_elapse.go). A [Frame] is what a formula
reads while it does: who acts, with what, on whom, and the steps so far. def_modifier.go gathers what everything taking part
gives, num_tally.go and run_check.go make numbers and rolls of it. Two things a run leaves to others: its roller (run_roller.go)
settles what is left to chance, by dice, in every branch, or not at all; its eventSink (run_eventsink.go) takes the events. What it
works in (memory_arena.go), and what follows from the words of rolls (num_tagkey.go), is used again by the next run.

So the same steps are carried out in two more ways: [Ruleset.Live] plays thousands of fights in place, with tallies
specialised for what does not change (live_specialise.go); [Ruleset.ActionOdds] follows every way the dice can fall and sums
the odds (odds_explorer.go, run_rollclass.go). A branch is a copy of the stack and of its people. Tests hold the three equal.
To compile an action further for a class of fighters, let Run.carry find one flat list of functions of the Frame where all
steps are settled by the fighters' static key (Live.specialise says which).

What a player may be shown of a chance is worked out in another state, since a factor behind it would give away what was taken
out: [State.RedactedFor] (num_unknown.go) has strangers in the place of the others, of whom it reads 0, no or nothing. Where the game keeps
nothing of what one knows, [State.WithoutSecrets] has everybody, without what is secret.

# A chance, from its line on

	TallyLine.compile → compiler.num
	compiler.scopedName
	previewed → Run.setting → Frame.pickSkill
	Run.carry
	stepper.check
	unrolled.check → Check.chance → Tally.total → applyLines

A number of a check is a [Tally], each line a formula (compiler.num), in which a name is a function that reads a Frame
(compiler.scopedName). [Ruleset.Preview] makes the frame of what was said (Run.setting), in which Frame.pickSkill says which skill
and rank count, and runs to the check (Run.carry, stepper.check). There the roller of a preview stops the run, where another
one would throw, and Check.chance works the numbers out line by line (applyLines), with a [Term] for each; the last is the
chance. Three places climb: a step asks the roller of its run, a formula the run of its frame, a Tally the ledger.

# Arrows

Of the program rules imports rules/collect, rules/formula, rules/layer, rules/message, rules/phrase and rules/source alone. Within it what uses stands above what is used: odds
and live play above runs, runs above entries and state, those above the compiler's names. A few circles are
necessary: a step carries out sequences, as may a row, a condition and the order of turns; a formula reads conditions,
which hold by formulas (num_cycle.go refuses those that never end).

It is one package, not three for the game as compiled, play and odds: a name in a formula compiles to a function that reads the
actors of a Frame, so that hundreds of references would run the wrong way; types would have to give up their methods, and most
fields and names to be exported. Files part them instead: def_stat.go or def_skill.go hold an entry and its
compile method, num_skilluse.go, def_filter.go, run_elapse.go or run_moving.go what it does in play.

# Floors

A function, a method or a value refers to those of its own floor or of a lower one; TestFloors (rules/floors_test.go) holds
that. Types are one data model, and may stand anywhere. Lowest floor first:

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

A new key of the YAML is a field with a `yaml` tag in the section's type, which the compile method beside it checks. What its
comment says help and schemas say (UPDATE=1 go test ../cmd/hybrid -run TestFieldsAreInStep takes it over), and the page of
the manual shows it. A new kind of effect is a field of [Effect] with a verb and a row of Effect.kinds (run_effect.go), a case in
Run.effect (run_stepper.go), which all three ways of playing share, and a line in manual/effects.md; if no event says it, an
[EventKind], too. A rule has its scene in testdata/digest.
*/
package rules
