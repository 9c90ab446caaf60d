package rules

import (
	"math"
	"slices"
	"strings"

	"hybrid/rules/source"
)

// labelPiece is a piece of a label with places in braces, such as `{basis} × 3`: text as it stands, or what is read when the
// label is.
type labelPiece struct {
	text string
	name string
	by   *Formula // of the name; nil for the skill
}

// labelSkill is the place where the label of the skill that is used stands.
const labelSkill = "skill"

// labelPieces compiles a label with places, which hold what stands in the formulas around it; nil for one without places.
func (c *compiler) labelPieces(label string, pos source.Pos, p nameScope) (list []labelPiece) {
	for rest := label; rest != ""; {
		before, after, found := strings.Cut(rest, "{")
		if before != "" {
			list = append(list, labelPiece{text: before})
		}
		if !found {
			break
		}
		name, more, closed := strings.Cut(after, "}")
		if !closed {
			c.mistake(source.BadFormula, pos, "the label %q has a { without a }", label)
			return nil
		}
		piece := labelPiece{name: name}
		if name != labelSkill {
			piece.by = c.num(source.Text{Text: name, Pos: pos}, p)
		}
		list, rest = append(list, piece), more
	}
	if !slices.ContainsFunc(list, func(x labelPiece) bool { return x.name != "" }) {
		return nil
	}
	return list
}

// filled is a label with what its places hold.
func filled(f *Frame, pieces []labelPiece) string {
	var out strings.Builder
	for _, piece := range pieces {
		switch {
		case piece.name == "":
			out.WriteString(piece.text)
		case piece.by == nil && f.use.skill != nil:
			out.WriteString(f.use.skill.Label)
		case piece.by == nil:
			out.WriteString(Words(labelSkill))
		case piece.name == "basis":
			out.WriteString(f.basisWords())
		default:
			out.WriteString(strings.Replace(labelNumber(piece.by.Num(f)), "-", "−", 1))
		}
	}
	return out.String()
}

// basisWords names the statistics that a roll is based on: the label, short name and value of one, or of several their
// mean and, in brackets, the short name and value of each.
func (f *Frame) basisWords() string {
	value := labelNumber(f.use.basis.Num(f))
	if f.use.basis == nil {
		return value
	}
	var list []string
	for i := range f.use.basis.Reads {
		read := &f.use.basis.Reads[i]
		stat, ok := f.rs.Stats.Get(read.Path)
		if read.Num == nil {
			continue
		}
		if ok && len(f.use.basis.Reads) == 1 && f.use.basis.Text == read.Path {
			if stat.Label == stat.Name {
				return stat.Name + " " + value
			}
			return stat.Label + " (" + stat.Name + ") " + value
		}
		list = append(list, read.Path+" "+labelNumber(read.Num(f)))
	}
	if len(list) == 0 {
		return value
	}
	return value + " (" + strings.Join(list, ", ") + ")"
}

// labelNumber writes a number as it stands in a label: with one decimal at most.
func labelNumber(x float64) string { return formatNumber(math.Round(trimNoise(x)*10)/10 + 0) }

// labelPlaces is a label with the names of its places instead of what they hold. What a modifier comes to is left out.
func labelPlaces(label string) string {
	for {
		before, after, found := strings.Cut(label, "{mod.")
		if !found {
			break
		}
		_, after, _ = strings.Cut(after, "}")
		label = before + strings.TrimPrefix(after, " ")
	}
	return Words(strings.NewReplacer("{", "", "}", "").Replace(label))
}
