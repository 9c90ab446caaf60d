package seats

import (
	"cmp"
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"

	"hybrid/gm/players"
	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// The contents of a page, computed from a SeatView, which is what one player may know of the game (gm/players): people, wounds, the strip
// of coming events, chances in words. A face is a person on the page; the faces of a die are its results. A deed is something that a
// character can do, and an answer what it does in response to someone else's deed. Methods with short names, such as Whose, are called by
// templates.

// pageFuncs are the functions of the templates.
var pageFuncs = template.FuncMap{
	"num":       formatNumber,
	"part":      pagePart,
	"percent":   poolPercent,
	"floor":     math.Floor,
	"ticks":     untickedOptions,
	"choices":   cardChoices,
	"within":    numberRangeText,
	"capital":   capitalise,
	"stop":      missingFullStop,
	"lower":     players.MidSentence,
	"odds":      oddsText,
	"needed":    neededDiceText,
	"bare":      firstWordOfOdds,
	"sum":       explainedNumber,
	"brief":     briefOdds,
	"rest":      restOfOdds,
	"less":      omittedText,
	"beforeIt":  omittedText,
	"share":     func(x float64) int { return int(max(0, min(100, x))) },
	"cost":      answerCost,
	"short":     shortCostText,
	"poolClass": poolClass,
	"pips":      poolPips,
	"wayfacts":  wayFactsText,
	"day":       dayOfDate,
	"hour":      hourOfDate,
	"person":    faceOfOther,
	"briefly":   faceWithoutFacts,
}

// capitalise returns a text with a capital first letter.
func capitalise(text string) string {
	return message.Capitalise(text)
}

// dayOfDate returns the day in a date with a time.
func dayOfDate(date string) string { return date[:max(0, strings.LastIndex(date, ","))] }

// hourOfDate returns the time of day in a date with a time.
func hourOfDate(date string) string { return date[strings.LastIndex(date, " ")+1:] }

// face is an actor, or the player's own character, as a picture and a few words.
type face struct {
	players.Appearance
	ID     string // public ID of the actor; empty for the player's own character
	As     string // key of the viewing seat
	Name   string // name, or description while the name isn't known
	Word   string // health in a word; empty if it need not be shown
	Well   string // health in a word for screen readers, if only a full bar shows it; empty otherwise
	Detail string // other visible facts
	Ours   bool   // whether the actor is of the party
	Big    bool   // whether it is drawn large
	Bars   bool   // whether health is also shown as a bar
	Here   bool   // whether the actor is seen now
	Acts   bool   // whether the actor acts now
}

// Sign returns the name of the sign for the actor's wounds, or "" if it has none.
func (f face) Sign() string {
	switch {
	case f.Down != "":
		return "down"
	case f.Levels == 0 || f.Level == f.Levels-1:
		return ""
	case f.Level == 0:
		return "badly"
	}
	return "hurt"
}

// Class returns the CSS class for the actor's wounds, the same word as Sign.
func (f face) Class() string { return f.Sign() }

// Segments returns the number of full segments of the bar.
func (f face) Segments() int {
	if f.Down != "" {
		return 0
	}
	return f.Level + 1
}

// faceOfOther returns the face of another actor. seat is the key of the seat whose page shows it.
func faceOfOther(o *players.OtherActor, seat string) face {
	f := face{Appearance: o.Appearance, ID: o.ID, As: seat, Name: o.Name, Ours: o.Own, Bars: o.Levels > 0, Here: o.Here, Acts: o.Acts}
	if f.Sign() != "" {
		f.Word = cmp.Or(o.Health, players.MidSentence(o.Down))
	} else if f.Bars {
		f.Well = o.Health
	}
	f.Detail = strings.Join(otherParts(o, levelText, "%s", ""), " · ")
	return f
}

// otherParts returns the visible facts about another actor apart from its name and health, in words. hand and worn are patterns for held
// and worn items. Worn items are omitted if worn is empty, and pools if level is nil.
func otherParts(o *players.OtherActor, level func(players.Pool) string, hand, worn string) (parts []string) {
	if !o.Here {
		parts = append(parts, "not seen now")
	}
	if level != nil {
		parts = append(parts, collect.Map(o.Pools, level)...)
	}
	parts = append(parts, collect.MapIf(o.Conditions, func(label string) bool { return label != o.Down }, players.MidSentence)...)
	if o.Hand != "" {
		parts = append(parts, fmt.Sprintf(hand, players.MidSentence(o.Hand)))
	}
	if o.Worn != "" && worn != "" && !o.Own {
		parts = append(parts, fmt.Sprintf(worn, o.Worn))
	}
	if o.Place != nil {
		parts = append(parts, "at "+formatNumber(o.Place)+" m")
	}
	return append(parts, o.Facts...)
}

// levelText returns a pool with its level and, if it has one, its maximum.
func levelText(p players.Pool) string {
	text := players.MidSentence(p.Label) + " " + formatNumber(p.Now)
	if p.Max > 0 {
		text += " of " + formatNumber(p.Max)
	}
	return text
}

// faceWithoutFacts returns the face of another actor like faceOfOther, but without learnt facts about an actor who is seen now.
func faceWithoutFacts(o *players.OtherActor, seat string) face {
	brief := *o
	if o.Here {
		brief.Facts = nil
	}
	return faceOfOther(&brief, seat)
}

// Asker returns the person whose deed is answered, or nil if that person is not known.
func (v *view) Asker() *face {
	for i := range v.Others {
		if v.Question != nil && v.Question.ID != "" && v.Others[i].ID == v.Question.ID {
			f := faceOfOther(&v.Others[i], v.As)
			return &f
		}
	}
	return nil
}

// Whose returns the possessive of the person whose deed is answered, or of the target of the character's own deed; empty if not known.
func (v *view) Whose() string {
	if f := v.Asker(); f != nil {
		return f.Appearance.Whose
	}
	return v.Own.Against
}

// YourTurn reports whether the player can declare something now.
func (v *view) YourTurn() bool {
	return v.Here && !v.Away && !v.AtRest && v.Own.Declares && !v.Answers()
}

// cardChoice is one card that can be chosen.
type cardChoice struct {
	players.Card
	Chosen bool // whether it is chosen
}

// cardChoices lists cards one by one and marks the chosen ones.
func cardChoices(list []players.Card, chosen string) (all []cardChoice) {
	names := strings.Fields(chosen)
	for _, c := range list {
		for range c.Number {
			at := slices.Index(names, c.Name)
			all = append(all, cardChoice{c, at >= 0})
			if at >= 0 {
				names = slices.Delete(names, at, at+1)
			}
		}
	}
	return all
}

// Chooses reports whether a step of a stage waits for the player.
func (v *view) Chooses() bool { return v.Stage != nil && v.Stage.Calls && !v.Away }

// Returns reports whether the player, who was away, has asked to rejoin.
func (v *view) Returns() bool {
	return slices.ContainsFunc(v.Plans, func(p planView) bool { return p.Told == players.ReturnTold && !p.Declined })
}

// SceneTitle returns the title of the scene with its outcome: "the dock crane: won"; empty if it has no title.
func (v *view) SceneTitle() string {
	if v.Called == "" || v.Outcome == "" {
		return v.Called
	}
	return v.Called + ": " + v.Outcome
}

// Answers reports whether the game is waiting for the player's answer.
func (v *view) Answers() bool { return v.Question != nil && !v.Question.Called }

// Counted reports whether the game uses counts.
func (v *view) Counted() bool { return v.Unit == "count" }

// Result returns the result of the character's latest roll until something else replaces it, or nil if there is none.
func (v *view) Result() *result {
	if v.Question != nil && v.Question.SoFar != nil {
		return &result{Result: v.Question.SoFar}
	} else if n := len(v.Log); v.Question == nil && v.Here && n > 0 && v.Log[n-1].Result != nil {
		return &result{v.Log[n-1].Result, v.Log[n-1].Parts}
	}
	return nil
}

// result is a roll's result with the log's text about it.
type result struct {
	*players.Result
	Parts []players.Part // text of its entry, split at losses of the character
}

// RollFor returns the purpose of a die.
func (v *view) RollFor() string {
	q := v.Question
	text, extraDie, isExtra := strings.Cut(capitalise(cmp.Or(q.For, q.Text)), ", ")
	if q.Called && q.Skill != "" {
		text = q.Skill
	} else if q.Skill != "" {
		text += ": " + q.Skill
	}
	if q.With != "" {
		text += " with " + players.MidSentence(q.With)
	}
	if isExtra {
		text += ", " + extraDie
	}
	return text
}

// Keys returns the keys of the pad: the faces of a small die, otherwise digits.
func (v *view) Keys() (keys []int) {
	if die := v.Question.Die; die > 0 && die <= 10 {
		for face := range die {
			keys = append(keys, face+1)
		}
		return keys
	}
	return []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 0}
}

