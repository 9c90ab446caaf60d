package seats

import (
	"cmp"
	_ "embed"
	"html/template"
	"slices"
	"strings"
	"unicode/utf8"

	"hybrid/gm/players"
)

// The page of the screen that everybody looks at: whose turn it is, and what is to come.

//go:embed table.html
var tableText string

//go:embed table.css
var tableStyleText string

//go:embed table.js
var tableScriptText string

// tableName is the name of the table screen among the seats.
const tableName = "Table screen"

// tableParts are the parts of the table screen's page.
var tableParts = []string{"head", "time", "party", "story", "others"}

// tableView is the data of the table screen's page.
type tableView struct {
	view
	Acts        []*players.Other
	Left, Right string // the headings of the two columns
}

// splitIntoSides puts one side in each column where the players' characters have no side in common: the first that was noticed on the left.
func (v *tableView) splitIntoSides() {
	v.Left, v.Right = "The party", "Others here"
	if len(v.Friends) > 0 || len(v.Foes) == 0 || v.Foes[0].Side == "" {
		return
	}
	oneSide, foes := v.Foes[0].Side, v.Foes
	v.Friends, v.Foes = nil, nil
	var otherSides []string
	for _, o := range foes {
		if o.Side == oneSide {
			v.Friends = append(v.Friends, o)
			continue
		}
		if v.Foes = append(v.Foes, o); !slices.Contains(otherSides, o.Side) {
			otherSides = append(otherSides, o.Side)
		}
	}
	if v.Left = capitalise(oneSide); len(otherSides) == 1 && otherSides[0] != "" {
		v.Right = capitalise(otherSides[0])
	}
}

// The places of its strip, in per cent of its width, and how many others are shown: with details, and in all.
const (
	tableFrom, tableTo = 4.5, 93.5
	tableNow           = 5
	tableRoom          = 8.5
	tableLetter        = 1.05 // width of a letter below a token
	tableEnd           = 99.5
	maxDetailed        = 7
	maxOnTable         = 12
	longPassage        = 110 // characters
	earlierPassages    = 2
)

// drawTable draws what the screen shows that all look at.
func drawTable(l look) *page {
	p := &page{parts: map[string]template.HTML{}, title: "Hybrid"}
	v := tableView{view: *newView(l.seen)}
	v.As = l.key
	if l.err != nil {
		v.Trouble = "This screen can't show the game just now. The game continues without it."
	}
	if l.seen != nil {
		p.title, p.pictures = l.seen.Campaign, loadablePictures(l.seen)
		for i := range l.seen.Others {
			o := &l.seen.Others[i]
			if p.levels = o.Levels; o.Acts {
				v.Acts = append(v.Acts, o)
			}
		}
	}
	v.splitIntoSides()
	for _, name := range tableParts {
		p.parts[name] = executeTemplate(assets().tablePages, "table-"+name, &v)
	}
	return p
}

// WhoseTurn says who acts now, or next.
func (v *tableView) WhoseTurn() string {
	switch n := len(v.Acts); {
	case n == 1:
		return v.Acts[0].Short + "’s turn"
	case n > 1 && n == len(v.Friends):
		return "The party’s turn"
	case n > 1:
		return v.Acts[0].Short + " and others act"
	case v.PartyTurn && len(v.Friends) > 1:
		return "The party’s turn"
	case v.Turn != "":
		return "Turn: " + v.Turn
	case !v.AtRest && v.Counted() && len(v.Timeline) > 0:
		return v.Timeline[0].Short + " acts next"
	}
	return ""
}

// Strip returns the coming turns of the party, with the members who act now at the beginning.
func (v *tableView) Strip() (list []token) {
	if v.AtRest || !v.Counted() {
		return nil
	}
	for _, m := range v.Timeline {
		one := token{At: max(v.Count, m.At), Initials: m.Initials, Name: shortName(m.Short)}
		when := formatNumber(one.At)
		if m.Acts {
			one.At, one.Kind, when = v.Count, "next", "now"
		}
		one.Room = max(tableRoom, tableLetter*float64(utf8.RuneCountInString(one.Name+when)+2))
		list = append(list, one)
	}
	slices.SortStableFunc(list, func(a, b token) int { return cmp.Compare(a.At, b.At) })
	list = list[:min(len(list), maxTokens)]
	if len(list) == 0 {
		return nil
	}
	span := max(2*stripShortest, list[len(list)-1].At-v.Count)
	for i := range list {
		list[i].X = tableFrom + (tableTo-tableFrom)*(list[i].At-v.Count)/span
	}
	spreadTokens(list, tableFrom, tableNow, tableEnd)
	return list
}

// shortName returns the first word of a name, cut where it is long.
func shortName(name string) string {
	name, _, _ = strings.Cut(name, " ")
	if runes := []rune(name); len(runes) > longestToken {
		name = string(runes[:longestToken-1]) + "…"
	}
	return name
}

// longestToken is the number of letters of a name that fit below its token on the strip.
const longestToken = 10

// Faces returns the others who have a place, in their order.
func (v *tableView) Faces() (list []face) {
	for _, o := range v.Foes {
		one := faceWithoutFacts(o, v.As)
		if v.Many() {
			one.Name = o.Short
		}
		list = append(list, one)
	}
	return list[:min(len(list), maxOnTable)]
}

// Unshown returns how many others have no place.
func (v *tableView) Unshown() int { return max(0, len(v.Foes)-maxOnTable) }

// Many reports whether there is a line for each of them only.
func (v *tableView) Many() bool { return len(v.Foes) > maxDetailed }

// Some reports whether their letters are smaller, so that all have place.
func (v *tableView) Some() bool { return len(v.Foes) > 5 }

// Happened reports whether something has happened in the scene.
func (v *tableView) Happened() bool {
	for i := len(v.Log) - 1; i >= 0 && !v.Log[i].Begins; i-- {
		if !v.Log[i].Plan {
			return true
		}
	}
	return false
}

// shownPassages returns the passages that are shown on the screen, the last one first.
func (v *tableView) shownPassages() (list []*players.Passage) {
	for i := len(v.Log) - 1; i >= 0 && len(list) <= earlierPassages; i-- {
		if v.Log[i].Text != "" && v.Log[i].Whisper == "" {
			list = append(list, v.Log[i])
		}
	}
	return list
}

// lastView is the last passage.
type lastView struct{ *players.Passage }

// Last returns the last passage, or nil if there is none.
func (v *tableView) Last() *lastView {
	if list := v.shownPassages(); len(list) > 0 {
		return &lastView{list[0]}
	}
	return nil
}

// Long reports whether it takes more than a few words.
func (v *lastView) Long() bool {
	return utf8.RuneCountInString(cmp.Or(v.Passage.Bare, v.Text)) > longPassage
}

// pill is a consequence of a passage for an actor, as the table screen shows it.
type pill struct{ Text, Class, Sign string }

// Pills returns what came of it.
func (v *lastView) Pills() (list []pill) {
	for _, c := range v.Came {
		f := face{Appearance: players.Appearance{Level: c.Level, Levels: c.Levels}}
		if c.Levels == 0 {
			list = append(list, pill{c.Text, "badly", ""})
		} else {
			list = append(list, pill{c.Text, f.Class(), f.Sign()})
		}
	}
	return list
}

// Earlier returns the passages before it.
func (v *tableView) Earlier() []*players.Passage {
	list := v.shownPassages()
	return list[min(1, len(list)):]
}

// picturePath is where pictures are.
const picturePath = "/picture/"
