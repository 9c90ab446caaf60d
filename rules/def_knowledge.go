package rules

import (
	"cmp"
	"slices"
	"strings"

	"hybrid/rules/message"
	"hybrid/rules/source"
)

// The section `knowledge`: the aspects of other actors that player characters can know, and when they become known. An aspect is one kind
// of fact about an actor, such as its name or its health. ask_notice.go applies the section.

// Knowledge is the section about what player characters know about others. Without this section, nothing is hidden.
type Knowledge struct {
	There     Aspect     `yaml:"there"`     // That it is present.
	Name      Aspect     `yaml:"name"`      // Its name. Until that is known, players see its `looks`.
	Hand      Aspect     `yaml:"hand"`      // The item in its hand.
	Deed      Aspect     `yaml:"deed"`      // Its action, once that takes effect.
	Turn      Aspect     `yaml:"turn"`      // When it acts next.
	Health    Aspect     `yaml:"health"`    // The word for how badly it is hurt.
	Condition Aspect     `yaml:"condition"` // Its conditions, except secret ones.
	Place     Aspect     `yaml:"place"`     // Its position.
	Side      Aspect     `yaml:"side"`      // Its side.
	Worn      Aspect     `yaml:"worn"`      // The armour it wears.
	Face      Aspect     `yaml:"face"`      // Its portrait: `face: {open: seen}`.
	Scene     Scenery    `yaml:"scene"`     // The scene, such as its light: `scene: {open: seen}`.
	Pos       source.Pos `yaml:",pos"`
}

// Scenery is the rule for facts of the scene, such as light, ground and weather, whether they apply to everyone or to a single character.
type Scenery struct {
	Open string     `yaml:"open" one:"seen never"` // Whether players see it: `seen` or `never`. Default: `never`.
	Src  string     `yaml:"src"`                   // The source of the rule: a chapter of the guide, or `ours`.
	Pos  source.Pos `yaml:",pos"`
}

// ShowsScene reports whether players see the situations of a scene, apart from those that the game master keeps secret.
func (k *Knowledge) ShowsScene() bool { return !k.IsTracked() || k.Scene.Open == "seen" }

// Aspect is the rule for one thing that a character can know about another.
type Aspect struct {
	// When it becomes known: `start`; `seen`, while noticed; `told`, when the game master says so; `never`.
	Open string `yaml:"open" one:"start seen told never"`
	Own  string `yaml:"own" one:"start seen told never"` // The same for one's own side. Default: `start`, unless `open` is `never`.
	// The condition for seeing it, a formula. The character seen is `other`: `distance <= 30`.
	When  source.Text   `yaml:"when"`
	Pools []source.Text `yaml:"pools" of:"pools"` // For `health`: the pools whose losses show, such as `[PFT, PBD]`.
	// For `health`: words by the remaining share of the worst pool, from 0 to 1: `{0: spent, 1/4: reeling, 1: whole}`.
	Words source.Map[source.Text] `yaml:"words"`
	As    string                  `yaml:"as" one:"action whole"` // For `deed`: `action` shows only the action; `whole` adds the target and the tool.
	Src   string                  `yaml:"src"`                   // The source of the rule: a chapter of the guide, or `ours`.
	Pos   source.Pos              `yaml:",pos"`

	name                string           // key in the section, such as health
	open                initialKnowledge // compiled form of Open, with its default
	own                 initialKnowledge // compiled form of Own, with its default
	when                *Formula         // compiled form of When; nil for always
	pools               []*Pool          // pools that Pools names
	healthMarks         []healthMark     // compiled form of Words, ascending by share
	conditionsWithWords []*Condition     // conditions that have their own words for health
}

// healthMark is a word for how badly an actor is hurt.
type healthMark struct {
	minShare float64 // lowest share of health for which it is used, from 0 to 1
	word     string  // word for that share, such as reeling
}

// Aspects is a set of aspects of an actor that another actor can know, one bit each.
type Aspects uint16

// rememberedAspects is the set of aspects that a character remembers as last seen.
const rememberedAspects = KnowThere | KnowName | KnowHand | KnowHealth | KnowCondition | KnowPlace | KnowSide | KnowWorn

// AspectNames lists the names of the built-in aspects. Names of pools are aspects as well.
func AspectNames() []string { return aspectNames[:] }

// String returns the names of the aspects, separated by spaces.
func (aspects Aspects) String() string {
	var names []string
	for i, name := range aspectNames {
		if aspects&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, " ")
}

// initialKnowledge is the time at which an aspect becomes known, as a word of Aspect.Open.
type initialKnowledge int

// The times at which an aspect becomes known.
const (
	openUnset initialKnowledge = iota // not given; 0, so that cmp.Or takes the default
	openStart                         // from the start
	openSeen                          // while it is noticed
	openTold                          // once the game master reveals it
	openNever                         // never
)

// parseInitialKnowledge returns the value for a word of Aspect.Open, openUnset for "", or -1 for any other word.
func parseInitialKnowledge(word string) initialKnowledge {
	return initialKnowledge(slices.Index([]string{"", "start", "seen", "told", "never"}, word))
}

// allAspects returns the rules of all aspects, in the order of aspectNames.
func (k *Knowledge) allAspects() [len(aspectNames)]*Aspect {
	return [...]*Aspect{&k.There, &k.Name, &k.Hand, &k.Deed, &k.Turn, &k.Health, &k.Condition, &k.Place, &k.Side, &k.Worn, &k.Face}
}