// Low reports whether a low die is better.
func (v *view) Low() bool {
	return v.Question.Target.FacesOnDie() != "" && !v.Question.Target.Faces.High
}

// ladder shows the successful faces of a die as a range, in per cent of the die's length, with its end.
type ladder struct {
	From, Width, End float64 // End, the end of the range, is also the position of the label
	Needs, Text      string  // faces that succeed, and a sentence with them
}

// Anchor returns the text anchor of the label at the end of the range.
func (l *ladder) Anchor() string {
	if l.End < 50 {
		return "start"
	}
	return "end"
}

// Ladder returns the ladder of the requested die, or nil if its successful faces aren't known.
func (v *view) Ladder() *ladder {
	if v.Question.Target == nil {
		return nil
	}
	r := v.Question.Target.Faces
	if r.Die != v.Question.Die || r.Die == 0 || r.From == 0 {
		return nil
	}
	each := 100 / float64(r.Die)
	return &ladder{each * float64(r.From-1), each * float64(r.To-r.From+1), each * float64(r.To), r.String(), fmt.Sprintf("%s makes it, on a d%d", r, r.Die)}
}

// oddsText returns a chance for a list: the faces needed, and also the chance in per cent if the faces don't show it or several dice are
// rolled; the chance alone if no faces are known.
func oddsText(l *players.Roll) string {
	switch text := l.Faces.String(); {
	case !l.Percent:
		return l.FormatWholeForSheet()
	case text == "":
		return l.ShortText()
	case facesArePercent(l):
		return text
	default:
		return text + " · " + l.ShortText()
	}
}

