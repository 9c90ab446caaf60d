package gm

import (
	"hybrid/rules"
	"hybrid/rules/source"
)

// VetCampaign is OpenCampaign that reads every character too, so that their mistakes are reported with the others, and
// that warns of what can be played with and is hardly meant. The warnings are there even where the campaign is not.
func VetCampaign(name string, choices map[string]string) (*Campaign, source.Mistakes, error) {
	var warnings source.Mistakes
	c, report, err := open(name, choices, func(layers []rules.Layer, choices map[string]string) (*rules.Ruleset, error) {
		rs, found, err := rules.Vet(layers, choices)
		warnings = found
		return rs, err
	})
	if err != nil {
		return nil, warnings, err
	}
	for _, warning := range warnings {
		report.Adopt(warning)
	}
	sheets := map[string]*rules.Sheet{}
	for _, key := range c.Characters() {
		if c.Rules == nil {
			break
		}
		sheet, _, err := c.Character(key)
		if err := adopt(err, report); err != nil {
			return nil, report.Warnings(), err
		}
		sheets[key] = sheet
	}
	if err := report.Err(); err != nil {
		return nil, report.Warnings(), err
	}
	c.nobodyHas(sheets, report)
	return c, report.Warnings(), nil
}

// nobodyHas warns of skills, and of tasks with skills, that the campaign brings and nobody of its cast has. A pack is
// for every campaign, so what it brings may lie idle.
func (c *Campaign) nobodyHas(sheets map[string]*rules.Sheet, report *source.Report) {
	own := map[string]bool{}
	for _, layer := range c.sources[1:] {
		for _, file := range layer.Files {
			own[file.Name] = true
		}
	}
	had := map[*rules.Skill]bool{}
	for _, key := range c.cast {
		if sheet := sheets[key]; sheet != nil {
			for _, skill := range sheet.Skills {
				had[skill] = true
			}
		}
	}
	if len(had) == 0 {
		return
	}
	for _, skill := range c.Rules.Skills.All {
		if own[skill.Pos.File] && !had[skill] {
			report.Warn(source.NobodyHas, skill.Pos, "nobody of the cast has skill %s", skill.Name)
		}
	}
	for _, task := range c.Rules.Tasks.All {
		if !own[task.Pos.File] || len(task.Skills()) == 0 {
			continue
		}
		known := false
		for _, skill := range task.Skills() {
			known = known || had[skill]
		}
		if !known {
			report.Warn(source.NobodyHas, task.Pos, "nobody of the cast has a skill for task %s", task.Name)
		}
	}
}

// Origins lists every entry of a campaign's game: which layer has it, and what others made of it. The campaign need
// not load; it is enough that its layers can be laid over each other.
func Origins(name string, choices map[string]string) ([]rules.Origin, error) {
	var list []rules.Origin
	_, report, err := open(name, choices, func(layers []rules.Layer, choices map[string]string) (*rules.Ruleset, error) {
		var err error
		list, err = rules.Origins(layers, choices)
		return nil, err
	})
	if err == nil && list == nil {
		err = report.Err()
	}
	return list, err
}
