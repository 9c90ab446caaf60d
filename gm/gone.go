package gm

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/source"
)

// What was played names conditions, items, skills and more of the rules it was decided under. Where the rules of now
// do not have one of them, the session puts one in its place that has a name and a label and does nothing, so that the
// history can be read for ever. Playing on asks what stands for it now, as far as an actor still has it.

// gone is an entry of the rules that was played with and is not there any more.
type gone struct {
	Section rules.Section
	Name    string
}

// settingLabels is the labels of what was ever played with, by section and name.
const settingLabels = "labels"

// settingNamed is everything of the rules that the entries name, as far as they were read for it.
const settingNamed = "named"

// named is everything of the rules that the entries to and with one of them name, in order: what an entry names once it names
// for ever, and so each is read once for it, however often the rules change.
type named struct {
	To    int64                      `json:"to"`
	Names map[rules.Section][]string `json:"names"`
}

// read reads the entries that were not read yet.
func (n *named) read(t *tree) error {
	from, _ := slices.BinarySearchFunc(t.entries, n.To+1, func(k *kept, seq int64) int { return cmp.Compare(k.seq, seq) })
	if from == len(t.entries) {
		return nil
	}
	found := newNaming()
	for d := range t.readAhead(t.entries[from:], unpack, (*decoded).readEvents) {
		if d.err != nil {
			return d.err
		}
		for i := range d.events {
			found.event(&d.events[i])
		}
	}
	n.add(found, last(t.entries).seq)
	return nil
}

// add adds what the entries name that were not read yet, to and with one.
func (n *named) add(found *naming, to int64) {
	for in, list := range n.Names {
		for _, name := range list {
			found.names[gone{in, name}] = true
		}
	}
	n.To, n.Names = to, map[rules.Section][]string{}
	for _, g := range slices.SortedFunc(maps.Keys(found.names), compareGone) {
		n.Names[g.Section] = append(n.Names[g.Section], g.Name)
	}
}

// naming is what some events name, as they are gone through.
type naming struct {
	names  map[gone]bool
	sheets map[string]bool // those that were read: the same people join again and again
}

func newNaming() *naming { return &naming{map[gone]bool{}, map[string]bool{}} }

// event takes up what an event names.
func (n *naming) event(e *rules.Event) {
	if e.Sheet == "" || !n.sheets[e.Sheet] {
		n.sheets[e.Sheet] = true
		namedBy(e, func(g gone) { n.names[g] = true })
	}
}

func compareGone(a, b gone) int {
	return strings.Compare(string(a.Section)+" "+a.Name, string(b.Section)+" "+b.Name)
}

// namedBy calls say with what an event names.
func namedBy(e *rules.Event, say func(gone)) {
	one := func(in rules.Section, names ...string) {
		for _, name := range names {
			if name != "" {
				say(gone{in, name})
			}
		}
	}
	switch e.Kind {
	case rules.EventPut, rules.EventEnd:
		one(rules.OfConditions, e.What)
	case rules.EventPool, rules.EventPaid:
		one(rules.OfPools, e.What)
	case rules.EventRank:
		one(rules.OfSkills, e.What)
	case rules.EventActivity:
		one(rules.OfActivities, e.What)
	case rules.EventHold, rules.EventDrop:
		one(rules.OfItems, e.What)
	case rules.EventBegin, rules.EventScene:
		one(rules.OfSituations, e.Words...)
	case rules.EventReplace:
		one(rules.Section(e.Text), e.What, e.Other)
	case rules.EventJoin:
		namedInSheet(e.Sheet, one)
	}
	if e.Doing != nil {
		one(rules.OfItems, e.Doing.Tool)
		one(rules.OfSkills, e.Doing.Skill)
		for _, option := range e.Doing.Options {
			one(rules.OfSituations, option.Situation)
		}
	}
}

// namedInSheet calls one with what a character file names.
func namedInSheet(text string, one func(rules.Section, ...string)) {
	node := source.Parse("", []byte(text), &source.Report{})
	if text == "" || node == nil {
		return
	}
	keys := func(section string, in rules.Section) {
		if n := node.Get(section); n != nil {
			for _, f := range n.Fields {
				one(in, f.Key)
			}
		}
	}
	items := func(n *source.Node, in rules.Section) {
		if n == nil {
			return
		}
		for _, item := range n.Items {
			one(in, item.Text)
		}
	}
	keys("stats", command.OfStats)
	keys("skills", rules.OfSkills)
	if n := node.Get("pools_now"); n != nil {
		for _, f := range n.Fields {
			if f.Value.Kind == source.Scalar {
				one(rules.OfPools, f.Key)
				continue
			}
			one(rules.OfItems, f.Key)
			for _, now := range f.Value.Fields {
				one(rules.OfPools, now.Key)
			}
		}
	}
	keys("left_over", rules.OfPools)
	items(node.Get("gear"), rules.OfItems)
	items(node.Get("conditions"), rules.OfConditions)
	items(node.Get("situations"), rules.OfSituations)
	if n := node.Get("armour"); n != nil {
		for _, f := range n.Fields {
			one(rules.OfItems, f.Value.Text)
		}
	}
	if n := node.Get("pools"); n != nil {
		for _, f := range n.Fields {
			if f.Key != "shared" {
				items(f.Value, rules.OfSkills)
			}
		}
	}
}

