package gm

import (
	"errors"
	"fmt"
	"slices"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/rules"
)

// Reloading the files of a campaign that changed during play: all entries are applied to the new rules, or nothing changes.

// Reload continues with c, the same campaign loaded again. Earlier results stay; the next command is decided under the new rules. changed
// describes in one line the changes that can affect commands; it is empty if there are none. If the session doesn't fit the new rules,
// nothing changes, and the error gives the reason in one line.
func (s *Session) Reload(c *campaign.Campaign) (changed string, err error) {
	if c == nil || c.Rules == nil || c.Name != s.game.Campaign.Name {
		return "", errors.New("This is another campaign. Close this one first.")
	}
	entries := make([]*record, 0, len(s.inForce))
	for k := s.lastInForce(); k != nil; k = k.previous {
		entries = append(entries, k)
	}
	slices.Reverse(entries)
	rs, err := s.missingRefs.withPlaceholders(c)
	if err != nil {
		return "", fmt.Errorf("Not reloaded: %w", err)
	}
	state, states := &rules.State{}, map[*record]*rules.State{} // states by entry, for entries whose state is kept
	for k := range s.withProgress(entries) {
		if state, err = k.stateAfter(rs, state); err != nil {
			return "", notReloadedError(k, err)
		}
		if k.depth%stateInterval == 0 {
			states[k] = state
		}
	}
	if err := checkFits(rs, s.game.State, state); err != nil {
		return "", err
	}
	changed = s.game.Campaign.DescribeChanges(c)
	for _, k := range s.entries {
		k.state = states[k]
	}
	s.game, s.rulesetHashes.current = command.Game{Rules: rs, Campaign: c, State: state, Verbs: s.game.Verbs}, c.Fingerprint()
	question := s.keptQuestion()
	s.pendingDice, s.plan = pendingDice{}, nil
	question.ID++ // so that replies to the question under the old rules are refused
	s.reopenQuestion(question)
	s.notifyListeners()
	return changed, nil
}

// notReloadedError returns a one-line error that says why entry k doesn't fit the new rules.
func notReloadedError(k *record, err error) error {
	why := err.Error()
	if other, ok := errors.AsType[*unfitError](err); ok {
		why = other.why
	}
	return fmt.Errorf("Not reloaded: entry %d (%s) doesn't fit: %s", k.Seq, k.payload().Title, why)
}

// checkFits returns an error if state, computed under rs, refers to something that rs lacks, or lacks something that before, the state
// under the earlier rules, has.
func checkFits(rs *rules.Ruleset, before, state *rules.State) error {
	for _, name := range state.Situations {
		if _, ok := rs.Situations.Get(name); !ok {
			return fmt.Errorf("Not reloaded: situation %s is in effect. End it first with `scene`.", name)
		}
	}
	for i, a := range state.Actors {
		for _, name := range a.Situations {
			if _, ok := rs.Situations.Get(name); !ok {
				return fmt.Errorf("Not reloaded: situation %s is in effect for %s. End it first with `%s: scene`.", name, a.Name, a.Key)
			}
		}
		if former := before.Actors[i]; former.Tool != nil && a.Tool == nil {
			return fmt.Errorf("Not reloaded: %s has %s in hand, which they lack. Put it away first.", a.Name, former.Tool.Label)
		}
		if err := checkPossible(rs, a); err != nil {
			return err
		}
	}
	return nil
}

// checkPossible returns an error if an action in progress of actor a can't be carried out any more under rs.
func checkPossible(rs *rules.Ruleset, a *rules.Actor) error {
	for d := a.Doing; d != nil; d = d.Beside {
		if err := checkKnown(rs, a, d); err != nil {
			return err
		}
	}
	return nil
}

// checkKnown returns an error if d, the action in progress of a, needs something that rs does not have.
func checkKnown(rs *rules.Ruleset, a *rules.Actor, d *rules.OngoingAction) error {
	missing := func(what, name string) error {
		return fmt.Errorf("Not reloaded: %s's action needs %s %s, which they lack. Give it up first.", a.Name, what, name)
	}
	if _, ok := rs.Actions.Get(d.Action); !ok {
		return missing("action", d.Action)
	}
	if _, ok := rs.Items.Get(d.Tool); d.Tool != "" && !ok {
		return missing("item", d.Tool)
	}
	if _, ok := rs.Skills.Get(d.Skill); d.Skill != "" && !ok {
		return missing("skill", d.Skill)
	}
	if _, ok := rs.Stats.Get(d.Stat); d.Stat != "" && !ok {
		return missing("statistic", d.Stat)
	}
	if _, ok := rs.Tasks.Get(d.Task); d.Task != "" && !ok {
		return missing("task", d.Task)
	}
	for _, option := range d.Options {
		if !isKnownOption(rs, d, option.Situation) {
			return missing("situation", option.Situation)
		}
	}
	return nil
}

// isKnownOption reports whether a situation applies to all rolls, or to the task in progress.
func isKnownOption(rs *rules.Ruleset, d *rules.OngoingAction, name string) bool {
	_, known := rs.Situations.Get(name)
	if task, ok := rs.Tasks.Get(d.Task); ok && !known {
		known = slices.ContainsFunc(task.OwnSituations(), func(s *rules.Situation) bool { return s.Name == name })
	}
	return known
}
