/*
Package tables holds the rule packs that come with the program, a folder of YAML for each, in [Files]. It knows nothing of
what they say: rules compiles them, and the manual in rules/manual (`hybrid help manual`) says how they are written.

# The pack hybrid

Any file of a pack may hold any section, and an entry stands where a game master would look for it:

	pack.yaml         the pack in a few words, its tags, modifiers and fields
	stats.yaml        statistics and pools
	checks.yaml       the one check, degrees and ladders, the defence
	learning.yaml     how skills work: cost, percent a rank, raising, training
	skills.yaml       the skills, by heading; pools of skills
	generation.yaml   how people begin, and packages of skills
	gear.yaml         weapons and armour
	situations.yaml   what may hold for one roll
	conditions.yaml   what somebody has for a time
	activities.yaml   what somebody does over time
	turns.yaml        initiative, the counts of an action, two at once
	actions.yaml      what somebody may declare beside an attack; answers
	attack.yaml       an attack, from the first die to the last wound; where it hits
	close.yaml        hand to hand: closing in, grips, disarming, feints
	waiting.yaml      preset reactions, getting used to a tool, going faster
	perception.yaml   what is perceived, and what the player believes
	tasks_….yaml      what a game master asks for, a file per heading
	tactics.yaml      how those fight whom nobody plays
	rulings.yaml      every ruling on the guide, with its choices

`src` says where a rule stands: G is the guide's chapter or table, A its author's other papers, R a ruling of rulings.yaml,
and `ours` what this pack adds. Files are read in the order of their names, and entries stand in that order where it
counts, such as situations of a group.

# Where to begin

To change the game for one campaign, write in the campaign's own tables, never here. To change the pack, edit and run

	go run ./cmd/hybrid vet
	UPDATE=1 go test ./rules ./cmd/hybrid

and read in the transcripts' difference what else it changed. tables_test.go holds the pack to the numbers of the guide:
published weapons and armour, every row of a rolled table, every skill with its cost. A new rule has its entry and scene
in rules/testdata/digest.

# The pack tombs

A dungeon in turns of two sides, with action points and pools of faced dice against a difficulty: it shows what `hybrid
help rounds` and `hybrid help dice` explain. pack.yaml has the game in a few words, its dice, statistics, pools, tables
and its one check, turns.yaml what comes with a turn, fighting.yaml what one does to others, doing.yaml what one does
else, gear.yaml weapons and armour. `ours` marks what the cards of the box would say. Its cases are transcripts in
gm/testdata/catacombs, each with the number of the case.

# The pack laboratories

A skirmish of two players on a board, a d10 roll-under in which one value falls with every wound and everything falls with
it. It shows rolls of a side with options, the better of two dice, levels of which one counts, answers with options, a
question in the middle of an action, points paid for squares. pack.yaml has the game in a few words, its statistics,
pools, numbers and its one roll, actions.yaml what a fighter does and how one parries, situations.yaml levels of mastery,
cards and what the board knows, conditions.yaml and gear.yaml the rest. `ours` marks what the cards of the box would say.
Its cases are transcripts in gm/testdata/laboratories, each named by its number.
*/
package tables