// neededDiceText returns the result that the dice must show, and which dice if there are several; otherwise the chance.
func neededDiceText(l *players.Roll) string {
	if l.Faces.KeptDice != "" {
		return cmp.Or(l.FacesOnDie(), l.ShortText())
	}
	return cmp.Or(l.Faces.String(), l.ShortText())
}

// firstWordOfOdds returns the first word of a chance as a die shows it: its number.
func firstWordOfOdds(l *players.Roll) string {
	number, _, _ := strings.Cut(neededDiceText(l), " ")
	return number
}

// explainedNumber returns the number that the terms of a chance explain: the one to roll, or the target that the dice must reach together
// if some of them are rolled again and added.
func explainedNumber(l *players.Roll) string {
	if l.Faces.More && !l.Percent {
		return l.FormatComparison()
	}
	return firstWordOfOdds(l)
}

// briefOdds returns a chance for places with little room: the number of faces if that is a percentage, otherwise the chance.
func briefOdds(l *players.Roll) string {
	if facesArePercent(l) {
		return firstWordOfOdds(l)
	}
	return l.ShortText()
}

// restOfOdds returns the words after the number to roll: the rest of the condition on the dice, and the chance as in oddsText.
func restOfOdds(l *players.Roll) string {
	text := l.FacesOnDie()
	switch {
	case text == "" && l.Percent:
		return l.Word
	case text == "":
		return strings.TrimSpace(strings.TrimPrefix(neededDiceText(l), firstWordOfOdds(l)) + " · " + l.NumberText())
	}
	text = strings.TrimSpace(strings.TrimPrefix(text, firstWordOfOdds(l)))
	if facesArePercent(l) {
		return text
	}
	return text + " · " + l.ShortText()
}

