/*
Package gm runs the live session: commands in, entries out, state as the sum of its entries. It draws nothing and knows
no rule of the game. This page is also where to begin with the program as a whole.

# The packages

	cmd/hybrid ─────▶ gm/export ────▶ gm/players
	    │                               ▲    │
	    ▼                               │    ▼
	gm/dashboard ───▶ gm/seats ─────────┘   gm ──▶ gm/journal
	    │   │                                │
	    │   └───────▶ gm/simulate ───┐       │
	    ▼                            ▼       ▼
	gm/dashboard/draw             gm/command ──▶ gm/campaign ──▶ rules ──▶ rules/formula ──▶ rules/source

	cmd/hybrid      the command line: a subcommand is a file
	gm/dashboard    the screen: panels, keys, pages; gm/dashboard/draw is its canvas
	gm/sheet        what a character sheet shows, and the page that prints
	gm/workbook     a character from a spreadsheet; cmd/hybrid alone asks it
	gm/export       what was played as Markdown, a page, JSON Lines; how the rolls went
	gm/players      what the players may know of it
	gm/story        entries in sentences, from the facts that a reader knows
	gm/seats        each player's page on a phone, and nothing else than that
	gm/simulate     an encounter fought thousands of times, by tactics
	gm/balance      what makes an encounter as hard as one wants, by gm/simulate; cmd/hybrid alone asks it
	gm              a session: journal, tree of what was undone, dice
	gm/journal      entries on disk, in SQLite
	gm/disk         what each operating system does in its own way with files
	gm/command      a game: campaign, rules and state; lines read, previewed, decided, told
	gm/campaign     the folders of YAML that are played
	rules           the engine: compiles a game, plays it, works out its odds
	rules/formula   formulas; rules/source reads YAML, with places; rules/shape writes and reads entries

A package imports only what the arrows lead to; a test in rules holds that. gm/gmtest is what tests share. tables,
campaigns and characters are data that come along. No Go file outside the tests has a name or a number of the game.

# The life of a command

A key is looked up by the dashboard and makes a line, the same that could be typed. From there it passes five functions:

 1. Dashboard.run (gm/dashboard) gives the line to the session; if the session asks for an answer or a die, the question
    is shown, and what is chosen there goes to [Session.Reply].
 2. [Session.Do] takes the line apart with [command.Game.Parse] and makes dice for it.
 3. [command.Game.Decide] finds what the verb or action is and asks the rules, such as [rules.Ruleset.Declare] or
    [rules.Ruleset.Next], what it comes to: a [command.Decided], its events with settled numbers. Nothing has happened.
    Where the rules roll, rules.Run.die asks the dice of the command, which are typed, fell before the question, or come
    from the seed.
 4. Session.commit applies the events to the state, tells its line and what the log shows ([command.Tell]), and gives all of
    it to [journal.Journal.Append]; when that returns, it is on disk. Only then is it the present.
 5. Dashboard.Draw draws the next frame, all of it from the session.

A die on that way: Dashboard.press hands what is typed to the dialog of question.askDie, [command.ParseDice] reads it,
[Session.Reply] puts it beside the command. As that is decided again, commandDice.Roll takes it where Run.die asks, before
dice that fell and the seed. It is kept in the Dice of the [command.Decided], goes to disk in the payload of the entry
(newRecord), and back: loader.take reads the record, record.payload the entry when it is asked for, and reusedDice.Roll gives the
die again where the entry is decided again. Two places climb: the seed is written down before its first die falls, and a
store whose file is gone has the session write everything again (snapshotter, in log_store.go).

Deciding asks nothing back: a missing answer or die is a [rules.Need], and the command is decided again from its start
with one more, with the same dice. The question is state of the session (Session.Asked), beside the entries: whoever
replies first ([Session.Reply]) carries the command on, and after a kill it is there again. What is refused is a
[rules.Refusal] in one line.

Previews, odds and completions ask a [command.Game] and change nothing. A changed past (past_amend.go, past_redecide.go) is a game
of its own in which the later lines are decided again, with the dice that fell; Accept makes it the past in one step.

# The parts of a session

A [Session] holds a command.Game and what makes it last, each part in a file of its name: its tree of entries, what
stands and what was undone (log_tree.go), an entry as it is kept (log_entry.go) and, once it is long past, packed (log_pack.go) or
left in the journal (log_lazy.go), the store that writes them (log_store.go) and where it flees to when its file is gone
(log_refuge.go), evenings, seeds of the dice, fingerprints of the rules, and what is gone from them. Those are values that
see nothing of a session. What players propose (state_proposal.go)
waits beside the entries until the game master takes it. Session.Do hands verbs about the session itself, such as undo, back
and amend, to a function each, and lets the game decide the others. [Session.History] gives everything that was played, entry
by entry with the states before and after: what exports, counts or tells the past begins there. What rolls along with the
session goes along a [Cursor].

# Floors

A function, a method or a value refers to those of its own floor or of a lower one; TestFloors (rules/floors_test.go) holds
that. Types are one data model, and may stand anywhere. Lowest floor first:

	1  log_*.go  entries, their tree, the file that keeps them
	2  dice_*.go  seeds, dice that are typed, lent or thrown ahead
	3  session.go state_*.go  what a session holds and writes: question, proposals, seating, missing references
	4  past_*.go  undo, amendments, replay, verification
	5  session_*.go  commands, opening, reloading, following

# Where a rule of the game lives

In the YAML of the pack, tables/hybrid, which `hybrid help` explains; a campaign lays tables of its own over it. What
the YAML can say is a type in rules, of the name of its section. At the prompt why, and on the dashboard the key o, show
where a number stands.

# How to add

An action, a task, a skill, a weapon: an entry in the YAML. Commands, keys, completions and pages follow from it.

A format of an export: a formatter in gm/export, and its case in export.Write.

A verb of the prompt: a literal in listVerbs (gm/command/do_verbs.go): its word, how it is decided, and what else [command.Verb]
has: options, completions, its line in the list of all commands. Decide names a method of timeline, of downtime for what takes
hours or no time at all, or of knowledge. A method that returns events is all it takes; the log, undo, export and changing the
past follow. A verb about the session itself, such as undo, has Session in its literal and its handler in sessionVerb
(session_do.go) instead of Decide.

A key: an entry in a table of gm/dashboard/desk_keys.go, with what it does; the help of all keys follows. In the short one a key
of the desk stands where helpTopics (gm/dashboard/desk_help.go) has it; UPDATE=1 draws the golden frames of the help anew.

A subcommand: a function in a file of its name that returns it, called in cmd/hybrid/root.go, with its examples there or in
usualExamples (cmd/hybrid/program_examples.go). What it writes with --json has its shape in cmd/hybrid/output.json, and a line in
cmd/hybrid/output_test.go, which carries every command out.

A screen: a page in gm/dashboard that a key opens, or a type of its own with a mode, in two files; see its comment.

A key of the YAML, a kind of effect: the type of its section in rules, see its comment.

A kind of event: its constant and what it does to a State or an Actor
(rules/state_event.go), and a case in collector.change (gm/story/change.go),
which makes a fact of it for every reader; a test asks for it. Its sentence is
in tables/languages or in the pack. It needs a case more where its numbers are
shown, in Wording.Event (gm/command/wording.go), and in eventsJSON
(cmd/hybrid/write_json.go).

# Dice that can be checked

Unless [Options] bring other dice, every die that the program rolls comes from a seed: 32 bytes from the system's entropy,
a new one for each evening, kept in the session's file. Before the first die falls the seed is fixed, and its SHA-256
can be read out or sent to the players ([Session.DiceHash]). The hash says nothing about the dice, and no other seed has
it. At the end the seed is revealed ([Session.Reveal]); what is rolled after that comes from another one. Then a player
can hash the seed, compare it with the hash noted down at the beginning, and work out every die that fell.

What a die shows depends on four things only: the seed, the number of its entry in the session, its place among the
dice of this entry (1, 2, 3 …, typed ones counted too), and how many faces it has. [Face] is all of it, and says how it
is worked out. So it makes no difference whether the program was closed in between, how often a command was asked
again because it needed an answer, or whether some of its dice were typed. A command that was begun and left takes no
die away: the next command has the same entry number, and its dice lie there already. After an undo, or any other entry,
the number is another, and so are the dice; the undone entry stays in the file, with its dice.

[Session.CheckDice] works all dice out again and names the first that shows something else. Dice that were typed, that
came from --seed or that fell before there were seeds come from no seed: typed ones are marked as typed for ever and
not looked at, those of entries before the first seed neither, and others are found.

What this proves is that dice were not changed and not chosen afterwards. It does not keep secrets from one who holds
the file: the seed is in it, and in its backups.

# Evenings

A session in the players' sense, an [Evening] here, begins when a campaign is opened on another day than that of its
last entry; a day ends at six in the morning. Its number is kept with each entry. Before its first entry the file is
copied beside itself, as saltmarket.db.backup-2024-05-08; the last five copies stay.
*/
package gm
