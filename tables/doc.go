/*
Package tables holds the rule packs that come with the program, each a folder of YAML files in [Files]. It does not know what they
mean: package rules compiles them, and the manual in rules/manual (`hybrid help manual`) explains how they are written.

# The pack hybrid

The game for which the program was written. Any file of a pack can have any section; an entry is in the file in which a game master
would look for it:

	pack.yaml         name and clock of the pack, its tags, modifiers and custom fields
	stats.yaml        statistics and pools
	checks.yaml       the one check, degrees and ladders, the defence
	learning.yaml     how skills work: cost, percent per rank, raising, training
	skills.yaml       the skills, by heading, and skill pools
	generation.yaml   creation of characters, and packages of skills
	knowledge.yaml    knowledge that players' characters have of others
	gear.yaml         weapons and armour
	situations.yaml   situations that can apply to a single roll
	conditions.yaml   conditions that an actor can have for a time
	activities.yaml   activities that take time, such as marching or sleeping
	turns.yaml        initiative, the duration of actions, two actions at once
	actions.yaml      actions other than attacks, and answers
	attack.yaml       an attack, from the first die to the last wound, and where it hits
	close.yaml        close combat: closing in, grips, disarming, feints
	hazards.yaml      dangers without an attacker, such as a fall
	waiting.yaml      preset reactions, getting used to a tool, going faster
	perception.yaml   perceptions of an actor, and beliefs of its player
	tasks_….yaml      tasks that a game master asks for, one file per heading
	tactics.yaml      how combatants without a player fight
	rulings.yaml      every ruling on the guide, with its choices

`src` gives the source of a rule: G is a chapter or a table of the guide, A another paper by its author, R a ruling in rulings.yaml,
and `ours` an addition of this pack. Files are read in the order of their names, and the order of entries matters in places, such as
for the situations of a group.

# Where to begin

To change the game for one campaign, write in the campaign's own tables, never here. To change the pack, edit it, run

	go run ./cmd/hybrid vet
	UPDATE=1 go test ./rules ./cmd/hybrid

and look at the changes of the transcripts (recorded sessions that tests replay) to see what else is different. tables_test.go compares
the pack with the numbers of the guide: published weapons and armour, every row of a rolled table, every skill with its cost. A new rule
has its entry and its scene in rules/testdata/digest.

# The pack wastelands

A battle game of two tribes in rounds: dice with symbols, cards, and a pool that pays for every turn. It shows stages between
battles, in which a village grows. Its files are pack.yaml, battle.yaml, cards.yaml, conditions.yaml and intermission.yaml.

# The pack tombs

A dungeon game in which two sides take turns, with action points and pools of faced dice against a difficulty. It shows what `hybrid
help rounds` and `hybrid help dice` explain. pack.yaml has its dice, statistics, pools, tables and its one check, turns.yaml the
course of a turn, fighting.yaml actions against others, doing.yaml all other actions, gear.yaml weapons and armour. `ours` marks
what the cards in the box would say. Its cases are transcripts in gm/testdata/catacombs, each named by the number of the case.

# The pack laboratories

A skirmish game of two players on a board, with one d10 that must roll low. Every wound lowers one value, and with it all others. It
shows rolls of a side with options, the better of two dice, levels of which only one counts, answers with options, a question in the
middle of an action, and points paid for squares. pack.yaml has its statistics, pools, numbers and its one roll, actions.yaml what a
fighter can do and how it parries, cards.yaml its cards, situations.yaml levels of mastery and what the board shows,
conditions.yaml and gear.yaml the rest. `ours` marks what the cards in the box would say. Its cases are transcripts in
gm/testdata/laboratories, each named by the number of the case.
*/
package tables