// facesArePercent reports whether the number of successful faces is the chance in per cent.
func facesArePercent(l *players.Roll) bool { return l.Faces.Die == 100 && l.Faces.KeptDice == "" }

// omittedText returns a text about the influences that a roll's chance omits, or "" if r is nil. whose is the possessive of the opponent.
func omittedText(r *players.Roll, whose string) string {
	if r == nil {
		return ""
	}
	return r.BeforeText(whose)
}

// answerCost returns the price of an answer for the character.
func answerCost(a players.Answer, v *view) costView {
	c := costView{GivesUp: a.GivesUp, Lands: a.Lands, Counts: a.Counts, Counted: v.Counted(), Costs: a.Costs}
	if a.Text == "" { // the text states the price
		c.Less = omittedText(a.Roll, v.Whose())
	}
	if own := &v.Own; own.Turn != nil && own.Doing == "" && a.Counts > 0 {
		turn := *own.Turn + a.Counts
		c.Turn = &turn
	}
	return c
}

// costView is the price of an answer, with the influences that its chance omits.
type costView struct {
	GivesUp     string   // action that the answer interrupts; empty if none
	Lands       float64  // count at which the character's action then takes effect; 0 if none
	Turn        *float64 // count of the character's next turn after the answer; nil if unknown
	Counts      float64  // counts that the answer takes
	Counted     bool     // whether the game uses counts
	Costs, Less string   // costs in pools, and influences that the chance omits
}

// shortCostText returns the price of an answer in two words.
func shortCostText(a players.Answer, v *view) string {
	c := answerCost(a, v)
	switch {
	case c.GivesUp != "":
		return "gives up your action"
	case c.Lands > 0:
		return "lands " + formatNumber(c.Lands)
	case c.Turn != nil:
		return "turn " + formatNumber(c.Turn)
	case c.Counts > 0:
		return formatNumber(c.Counts) + " counts"
	}
	return c.Costs
}

// Nothing reports whether the answers of a kind decline.
func (k *answerGroup) Nothing() bool { return k.Usual.None }

// poolClass returns the CSS class of a pool by its remaining share: half or less, a quarter or less, or more.
func poolClass(p players.Pool) string {
	switch {
	case p.Now <= p.Max/4:
		return "low"
	case p.Now <= p.Max/2:
		return "half"
	}
	return ""
}

// maxPips is the largest maximum of a pool that is shown as single points.
const maxPips = 12

// measure is a pool as it is shown: a bar, or points.
type measure struct {
	players.Pool
	Pips bool // whether it is shown as points
}

// poolMeasures returns the pools as they are shown.
func poolMeasures(pools []players.Pool) (list []measure) {
	return collect.Map(pools, func(p players.Pool) measure {
		return measure{p, p.Max <= maxPips && p.Now >= 0 && p.Now <= p.Max && p.Now == math.Trunc(p.Now) && p.Max == math.Trunc(p.Max)}
	})
}

// poolPips returns a pool as points, the remaining ones first.
func poolPips(p players.Pool) string {
	return strings.Repeat("●", int(p.Now)) + strings.Repeat("○", int(p.Max-p.Now))
}

