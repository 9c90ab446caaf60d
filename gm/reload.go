package gm

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"hybrid/rules"
	"hybrid/rules/source"
)

// Reload goes on with a campaign as it is written now: the same one, loaded anew. What was decided stays as it came
// out; the next command is decided under the new rules. It says in one line what changed, nothing if nothing did that
// a command can notice. If what was decided does not fit the new rules, nothing has happened, and the error says in one
// line what does not fit.
func (s *Session) Reload(c *Campaign) (changed string, err error) {
	if c == nil || c.Rules == nil || c.Name != s.campaign.Name {
		return "", errors.New("this is another campaign; close this one, then open it")
	}
	way := make([]*kept, 0, len(s.stand))
	for k := s.tip(); k != nil; k = k.before {
		way = append(way, k)
	}
	slices.Reverse(way)
	then := *s
	rs, err := s.withGone(c)
	if err != nil {
		return "", fmt.Errorf("not taken up: %w", err)
	}
	then.rules, then.campaign, then.state = rs, c, &rules.State{}
	states := make([]*rules.State, len(way))
	for i, k := range way {
		if then.state, err = then.apply(then.state, k); err != nil {
			return "", unfit(k, err)
		}
		states[i] = then.state
	}
	if err := s.fits(rs, then.state); err != nil {
		return "", err
	}
	changed = s.campaign.differs(c)
	for _, k := range s.entries {
		k.state = nil
	}
	for i, k := range way {
		if k.depth%every == 0 || i+window >= len(way) {
			k.state = states[i]
		}
	}
	s.campaign, s.rules, s.state, s.rulesNow = c, rs, then.state, c.Fingerprint()
	s.pending, s.plan = pending{}, nil
	return changed, nil
}

// unfit says in one line which entry new rules have no room for.
func unfit(k *kept, err error) error {
	text := err.Error()
	if _, after, found := strings.Cut(text, "since: "); found {
		text, _, _ = strings.Cut(after, "; put that back")
	}
	return fmt.Errorf("not taken up: entry %d (%s) does not fit: %s", k.seq, k.told().Title, text)
}

// fits looks for what a state names and rules do not have, and for what got lost on the way.
func (s *Session) fits(rs *rules.Ruleset, state *rules.State) error {
	for _, name := range state.Situations {
		if _, ok := rs.Situations.Get(name); !ok {
			return fmt.Errorf("not taken up: situation %s holds for everybody; end it first: scene", name)
		}
	}
	for i, a := range state.Actors {
		for _, name := range a.Situations {
			if _, ok := rs.Situations.Get(name); !ok {
				return fmt.Errorf("not taken up: situation %s holds for %s; end it first: %s: scene", name, a.Name, a.Key)
			}
		}
		if was := s.state.Actors[i]; was.Tool != nil && a.Tool == nil {
			return fmt.Errorf("not taken up: %s has %s in hand, which is gone", a.Name, was.Tool.Label)
		}
		if err := possible(rs, a); err != nil {
			return err
		}
	}
	return nil
}

// possible looks whether an action in the making can still be carried out.
func possible(rs *rules.Ruleset, a *rules.Actor) error {
	for d := a.Doing; d != nil; d = d.Beside {
		if err := stillKnown(rs, a, d); err != nil {
			return err
		}
	}
	return nil
}

func stillKnown(rs *rules.Ruleset, a *rules.Actor, d *rules.Doing) error {
	gone := func(what, name string) error {
		return fmt.Errorf("not taken up: what %s is doing needs %s %s, which is gone; give it up first", a.Name, what, name)
	}
	if _, ok := rs.Actions.Get(d.Action); !ok {
		return gone("action", d.Action)
	}
	if _, ok := rs.Items.Get(d.Tool); d.Tool != "" && !ok {
		return gone("item", d.Tool)
	}
	if _, ok := rs.Skills.Get(d.Skill); d.Skill != "" && !ok {
		return gone("skill", d.Skill)
	}
	if _, ok := rs.Tasks.Get(d.Task); d.Task != "" && !ok {
		return gone("task", d.Task)
	}
	for _, option := range d.Options {
		if _, ok := rs.Situations.Get(option.Situation); !ok {
			return gone("situation", option.Situation)
		}
	}
	return nil
}

// differs says in one line what another reading of the campaign has otherwise; empty if nothing.
func (c *Campaign) differs(now *Campaign) string {
	var list []string
	old, anew := c.texts(), now.texts()
	for _, name := range anew.names {
		switch text, known := old.texts[name]; {
		case !known:
			list = append(list, name+" is new")
		case text != anew.texts[name]:
			list = append(list, name+" changed")
		}
	}
	for _, name := range old.names {
		if _, stays := anew.texts[name]; !stays {
			list = append(list, name+" is gone")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(now.choices)) {
		if choice := now.choices[name]; c.choices[name] != choice {
			list = append(list, "ruling "+name+" is "+choice)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.choices)) {
		if _, stays := now.choices[name]; !stays {
			list = append(list, "ruling "+name+" is as the tables have it")
		}
	}
	for _, e := range now.encounters {
		if was, ok := c.Encounter(e.Name); !ok {
			list = append(list, "encounter "+e.Name+" is new")
		} else if !reflect.DeepEqual(was, e) {
			list = append(list, "encounter "+e.Name+" changed")
		}
	}
	for _, e := range c.encounters {
		if _, stays := now.Encounter(e.Name); !stays {
			list = append(list, "encounter "+e.Name+" is gone")
		}
	}
	if !slices.Equal(c.cast, now.cast) {
		list = append(list, "the cast changed")
	}
	if c.Label != now.Label || c.Notes != now.Notes {
		list = append(list, "what the campaign says of itself changed")
	}
	const most = 4
	if more := len(list) - most; more > 0 {
		list = append(list[:most], fmt.Sprintf("and %d more", more))
	}
	return strings.Join(list, ", ")
}

// entries are the entries of a game as written, by section and name.
type entries struct {
	names []string
	texts map[string]string
}

// texts is what the layers of the campaign say, entry by entry.
func (c *Campaign) texts() entries {
	all := entries{texts: map[string]string{}}
	for _, layer := range c.sources {
		for _, file := range layer.Files {
			root := source.Parse(file.Name, file.Data, &source.Report{})
			if root == nil {
				continue
			}
			for _, section := range root.Fields {
				for _, entry := range section.Value.Fields {
					name := section.Key + "." + entry.Key
					if _, twice := all.texts[name]; !twice {
						all.names = append(all.names, name)
					}
					all.texts[name] += text(entry.Value) + "\n"
				}
			}
		}
	}
	return all
}

// text is a node without its place, its form and what is said beside it.
func text(n *source.Node) string {
	if n == nil {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d%q", n.Kind, n.Text)
	for _, item := range n.Items {
		b.WriteString("[" + text(item) + "]")
	}
	for _, field := range n.Fields {
		b.WriteString("{" + field.Key + ":" + text(field.Value) + "}")
	}
	return b.String()
}
