/*
Package gm runs the live session: it turns commands into entries, and its state is the sum of its entries. It draws nothing
and contains no rules of the game. This page is also an introduction to the whole program.

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
	                that only shows the view of a seat (what one player's character knows)
	gm/sheet        the contents of a character sheet, and its printable page
	gm/workbook     reads a character from a spreadsheet; only cmd/hybrid imports it
	gm/export       writes a session as Markdown, HTML or JSON Lines; statistics of its rolls
	gm/players      the knowledge of each player's character
	gm/archive      a campaign and its log as one file, for another computer; only cmd/hybrid imports it
	gm/story        turns entries into sentences, using only facts known to their reader
	gm/seats        serves the players' pages and the table screen over HTTP
	gm/simulate     plays an encounter thousands of times, by tactics
	gm/analysis     computes each side's chance to win after every entry of a fight, with gm/simulate
	gm/balance      searches for an encounter of a wanted difficulty with gm/simulate; only cmd/hybrid imports it
	gm              a session: its entries, undone ones included, and its dice
	gm/journal      entries on disk, in SQLite
	gm/disk         file operations that differ between operating systems
	gm/verbs        the verbs of the prompt
	gm/logtext      the entries of the log as text
	gm/advice       an actor's possible actions, and their value
	gm/command      a game: campaign, rules and state; reads and previews lines
	gm/campaign     reads campaigns, folders of YAML
	rules           the engine: compiles a game, plays it, computes its odds
	rules/phrase    patterns of the sentences that tell play, and the grammar of a language
	rules/purchase  the purchases that experience allows, and their value
	rules/rulebook  every entry as text, and a search by words
	rules/collect   maps and filters slices; every package may import it
	rules/layer     merges folders of YAML: pack, selection, campaign, choices of rulings
	rules/formula   formulas; rules/source reads YAML with positions; rules/message words mistakes

A package imports only packages to which the arrows lead. gm/gmtest is shared by tests. tables, campaigns and characters are
the embedded data.

# The life of a command

A key press becomes a line, as if it had been typed. These functions take it to the disk. An arrow is a call, and a new line begins
after an indirect call, through a table or an interface (TestWalks, in rules, compares them with the code):

	Dashboard.runKeyBinding
	Dashboard.runCommand → Session.Do → Session.do → Session.decide → Game.Decide → Game.DecideOnce
	timeline.next → Ruleset.Next
	Session.do → Session.commit
	store.append → Journal.Append

In words:

 1. Dashboard.runKeyBinding (gm/dashboard) runs the function bound to the key, which passes a line to Dashboard.runCommand.
 2. [Session.Do] parses it with [command.Game.Parse] and prepares its dice.
 3. [command.Game.Decide] runs the Decide function of the verb, here timeline.next, which asks the rules:
    [rules.Ruleset.Next], or [rules.Ruleset.Declare] for an action. The result is a [command.DecidedCommand]: events with final
    numbers. The state is unchanged.
 4. Session.commit applies the events to the state and calls [journal.Journal.Append]. When that returns, the entry is on
    disk; only then does it become part of the session, and Dashboard.Draw draws the next frame from it.

A question interrupts this. If a die or an answer is missing, Decide returns a [rules.Need], and Session.OpenQuestion returns the
question. [Session.Reply] adds the answer and decides the whole command again, with the same dice. The question is stored
with the session, so it is still open after a crash, and any screen or phone can answer it. For a command that the rules do
not allow, Decide returns a [rules.Refusal].

Run.rollDie of package rules gets a die from commandDice.Roll: typed dice first, then dice of an earlier attempt at the same
command, then dice from the seed. The die is stored in the entry's record (newRecord), and reusedDice.Roll returns it when the entry
is replayed.

# From a YAML line to a chance

The page of package rules has this walk: how skills and checks are compiled, and how [rules.Ruleset.Preview] computes the chance with a
[rules.Term] for each part.

# From a player's proposal to the log

	Server.handleMessage → Server.applyMessage → Server.proposeWant → Log.Proposal
	Server.storeProposal → Proposals.Propose
	Options.carryOutProposal → Proposals.Take → Session.Do

In words:

 1. A phone sends its player's wish. Server.proposeWant (gm/seats) calls players.Log.Proposal for the line, which is built from
    facts known to the seat, and [Proposals.Propose] stores it.
 2. The game master's tray (gm/dashboard) and [seats.ProposalLine] (at a prompt) accept it. Both call [Proposals.Take].
 3. Take calls [Session.Do] with the seat's name in the command, and the walk above follows.

# What always holds, and the test that checks it

	a package imports only along the arrows         TestImportsPointOneWay (rules)
	a function calls its own floor or a lower one   TestFloors (cmd/hybrid)
	no name, number or sentence of the game in Go   TestNoNameOfTheGameInGo (rules)
	comments begin with a verb, names are nouns     TestComments (rules)
	texts are plain English                         TestLanguage (cmd/hybrid)
	every kind of event becomes a fact for readers  TestEveryKindOfEventIsNamed (gm/story)
	a seat receives no fact that it does not know   TestSecretsMakeNoDifference (gm/players)
	the same on the wire                            TestSecretsMakeNoDifferenceOnTheWire (gm/seats)
	and over HTTP, for two complete tables          TestSecretsMakeNoDifferenceOverHTTP (gm/seats)
	an acknowledged entry survives a kill           TestKilled (gm), TestKilledTable (gm/seats)
	a package comment names only existing things    TestPackageComments (rules)
	the walks of this page are calls in the code    TestWalks (rules)
	a file of 100 lines has a header comment        TestFileHeaders (rules)
	a type of over 60 methods gives the reason      TestManyMethods (rules)

Random sessions in tests end with [Session.Verify], which replays all entries. Read-only code, such as previews and odds, runs
behind gm/guard and cannot end a session.

# What is deliberately absent

There is no second engine for odds or simulation: all three run Run.runSteps. There is no event bus, no plug-in, no
configuration file and no clock in the rules. The session is not safe for concurrent use: everything runs in one loop, and the
server of the phones sends its work there. The journal is independent of the game, and entries are never changed: undo and
amendments add records. There is no common matcher for typed text, because the requirements differ: a line of the prompt needs exactly
one entry (gm/command/read_lookup.go), the lists of the dashboard rank parts of labels (gm/dashboard/view_match.go), rules rank fields
of an entry (rulebook.Find), and help knows everyday words (cmd/hybrid/root_find.go).

# The parts of a session

A [Session] holds a [command.Game] and the parts that store it, each in its own file: the tree of entries, including undone ones
(log_tree.go), a stored entry (log_entry.go), the store that writes them (log_store.go), the fallback when the session's file disappears
(log_refuge.go), the seeds of the dice, and fingerprints of the rules. All entries are kept in memory in their encoded form, about 2 kB
each, and are decoded on demand. These parts are independent of a session. Proposals of players (state_proposal.go) are kept separately
until the game master accepts them. [Session.History] returns all entries with the states before and after, as used by exports,
statistics and the history. A changed past (past_amend.go, past_redecide.go) is a separate game in which the later lines are replayed
with their old dice; accepting it replaces the past in one step. [Cursor] follows the entries as they are added.

Two calls go upwards: the seed is stored before its first die is rolled, and a store whose file is gone asks the session to
write everything again (snapshotter, in log_store.go).

# Floors

A function, a method or a value refers only to others on its own floor or a lower one; TestFloors (cmd/hybrid/floors_test.go)
reads the floors here. Types can be in any file. The lowest floor is first:

	1  log_*.go  entries, their tree, the file that stores them
	2  dice_*.go  seeds; typed dice, reused dice, dice thrown ahead
	3  session.go state_*.go  the stored state of a session: question, proposals, seats, missing references
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
verb about the session itself, such as undo, has Session in its literal and a handler in sessionVerbHandler (session_do.go).

A key, 1 place: an entry in a table of gm/dashboard/desk_keys.go. The bottom line and the help of its mode follow; for the short
help add it to helpTopics (gm/dashboard/desk_help.go). UPDATE=1 redraws the golden frames.

A kind of effect, 2 places: a field of rules.Effect, a verb and a row of Effect.listKinds, all in rules/run_effect.go, and a case in
Run.applyEffect (rules/run_stepper.go), which play, odds and simulations share. The comment of the field contains an example in
backticks; UPDATE=1 go test ./cmd/hybrid -run TestFieldsAreInStep takes it over for help and schemas. A line in
rules/manual/effects.md explains the key.

A screen, 2 places: a page in a file of gm/dashboard and the key that opens it. A screen with its own keys is a type with a mode;
the comment of that package shows how.

A subcommand, 1 place besides its own file: a call in cmd/hybrid/root.go; the comment of that package has a sample. The file holds
the cobra.Command with an Example and, if it takes arguments, a ValidArgsFunction that completes them. It returns a report
(cmd/hybrid/write_report.go), which the flags write as text, JSON or CSV. For its tests, add a line to outputs in
cmd/hybrid/output_test.go, and each new key of its JSON to cmd/hybrid/output.json.

A key of the YAML: a field of the type of its section in rules, and its use in that type's compile method; the comment of package rules
explains it.

Places are the existing files to be edited. Tests fail until generated files are updated and, for a new refusal or suggestion, until
there is an input that causes it (TestEveryRefusalHasAnInput, TestEverySuggestionIsTried, in cmd/hybrid).

A kind of event: its constant and its effect (rules/state_event.go), and a case in collector.addChange
(gm/story/change.go), which turns it into a fact; a test asks for it. Its sentence is in tables/languages or in the pack. If
its numbers are shown, also a case in Wording.EventText (gm/logtext/wording.go) and in eventsJSON (cmd/hybrid/write_json.go).

A format of an export: a formatter in gm/export, and its case in export.Write.

# Dice that can be checked

Unless [Options] say otherwise, every die that the program rolls comes from a seed: 32 random bytes from the operating system, new
for each [Evening], stored in the session's file before the first die is rolled. Its SHA-256 can be sent to the players
([Session.DiceHash]); the hash does not reveal the dice. [Session.RevealSeeds] shows the seed at the end, and later dice come from a new
one. A player can then hash the seed, compare the hash, and compute every die.

A die depends on four things: the seed, the number of its entry, its position among the entry's dice (from 1, including typed
ones), and its number of faces. [Face] computes it. So nothing changes when the program is closed, when a command is asked
again, or when some dice are typed. A cancelled command uses up no dice. After an undo or any other entry the number is
different, and so are the dice; the undone entry stays in the file.

[Session.CheckDice] computes all dice again and names the first that differs. Typed dice, dice from --seed and dice from before
seeds existed have no seed; they are marked and not checked.

This proves that dice were neither changed nor chosen. It hides nothing from owners of the file, which contains the seed.

# Evenings

An [Evening] is a session of play. It begins when a campaign is opened on a later day than that of its last entry; a day ends at six
in the morning. Its number is stored with each entry. Before its first entry the file is copied, for example to
saltmarket.db.backup-2024-05-08; the last five copies are kept.
*/
package gm