// ownData is the data of the page's parts about the player's own character.
type ownData struct {
	Own    *players.OwnCharacter // same pointer as long as nothing in it has changed
	As     string                // key of the seat
	Here   bool                  // whether the character is present
	AtRest bool                  // whether no one takes turns
	stamp  template.HTML         // value that changes with the sheet
}

// Face returns the face of the page's own character.
func (m ownData) Face() face {
	return face{Appearance: m.Own.Appearance, As: m.As, Ours: true, Here: true}
}

// reducedPools returns the pools that are below their maximum.
func (m ownData) reducedPools() []players.Pool {
	return collect.Filter(m.Own.Pools, func(p players.Pool) bool { return p.Max > 0 && p.Now != p.Max })
}

// Full returns the pools that aren't below their maximum, except empty ones that have no maximum.
func (m ownData) Full() (list []players.Pool) {
	return collect.Filter(m.Own.Pools, func(p players.Pool) bool { return p.Max > 0 && p.Now == p.Max || p.Max <= 0 && p.Now != 0 })
}

// Wounded reports whether the character has a wound.
func (m ownData) Wounded() bool { return m.Own.Levels > 0 && m.Own.Level < m.Own.Levels-1 }

// Hurt reports whether the character is wounded, down or in a bad condition.
func (m ownData) Hurt() bool { return m.Wounded() || m.Own.Down != "" || len(m.Ills()) > 0 }

// Ills returns the bad conditions, except the one that puts the character out of action.
func (m ownData) Ills() (list []players.Condition) {
	return collect.Filter(m.Own.Conditions, func(c players.Condition) bool { return c.Bad && c.Label != m.Own.Down })
}

// missingFullStop returns a full stop if text doesn't end a sentence, otherwise "".
func missingFullStop(text string) string {
	if strings.HasSuffix(text, ".") {
		return ""
	}
	return "."
}

// Wounds returns the pools that are below their maximum and whose loss is a wound, the worst first.
func (m ownData) Wounds() []measure {
	list := collect.Filter(m.reducedPools(), func(p players.Pool) bool { return p.Health })
	slices.SortStableFunc(list, func(a, b players.Pool) int { return cmp.Compare(a.Now/a.Max, b.Now/b.Max) })
	return poolMeasures(list)
}

// Tired returns the pools that are below their maximum and whose loss isn't a wound.
func (m ownData) Tired() []measure {
	return poolMeasures(collect.Filter(m.reducedPools(), func(p players.Pool) bool { return !p.Health }))
}

// Measures returns all pools that are below their maximum.
func (m ownData) Measures() []measure { return append(m.Wounds(), m.Tired()...) }

// Vital returns the worst wound, for the bar in the header, or nil if there is none.
func (m ownData) Vital() *vital {
	if list := m.Wounds(); m.Wounded() && len(list) > 0 {
		return &vital{cmp.Or(poolClass(list[0].Pool), "half"), poolPercent(list[0].Pool)}
	}
	return nil
}

// vital is the level of a pool as a bar in the header.
type vital struct {
	Class   string // CSS class
	Percent int    // level, from 0 to 100
}

// Limits of the points that the header of a page shows.
const (
	maxHeadPips  = 24 // largest sum of the maxima of all pools shown
	maxHeadPools = 3  // largest number of pools shown
)

// Pips returns the pools that the header shows as points in a game of rounds, if the rules allow it and there is room.
func (v *view) Pips() (list []players.Pool) {
	if v.Counted() || v.AtRest {
		return nil
	}
	room := maxHeadPips
	for _, measured := range poolMeasures(v.Own.Pools) {
		if points := int(measured.Max); measured.Pips && points > 0 && points <= room && len(list) < maxHeadPools {
			list, room = append(list, measured.Pool), room-points
		}
	}
	return list
}

