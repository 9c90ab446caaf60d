// Package rules is the engine: it compiles a game written in YAML and plays it, and knows no name or number of any
// game itself. It opens no file, reads no clock, and gets chance only through Dice.
//
// What follows is the manual of the YAML, for a designer with a text editor and no Go. Every mistake is reported by
// `hybrid vet` at file:line:column, all of them at once.
//
// # Form
//
// A pack is a folder of YAML files. Any file may hold any section; a section is a map from a name to an entry, in
// file order. Names are lower_snake; what people read is `label` (without one, the name). `src` says where a rule
// stands. Where a number is wanted a formula may stand, where a yes/no is wanted a yes/no formula. Quote a formula
// that holds `: ` or, within { }, a comma.
//
// A campaign's own `tables/` folder is laid over the pack entry by entry, key by key: maps merge, lists and values
// are replaced, the value `removed` takes an entry out, `after: name` in an entry puts it behind that one.
//
//	# campaigns/mine/tables/house.yaml
//	degrees: {amazing_success: {factor: 4}}
//	skills:  {juggling: {type: art, interaction: unassisted, tools: simple, basis: DEX, scope: specific, tags: [physical]}}
//	tasks:   {force_iron_door: removed}
//
// # Formulas
//
// + - * / % ^, comparisons, and or not, `a ? b : c`, min max floor ceil round abs, numbers, and names. Numbers nearer
// than a billionth are equal. What might divide by zero is a mistake; write max(1, x). Dice such as 2d6 may stand in
// tally lines, in `every.counts`, and in item fields declared `dice`.
//
// Names that exist everywhere: statistics (PST), pools (PFT.now, PFT.max, PFT.lost), numbers (guard), is.CONDITION,
// number.CONDITION (its number), mod.MODIFIER, tool.FIELD, rank.SKILL, at.GROUP (how far down a group of
// activities), aware, slow (the last action used a skill not learnt), distance, placed, spread (metres from the
// centre of a blast); the same of the other one with `other.` before it; tag.WORD, ruling.NAME, tables looked up by
// a number as functions: speed(PAW).
//
// In a check and in gives also: basis, skill.used, skill.trained, skill.rank, skill.plain, skill.percent,
// skill.support, skill.difficulty, skill.counts, against.margin, the check's numbers so far, and after the die roll,
// its results. In an action: action.counts, spent (points), window (counts between declaration and effect), asked.
// In a step: the steps before it, by name; what a sequence takes. In the rules of skills: rank, related, pool,
// filter, best, others, to, and the columns of each aspect (type.cost).
//
// # The sections
//
// pack says the clock (`count`, in `unit`), the `check` meant where none is named, the action a bare skill check is
// (`use`), the table of places armour is worn at (`worn`), the pools to `watch`, and the tags of the roll by which the
// screen shows a burden.
//
// rulings are settings. `choice` is one of `choices`: a list of words, read as ruling.NAME, or a map from word to what
// that choice lays over the pack.
//
// tags are the words a roll can be about; names of skills, actions, items and rows of rolled tables are too. One with
// `when` is there by itself: `shot: {when: tag.targeted and (tag.missile or tag.thrown)}`.
//
// modifiers are the numbers that anything taking part may change, added up or (`combine: times`) multiplied.
//
// stats are given or made by a `formula` over those before; `typical: 5-25` says the usual range. pools have `max`,
// `start`, `least` (0; `none`: no floor), `drain: {every: 10, lose: PEX}`, and `beyond`: where a loss goes when the
// pool is empty (`drain`, or another pool).
//
// numbers, and every tally, are lines from top to bottom: `add`, `times`, `least`, `most` or `round: nearest|down|up`,
// each optional by `when`. A bare value is what is added. Each line that changes the number is shown, with its place.
//
//	numbers:
//	  guard:
//	    value:  {label: Defence, add: PDF}
//	    factor: {label: Defence factor, times: mod.defence}
//
// tables are rolled (`roll: d100`, rows `{roll: 7-30}`, no hole, no overlap), looked up by a number (rows `25+`: the
// last one reached; `by: to` names the number in the cells), or found by name. `columns` are numbers, `texts` words; a
// bare row is its only column. A row drawn takes part from then on: it may `give`, have `tags`, and `do` effects.
//
// checks have `numbers` (the last is the chance), `roll`, `again: {at: 100, most: 1}`, `results` (made and margin at
// least) and a `ladder`. ladders list degrees with the formula that must hold, the first that does counts, the last
// is `otherwise`; `draw` is one more die that some rolls need. degrees have a `factor`, best to worst.
//
// skill is how skills work: `aspects` (tables a skill names a row of), `cost`, `difficulty`, `percent`, `raise`, the
// `rank` that counts, the bonus of a `pool`. skills have `basis`, their aspects, `tags`, `related`, `supports` (with
// `for`, only in some rolls), `filter`, `speed`. skill_pools have `members`.
//
// situations hold for one roll: ticked by a person, or by themselves while `holds` is true. `for` limits them to rolls
// about one of these tags, `when` to some circumstances; of a `group` the one farthest down counts; `ask` wants a
// number or a row; `put` gives conditions; `filter` names the skill that caps others; `flag` is the name on the
// command line.
//
// conditions are had for a time: `until: used | action | turn | declaration | sequence` or a formula; `group`, `many`,
// `every: {counts: 20, do: […]}`, `at_turn: SEQUENCE`, `holds`, `cannot: [act, notice, defend]`, `says`.
//
// activities are done over time: `pace` in metres per second, `cost` and `gain` by pool as rates (1/min, 2/s, 6/h, or
// at once), `give`, `group`, `until`.
//
// items have `skill`, `tags`, `give`, `for` and the fields that `fields.item` declares. Armour is an item that gives
// `armour`; the character says at which places it is worn.
//
// actions are declared: `counts` (or `phases`, each with counts and give), `whom`, `with` (tags of the tool), `skill`
// (or tool.skill), `basis`, `give`, `when` with what to say in `refuse`, `first` (effects on declaring), `put`,
// `ask`, `hold`, `any_time`, `report` (what scripts are told), and `steps`. One with `answers: X` is offered to the
// other one by a step `offer: X`.
//
// sequences are steps that actions share; they may take numbers.
//
// tactics are how those fight whom nobody plays, in `hybrid simulate`: whom they `target` (nearest, weakest, strongest,
// shared), what they `do` (the first of these actions that is possible), with which `options`, when they `answer`
// (always, idle, never) and with what chance at `least`, and the yes/no formula with which they `leave`. An encounter
// says `tactic` of those who take part; pack.tactic is the usual one.
//
//	tactics:
//	  stand_fast: {target: nearest, do: attack, answer: always, least: 30, leave: PFT.now < PFT.max / 3}
//
// order says who acts when: `enter`, `initiative`, `first`, `excess`, `next`, `time`, `points`, `ties`.
//
// tasks have `skill`, `basis` (for one who has none of these), `time`, `give`, `situations`, `results` by degree, or
// `lumps` of other tasks, whose gives are averaged.
//
// generation says how people begin: `powers` with points for given statistics, points for ranks and the highest rank,
// the `usual` one, and `names` for people whom nobody named. `hybrid new` goes by it.
//
// # Give
//
// Whatever takes part changes the numbers: skill, action, step, tool, rows drawn, ticked situations, situations that
// hold, activities, conditions, what is worn. `give: {df: -2}` counts always; `give: {df: {targeted: -10, else: -7}}`
// by the first tag that the roll is about.
//
// # Steps
//
// Each step is exactly one of: check (with skill or basis, tags, give, against, results), table (with row or by),
// tally, value, do, offer, reply, sequence (with `with`), stop. `who: other` is the one it is done to, `onlookers`
// everybody of another side who notices, `among` the target and whoever it reaches beside. A step looks from the one
// who acts; only basis, skill and give are read for the one who rolls. Later steps know: hit.made .missed .margin
// .roll .chance .factor .degree .grade, place.row .label .side and columns, damage.total, wound.PFT (what was lost),
// answer.parry (what was chosen), harm.place.row (a step within a sequence).
//
// # Effects
//
// lose and gain (a pool, `by`, `rest`), put and end (a condition, `number`), change (its number, `by`), up and down
// (a group, `by`), delay (counts), again: initiative, wait, drop, tell; each with `when` and `who`.
package rules
