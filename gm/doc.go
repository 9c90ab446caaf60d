/*
Package gm runs the live session: it turns commands into entries, and its state is the sum of its entries. It draws nothing
and knows no rule of the game. This page is also the place to begin with the program as a whole.

# The packages

	cmd/hybrid ─────▶ gm/export ────▶ gm/players
	    │                               ▲    │
	    ▼                               │    ▼
	gm/dashboard ───▶ gm/seats ─────────┘   gm ──▶ gm/journal
	    │   │                                │
	    │   │                                ▼
	    │   │                    gm/verbs, gm/logtext, gm/advice
	    │   │                                │
	    │   └───────▶ gm/simulate ───┐       │
	    ▼                            ▼       ▼
	gm/dashboard/draw             gm/command ──▶ gm/campaign ──▶ rules ──▶ rules/formula ──▶ rules/source

	cmd/hybrid      the command line: a subcommand is a file
	gm/dashboard    the screen: panels, keys, pages; gm/dashboard/draw is its canvas, gm/dashboard/follow a screen
	                that only shows what a seat sees
	gm/sheet        what a character sheet shows, and the page that prints
	gm/workbook     reads a character from a spreadsheet; only cmd/hybrid imports it
	gm/export       writes a session as Markdown, HTML or JSON Lines; statistics of its rolls
	gm/players      what each player's character knows
	gm/archive      a campaign and its log as one file, for another computer; only cmd/hybrid imports it
	gm/story        turns entries into sentences, from the facts that their reader knows
	gm/seats        serves the players' pages and the table screen over HTTP
	gm/simulate     fights an encounter thousands of times, by tactics
	gm/analysis     works out how likely each side of a fight wins after every entry, with gm/simulate
	gm/balance      searches for an encounter of a wanted difficulty with gm/simulate; only cmd/hybrid imports it
	gm              a session: its entries, undone ones included, and its dice
	gm/journal      entries on disk, in SQLite
	gm/disk         file operations that differ between operating systems
	gm/verbs        what each verb of the prompt decides
	gm/logtext      an entry as the log shows it
	gm/advice       what an actor could do, and what each choice is worth
	gm/command      a game: campaign, rules and state; reads and previews lines
	gm/campaign     reads the folders of YAML that are played
	rules           the engine: compiles a game, plays it, computes its odds
	rules/phrase    patterns of the sentences that tell play, and the grammar of a language
	rules/purchase  what experience can buy, and what it is worth
	rules/rulebook  every entry as text, and found by words
	rules/collect   maps and filters slices; every package may import it
	rules/layer     lays folders of YAML over each other: pack, selection, campaign, choices of rulings
	rules/formula   formulas; rules/source reads YAML with positions; rules/message words mistakes

A package imports only packages that the arrows lead to. gm/gmtest is shared by tests. tables, campaigns and characters are
the embedded data.

# The life of a command

A key press becomes a line, the same that could be typed. These functions take it to the disk; an arrow is a call, and a new
line begins where a table or an interface lies between (TestWalks, in rules, holds them to the code):

	Dashboard.runKeyBinding
	Dashboard.runCommand → Session.Do → Session.do → Session.decide → Game.Decide → Game.DecideOnce
	timeline.next → Ruleset.Next
	Session.do → Session.commit
	store.append → Journal.Append

In words:

 1. Dashboard.runKeyBinding (gm/dashboard) runs what the key is bound to, which gives a line to Dashboard.runCommand.
 2. [Session.Do] parses it with [command.Game.Parse] and prepares its dice.
 3. [command.Game.Decide] runs the Decide function of the verb, here timeline.next, which asks the rules:
    [rules.Ruleset.Next], or [rules.Ruleset.Declare] for an action. The result is a [command.Decided]: events with final
    numbers. The state is unchanged.
 4. Session.commit applies the events to the state and calls [journal.Journal.Append]. When that returns, the entry is on
    disk; only then does the session show it, and Dashboard.Draw draws the next frame from it.

A question interrupts this. Where a die or an answer is missing, Decide returns a [rules.Need], and Session.OpenQuestion holds the
question. [Session.Reply] adds the answer and decides the whole command again, with the same dice. The question is stored
with the session, so it is still open after a crash, and any screen or phone may answer it. A command that the rules do
not allow is a [rules.Refusal].

A die comes from commandDice.Roll, where Run.rollDie of package rules asks for it: typed dice first, then dice of an earlier
attempt at the same command, then the seed. It is stored in the entry's record (newRecord), and reusedDice.Roll returns it
when the entry is decided again.

# From a YAML line to a chance

The page of package rules has this walk: how skills and checks are compiled, and how [rules.Ruleset.Preview] works out the
chance with a [rules.Term] for each part.

# From a player's proposal to the log

	Server.handleSaying → Server.applySaying → Log.Proposal
	Server.storeProposal → Proposals.Propose
	Options.carryOutProposal → Proposals.Take → Session.Do

In words:

 1. A phone sends what its player wants. acts.takeUp (gm/seats) asks players.Log.Proposal for the line, which it builds from
    what the seat knows, and [Proposals.Propose] stores it.
 2. The game master's tray (gm/dashboard) and [seats.ProposalLine] (at a prompt) take it. Both call [Proposals.Take].
 3. Take calls [Session.Do] with the seat's name in the command, and the walk above follows.

# What always holds, and the test that checks it

	a package imports only along the arrows         TestImportsPointOneWay (rules)
	a function calls its own floor or a lower one   TestFloors (rules)
	no name, number or sentence of the game in Go   TestNoNameOfTheGameInGo (rules)
	comments begin with a verb, names are nouns     TestComments (rules)
	texts are plain English                         TestLanguage (cmd/hybrid)
	every kind of event becomes a fact for readers  TestEveryKindOfEventIsNamed (gm/story)
	a seat gets nothing that it does not know       TestSecretsMakeNoDifference (gm/players)
	the same on the wire                            TestSecretsMakeNoDifferenceOnTheWire (gm/seats)
	and over HTTP, of two whole tables              TestSecretsMakeNoDifferenceOverHTTP (gm/seats)
	an acknowledged entry survives a kill           TestKilled (gm), TestKilledTable (gm/seats)
	a package comment names only what exists        TestPackageComments (rules)
	the walks of this page are calls in the code    TestWalks (rules)
	a file of 100 lines says what it is for         TestFileHeaders (rules)
	a type of over 60 methods says why              TestManyMethods (rules)

Random sessions in tests end with [Session.Verify], which decides all entries again. What only looks, such as previews and odds, runs
behind gm/guard and cannot end a session.

# What is deliberately absent

There is no second engine for odds or simulation: all three run Run.runSteps. There is no event bus, no plug-in, no
configuration file and no clock in the rules. The session is not safe for concurrent use: everything runs in one loop, and the
server of the phones sends its work there. The journal knows nothing of the game, and entries are never changed: undo and
amendments add records. There is no one matcher for what people type, because the answers differ: a line of the prompt needs the
one entry that is meant (pick, gm/command), the lists of the dashboard rank parts of labels (matching, gm/dashboard), rules rank
fields of an entry (rulebook.Find), and help knows everyday words (findHelp, cmd/hybrid).

# The parts of a session

A [Session] holds a [command.Game] and what makes it last, each part in a file of its name: the tree of entries with the
undone ones (log_tree.go), an entry as it is stored (log_entry.go), the store that writes them (log_store.go), the fallback when the
session's file disappears (log_refuge.go), the seeds of the dice, and fingerprints of the rules. All entries are in memory as the
journal has them, some 2 kB each, and are decoded when they are asked for. These parts know nothing of a session. Proposals
of players (state_proposal.go) wait beside the entries until the game master takes them. [Session.History] returns everything that was
played with the states before and after: exports, statistics and the history begin there. A changed past
(past_amend.go, past_redecide.go) is a separate game in which the later lines are decided again with their old dice; accepting
it replaces the past in one step. [Cursor] follows the entries as they are added.

Two places call upwards: the seed is stored before its first die is rolled, and a store whose file is gone asks the session to
write everything again (snapshotter, in log_store.go).

# Floors

A function, a method or a value refers only to those of its own floor or of a lower one; TestFloors (rules/floors_test.go)
reads the floors here. Types may be in any file. Lowest floor first:

	1  log_*.go  entries, their tree, the file that stores them
	2  dice_*.go  seeds; typed dice, lent dice, dice thrown ahead
	3  session.go state_*.go  what a session holds and stores: question, proposals, seats, missing references
	4  past_*.go  undo, amendments, replay, verification
	5  session_*.go  commands, opening, reloading, following

# Where a rule of the game is

In the YAML of the pack, tables/hybrid; `hybrid help` explains the format. A campaign adds its own tables on top. A section of
the YAML has a type in rules with its name. `why` at the prompt and `o` on the dashboard show the file and line of a rule.

# How to add

An action, a task, a skill, a weapon: an entry in the YAML, of the pack (tables/hybrid) or of a campaign. Commands, keys,
completions and pages follow. `hybrid help actions` explains the keys, and `hybrid vet` checks the entry. UPDATE=1 go test
./gm/dashboard redraws the golden frames that list it.

A verb of the prompt, 1 place: a literal in listVerbs (gm/verbs/table.go) with its word, its Decide function and its
completions, see [command.Verb]. Its function returns events; the log, undo, export and changing the past need nothing more. A
verb about the session itself, such as undo, has Session in its literal and a handler in sessionVerb (session_do.go).

A key, 1 place: an entry in a table of gm/dashboard/desk_keys.go. The bottom line and the help of its mode follow; for the short
help add it to helpTopics (gm/dashboard/desk_help.go). UPDATE=1 redraws the golden frames.

A kind of effect, 2 places: a field of rules.Effect, a verb and a row of Effect.listKinds, all in rules/run_effect.go, and a case in
Run.applyEffect (rules/run_stepper.go), which play, odds and simulations share. The comment of the field contains an example in
backticks; UPDATE=1 go test ./cmd/hybrid -run TestFieldsAreInStep takes it over for help and schemas. A line in
rules/manual/effects.md explains the key.

A screen, 2 places: a page in a file of gm/dashboard and the key that opens it. One with keys of its own is a type with a mode;
the comment of that package shows how.

A subcommand, 1 place beside its own file: a call in cmd/hybrid/root.go; the comment of that package has a sample. The file holds
the cobra.Command with an Example and, if it takes arguments, a ValidArgsFunction that completes them. It returns a report
(cmd/hybrid/write_report.go), which the flags write as text, JSON or CSV. For its tests, add a line to outputs in
cmd/hybrid/output_test.go, and each new key of its JSON to cmd/hybrid/output.json.

A key of the YAML: a field of the type of its section in rules, and its use in the compile method beside it; the comment of that
package explains it.

Places are files beside those that a thing brings, counted by adding one of each. Tests ask for
generated files and, of a new refusal or suggestion, for an input that causes it (TestEveryRefusalHasAnInput,
TestEverySuggestionIsTried, in cmd/hybrid).

A kind of event: its constant and what it changes (rules/state_event.go), and a case in collector.addChange
(gm/story/change.go), which turns it into a fact; a test asks for it. Its sentence is in tables/languages or in the pack. If
its numbers are shown, also a case in Wording.Event (gm/logtext/wording.go) and in eventsJSON (cmd/hybrid/write_json.go).

A format of an export: a formatter in gm/export, and its case in export.Write.

# Dice that can be checked

Unless [Options] say otherwise, every die that the program rolls comes from a seed: 32 random bytes from the operating system, new
for each [Evening], stored in the session's file before the first die is rolled. Its SHA-256 can be sent to the players
([Session.DiceHash]); the hash does not reveal the dice. [Session.Reveal] shows the seed at the end, and later dice come from a new
one. A player can then hash the seed, compare the hash, and compute every die.

A die depends on four things: the seed, the number of its entry, its place among the entry's dice (from 1, typed ones
counted), and its number of faces. [Face] computes it. So nothing changes when the program is closed, when a command is asked
again, or when some dice are typed. A cancelled command uses up no dice. After an undo or any other entry the number is
different, and so are the dice; the undone entry stays in the file.

[Session.CheckDice] computes all dice again and names the first that differs. Typed dice, dice from --seed and dice from before
seeds existed have no seed; they are marked and not checked.

This proves that dice were neither changed nor chosen. It hides nothing from anyone who holds the file, which contains
the seed.

# Evenings

An [Evening] begins when a campaign is opened on another day than that of its last entry; a day ends at six in the morning. Its
number is stored with each entry. Before its first entry the file is copied, for example to saltmarket.db.backup-2024-05-08;
the last five copies are kept.
*/
package gm
