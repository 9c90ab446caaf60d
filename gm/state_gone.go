package gm

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"hybrid/gm/campaign"
	"hybrid/gm/verbs"
	"hybrid/rules"
	"hybrid/rules/source"
)

// Missing references. Entries of a session refer to conditions, items, skills and other entries of the rules under which they were decided.
// If the current rules lack one of them, the session adds a placeholder with a name and a label and no effects, so that the history can
// always be read. The next command asks for a replacement if an actor still has the missing entry.

// settingLabels is the key of the setting with the labels of all rules entries that the campaign ever used, by section and name.
const settingLabels = "labels"

// missingRefs holds the references of the history that the campaign's rules lack.
type missingRefs struct {
	list   []ruleRef    // missing references, sorted by section and name
	labels verbs.Labels // former labels, by section and name, of all rules entries ever used
}

// mayBeMissing reports whether an entry of the rules that was used may be missing now, judged without reading the log.
func (d *missingRefs) mayBeMissing(now verbs.Labels) bool {
	return d.labels == nil || d.labels.HasEntriesMissingFrom(now)
}

// findMissing collects the references of the log's entries that rs lacks. If changed is false, the rules are those of the newest entry, and
// the log is read only if rs lacks an entry with a stored label.
func (d *missingRefs) findMissing(t *tree, rs *rules.Ruleset, changed bool) error {
	d.list = nil
	now := verbs.LabelsOf(rs)
	if !changed && !d.mayBeMissing(now) {
		return nil
	}
	used, err := t.findReferences()
	if err != nil {
		return err
	}
	for g := range used {
		if _, has := now[g.Section][g.Name]; !has {
			d.list = append(d.list, g)
		}
	}
	slices.SortFunc(d.list, func(a, b ruleRef) int {
		return strings.Compare(string(a.Section)+" "+a.Name, string(b.Section)+" "+b.Name)
	})
	return nil
}

// addLabels adds the labels of all rules entries that can be used from now on, and reports whether any is new.
func (d *missingRefs) addLabels(rs *rules.Ruleset) (more bool) {
	if d.labels == nil {
		d.labels = verbs.Labels{}
	}
	for section, names := range verbs.LabelsOf(rs) {
		for name, label := range names {
			if d.labels[section] == nil {
				d.labels[section] = map[string]string{}
			}
			if d.labels[section][name] != label {
				d.labels[section][name], more = label, true
			}
		}
	}
	return more
}

// withPlaceholders returns the rules of a campaign with placeholders for the missing references.
func (d *missingRefs) withPlaceholders(c *campaign.Campaign) (*rules.Ruleset, error) {
	now := verbs.LabelsOf(c.Rules)
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
	for _, section := range slices.Sorted(maps.Keys(sections)) {
		fmt.Fprintf(&text, "%s:\n", section)
		for _, name := range sections[section] {
			fmt.Fprintf(&text, "  %s: {label: %s%s}\n", strconv.Quote(name), strconv.Quote(d.formerLabel(ruleRef{section, name})), placeholderYAML(c.Rules, section))
		}
	}
	more, err := c.WithLayer(rules.Layer{Name: "campaign log", Files: []source.File{{Name: "campaign log", Data: []byte(text.String())}}})
	if err != nil {
		first, _, _ := strings.Cut(err.Error(), "\n")
		return nil, fmt.Errorf("The history names rules that are gone from the tables: %s", first)
	}
	return more.Rules, nil
}

// placeholderYAML returns the YAML keys, in addition to the label, that an entry of a section requires.
func placeholderYAML(rs *rules.Ruleset, section rules.Section) string {
	switch {
	case section == verbs.StatSection:
		return `, formula: "0"`
	case section == rules.SkillSection && len(rs.Skills.All) > 0:
		template := rs.Skills.All[0]
		text := ", basis: " + strconv.Quote(template.Basis.Text)
		for _, aspect := range template.Rest {
			text += fmt.Sprintf(", %s: %s", aspect.Name, strconv.Quote(aspect.Value.Text))
		}
		return text
	}
	return ""
}

// missingKeyPrefix is the prefix of the keys of questions about missing references.
const missingKeyPrefix = "gone "

// formerLabel returns the former label of a missing reference.
func (d *missingRefs) formerLabel(g ruleRef) string {
	if label := d.labels[g.Section][g.Name]; label != "" {
		return label
	}
	return rules.ReadableName(g.Name)
}

// replacementQuestion returns the question to the game master: which entry of the rules rs is to take the place of a missing one?
func (d *missingRefs) replacementQuestion(g ruleRef, rs *rules.Ruleset) *rules.Need {
	need := &rules.Need{Key: missingKeyPrefix + string(g.Section) + " " + g.Name, Text: d.formerLabel(g) + " is gone. What replaces it?"}
	now := verbs.LabelsOf(rs)[g.Section]
	for _, name := range slices.SortedFunc(maps.Keys(now), func(a, b string) int { return strings.Compare(now[a]+" "+a, now[b]+" "+b) }) {
		need.Choices = append(need.Choices, rules.Answer{Name: name, Label: now[name]})
	}
	return need
}