// IsTracked reports whether the game tracks what characters know about others. Without the section, everyone sees everything.
func (k *Knowledge) IsTracked() bool { return k.Pos.Line > 0 }

// compileKnowledge compiles the section: when each aspect becomes known, with the defaults, and the words for health.
func (c *compiler) compileKnowledge() {
	k := &c.rs.Knowledge
	c.rs.tracksKnowledge = k.Pos.Line > 0
	for i, aspect := range k.allAspects() {
		byDefault := openSeen
		switch aspectNames[i] {
		case "there", "face":
			byDefault = openStart
		case "name":
			byDefault = openTold
		case "turn", "side":
			byDefault = openNever
		}
		aspect.name = aspectNames[i]
		aspect.open = cmp.Or(parseInitialKnowledge(aspect.Open), byDefault)
		aspect.own = cmp.Or(parseInitialKnowledge(aspect.Own), openStart)
		if aspect.open == openNever && aspect.Own == "" && aspect.name != "side" {
			aspect.own = openNever
		}
		if aspect.When.Text != "" {
			aspect.when = c.compileFlag(aspect.When, nameScope{inVisibility: true})
		}
		c.compileAspect(aspect)
	}
	for _, x := range c.rs.Conditions.All {
		if len(x.HealthWords) > 0 {
			c.compileHealthWords(x)
		}
	}
}

// compileHealthWords compiles the words that condition x has for how badly its bearer is hurt: one for each of the pack's levels. A level
// for which x has no word keeps the pack's.
func (c *compiler) compileHealthWords(x *Condition) {
	own := c.readHealthMarks(x.HealthWords, x.Pos)
	for _, usual := range c.rs.Knowledge.healthMarks() { // the pack's levels
		word := usual.word
		for _, mark := range own {
			if usual.minShare >= mark.minShare-slack {
				word = mark.word
			}
		}
		x.words = append(x.words, word)
	}
	c.rs.Knowledge.Health.conditionsWithWords = append(c.rs.Knowledge.Health.conditionsWithWords, x)
}

// readHealthMarks reads the words for health, each with the lowest share that it applies to, and returns them in ascending order of share.
func (c *compiler) readHealthMarks(words source.Map[source.Text], pos source.Pos) (marks []healthMark) {
	for _, entry := range words {
		from, ok := source.ReadNumber(strings.ReplaceAll(entry.Name, " ", ""))
		if !ok || from < 0 || from > 1 {
			c.addMistake(source.BadValue, entry.Pos, "%s", message.NotA(entry.Name, "a share of the pool", "Write a number such as 0, 1/4, 0.5 or 1"))
		}
		marks = append(marks, healthMark{from, entry.Value.Text})
	}
	slices.SortStableFunc(marks, func(a, b healthMark) int { return cmp.Compare(a.minShare, b.minShare) })
	if len(marks) > 0 && marks[0].minShare > 0 {
		c.addMistake(source.Missing, pos, "words must start at 0, an empty pool. Add `0: …`.")
	}
	return marks
}

// compileAspect compiles the rule for an aspect and checks its keys.
func (c *compiler) compileAspect(a *Aspect) {
	if a.name != "health" && (len(a.Pools) > 0 || len(a.Words) > 0) {
		c.addMistake(source.BadValue, a.Pos, "pools and words are for health. Remove them from %s.", a.name)
	}
	if a.name != "deed" && a.As != "" {
		c.addMistake(source.BadValue, a.Pos, "`as` is for deed. Remove it from %s.", a.name)
	}
	if a.name == "name" && a.When.Text != "" && a.open != openSeen {
		c.addMistake(source.BadValue, a.When.Pos, "`when` needs `open: seen`. Add it.")
	}
	for _, text := range a.Pools {
		if pool := findEntry(c, &c.rs.Pools, text, "pool"); pool != nil {
			a.pools = append(a.pools, pool)
			if pool.isUnlimited() {
				c.addMistake(source.BadValue, text.Pos, "%s has no maximum, so its loss can't be seen. Remove it.", pool.Name)
			}
		}
	}
	a.healthMarks = c.readHealthMarks(a.Words, a.Pos)
}

// readAspects reads names of aspects and reports unknown ones.
func (c *compiler) readAspects(list []source.Text) (aspects Aspects) {
	for _, text := range list {
		aspect := AspectOf(text.Text)
		if aspect == 0 {
			c.addMistake(source.BadValue, text.Pos, "%s", message.NotOneOf("hidden", text.Text, aspectNames[:]))
		}
		aspects |= aspect
	}
	return aspects
}

// compileKnow compiles an effect that gives knowledge, in scope p.
func (c *compiler) compileKnow(e *Effect, p nameScope) {
	for _, what := range e.Know {
		if _, pool := c.rs.Pools.Get(what.Text); AspectOf(what.Text) == 0 && !pool {
			names := append(aspectNames[:len(aspectNames):len(aspectNames)], c.rs.Pools.Names()...)
			c.addMistake(source.UnknownName, what.Pos, "%s", message.UnknownOr("part of knowledge", what.Text, names, "Choose a pool or one of these: "+strings.Join(aspectNames[:], ", ")))
		}
	}
	e.amount = c.compileNumber(e.By, p)
}
