// Package rules is the engine: it compiles a game written in YAML and plays it, and knows no name or number of any game
// itself. It opens no file, reads no clock, and gets chance only through Dice.
//
// What follows is the manual of the YAML, for a designer with a text editor and no Go. The steps build one small
// campaign from nothing to magic of its own; whoever types what they show sees what they show. After them comes the
// reference: first what holds everywhere, then every section of the YAML by name. `hybrid help manual` lists the
// chapters, and `hybrid help WORD` shows one.
//
// # Step 1: A campaign and a house rule
//
// A campaign is a folder. This makes one, with everything in it that has to be there.
//
//	$ hybrid new campaign mine
//	mine/campaign.yaml
//	mine/encounters/first.yaml
//	$ cd mine
//
// In a campaign's folder every command is about that campaign; elsewhere say --campaign FOLDER. The game itself came
// along with the program, as a pack of YAML files. What stands in the campaign's own `tables` folder is laid over it.
// The names of the files there are yours to choose.
//
// Here is a first file. It makes the best degree of success worth four times the effect instead of three, and calls one
// of the failures something else. Everything that it does not mention stays as it was.
//
//	# tables/house.yaml
//	degrees:
//	  amazing_success: {factor: 4}
//	  notable_failure: {label: Grave Failure}
//
// A section (`degrees`) holds entries (`amazing_success`), an entry holds keys (`factor`). Names are written in small
// letters with `_` between words; what people read is the `label`. YAML has two ways to write a map, and they mean the
// same: `{factor: 4}`, or each key on a line of its own, two spaces farther in than the name above.
//
// Is it right? `hybrid vet` reads all there is and says so, and with --origins which of your entries replaced what.
//
//	$ hybrid vet
//	3 files, no mistakes
//	$ hybrid vet --origins
//	  degrees.amazing_success.factor  4              mine  tables/house.yaml:3…
//	  degrees.notable_failure.label   Grave Failure  mine  tables/house.yaml:4…
//
//	…
//
// A mistake is told with its place and, where it can be guessed, with what was meant. All are told at once.
//
//	# tables/house.yaml
//	degrees:
//	  amazing_success: {facotr: 4}
//	  notable_failure: {label: Grave Failure}
//
//	$ hybrid vet
//	tables/house.yaml:3:21: unknown key facotr; did you mean factor? [unknown-k…
//
// `hybrid help mistakes` explains the words in brackets. Put right, here is what the rule comes to: how likely each
// degree is at each chance, and what factor that makes on average.
//
//	# tables/house.yaml
//	degrees:
//	  amazing_success: {factor: 4}
//	  notable_failure: {label: Grave Failure}
//
//	$ hybrid try ladder bands
//	Check percent, ladder bands: percent of rolls by chance
//
//	  chance  made  factor   AS   VNS    NS    SS     S     F    SF    GF   VNF…
//	       5   5.0   0.057    ·     ·   1.0   1.0   3.0   2.0   3.0   2.0   3.0…
//	      10  10.0   0.123    ·   1.0   1.0   3.0   5.0   5.0   5.0   5.0   5.0…
//	      15  15.0   0.180    ·   1.0   2.0   4.0   8.0   7.0   8.0   7.0   8.0…
//	      20  20.0   0.247    ·   2.0   3.0   5.0  10.0  10.0  10.0  10.0  10.0…
//	      25  25.0   0.305    ·   2.0   4.0   6.0  13.0  12.0  13.0  12.0  13.0…
//	…
//
// How does one know what the game says? `hybrid show` lists every entry by name, and shows the YAML of any part of it
// as it stands now, with all layers.
//
//	$ hybrid show degrees amazing_success
//	degrees:
//	  # tables/house.yaml:3
//	  amazing_success:
//	    label: Amazing Success
//	    needed: 1/100
//	    factor: 4
//	    src: G Table 2.1
//	$ hybrid show ladders.bands.steps
//	ladders:
//	  bands:
//	    # tables/hybrid/checks.yaml:50
//	    steps:
//	      amazing_success: made and roll <= chance / 100
//	      very_notable_success: made and roll <= chance / 10
//	      notable_success: made and roll <= chance / 4
//	      solid_success: made and roll <= chance / 2
//	      plain_success: made
//	      amazing_failure: roll > 3 * chance
//	      very_notable_failure: roll > 2.5 * chance
//	      notable_failure: roll > 2 * chance
//	      solid_failure: roll > 1.5 * chance
//	      plain_failure: otherwise
//
// `hybrid help degrees` says which keys there are. Editors that read JSON Schemas offer names and keys while you type:
// `hybrid new` writes the schemas beside your files, `hybrid schema` does so again when you have added names.
//
// # Step 2: A weapon and armour
//
// Things are entries of `items`. A weapon says which skill uses it, how many counts (tenths of a second) a blow takes,
// and what it does. Its tags say what a roll with it is about; by them other rules know that it is a weapon in the
// hand, and that it pierces.
//
//	# tables/gear.yaml
//	items:
//	  eel_spear:
//	    label: Eel spear
//	    skill: polearm
//	    counts: 9
//	    damage: 2d6 + 3
//	    reach: 4
//	    tags: [physical, melee, piercing]
//	    src: ours
//	  reed_coat:
//	    label: Coat of reeds
//	    tags: [armour]
//	    give: {armour: {cutting: 3, piercing: 1, crushing: 2, else: 0}}
//	    src: ours
//
// `src` says where a rule stands in the book; `ours` is yours. It is shown beside every number that the rule changed.
// Items may say `counts`, `damage`, `reach` and so on because the pack declares these words under `fields`; step 9 adds
// one.
//
// The coat is the first entry that gives: `give` is how anything taking part changes a number. Here it changes the
// modifier `armour`, by 3 where the roll is about cutting, by 1 where it is about piercing, by 2 about crushing; the
// first word that fits counts, and `else` always fits.
//
//	$ hybrid vet
//	4 files, no mistakes
//	$ hybrid try weapon eel_spear
//	Eel spear in the hand of Bram Teague: counts 9, damage 2d6 + 3, reach 4; on…
//
//	  chance  made  factor  damage
//	       5   5.0   0.057    0.57  █
//	      15  15.0   0.180    1.80  ███▎
//	      25  25.0   0.305    3.05  █████▍
//	…
//
// `hybrid new weapon NAME` writes such an entry for you to change.
//
// # Step 3: A skill, and somebody who has it
//
//	# tables/skills.yaml
//	skills:
//	  marsh_walking:
//	    label: Marsh walking
//	    type: physical_discipline
//	    interaction: unassisted
//	    tools: bare_handed
//	    scope: specific
//	    basis: (PAG + PAW) / 2
//	    tags: [physical, marsh]
//	    related: {climbing: stretch, tracking: dissimilar}
//	    src: ours
//	  tracking: {related: {marsh_walking: dissimilar}}
//	skill_pools:
//	  marsh_folk: {members: [marsh_walking, fishing, boat_handling]}
//	tags:
//	  marsh: done in mud and water
//
// `type`, `interaction`, `tools` and `scope` name rows of four tables, which say what the skill costs and how hard it
// is (`hybrid help skill`). `basis` is the statistic it is rolled on, or a formula over several. `related` skills stand
// in for one that is missing; how well, the words say. `tracking` is a skill of the pack, to which one key is added:
// the relation goes both ways. A pool is skills learnt together. A tag is a word that rolls can be about, and `marsh`
// is new.
//
//	$ hybrid vet
//	5 files, no mistakes
//	$ hybrid try skill marsh_walking
//	Marsh walking: base cost 2, inherent modifier 0, 4 % a rank
//
//	Physical discipline: rests on what the muscles remember by training
//
//	  rank  at the start  raise, EEP  in all  percent
//	     0             1           0       0        0                        fa…
//	     1             2           4       4        4  ██▋                   be…
//	     2             3           4       8        8  ██▋                   be…
//	     3             4           4      12       12  ██▋                   be…
//	…
//
// Now somebody to try it on. `hybrid new character` asks on a terminal; here it is told, and spreads the other points.
//
//	$ hybrid new character Wenna --stat PST=14 --skill polearm=6 \
//	    --skill marsh_walking=4 --gear eel_spear
//	characters/wenna.yaml
//	note: to make wenna one of the campaign's own, add it to `cast` in campaign…
//	$ hybrid check wenna marsh_walking --dice 40
//	Wenna: Marsh walking
//
//	  Stat basis × 3  PAG 12, PAW 12                  +36  tables/hybrid/checks…
//	  Rank            skill.percent 4, skill.rank 4   +16  tables/hybrid/checks…
//	  Chance                                         52 %
//
//	  rolled 40, margin +12: Success ×1
//	  dice: d100 40 (typed)
//
// Each part of the chance is shown with the place of its rule. `--dice 40` is a die that you rolled yourself. The
// campaign file says who belongs to the campaign.
//
//	# campaign.yaml
//	campaign:
//	  label: The Marsh
//	  pack: hybrid
//	  notes: Fog, reeds, and what lives in them.
//	cast: [wenna]
//
// # Step 4: A situation
//
// What may hold for one roll is a situation. Somebody ticks it, or it counts by itself while a formula `holds`.
//
//	# tables/situations.yaml
//	situations:
//	  knee_deep:  {group: mud, for: [marsh], give: {df: -2}}
//	  waist_deep: {group: mud, for: [marsh], give: {df: -5}}
//	  laden:
//	    for: [marsh]
//	    ask: {what: how many stone one carries, least: 1, most: 10}
//	    give: {df: -asked}
//	  tired_legs:
//	    for: [marsh]
//	    holds: PFT.now < PFT.max / 2
//	    give: {df: -2}
//
// `for` limits them to rolls about the marsh. Of a `group` only one counts, the one farthest down. `ask` wants a
// number, and formulas read it as `asked`. `df` is the modifier that changes most; here one DF is worth 5 %.
//
//	$ hybrid check wenna marsh_walking --situation knee_deep \
//	    --situation waist_deep --situation laden=3 --dice 40
//	Wenna: Marsh walking
//
//	  Stat basis × 3  PAG 12, PAW 12                  +36  tables/hybrid/checks…
//	  Rank            skill.percent 4, skill.rank 4   +16  tables/hybrid/checks…
//	  DF × 5                                          −40  tables/hybrid/checks…
//	    Waist deep      −5                                 tables/situations.ya…
//	    Laden           −3                                 tables/situations.ya…
//	  Chance                                         12 %
//
//	  rolled 40, margin −28: Amazing Failure ×−2
//	  dice: d100 40 (typed)
//
// Formulas are written as on paper: `+ - * /`, comparisons, `and`, `or`, `not`, and names. Which names there are
// depends on where the formula stands: `hybrid help formulas` lists them, place by place, your own included.
//
// # Step 5: A task
//
// What a game master asks for in an evening, with its skills, its time, and what each degree means.
//
//	# tables/tasks.yaml
//	tasks:
//	  cross_the_marsh:
//	    skill: [marsh_walking, tracking]
//	    basis: GAW
//	    time: 2 h
//	    tags: [marsh]
//	    give: {df: -2}
//	    situations:
//	      causeway: {label: Along the old causeway, give: {df: 4}}
//	      in_fog:   {give: {df: -3}}
//	    results:
//	      amazing_success: Dry feet, and an hour to spare.
//	      plain_success: Across by dusk.
//	      plain_failure: Night falls on the wrong island.
//	      notable_failure: Somebody is up to the waist.
//
//	$ hybrid task wenna cross_the_marsh --situation in_fog --dice 71
//	Wenna: Cross the marsh
//
//	  Stat basis × 3     PAG 12, PAW 12                  +36  tables/hybrid/che…
//	  Rank               skill.percent 4, skill.rank 4   +16  tables/hybrid/che…
//	  DF × 5                                             −25  tables/hybrid/che…
//	    Cross the marsh    −2                                 tables/tasks.yaml…
//	    In fog             −3                                 tables/tasks.yaml…
//	  Chance                                            27 %
//
//	  rolled 71, margin −44: Very Notable Failure ×−1
//	  dice: d100 71 (typed)
//
//	  Very Notable Failure [over 2.5]
//	  Somebody is up to the waist.
//
// It is rolled on the first of its skills that the actor has, and on `basis` by somebody who has none. A degree without
// a line takes that of the next milder one.
//
// How it goes for everybody, and what its situations are worth:
//
//	$ hybrid try task cross_the_marsh
//	Cross the marsh, 2 h
//
//	  who    rolls            chance  VNS   NS    SS     S     F    SF    GF  V…
//	  Wenna  Marsh walking 4    42 %  4.0  6.0  11.0  21.0  21.0  21.0  15.0  0…
//
//	Situations, for Wenna
//	  Along the old causeway            DF +4                           +20 %
//	  In fog                            DF −3                           −15 %
//	…
//
// # Step 6: A statistic and a pool
//
// Ten statistics are given for each character, the others follow from them by a formula. A pool is a number with a
// maximum that goes down and comes back.
//
//	# tables/breath.yaml
//	stats:
//	  GRT: {label: Grit, formula: (PEN + MEN) / 2}
//	pools:
//	  BREATH: {label: Breath, max: 10 + GRT}
//	conditions:
//	  drowning:
//	    holds: BREATH.now <= 0
//	    bad: true
//	    cannot: [act, notice, defend]
//
//	$ hybrid vet
//	9 files, no mistakes
//	$ hybrid sheet wenna
//	Wenna
//
//	  PST  14  Physical strength   MST  12  Mental strength   PMV    5.2  Movem…
//	  PEN  12  Physical endurance  MEN  12  Mental endurance  MMV      5  Menta…
//	  DEX  12  Dexterity           MAG  13  Mental agility    ACC     13  Accur…
//	  PAG  12  Physical agility    MAW  13  Mental awareness  FCS   12.5  Focus
//	  PAW  12  Physical awareness  PSI  13  Psi               PCA   12.7  Comba…
//	                                                          MCA   12.7  Menta…
//	                                                          PDF     12  Defen…
//	                                                          MDF     13  Menta…
//	                                                          PSPD     4  Speed
//	                                                          MSPD     4  Menta…
//	                                                          GAW   12.5  Gener…
//	                                                          PSE    2.8  Stren…
//	                                                          MSE    2.4  Menta…
//
//	  PFT     36  of 36  ██████████  Fatigue
//	  PBD     26  of 26  ██████████  Body
//	  PEX     60  of 60  ██████████  Exhaustion
//	  MFT     37  of 37  ██████████  Mental fatigue
//	  MBD     24  of 24  ██████████  Mental body
//	  MEX     61  of 61  ██████████  Mental exhaustion
//	  EEP      0                     Experience
//	  SP       0                     Speed points
//	  BREATH  22  of 22  ██████████  Breath
//
//	  Crawling  0.33  m/s  Crawling by mind  0.31  m/s
//	  Walking   0.65  m/s  Walking by mind   0.63  m/s
//	  Jogging    1.3  m/s  Jogging by mind   1.25  m/s
//	  Running    2.6  m/s  Running by mind    2.5  m/s
//	  Dashing    5.2  m/s  Dashing by mind      5  m/s
//
//	  Skill          rank  basis                  cost  DF  chance
//	  Pole arm          6  PCA              12.7     3  −1    57 %
//	  Marsh walking     4  (PAG + PAW) / 2    12     2   0    52 %
//
//	  Eel spear  counts 9, damage 2d6 + 3, reach 4
//
// The condition is there as long as it `holds`, by itself. What it forbids is one of three words: whoever cannot `act`
// declares nothing, who cannot `notice` knows nothing, who cannot `defend` answers nothing.
//
// # Step 7: A condition that acts over time
//
//	# tables/mud.yaml
//	conditions:
//	  leech:
//	    many: true
//	    bad: true
//	    every: {counts: 50, do: [{lose: PFT, by: 1, rest: PBD}]}
//	  sinking:
//	    text: the number is how deep, in hands
//	    bad: true
//	    for: [deed]
//	    give: {df: -number, defence: 1/2}
//	    every:
//	      counts: 20
//	      do:
//	        - {change: sinking, by: 1}
//	        - {lose: BREATH, by: 4, when: number > 8}
//	    until: number <= 0
//	actions:
//	  pick_leech:
//	    when: is.leech
//	    refuse: no leech here
//	    counts: 10
//	    steps: {picked: {do: [{end: leech}]}}
//
// A condition lasts, unlike a situation. It may have a number of its own; it may give; `every` so many counts it may do
// something; it ends when `until` comes true, or when an effect ends it. Effects are the only way a state changes:
// `lose` and `gain` for pools (`rest`: where a loss goes on when the pool is empty), `put` and `end` for conditions,
// `change` for the number of one (`hybrid help effects`). One may have several leeches, since they are `many`. `deed` is
// a tag of the pack: every roll but those of bearing a blow is about it.
//
// The last entry is an action. `hybrid script` plays lines as they are typed at the prompt of the dashboard, so it is
// the quickest way to see a rule at work. It needs an encounter. Behind `dice` stand dice that were rolled at the table,
// here for perceiving on coming in and for initiative; the program rolls those that are not typed, with --seed the same
// ones each time. `next` goes to the next moment at which something is owed.
//
//	# encounters/causeway.yaml
//	encounter: {label: On the causeway, situations: [light_half]}
//	combatants:
//	  wenna: {side: toll}
//	  grell: {side: wreckers}
//
//	# leech.txt
//	begin causeway
//	initiative wenna dice 50 4 4
//	initiative grell dice 50 6 6
//	put wenna leech
//	put wenna leech
//	next
//	wenna: pick_leech
//	next
//	grell: wait
//	next
//	next
//	wenna: wait
//	next
//
//	$ hybrid script leech.txt --seed 1
//	    0  the encounter begins: On the causeway
//	    0  Wenna: initiative: perception on entering 21 %, rolled 50, Grave
//	           Failure → unaware, surprised · acts at 19
//	    0  Grell: initiative: perception on entering 44 %, rolled 50, Failure →
//	           unaware, surprised · acts at 23
//	    0  Wenna is now: leech
//	    0  Wenna is now: leech
//	   19  Wenna's turn: no longer unaware
//	   19  Wenna: pick leech at count 29
//	   23  Grell's turn: no longer unaware
//	   23  Grell waits
//	   29  Wenna: pick leech: no longer leech · acts at 38
//	   38  Wenna's turn
//	   38  Wenna waits
//	   50  Wenna: leech: PFT −1
//
// # Step 8: A table whose rows do something
//
// A table is rolled, looked up by a number, or found by name. A row that was drawn may give, and do.
//
//	# tables/wet.yaml
//	tables:
//	  wet:
//	    label: What the mud does
//	    roll: d100
//	    rows:
//	      nothing: {roll: 1-50, label: it only sucks at the boots}
//	      leeches: {roll: 51-80, do: [{put: leech}]}
//	      deeper:  {roll: 81-100, do: [{put: sinking, number: 2}]}
//	  hold:
//	    label: How the mud holds, by depth
//	    by: depth
//	    rows: {0+: 0, 1+: 2, 4+: 5, 8+: 2 * depth}
//
//	$ hybrid vet
//	12 files, no mistakes
//
// The first has a row for every face of the die; a hole or an overlap would be a mistake. The second is looked up: the
// last row reached counts, and its cells may be formulas over the number, here called `depth`. Since each row is one
// number, formulas may call it.
//
//	$ hybrid try table wet
//	What the mud does: rolled with d100
//
//	  row        d100     %                        do
//	  nothing    1-50  50.0  ████████████████████
//	  leeches   51-80  30.0  ████████████          [{put: leech}]
//	  deeper   81-100  20.0  ████████              [{put: sinking, number: 2}]
//	$ hybrid try formula hold(depth) --set depth=9
//	hold(depth): a number
//
//	  depth  9
//
//	  = 18
//
// # Step 9: An action with steps
//
// What somebody may declare is an action. Its `steps` are carried out in order when it takes effect; each has a name,
// by which those after it know what it came to. This one has the four commonest kinds: a check, a tally, effects, and a
// table.
//
//	# tables/actions.yaml
//	modifiers:
//	  footing: {label: Footing}
//	fields:
//	  item: {hook: number}
//	items:
//	  mud_shoes: {tags: [armour], give: {footing: 2}}
//	  punt_pole:
//	    skill: polearm
//	    counts: 12
//	    damage: 2d6
//	    reach: 5
//	    hook: 6
//	    tags: [physical, melee, crushing]
//	actions:
//	  pull_free:
//	    text: out of the mud, with something long
//	    when: is.sinking
//	    refuse: nobody sinks here
//	    with: [melee]
//	    counts: 15
//	    skill: [marsh_walking]
//	    tags: [physical, marsh, foot]
//	    steps:
//	      heave: {label: Heave, check: percent}
//	      pull:
//	        label: Pull
//	        when: heave.made
//	        tally:
//	          strength: {label: Strength, add: PSE}
//	          hook:     {label: Something to hook with, add: tool.hook}
//	          footing:  {label: Footing, add: mod.footing}
//	          degree:   {label: Degree, times: heave.factor}
//	          mud:      {label: The mud, add: -hold(number.sinking)}
//	          least:    {label: At least a hand, least: 1}
//	          whole:    {label: Rounded, round: nearest}
//	      rise:
//	        label: Rise
//	        when: heave.made
//	        do: [{change: sinking, by: -pull.total}]
//	      tire:  {label: Tire, when: heave.missed, do: [{lose: PFT, by: 2}]}
//	      worse: {label: The mud, when: heave.factor < -0.5, table: wet}
//
// A tally is a number worked out line by line, and every line that changes it is shown. `footing` is a modifier of our
// own: nothing counted it before, now this tally does, as `mod.footing`. The shoes give it. They are worn on the feet,
// and what is worn counts in rolls about its place, so the action has the tag `foot`, a row of the table of places.
// `hook` is a new field that items may have; `tool` is the item it is done with, which has one of the tags under
// `with`; an item that says nothing of its hook has 0.
//
//	# characters/wenna.yaml
//	character: {name: Wenna}
//	stats: {PST: 14, PEN: 12, DEX: 12, PAG: 12, PAW: 12,
//	  MST: 12, MEN: 12, MAG: 13, MAW: 13, PSI: 13}
//	skills: {polearm: 6, marsh_walking: 4, throw_object: 8}
//	gear: [eel_spear, punt_pole]
//	armour: {foot: mud_shoes, chest: reed_coat}
//
//	# pull.txt
//	begin causeway
//	initiative wenna dice 50 4 4
//	initiative grell dice 50 6 6
//	put wenna sinking 4
//	next
//	wenna: pull_free with punt_pole
//	next
//	next
//	grell: wait
//	next, dice 12
//
//	$ hybrid script pull.txt --seed 1
//	    0  the encounter begins: On the causeway
//	    0  Wenna: initiative: perception on entering 21 %, rolled 50, Grave
//	           Failure → unaware, surprised · acts at 19
//	    0  Grell: initiative: perception on entering 44 %, rolled 50, Failure →
//	           unaware, surprised · acts at 23
//	    0  Wenna is now: sinking
//	   19  Wenna's turn: no longer unaware
//	   19  Wenna: pull free (punt pole) at count 34
//	   20  Wenna: sinking: sinking 5
//	   23  Grell's turn: no longer unaware
//	   23  Grell waits
//	   34  Wenna: pull free (punt pole): heave 12 %, rolled 12, Success · pull
//	           6 · sinking −1 · acts at 43 · no longer sinking
//
// # Step 10: An answer
//
// An action with `answers` is offered to somebody by a step `offer`; a step `reply` carries out what was chosen.
//
//	# tables/fling.yaml
//	actions:
//	  fling_mud:
//	    text: into the eyes of somebody near
//	    whom: true
//	    tags: [physical, offence, marsh]
//	    when: not placed or distance <= 4
//	    refuse: too far
//	    counts: 6
//	    skill: [throw_object, throwing]
//	    basis: {else: ACC}
//	    steps:
//	      answer: {label: Answer, offer: fling, who: other, when: other.aware}
//	      hit:    {label: Fling, check: percent, tags: [targeted]}
//	      miss:   {stop: hit.missed}
//	      reply:  {reply: answer}
//	      shied:  {stop: other.is.shying}
//	      blind:
//	        label: Blind
//	        who: other
//	        do: [{put: mud_in_the_eyes, number: 2 * hit.factor}]
//	  shy_away:
//	    answers: fling
//	    counts: 3
//	    tags: [physical, defence]
//	    basis: {else: PAG}
//	    steps:
//	      turn:
//	        label: Turn the head
//	        check: percent
//	        against: hit
//	        results: {made: [{put: shying}]}
//	conditions:
//	  shying: {until: sequence}
//	  mud_in_the_eyes:
//	    bad: true
//	    for: [deed]
//	    give: {df: -4}
//	    every: {counts: 30, do: [{change: mud_in_the_eyes, by: -1}]}
//	    until: number <= 0
//
// A step looks from the one who acts. `who: other` is the one it is done to, and `other.` before a name is theirs. In
// the answer the answering one acts: `put: shying` is put on the one who shies away, and what is `other` to them is the
// thrower. `against: hit` takes the margin of the step `hit` off the chance. A condition `until: sequence` is only a
// word to the rest of these steps.
//
//	$ hybrid fling_mud wenna grell --answer shy_away --dice 12,80
//	Wenna: fling mud → Grell
//
//	Takes 6 counts
//	  Action  action.counts 6  +6  tables/hybrid/turns.yaml:32  G 4
//
//	Grell: answer: Shy away
//
//	Fling 27.5 %, rolled 12, margin +15.5: Solid Success ×1.25
//	  Stat basis × 3  ACC 13                           +39  tables/hybrid/check…
//	  Rank            skill.percent 1, skill.rank 8     +8  tables/hybrid/check…
//	  DF × 5                                            −5  tables/hybrid/check…
//	    Throw object    −1                                  tables/hybrid/skill…
//	  Defence                                        −14.5  tables/hybrid/check…
//	    Defence         +14.5                               tables/hybrid/check…
//	  dice: d100 12 (typed)
//
//	Grell: turn the head 26.5 %, rolled 80, margin −53.5: Amazing Failure ×−2
//	  Stat basis × 3  PAG 14                 +42  tables/hybrid/checks.yaml:8…
//	  Opposed         against.margin 15.5  −15.5  tables/hybrid/checks.yaml:16…
//	  dice: d100 80 (typed)
//
//	Grell: blind
//	  Grell: Mud in the eyes
//
//	  Grell  PFT 42/42, PBD 31/31, PEX 70/70, Mud in the eyes
//
// Every action is a command, which is the quickest way to look at its numbers.
//
// # Step 11: A ruling
//
// Where people may want it otherwise, make it a setting.
//
//	# tables/rulings.yaml
//	rulings:
//	  hungry_mud:
//	    text: how fast the mud takes people
//	    choice: slow
//	    choices:
//	      slow: {}
//	      fast: {conditions: {sinking: {every: {counts: 10}}}}
//	  boots:
//	    text: what people wear in the marsh
//	    choice: worn
//	    choices: [worn, tall]
//	situations:
//	  cold_water:
//	    for: [marsh]
//	    give: {df: "ruling.boots == \"tall\" ? -1 : -3"}
//
// The first one's choices are maps, each of which lays something over the game, as a layer of its own. The second one's
// are only words, and a formula reads which it is. A formula that holds `: ` stands in quotes. The campaign file makes
// a choice (`rulings: {hungry_mud: fast}`), and --ruling tries one.
//
//	$ hybrid check wenna marsh_walking --situation cold_water \
//	    --ruling boots=tall --dice 40
//	Wenna: Marsh walking
//
//	  Stat basis × 3  PAG 12, PAW 12                  +36  tables/hybrid/checks…
//	  Rank            skill.percent 4, skill.rank 4   +16  tables/hybrid/checks…
//	  DF × 5                                           −5  tables/hybrid/checks…
//	    Cold water      −1                                 tables/rulings.yaml:…
//	  Chance                                         47 %
//
//	  rolled 40, margin +7: Success ×1
//	  dice: d100 40 (typed)
//
// # Step 12: Tactics, and whole fights
//
// `hybrid simulate` fights an encounter many times, by the same rules. Whoever is not played fights by a tactic.
//
//	# tables/tactics.yaml
//	tactics:
//	  wrecker:
//	    text: gets out of the mud, goes for the weakest, leaves when it bleeds
//	    target: weakest
//	    do: [pull_free, free_weapon, attack]
//	    answer: idle
//	    least: 25
//	    leave: PBD.lost > 0
//
//	$ hybrid simulate causeway --runs 200 --tactic grell=wrecker
//	On the causeway: 200 fights, seed 0
//
//	  wins                            95 %
//	  toll        0.0 %     0.0 % to 1.9 %
//	  wreckers  100.0 %  98.1 % to 100.0 %  ██████████████████████████████
//	  nobody      0.0 %     0.0 % to 1.9 %
//
//	  over after 246 counts, 24.6 s (eight of ten: 14.5 s to 36.7 s)
//	  turns at count 26 (eight of ten: 16 to 81): from then on the winner has…
//
//	  who    side      tactic        out   left   PFT    PBD   PEX
//	  Wenna  toll      press_on  100.0 %  0.0 %   −36  −32.2    −3
//	  Grell  wreckers  wrecker     0.0 %  0.0 %  −7.8      0  −0.4
//	$ hybrid simulate causeway --runs 200 --vary wenna.skills.polearm=4..12/4
//	On the causeway: wenna.skills.polearm, 200 fights each, seed 0
//
//	  polearm   toll  wreckers  nobody  counts      toll, 95 %  toll wins
//	        4  0.0 %   100.0 %   0.0 %     237  0.0 % to 1.9 %
//	        8  0.0 %   100.0 %   0.0 %     243  0.0 % to 1.9 %
//	       12  1.5 %    98.5 %   0.0 %     260  0.5 % to 4.3 %  ▌
//
// # Step 13: Magic, first the mana
//
// Now something that the game does not have at all. Magic costs mana. Mana is a pool, and comes back while one rests:
// an activity is what somebody does over time, with what it costs or gains.
//
//	# tables/mana.yaml
//	tags:
//	  magic: worked with mana
//	pools:
//	  MANA: {label: Mana, max: 2 * PSI + MEN}
//	pack: {watch: [PFT, PBD, MANA]}
//	activities:
//	  communing: {group: rest, gain: {MANA: 1/min}}
//	  sleeping:  {gain: {MANA: 6/h}}
//
// `communing` is new; `sleeping` is the pack's, and gains something more. `watch` is a list: lists are replaced as a
// whole. It says which pools stand on the dashboard. What follows is a warning, not a mistake: nothing is about magic yet.
//
//	$ hybrid vet
//	tables/mana.yaml:3:3: warning: nothing refers to magic of tags [unused]
//	17 files, no mistakes, 1 warning
//
// # Step 14: Spells, what they cost, and how they fail
//
// Two schools, the things magic is worked through, and what all spells have in common: a sequence, which is steps that
// several actions share. It takes a number, the mana.
//
//	# tables/casting.yaml
//	tags:
//	  focus: what magic is worked through
//	skills:
//	  fire_craft:
//	    type: mental_discipline
//	    interaction: unassisted
//	    tools: simple
//	    scope: specific
//	    basis: (PSI + MST) / 2
//	    tags: [mental, magic]
//	    related: {veil_craft: dissimilar}
//	  veil_craft:
//	    type: art
//	    interaction: unassisted
//	    tools: simple
//	    scope: specific
//	    basis: (PSI + MAG) / 2
//	    tags: [mental, magic]
//	    related: {fire_craft: dissimilar}
//	items:
//	  willow_wand: {tags: [focus], counts: 6}
//	sequences:
//	  casting:
//	    takes: [mana]
//	    steps:
//	      answer: {label: Answer, offer: spell, who: other, when: other.aware}
//	      cast:   {label: Cast, check: percent}
//	      pay:
//	        label: Mana
//	        do: [{lose: MANA, by: "cast.made ? mana : mana / 2"}]
//	      fumble: {label: Fumble, when: cast.factor < -0.5, table: backlash}
//	      failed: {stop: cast.missed}
//	      reply:  {reply: answer}
//	      undone: {stop: other.is.countering}
//	      resist:
//	        label: Resist
//	        who: other
//	        check: percent
//	        basis: MEN + PSI
//	        tags: [resist, mental, magic]
//	        against: cast
//	tables:
//	  backlash:
//	    label: Backlash
//	    roll: d100
//	    rows:
//	      headache: {roll: 1-40, do: [{lose: MFT, by: 1d6, rest: MBD}]}
//	      numb:     {roll: 41-70, do: [{put: numb}]}
//	      drained:  {roll: 71-95, do: [{lose: MANA, by: 6}]}
//	      alight:   {roll: 96-100, do: [{put: ablaze, number: 3}]}
//	conditions:
//	  countering: {until: sequence}
//	  numb: {bad: true, for: [magic], give: {df: -4}, until: action}
//	  ablaze:
//	    bad: true
//	    every:
//	      counts: 10
//	      do: [{lose: PFT, by: number, rest: PBD}, {change: ablaze, by: -1}]
//	    until: number <= 0
//
// A failed spell costs half. A bad failure (`cast.factor` is the factor of the degree) rolls on the table of fumbles.
// One who resists rolls against the margin of the casting: a check `against` another is an opposed one. The first spell
// hurts, more with a better degree, and half of it if it is resisted.
//
//	# tables/witch_fire.yaml
//	tags:
//	  burn: damage by witch fire
//	actions:
//	  witch_fire:
//	    text: fire at somebody in sight; 4 mana
//	    whom: true
//	    with: [focus]
//	    tags: [physical, mental, magic, burn, offence]
//	    when: MANA.now >= 4
//	    refuse: not enough mana
//	    counts: tool.counts
//	    skill: [fire_craft]
//	    steps:
//	      spell: {sequence: casting, with: {mana: 4}}
//	      fails: {stop: spell.cast.missed or other.is.countering}
//	      heat:
//	        label: Heat
//	        tally:
//	          fire:   {label: Witch fire, add: 2d6 + 2}
//	          degree: {label: Degree, times: spell.cast.factor}
//	          resist: {label: Resisted, times: 1/2, when: spell.resist.made}
//	          whole:  {label: Rounded, round: nearest}
//	      burn:
//	        label: Burn
//	        who: other
//	        do: [{lose: PFT, by: heat.total, rest: PBD}]
//	      alight:
//	        label: Alight
//	        who: other
//	        when: spell.cast.factor >= 1.5 and not spell.resist.made
//	        do: [{put: ablaze, number: 4}]
//
// A step within a sequence is read through the step that carried it out: `spell.cast.factor`.
//
//	# characters/osk.yaml
//	character: {name: Osk, kind: adversary, notes: A hedge wizard.}
//	stats: {PST: 9, PEN: 11, DEX: 11, PAG: 12, PAW: 13,
//	  MST: 15, MEN: 14, MAG: 14, MAW: 13, PSI: 16}
//	skills: {fire_craft: 8, veil_craft: 6, staff: 3}
//	gear: [willow_wand, quarterstaff]
//
//	$ hybrid vet
//	tables/casting.yaml:5:3: warning: nobody of the cast has skill fire_craft […
//	tables/casting.yaml:13:3: warning: nobody of the cast has skill veil_craft…
//	tables/casting.yaml:27:38: warning: no action answers spell, which step an…
//	20 files, no mistakes, 3 warnings
//	$ hybrid witch_fire osk wenna --dice 12,90,4,3
//	Osk: witch fire → Wenna (willow wand)
//
//	Takes 6 counts
//	  Action  action.counts 6  +6  tables/hybrid/turns.yaml:32  G 4
//
//	Cast 53.5 %, rolled 12, margin +41.5: Notable Success ×1.5
//	  Stat basis × 3  PSI 16, MST 15                 +46.5  tables/hybrid/check…
//	  Rank            skill.percent 4, skill.rank 8    +32  tables/hybrid/check…
//	  DF × 5                                           −25  tables/hybrid/check…
//	    Fire craft      −5                                  tables/casting.yaml…
//	  dice: d100 12 (typed)
//
//	Mana
//	  Osk: MANA −4, 42 left
//
//	Wenna: resist 33.5 %, rolled 90, margin −56.5: Very Notable Failure ×−1
//	  Stat basis × 3  MEN 12, PSI 13         +75  tables/hybrid/checks.yaml:8…
//	  Opposed         against.margin 41.5  −41.5  tables/hybrid/checks.yaml:16…
//	  dice: d100 90 (typed)
//
//	Heat: 14
//	  Witch fire                           +9  tables/witch_fire.yaml:20
//	  Degree      spell.cast.factor 1.5  +4.5  tables/witch_fire.yaml:21
//	  Rounded                            +0.5  tables/witch_fire.yaml:23
//	  dice: d6 4 (typed), d6 3 (typed)
//
//	Wenna: burn
//	  Wenna: PFT −14, 22 left
//	  Wenna: PEX −1, 59 left
//
//	Wenna: alight
//	  Wenna: Ablaze
//
//	  Wenna  PFT 22/36, PBD 26/26, MANA 38/38, Ablaze
//	$ hybrid odds witch_fire osk wenna
//	Osk: witch fire → Wenna (willow wand)
//
//	  Stat basis × 3  PSI 16, MST 15                  +46.5  tables/hybrid/chec…
//	  Rank            skill.percent 4, skill.rank 8     +32  tables/hybrid/chec…
//	  DF × 5                                            −25  tables/hybrid/chec…
//	    Fire craft      −5                                   tables/casting.yam…
//	  Chance                                         53.5 %
//
//	  Degree                         likely  then loses
//	  Amazing Success           ×4   0.00 %
//	  Very Notable Success      ×2   5.00 %        15.8
//	  Notable Success         ×1.5   8.00 %        11.7
//	…
//	$ hybrid witch_fire osk wenna --dice 99
//	Osk: witch fire → Wenna (willow wand)
//
//	Takes 6 counts
//	  Action  action.counts 6  +6  tables/hybrid/turns.yaml:32  G 4
//
//	Cast 53.5 %, rolled 99, margin −45.5: Solid Failure ×−0.25
//	  Stat basis × 3  PSI 16, MST 15                 +46.5  tables/hybrid/check…
//	  Rank            skill.percent 4, skill.rank 8    +32  tables/hybrid/check…
//	  DF × 5                                           −25  tables/hybrid/check…
//	    Fire craft      −5                                  tables/casting.yaml…
//	  dice: d100 99 (typed)
//
//	Mana
//	  Osk: MANA −2, 44 left
//
//	  Wenna  PFT 36/36, PBD 26/26, MANA 38/38
//
// # Step 15: A counterspell
//
// The steps above offer an answer to whoever is aware: `offer: spell`. Nothing answers it yet, as vet warned.
//
//	# tables/counterspell.yaml
//	actions:
//	  counterspell:
//	    text: 2 mana
//	    answers: spell
//	    own_tool: true
//	    when: MANA.now >= 2 and (rank.fire_craft > 0 or rank.veil_craft > 0)
//	    counts: 4
//	    tags: [mental, magic, defence]
//	    skill: [veil_craft, fire_craft]
//	    steps:
//	      attempt:
//	        label: Counter
//	        check: percent
//	        against: cast
//	        results: {made: [{put: countering}]}
//	      pay: {label: Mana, do: [{lose: MANA, by: 2}]}
//
// Who cannot answer is not asked: the action is offered only where its `when` holds for the one who would answer.
//
//	# characters/ysolde.yaml
//	character: {name: Ysolde}
//	stats: {PST: 10, PEN: 12, DEX: 12, PAG: 13, PAW: 14,
//	  MST: 12, MEN: 15, MAG: 15, MAW: 13, PSI: 14}
//	skills: {veil_craft: 9, fire_craft: 8}
//	gear: [willow_wand]
//
//	$ hybrid witch_fire osk ysolde --answer counterspell --dice 40,10
//	Osk: witch fire → Ysolde (willow wand)
//
//	Takes 6 counts
//	  Action  action.counts 6  +6  tables/hybrid/turns.yaml:32  G 4
//
//	Ysolde: answer: Counterspell
//
//	Cast 53.5 %, rolled 40, margin +13.5: Success ×1
//	  Stat basis × 3  PSI 16, MST 15                 +46.5  tables/hybrid/check…
//	  Rank            skill.percent 4, skill.rank 8    +32  tables/hybrid/check…
//	  DF × 5                                           −25  tables/hybrid/check…
//	    Fire craft      −5                                  tables/casting.yaml…
//	  dice: d100 40 (typed)
//
//	Mana
//	  Osk: MANA −4, 42 left
//
//	Ysolde: counter 51 %, rolled 10, margin +41: Notable Success ×1.5
//	  Stat basis × 3  PSI 14, MAG 15                 +43.5  tables/hybrid/check…
//	  Rank            skill.percent 4, skill.rank 9    +36  tables/hybrid/check…
//	  DF × 5                                           −15  tables/hybrid/check…
//	    Veil craft      −3                                  tables/casting.yaml…
//	  Opposed         against.margin 13.5            −13.5  tables/hybrid/check…
//	  dice: d100 10 (typed)
//
//	Ysolde: mana
//	  Ysolde: MANA −2, 41 left
//
//	  Ysolde  PFT 37/37, PBD 22/22, MANA 41/43
//
// # Step 16: A spell that lasts, and a grimoire
//
//	# tables/veil.yaml
//	actions:
//	  veil:
//	    text: a veil over the eyes, longer if it is cast well; 3 mana
//	    whom: true
//	    with: [focus]
//	    tags: [mental, magic, offence]
//	    when: MANA.now >= 3
//	    refuse: not enough mana
//	    counts: tool.counts
//	    skill: [veil_craft]
//	    steps:
//	      spell: {sequence: casting, with: {mana: 3}}
//	      fails:
//	        stop: spell.cast.missed or spell.resist.made or other.is.countering
//	      lasts:
//	        label: Seconds
//	        tally:
//	          base:   {label: Veil, add: 5}
//	          degree: {label: Degree, times: spell.cast.factor}
//	          whole:  {label: Rounded, round: up}
//	      veiled:
//	        label: Veil
//	        who: other
//	        do: [{put: veiled, number: lasts.total}]
//	conditions:
//	  veiled:
//	    text: the number is the seconds left
//	    bad: true
//	    for: [deed]
//	    give: {df: {perception: -8, mental: -2, else: -5}}
//	    every: {counts: 10, do: [{change: veiled, by: -1}]}
//	    until: number <= 0
//	items:
//	  grimoire:
//	    tags: [focus]
//	    counts: 12
//	    give: {percent: {veil_craft: 20, magic: 5}}
//
// The grimoire is a focus as the wand is, twice as slow, and gives to what is worked through it, most to the veil:
// names of skills are words that a roll is about, like tags.
//
//	# characters/osk.yaml
//	character: {name: Osk, kind: adversary, notes: A hedge wizard.}
//	stats: {PST: 9, PEN: 11, DEX: 11, PAG: 12, PAW: 13,
//	  MST: 15, MEN: 14, MAG: 14, MAW: 13, PSI: 16}
//	skills: {fire_craft: 8, veil_craft: 6, staff: 3}
//	gear: [willow_wand, grimoire, quarterstaff]
//
//	$ hybrid veil osk wenna --weapon grimoire --dice 30,99
//	Osk: veil → Wenna (grimoire)
//
//	Takes 12 counts
//	  Action  action.counts 12  +12  tables/hybrid/turns.yaml:32  G 4
//
//	Cast 74 %, rolled 30, margin +44: Solid Success ×1.25
//	  Stat basis × 3  PSI 16, MAG 14                 +45  tables/hybrid/checks.…
//	  Rank            skill.percent 4, skill.rank 6  +24  tables/hybrid/checks.…
//	  Percent                                        +20  tables/hybrid/checks.…
//	    Grimoire        +20                               tables/veil.yaml:35
//	  DF × 5                                         −15  tables/hybrid/checks.…
//	    Veil craft      −3                                tables/casting.yaml:13
//	  dice: d100 30 (typed)
//
//	Mana
//	  Osk: MANA −3, 43 left
//
//	Wenna: resist 31 %, rolled 99, margin −68: Amazing Failure ×−2
//	  Stat basis × 3  MEN 12, PSI 13     +75  tables/hybrid/checks.yaml:8   G 2
//	  Opposed         against.margin 44  −44  tables/hybrid/checks.yaml:16  G 4
//	  dice: d100 99 (typed)
//
//	Seconds: 7
//	  Veil                                +5  tables/veil.yaml:19
//	  Degree   spell.cast.factor 1.25  +1.25  tables/veil.yaml:20
//	  Rounded                          +0.75  tables/veil.yaml:21
//
//	Wenna: veil
//	  Wenna: Veiled
//
//	  Wenna  PFT 36/36, PBD 26/26, MANA 38/38, Veiled
//
// # Step 17: A duel of magic
//
// Everything together: a spell that bites, one that is countered, one that is resisted, a fumble (a 100 is rolled once
// more and added), and mana coming back.
//
//	# campaign.yaml
//	campaign:
//	  label: The Marsh
//	  pack: hybrid
//	  notes: Fog, reeds, and what lives in them.
//	cast: [wenna, osk, ysolde]
//
//	# encounters/duel.yaml
//	encounter: {label: Two foci}
//	combatants:
//	  ysolde: {side: marsh}
//	  osk: {side: hedge}
//
//	# duel.txt
//	begin duel
//	initiative ysolde dice 9 2 2
//	initiative osk dice 9 3 3
//	next
//	ysolde: veil osk
//	next
//	osk: witch_fire ysolde with grimoire
//	next, answer none, dice 20 99
//	next, answer counterspell, dice 20 15
//	next
//	next
//	ysolde: witch_fire osk
//	next, answer none, dice 30 10 5 5
//	next
//	next
//	osk: witch_fire ysolde
//	next, answer none, dice 100 60 80
//	finish
//	pass 20 min communing by ysolde
//
//	$ hybrid script duel.txt --seed 1
//	    0  the encounter begins: Two foci
//	    0  Ysolde: initiative: perception on entering 42 %, rolled 9, Notable
//	           Success ×1.5 · acts at 10
//	    0  Osk: initiative: perception on entering 39 %, rolled 9, Notable
//	           Success ×1.5 · acts at 12
//	   10  Ysolde's turn
//	   10  Ysolde: veil → Osk (willow wand) at count 16
//	   12  Osk's turn
//	   12  Osk: witch fire → Ysolde (grimoire) at count 24
//	   16  Ysolde: veil → Osk (willow wand): cast 64.5 %, rolled 20, Solid
//	           Success ×1.25 · MANA −3 · Osk resist 45.5 %, rolled 99, Grave
//	           Failure · seconds 7 · Osk veiled · acts at 25
//	   24  Osk: witch fire → Ysolde (grimoire): Ysolde counterspell → acts at
//	           29 · cast 48.5 %, rolled 20, Solid Success ×1.25 · MANA −4 ·
//	           Ysolde counter 36 %, rolled 15, Solid Success ×1.25 → countering
//	           · Ysolde MANA −2 · acts at 38
//	   26  Osk: veiled: veiled 6
//	   29  Ysolde's turn
//	   29  Ysolde: witch fire → Osk (willow wand) at count 35
//	   35  Ysolde: witch fire → Osk (willow wand): cast 46 %, rolled 30,
//	           Success · MANA −4 · Osk resist 74 %, rolled 10, Notable Success
//	           ×1.5 · heat 6 · Osk PFT −6 · acts at 51
//	   36  Osk: veiled: veiled 5
//	   38  Osk's turn
//	   38  Osk: witch fire → Ysolde (willow wand) at count 44
//	   44  Osk: witch fire → Ysolde (willow wand): cast 43.5 %, rolled 160,
//	           Amazing Failure · MANA −2 · Drained → MANA −6 · acts at 52
//	   44  the encounter ends: Two foci
//	   44  20 min of communing: Ysolde: Ysolde MANA +9
//
// Wizards that nobody plays need a tactic of their own, and then the fight can be simulated.
//
//	# tables/wizards.yaml
//	tactics:
//	  wizard:
//	    text: burns what is nearest while there is mana, counters what it can
//	    target: nearest
//	    do: [witch_fire, attack]
//	    answer: always
//	    least: 20
//
//	# encounters/duel.yaml
//	encounter: {label: Two foci}
//	combatants:
//	  ysolde: {side: marsh, tactic: wizard}
//	  osk: {side: hedge, tactic: wizard}
//
//	$ hybrid simulate duel --runs 300
//	Two foci: 300 fights, seed 0
//
//	  wins                        95 %
//	  marsh   13.7 %  10.2 % to 18.0 %  ████▏
//	  hedge   83.7 %  79.1 % to 87.4 %  █████████████████████████▏
//	  nobody   2.7 %    1.4 % to 5.2 %  ▊
//
//	  over after 468 counts, 46.8 s (eight of ten: 23.1 s to 105.2 s)
//	  turns at count 142 (eight of ten: 16 to 409): from then on the winner has…
//
//	  who     side   tactic     out   left    PFT    PBD   MANA
//	  Ysolde  marsh  wizard  83.7 %  0.0 %  −33.6  −25.9    −39
//	  Osk     hedge  wizard  13.7 %  0.0 %  −23.5   −5.1  −41.2
//
// # Step 18: Before the players arrive
//
// Vet with --strict ends with an exit code of 1 even for warnings, which is what a script wants. What the campaign's
// tables change for its characters:
//
//	$ hybrid vet --strict
//	25 files, no mistakes
//	$ hybrid try changes
//	The Marsh against the pack by itself
//
//	  actions.pull_free                      new: {text: out of the mud, with s…
//	  actions.counterspell                   new: {text: 2 mana, answers: spell…
//	  actions.fling_mud                      new: {text: into the eyes of someb…
//	  actions.shy_away                       new: {answers: fling, counts: 3, t…
//	  actions.pick_leech                     new: {when: is.leech, refuse: no l…
//	  actions.veil                           new: {text: a veil over the eyes,…
//	…
//
// `hybrid play` opens the dashboard in this campaign. While it runs, whatever you save in the folder is vetted and, if
// it is clean, taken up between two commands; if not, the last good rules stay, and a line says what is wrong.
//
// # Form: what a file looks like
//
// A pack is a folder of YAML files, and so is the `tables` folder of a campaign. Any file may hold any section; a
// section is a map from names to entries, in file order. Every entry may have a `label` (what people read; without one
// it is made of the name) and a `src` (where the rule stands). Names are lower_snake. Never use on, off, yes or no as
// names: older readers of YAML take them for true and false. `after`, `else`, `other` and `removed` are words of the
// form and no names either.
//
// Four short forms: a line of a tally, a row of a table and a value of `give` that are bare are its `add`, its only
// column, and its `else`; where a list of names is wanted, one name may stand alone.
//
// Quote a formula that holds `: `, as every `a ? b : c` does, or, within { }, a comma. A text that holds these too.
//
// # Layers: what is laid over what
//
// First comes the pack, then the campaign's own `tables`, then each choice of a ruling that lays something. Maps are
// merged, key by key, all the way down. Lists and single values are replaced. The value `removed` takes an entry, a
// key, a row, a step or a line out. `after: name` puts an entry behind that one; new entries come last otherwise. In
// what is ordered (steps, lines of a tally, steps of a ladder, degrees, rows, situations and conditions of a group) the
// place matters.
//
//	tasks:      {force_iron_door: removed}
//	degrees:
//	  lucky_success: {label: Lucky, factor: 1.1, after: solid_success}
//	checks:
//	  percent:
//	    numbers:
//	      chance: {support: removed, luck: {label: Luck, add: 2, after: rank}}
//	sequences:
//	  harm:
//	    steps:
//	      sting:
//	        label: Sting
//	        who: other
//	        do: [{lose: MFT, by: 1}]
//	        after: wound
//
// A name is defined once in a layer: two files of one campaign cannot both say something of one skill. An entry that is
// replaced keeps the keys that the new one does not mention. To change the kind of a step, say `removed` for the old
// key (`check: removed`) and add the new one.
//
// A campaign may have a pack of its own: `pack: mypack` in campaign.yaml, where mypack is a folder of the campaign.
//
// # Formulas: numbers and conditions
//
// A formula is numbers, names, `+ - * / % ^`, comparisons (`< <= > >= == !=`), `and`, `or`, `not`, `a ? b : c`, and
// functions: min max floor ceil round abs, and every table that is looked up by a number and has one number per row.
// Words stand in quotes: `see.degree == "plain_success"`. Fractions are kept; only `round:` in a tally and the
// functions drop them. Numbers nearer than a billionth are equal. What might divide by zero is a mistake; write `max(1,
// x)`. Dice such as 2d6 may stand in lines of a tally, in effects, in `every.counts`, and in item fields declared
// `dice`. `hybrid try formula` shows what a formula comes to.
//
// Which names there are depends on the place. Everywhere: statistics (PST), pools (PFT.now, PFT.max, PFT.lost), numbers
// (guard), is.CONDITION, number.CONDITION, mod.MODIFIER, tool.FIELD, rank.SKILL, trained.SKILL (one has learnt it),
// wears.TAG (something worn has that tag), wields.TAG (so has what is in hand), with.CONDITION (one has it with the
// other one), at.GROUP (how far down a group of activities one is), aware, slow (the last action used a skill not
// learnt), paired (one of two actions declared at once is still in the making, and is not what is rolled for), distance
// and placed (metres, where places are kept), spread (metres from the centre of a blast); the same of the other one
// with `other.` before; tag.WORD, ruling.NAME. Only in statistics and the maxima of pools there is less: the statistics
// before it, rulings and tables. Other places know more; the list below has them all. In an action `called` says that
// the game master calls for it (`roll …`, `contest …`), so that it is nobody's own deed.
//
// # Give: how anything changes a number
//
// `give` is a map from modifiers to values. Whatever takes part in a roll gives: the skill, the action, the step, the
// task, the tool, rows drawn so far, situations ticked or holding, activities, conditions, and what is worn at a place
// that the roll is about. A value may depend on what the roll is about: the first word that fits counts, `else` where
// none does, and without one nothing is given. A layer may add a word without repeating the others. `for` limits the whole entry. What a modifier comes to is read as `mod.NAME`,
// in a check, a tally or a formula; `other.mod.NAME` is theirs. A modifier that nothing reads changes nothing, and
// `hybrid vet` says so.
//
//	situations:
//	  in_reeds:
//	    for: [perception]
//	    give: {df: {passive: -6, physical: -3, else: -1}}
//
// What is a roll about? Its own tags, those of its action, its skill, its tool and the rows drawn, and the names of all
// of these. A roll of the other one (`who: other`) is about its own tags, the tool's and the rows' only.
//
// # Steps: what an action does, in order
//
// A step has a name and is exactly one of these kinds. `when` carries it out only if something holds; `who` says who it
// is about: left out for the one who acts, `other` for the one it is done to, `onlookers` for everybody of another side
// who notices, `among` for the target and whoever is `within` so many metres of it.
//
// check rolls: with `skill` or `basis`, else with the action's. Later steps know NAME.made .missed .margin .roll
// .chance .factor .degree (its name) and .grade (its label). `against` takes off the margin of an earlier check.
// `results` are effects, by made, missed or a degree.
//
// table rolls on a table, or looks up the row named by `row`, or the number `by`. Later steps know NAME.row .label
// .side and its columns. With `who: other` the row is the other one's, such as the place where they are hit; the one who
// acts still rolls.
//
// tally works out a number: NAME.total. With `believe: true` it is what the one who acts takes for true.
//
// value is a formula worth a name: NAME.
//
// do is effects. Later steps know NAME.POOL, what was lost by them.
//
// offer (with `who: other`) lets the other one answer with an action that `answers` this word; NAME.ACTION is true of what was chosen.
// reply carries out the answer to the step it names.
//
// sequence carries out another one; `with` are the numbers it takes. Its steps are NAME.STEP.made and so on.
//
// stop ends the action here if it holds. In a sequence it ends that sequence.
//
//	sequences:
//	  slip:
//	    takes: [hard]
//	    steps:
//	      foot:
//	        label: Keep one's feet
//	        check: percent
//	        basis: PAG
//	        tags: [resist]
//	        give: {df: -hard}
//	      down:  {when: foot.missed, do: [{put: prone}]}
//	      bad:   {value: foot.factor <= -1}
//	      hurt:
//	        label: Bruise
//	        when: bad
//	        tally:
//	          fall: {label: Fall, add: 1d6}
//	          soft: {label: Rolled off, times: 1/2, when: foot.factor > -1}
//	      loss:  {when: bad, do: [{lose: PFT, by: hurt.total, rest: PBD}]}
//
// # Effects: how a state changes
//
// An effect has exactly one verb: lose and gain (a pool, `by`; `rest` takes what is left of a loss when the pool is
// empty), put (a condition, with its `number`), end, change (the number of a condition, `by`), up and down (in a group
// of conditions or activities, `by` so many), delay (the next turn, by counts), apart (so many metres from the other
// one, where places are kept), again: initiative, wait, drop (what is in hand), tell (a text). `who` is other or both;
// `when` carries it out only if something holds. How much, which number and how many counts may hold dice: `lose: PFT,
// by: 1d6`. The one who acts rolls them when it comes to that.
//
// # Output: what --json writes
//
// With --json every command writes one object, `hybrid script` one a line. It always has `command` and `events`: everything
// that changed, in order, each with its `kind` and `who`; empty for a command that only looks. A pool is `now`, `max`,
// `by`, what changed, and `left_over`, what it lost since it last drained another. What was carried out has `steps`, each
// with `who`, whom it is about, and `whom`, to whom that one does it, and all its numbers, even where they are 0; `people`
// is how those are now who were changed; `report` is what the action says of itself by the formulas of its `report`, where
// one that reads a belief that nobody came to is null. What holds by itself, such as being down, is an event of the kind
// `holds`, and later `holds_no_longer`. `hybrid schema --output` prints a JSON Schema that says all of it.
//
// # pack: the game in a few words
//
//	pack: {label: Hybrid in the marsh, watch: [PFT, PBD, PEX]}
//
// # rulings: settings
//
// `choice` is one of `choices`: a list of words, read in formulas as ruling.NAME, or a map from a word to what that
// choice lays over the game, with `removed` and `after` as in a file. A layer may add choices to a ruling of one below,
// and to what a choice there says; `removed` takes out of that what it says itself. `hybrid vet` tries every choice alone. Step 11 makes two.
//
// # tags: the words a roll can be about
//
// An entry is its meaning. One with `when` is there by itself while that holds of the other words. `secret` rolls are
// not shown to players. Names of skills, actions, items and rows of rolled tables are such words too, without being
// said here.
//
//	tags:
//	  by_night: {text: done without light, when: tag.physical and is.unaware}
//
// # modifiers: the numbers that anything may change
//
// Contributions add up; with `combine: times` they are factors. `flag` is the name under which a person gives one by
// hand.
//
//	modifiers: {dread: {label: Dread, flag: dread}, zeal: {combine: times}}
//	checks:
//	  percent:
//	    numbers: {chance: {dread: {label: Dread, add: -mod.dread, after: df}}}
//	situations: {zealous: {give: {zeal: 1.1}}}
//	numbers:
//	  fervour:
//	    base: {label: Base, add: PSI}
//	    zeal: {label: Zeal, times: mod.zeal}
//
// # fields: what items may say
//
//	fields: {item: {weight: number, poison: dice}}
//
// # stats: numbers of an actor
//
// `formula` makes one of those before it; without it the number is given for each character. `typical: 5-25` is the
// usual range: `hybrid new character` and the warnings of `hybrid vet` go by it. `group` is where it stands on the
// sheet. A character may `adjust` any, given or derived, or say a derived one outright. One that is `optional` is shown
// only of a character whose file does.
//
//	stats:
//	  LCK: {label: Luck, group: mental, formula: (PSI + MAW) / 4, unit: points}
//
// # pools: what goes down and comes back
//
// `max` is a formula, or none. It starts at `start`, else at its maximum. A loss stops at `least`, 0 where nothing is
// said, nowhere with `none`; what is left of it goes where the loss says (`rest`), else where `beyond` says. `drain:
// {every: 10, lose: PEX}` takes a point of another pool for each ten lost of this one.
//
//	pools:
//	  NERVE:
//	    label: Nerve
//	    max: 3 * MEN
//	    least: none
//	    drain: {every: 5, lose: MFT}
//
// # numbers: tallies that actors have at any moment
//
// A tally is lines from top to bottom, each one of add, times, least, most, or `round: nearest | down | up`, each only
// `when` something holds. Each line that changes the number is shown, with its place and what gave it. The numbers are
// read by name.
//
//	numbers:
//	  stealth:
//	    base:  {label: Agility, add: 2 * PAG}
//	    dark:  {label: In the dark, add: 5, when: tag.physical}
//	    worst: {label: At least, least: 5}
//
// # tables: rolled, looked up, or found by name
//
// A rolled table says `roll`, a die, and each row its faces; a hole or an overlap is a mistake. `side: odd` makes the
// left of `paired` rows out of odd faces. A table looked up by a number has rows such as `25+`, the last one reached
// counts, and `by: to` names the number in its cells. Else rows are found by name. `columns` hold numbers, `texts`
// words; a bare row is its only column, or a text its only text. A row drawn takes part from then on: it may `give` and
// have `tags`, and it may `do`.
//
//	tables:
//	  weather:
//	    roll: d20
//	    columns: [wind]
//	    texts: [sky]
//	    rows:
//	      calm:  {roll: 1-12, wind: 0, sky: grey}
//	      windy: {roll: 13-19, wind: 3, sky: torn, give: {df: {shot: -2}}}
//	      storm: {roll: 20, wind: 9, sky: black, give: {df: -2, chance: 0.9}}
//	  toll: {by: asked_for, rows: {0+: 1, 10+: 5, 100+: asked_for / 10}}
//
// # checks: how a roll is made
//
// `numbers` are tallies before the die; the last is the chance. `roll` is the die, of any number of faces (a chance is
// shown per cent where it has a hundred); `again` when it is rolled once more and added. `results` are formulas after the
// die: made and margin at least. `ladder` names the degrees that can come of it. Another die asks for other lines of the
// chance, another ladder and `again: removed`.
//
//	checks:
//	  percent:
//	    again: {at: 100, most: 3}
//	    numbers: {chance: {least: {least: 5}}}
//
// # degrees: what a check may come to
//
// Best to worst. `factor` is what later steps read as NAME.factor. A new one is put in its place with `after`, and
// needs a step in the ladder to be reached. `needed` is what has to be rolled for it, in short; with it stands what
// a degree means for a task.
//
// # ladders: which degree it is
//
// The first step that holds is the degree; the last is `otherwise`. The names are those of the check: chance, roll,
// made, margin. `draw` is one more die that only some rolls need.
//
//	degrees: {graze: {label: Graze, factor: 0.5, after: plain_success}}
//	ladders:
//	  simple:
//	    steps:
//	      amazing_success: made and roll <= chance / 20
//	      graze: made and roll > 0.9 * chance
//	      plain_success: made
//	      amazing_failure: roll > 95
//	      plain_failure: otherwise
//	checks: {percent: {ladder: simple}}
//	tables:
//	  perception_result:
//	    rows:
//	      graze:
//	        understanding: something is there
//	        detail: 50
//	        timing: 60
//	        sense: 1
//
// `hybrid try ladder simple` shows what comes of it. A ladder need not reach every degree. A table in which a step
// looks the degree up needs a row for each that may come; results of tasks take that of the next milder degree, and go
// with a degree that is `removed`. To put one more step into a ladder of the layer below, write its formula as `when`,
// and where it stands:
//
//	degrees: {graze: {factor: 0.5, after: plain_success}}
//	ladders:
//	  bands:
//	    steps: {graze: {when: made and roll > chance - 5, after: solid_success}}
//
// # skill: how skills work
//
// `aspects` are the tables of which every skill names a row; their `texts` say what such a skill is, and are shown with
// it. `cost` and `difficulty` come of these, `percent` is what a rank is worth, `raise` what reaching rank `to` costs
// in the pool `currency`, `start` what rank `to` costs at generation, `least` and `most` the lowest and highest rank.
// `rank` is the tally of the rank that counts, `pool` that of what skills learnt together add. Other keys name tables:
// `likeness` (how near related skills are), `training` (hours for a point), `names` (what ranks are called).
//
//	skill:
//	  raise: "skill.cost * max(1, to)"
//	  most: 20
//	  percent: scope.percent + 1
//	tables:
//	  scope: {rows: {specific: {percent: 5}}}
//	  nearness: {rows: {cousin: 3/10}}
//
// # skills: what can be learnt
//
// Each has a `basis`, a row of every aspect, `tags`. `related` stand in for it, `covers` names those in whose place it
// serves by itself, with its own basis and percent, for one who has not learnt them; `supports` those that it adds to
// (with `for` only in some rolls), `filter: true` makes it one that caps others where a situation says so, `speed` is
// the counts of one use.
//
// # skill_pools: skills learnt together
//
//	skill_pools:
//	  night_folk: {label: Night folk, members: [sneaking, hiding, climbing]}
//
// # packages: skills taken together at the beginning
//
// Whoever takes one has the rank in each of its `skills`, for `price` times what that rank costs in one of them:
// `hybrid new character NAME --package fog_guide=2`. A higher rank in one of them costs what it is higher.
//
//	packages:
//	  fog_guide: {price: 2, skills: [tracking, boat_handling, folklore]}
//
// # situations: what may hold for one roll
//
// Ticked by a person, or by itself while `holds` is true. `for` limits it to rolls about one of these tags, `when` to
// some circumstances. Of a `group` the one farthest down counts. `ask` wants a number, a row of a table, or words.
// `put` gives conditions, `filter` names the skill that caps others (those with a tag under `for`), `flag` is the name
// on the command line. With one that `lifts`, the skills that cap are rolled on first, each a check of its own: of what
// was ticked, only the environments and what has a `for` that fits it count.
//
// # conditions: what an actor has for a time
//
// It ends by `until`: used (it counted in a roll), action, turn (theirs comes), declaration, sequence, or a formula;
// else by an effect or by hand. `holds` makes it one that nobody puts. Of a `group` one has one, the one farther down
// is the worse. `many` may be had several times. `every: {counts: 20, do: […]}` acts at intervals, with `sequence`
// steps; `at_turn` names a sequence for each turn. `cannot` takes act, notice, defend, move. `number` is its own
// number, which it begins with. One with `tool` is about the thing in use and counts with that alone, each thing by
// itself; by hand it is `put kira unfamiliar with dagger`. `put` brings other conditions with it, however one gets it;
// they end by themselves. Who can no longer act moves no more. While time passes outside a fight (`pass 20 min`)
// conditions go on acting, and before one of them keeps somebody from acting, the span asks. An interval that is
// `scaled` goes by the time scale that is played: while minutes pass, `counts` are minutes.
//
//	conditions:
//	  vigil:
//	    every: {counts: 2 * MEN, scaled: true, do: [{lose: MFT, by: 1}]}
//	    until: declaration
//
// `partner` makes it one between two: it is kept with whom it came from, once for each, and people read both, with the
// word before the name (`partner: by`: "gripped by Scar"; `partner: ""`: "grips Scar"). It gives only to rolls that face
// that one, whom its own formulas and steps call `other`. Elsewhere `with.CONDITION` says whether one has it with the
// other one, `is.CONDITION` whether with anybody; `number.CONDITION` is that with the other one. An effect puts, changes
// and ends it between the two; where there is no other one, it ends with everybody. `mirror` is what the partner has as
// long as it lasts, with the same number: where one begins, changes or ends, so does the other. It ends when one of the
// two leaves, and with the encounter. By hand it is `put dov grabbed by scar`.
//
//	conditions:
//	  grabs:
//	    partner: ""
//	    mirror: grabbed
//	    for: [offence]
//	    give: {df: 1}
//	    until: distance > 1 or other.PFT.now <= 0
//	  grabbed: {partner: by, mirror: grabs, bad: true}
//	actions:
//	  grab:
//	    whom: true
//	    counts: 3
//	    tags: [physical]
//	    basis: {else: PAG}
//	    when: not with.grabs
//	    refuse: that one is grabbed already
//	    steps:
//	      catch:
//	        label: Grab
//	        check: percent
//	        tags: [targeted]
//	        results: {made: [{put: grabs}]}
//	  shake_off:
//	    whom: true
//	    counts: 3
//	    when: with.grabbed
//	    refuse: that one does not grab
//	    steps: {free: {do: [{end: grabbed}]}}
//
// # activities: what an actor does over time
//
// `pace` is metres per second; by one that `stays` one gets somewhere, but not from one's place, as a mind may. `cost`
// and `gain` are rates by pool: 1/s, 6/min, 10/h, or points at once. Of a `group` one does one.
//
//	activities:
//	  wading:
//	    group: moving
//	    pace: PMV / 10
//	    cost: {PFT: 4/min}
//	    give: {df: {physical: -3}}
//	    until: PFT.now <= 0
//
// # items: what an actor uses or wears
//
// `skill` it is used with, `tags`, `for`, `give`, and the fields that `fields` declares. Armour is an item that gives
// `armour`; the character says at which places it is worn.
//
// # actions: what an actor may declare
//
// `counts` is its time (or `phases`, each with counts and what it gives; a last one without counts is the count at
// which it takes effect, for what comes at that count before it does). `whom` makes it one that is done to somebody,
// `with` one that needs an item with one of these tags. It is rolled on `skill`; `basis`, by tag, is the statistic in
// place of the skill's own, or for one without. `when` must hold, else `refuse` is said; `unless` are things that keep
// one from it, by name (`{bound: {when: is.bound, refuse: it is bound}}`), when it is declared and when it takes
// effect. `first` are effects when it is declared, `put` conditions from then on, `steps` what it does when it takes
// effect. `any_time` needs no turn, `hold` leaves the tool in hand, `report` is what scripts are told. One with
// `answers` is offered by a step; what it gives counts at once, its steps come at the `reply`, and its time is added to
// the next turn.
//
//	actions:
//	  spit:
//	    whom: true
//	    counts: 2
//	    tags: [physical]
//	    basis: {else: ACC}
//	    steps: {aim: {label: Spit, check: percent}}
//
// # sequences: steps that nobody declares
//
// They share steps between actions, `takes` are the numbers they want. A table's row, a condition and `order` may name
// one.
//
// # order: who acts when
//
// `initiative` is a tally, dice and all: how many counts from now the next turn comes, at least `first`; what is below
// becomes points of the pool `excess`. `next` tells whether initiative is rolled again after an action. `time` names
// the number that an action takes, `ties` are formulas that break ties, the highest first. `enter` is the sequence of
// somebody who comes in.
//
// `pair` lets two actions be declared at once. Each takes effect at its own count and has a situation ticked: `same`
// names that of the primary and that of the secondary action where both are of one kind, `mixed` those where they are of
// two; of one kind are actions about the same of the tags under `kinds`. `later` is a yes/no formula: the next initiative
// is counted from the later of the two, else from the earlier.
//
// `effort` are effects: what an action costs the one who does it as it takes effect, before its steps, and an answer as
// it is given. `window` is how many counts it takes; one without time costs nothing.
//
//	order:
//	  initiative: {dice: {add: 1d10}, base: {add: 10}, untrained: removed}
//	  effort: [{lose: PFT, by: window / 10, when: tag.offence or tag.defence}]
//	  pair: {mixed: [same_primary, same_secondary], later: "true"}
//
// # tasks: what a game master asks for
//
// `skill` is a list, the first that the actor has counts; `basis` is for one who has none. `time` is such as 2 h.
// `situations` can be ticked only here. `results` are texts by degree; one without takes that of the next milder.
// Of a degree that a later layer brings, and the task does not know, it says what it says of the nearest on that side.
// `lumps` makes one roll of several tasks, whose gives are averaged.
//
// # tactics: how those fight whom nobody plays
//
//	tactics:
//	  stand_fast:
//	    target: nearest
//	    do: attack
//	    answer: always
//	    least: 30
//	    leave: PFT.now < PFT.max / 3
//
// What is done to somebody is done to whom the tactic goes for, else to whom one has a condition with. `options` are
// ticked where they may be, `resort` only where nothing is possible without them. Where places are kept, `approach:
// running` brings one up to whom it cannot reach, by that activity. Of the answers the one most likely to stop the
// attack counts: one with a roll by the chance of that, one without by how much of the attack's chance it takes away.
// `least` is in percent. `beside` lists actions, too: the first that is possible is done at the same time as the one of
// `do`, with another tool.
//
// # generation: how people begin
//
//	generation:
//	  powers: {townsfolk: {label: Townsfolk, stats: 95, skills: 20, most: 4}}
package rules