// WoundText describes the character's wounds in a line: the worst wound in numbers, and the bad conditions.
func (m ownData) WoundText() string {
	var list []string
	if wounds := m.Wounds(); len(wounds) > 0 {
		list = append(list, wounds[0].Label+" "+formatNumber(wounds[0].Now)+" of "+formatNumber(wounds[0].Max))
	}
	list = append(list, collect.Map(m.Ills(), players.Condition.Words)...)
	return strings.Join(list, " · ")
}

// WholeText describes a character without wounds: its health, whether it is rested, and the item in hand.
func (m ownData) WholeText() string {
	text := "You are " + m.Own.Health
	if tired := m.Tired(); len(tired) == 0 {
		text += " and rested."
	} else {
		text += "."
		for _, p := range tired[:min(2, len(tired))] {
			text += " " + p.Label + " " + formatNumber(p.Now) + " of " + formatNumber(p.Max) + "."
		}
	}
	if m.Own.Hand != "" {
		text += " " + m.Own.Hand + " in hand."
	}
	return text
}

// OwnWords returns other facts about the character's current state.
func (m ownData) OwnWords() (list []string) {
	list = collect.MapIf(m.Own.Conditions, func(c players.Condition) bool { return !c.Bad }, players.Condition.Words)
	list = append(list, slices.Concat(m.Own.Activities, m.Own.Situations)...)
	if m.Hurt() && m.Own.Hand != "" {
		list = append(list, m.Own.Hand+" in hand")
	}
	if m.Own.Place != nil {
		list = append(list, "at "+formatNumber(m.Own.Place)+" m")
	}
	return list
}

// People returns the HTML of others, each drawn by the template name.
func (v *view) People(name string, list []*players.OtherActor) template.HTML {
	var all strings.Builder
	for _, o := range list {
		all.WriteString(string(v.Fragment(name, faceOfOther(o, v.As))))
	}
	return template.HTML(all.String())
}

// Lately returns the last passages between fights: three, or six from an earlier evening.
func (v *view) Lately() []*players.Passage {
	if !v.AtRest {
		return nil
	}
	limit := collect.Choose(v.LastTime, 6, 3)
	var list []*players.Passage
	for i := len(v.Log) - 1; i >= 0 && len(list) < limit; i-- {
		if v.Log[i].Whisper == "" && v.Log[i].Text != "" {
			list = append(list, v.Log[i])
		}
	}
	slices.Reverse(list)
	return list
}