// lost is what the history names and the campaign's rules do not have.
type lost struct {
	list   []gone
	labels command.Labels // of what was ever played with
	named  named
	kept   int64 // up to which entry the journal has what is named
}

// missing reports whether something that was played with may be gone, as far as that is known without the entries.
func (d *lost) missing(now command.Labels) bool { return d.labels == nil || d.labels.Beyond(now) }

// find looks for what the entries name and the rules do not have. With changed false the rules are those the newest entry
// was decided under: then only what was known to be gone can be.
func (d *lost) find(t *tree, rs *rules.Ruleset, changed bool) error {
	d.list = nil
	now := command.LabelsOf(rs)
	if !changed && !d.missing(now) {
		return nil
	}
	if err := d.named.read(t); err != nil {
		return err
	}
	for in, names := range d.named.Names {
		for _, name := range names {
			if _, has := now[in][name]; !has {
				d.list = append(d.list, gone{in, name})
			}
		}
	}
	slices.SortFunc(d.list, compareGone)
	return nil
}

// learn takes in how everything is called that may be played with from now on, and reports whether any of it is new.
func (d *lost) learn(rs *rules.Ruleset) (more bool) {
	if d.labels == nil {
		d.labels = command.Labels{}
	}
	for in, names := range command.LabelsOf(rs) {
		for name, label := range names {
			if d.labels[in] == nil {
				d.labels[in] = map[string]string{}
			}
			if d.labels[in][name] != label {
				d.labels[in][name], more = label, true
			}
		}
	}
	return more
}

// with is the rules of a campaign with what is gone.
func (d *lost) with(c *campaign.Campaign) (*rules.Ruleset, error) {
	now := command.LabelsOf(c.Rules)
	sections := map[rules.Section][]string{}
	for _, g := range d.list {
		if _, has := now[g.Section][g.Name]; !has {
			sections[g.Section] = append(sections[g.Section], g.Name)
		}
	}
	if len(sections) == 0 {
		return c.Rules, nil
	}
	var text strings.Builder
	for _, in := range slices.Sorted(maps.Keys(sections)) {
		fmt.Fprintf(&text, "%s:\n", in)
		for _, name := range sections[in] {
			fmt.Fprintf(&text, "  %s: {label: %s%s}\n", strconv.Quote(name), strconv.Quote(d.called(gone{in, name})), placeholder(c.Rules, in))
		}
	}
	more, err := c.With(rules.Layer{Name: "what was played", Files: []source.File{{Name: "what was played", Data: []byte(text.String())}}})
	if err != nil {
		first, _, _ := strings.Cut(err.Error(), "\n")
		return nil, fmt.Errorf("the history names what the tables no longer have: %s", first)
	}
	return more.Rules, nil
}

// placeholder is what an entry of a section needs, beside its label, to be one.
func placeholder(rs *rules.Ruleset, in rules.Section) string {
	switch {
	case in == command.OfStats:
		return `, formula: "0"`
	case in == rules.OfSkills && len(rs.Skills.All) > 0:
		like := rs.Skills.All[0]
		text := ", basis: " + strconv.Quote(like.Basis.Text)
		for _, aspect := range like.Rest {
			text += fmt.Sprintf(", %s: %s", aspect.Name, strconv.Quote(aspect.Value.Text))
		}
		return text
	}
	return ""
}

// replacing asks what stands now for something that is gone and that an actor still has. The answer is an entry of its
// own; then the next such thing is asked about. Every answer is taken out of the command.
func (s *Session) replacing(c *command.Command, l *command.Line) error {
	for _, g := range s.lost.list {
		if g.Section == command.OfStats || !s.game.State.Mentions(s.game.Rules, g.Section, g.Name) {
			continue
		}
		need := s.lost.replacement(g, s.game.Campaign.Rules)
		choice, said := c.Answers[need.Key]
		if !said && len(l.Answers) > 0 {
			var err error
			if choice, err = command.FindAnswer(s.game.Rules, need, l.Answers[0]); err != nil {
				return err
			}
			l.Answers, said = l.Answers[1:], true
		}
		if !said {
			return need
		}
		line := fmt.Sprintf("replace %s %s", g.Section, g.Name)
		if choice != rules.NoAnswer {
			line += " with " + choice
		}
		if _, err := s.Do(command.Command{Line: line}); err != nil {
			return err
		}
	}
	if c.Answers != nil {
		c.Answers = maps.Clone(c.Answers)
		maps.DeleteFunc(c.Answers, func(key, _ string) bool { return strings.HasPrefix(key, goneKey) })
	}
	return nil
}

// goneKey begins the keys of questions about what is gone.
const goneKey = "gone "

// called is the label of what is gone, as it was.
func (d *lost) called(g gone) string {
	if label := d.labels[g.Section][g.Name]; label != "" {
		return label
	}
	return rules.Words(g.Name)
}

// replacement is the question what of some rules stands for what is gone.
func (d *lost) replacement(g gone, rs *rules.Ruleset) *rules.Need {
	need := &rules.Need{Key: goneKey + string(g.Section) + " " + g.Name, Text: d.called(g) + " is gone; what stands for it?"}
	now := command.LabelsOf(rs)[g.Section]
	for _, name := range slices.SortedFunc(maps.Keys(now), func(a, b string) int { return strings.Compare(now[a]+" "+a, now[b]+" "+b) }) {
		need.Choices = append(need.Choices, rules.Answer{Name: name, Label: now[name]})
	}
	return need
}