// Knowledge returns prepared secrets that the character learnt, and recent whispers that don't repeat a secret.
func (v *view) Knowledge() []string {
	list := slices.Clone(v.Secrets)
	for _, p := range v.Log {
		if text := capitalise(message.AsSentence(p.Whisper)); v.AtRest && p.Whisper != "" && !p.Learnt && !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return list
}

// token is an entry on the strip of coming events.
type token struct {
	X, Room  float64 // position and needed width, in per cent of the strip's width
	At       float64 // count of the event
	Initials string  // initials of the actor, or a sign
	Name     string  // text below the token
	Kind     string  // own, bad, or next for a turn that has come; empty for another turn
}

// Left reports whether the text below a token is aligned with its left edge, because the token is near the left edge of the screen.
func (t token) Left() bool { return t.X < t.Room/2 }

// Positions on the strip and widths, in per cent of its width, and its limits.
const (
	stripFrom, stripTo = 7, 91 // positions of now and of the last event
	stripNow           = 9     // width of “now”
	stripRoom          = 14    // width of a token
	stripEnd           = 100   // rightmost position
	stripShortest      = 10    // minimum length of the strip, in counts
	maxTokens          = 7     // number of tokens on the strip
)

// strip holds the coming events that fit on the timeline.
type strip struct {
	tokens [maxTokens]token // tokens, of which only the first length are in use
	length int              // number of tokens
}

// Tokens returns the tokens of the strip in their order.
func (s strip) Tokens() []token { return s.tokens[:s.length] }

// Strip returns the coming events that the character knows of: the character's own turns and actions, those of allies, and the next harm.
func (v *view) Strip() (all strip) {
	if v.AtRest || !v.Counted() || len(v.Timeline) == 0 {
		return all
	}
	list := all.tokens[:min(len(v.Timeline), maxTokens)]
	span := max(stripShortest, v.Timeline[len(list)-1].At-v.Count)
	for i := range list {
		m := &v.Timeline[i]
		x := stripFrom + (stripTo-stripFrom)*max(0, m.At-v.Count)/span
		list[i] = token{X: x, At: m.At, Initials: m.Initials, Name: m.Text, Kind: m.Kind, Room: stripRoom}
	}
	spreadTokens(list, stripFrom, stripNow, stripEnd)
	all.length = len(list)
	return all
}

// spreadTokens moves overlapping tokens apart: first to the right, starting after “now”, then back to the left from the end. A token for
// now itself stays. If there isn't enough room for all, they are placed closer together. from is the position of now, now the width of its
// text, and end the rightmost position, all in per cent of the strip's width.
func spreadTokens(list []token, from, now, end float64) {
	gaps := make([]float64, len(list)) // minimum distance of each token's centre from that of the one before it, or from “now”
	before := now                      // width of the element before the current token
	need := list[len(list)-1].Room / 2 // length that all tokens need
	for i := range list {
		if i > 0 || list[i].Kind != "next" {
			gaps[i] = (before + list[i].Room) / 2
		}
		need += gaps[i]
		before = list[i].Room
	}
	squeeze := min(1, (end-from)/need) // factor by which the distances are reduced
	at := from
	for i := range list {
		at = max(list[i].X, at+squeeze*gaps[i])
		list[i].X = at
	}
	at = end - squeeze*before/2 // rightmost position of the last token
	for i := len(list) - 1; i >= 0; i-- {
		list[i].X = math.Round(10*min(list[i].X, at)) / 10
		at = list[i].X - squeeze*gaps[i]
	}
}

// stepsView is a bar of segments, some of which are full.
type stepsView struct {
	Segments int       // number of full segments
	Rects    []segment // all segments
}

// segment is a segment of a bar.
type segment struct {
	X, Width float64 // position and width, in per cent of the bar
	On       bool    // whether it is full
}

// healthBars returns the bars of a health display with the given number of levels, from empty to full.
func healthBars(levels int) (list []stepsView) {
	if levels == 0 {
		levels = 3
	}
	each := 105 / float64(levels) // of 100, with a gap of 5 after each segment
	for full := range levels + 1 {
		bar := stepsView{Segments: full}
		for i := range levels {
			bar.Rects = append(bar.Rects, segment{math.Round(10*each*float64(i)) / 10, math.Round(10*(each-5)) / 10, i < full})
		}
		list = append(list, bar)
	}
	return list
}

// loadablePictures returns the pictures that a page may load: those shown, and the portraits of the people present.
func loadablePictures(seen *players.SeatView) []string {
	list := slices.Clone(seen.Pictures)
	add := func(hash string) {
		if hash != "" && !slices.Contains(list, hash) {
			list = append(list, hash)
		}
	}
	add(seen.Own.Portrait)
	for i := range seen.Others {
		add(seen.Others[i].Portrait)
	}
	return list
}

// wayFactsText returns the distance of a way, the time of arrival, and who could intercept, in one line.
func wayFactsText(w players.Way) string {
	far, there := "", ""
	if w.Far != nil {
		far = formatNumber(w.Far) + " m"
	}
	if w.There != nil {
		there = "there at " + formatNumber(w.There)
		if w.AtBest {
			there += " at best"
		}
	}
	return joinFacts(far, there, w.Ends)
}

// joinFacts joins the non-empty facts with dots.
func joinFacts(facts ...string) string {
	return strings.Join(slices.DeleteFunc(facts, func(fact string) bool { return fact == "" }), " · ")
}
