package verbs

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	_ "image/gif"
	_ "image/jpeg"
	_ "image/png"
	"net/http"
	"path"
	"slices"
	"strings"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// Verbs about the knowledge of actors: reveal, conceal, show, whisper. They only create events; rules/state_seen.go computes what an actor
// notices, and gm/players what the players' phones show.

// knowledge wraps a game and adds the verbs for the knowledge of actors.
type knowledge struct{ *command.Game }

// revealFacts lets actors know something: `reveal scar`, `reveal scar hand PFT to kira`. Without a word for the fact, it reveals the name;
// without a name after `to`, all actors with a player learn the fact.
//
// `reveal line` lets the players' export and page show the line of the last fight: its course, with the turning points.
func (g knowledge) revealFacts(l *command.Line) (command.DecidedCommand, error) {
	if _, err := g.Actor(lineWord); err != nil && slices.Equal(l.Words, []string{lineWord}) {
		return g.revealLine()
	}
	a, what, to, err := g.readKnowledge(l, "to")
	if err != nil {
		return command.DecidedCommand{}, err
	}
	if len(what) == 0 {
		what = []string{"there", "name"} // knowing the name includes knowing that the actor is there
	}
	w := command.DecidedCommand{Title: fmt.Sprintf("%s: %s is known to %s", a.Name, readableNames(what), joinNames(to)), Who: a.Key}
	for _, o := range to {
		if o == a {
			continue
		}
		for _, aspect := range what {
			e := rules.Event{Kind: rules.EventKnow, Who: o.Key, Other: a.Key, What: aspect, At: g.State.Count, How: rules.LearntTold}
			e.Text, e.Value = a.Aspect(g.Rules, aspect)
			w.Events = append(w.Events, e)
		}
	}
	if w.TitledEvents = len(w.Events); w.TitledEvents == 0 {
		return command.DecidedCommand{}, command.Refusal("They already know that about %s. Choose someone else: `reveal %s name to NAME`.", a.Name, a.Key)
	}
	return w, nil
}

// lineWord stands for the course of a fight, after `reveal` and in the event.
const lineWord = "line"

// revealLine lets the players read the turning points of the last fight. It is not announced at the table.
func (g knowledge) revealLine() (command.DecidedCommand, error) {
	switch {
	case g.State.Running:
		return command.DecidedCommand{}, command.Refusal("The fight isn't over. End it first: `finish`.")
	case g.State.Encounter == "":
		return command.DecidedCommand{}, command.Refusal("No fight has been played yet. Begin a scene first.")
	}
	text := "The players may read how the fight turned."
	return titledDecision("how the fight turned is revealed", "", rules.Event{Kind: rules.EventTell, How: rules.HowGMOnly, Tool: lineWord, Text: text}), nil
}

// RevealsLine reports whether an event lets the players read the turning points of the last fight.
func RevealsLine(e rules.Event) bool {
	return e.Kind == rules.EventTell && e.How == rules.HowGMOnly && e.Tool == lineWord
}

// concealFacts makes actors forget facts that they learnt about another actor: `conceal scar name from kira`. Without a word for the fact,
// they forget all of them. The name of a file withdraws a picture that was shown: `conceal map.png from kira`.
func (g knowledge) concealFacts(l *command.Line) (command.DecidedCommand, error) {
	if w, ok, err := g.concealPicture(l); ok || err != nil {
		return w, err
	}
	a, what, from, err := g.readKnowledge(l, "from")
	if err != nil {
		return command.DecidedCommand{}, err
	}
	w := command.DecidedCommand{Who: a.Key}
	var who []*rules.Actor
	for _, o := range from {
		before := len(w.Events)
		for _, k := range o.Knows {
			if k.Other == a.Key && (len(what) == 0 || slices.Contains(what, k.What)) {
				w.Events = append(w.Events, rules.Event{Kind: rules.EventForget, Who: o.Key, Other: a.Key, What: k.What})
			}
		}
		if len(w.Events) > before {
			who = append(who, o)
		}
	}
	if w.TitledEvents = len(w.Events); w.TitledEvents == 0 {
		return w, command.Refusal("No player was told that about %s. To make something invisible, use a condition.", a.Name)
	}
	if len(what) == 0 {
		what = []string{"everything revealed"}
	}
	w.Title = fmt.Sprintf("%s: %s is no longer known to %s", a.Name, readableNames(what), joinNames(who))
	return w, nil
}

// concealPicture withdraws a picture. ok is false if the line names none.
func (g knowledge) concealPicture(l *command.Line) (w command.DecidedCommand, ok bool, err error) {
	words, from := l.Words, g.State.Protagonists()
	at := slices.Index(words, "from")
	if at >= 0 {
		words = words[:at]
	}
	name := strings.Join(words, " ")
	if !slices.ContainsFunc(shownNames(g.Game), func(file string) bool { return sameFile(file, name) }) {
		return w, false, nil
	}
	if at >= 0 {
		if from, err = g.ParseActors(l.Words[at+1:]); err != nil {
			return w, false, err
		}
	}
	var who []*rules.Actor
	for _, o := range from {
		for _, k := range o.Knows {
			if k.What == rules.TellPicture && sameFile(k.Text, name) {
				w.Events = append(w.Events, rules.Event{Kind: rules.EventForget, Who: o.Key, Other: k.Other, What: k.What})
				who, name = append(who, o), k.Text
			}
		}
	}
	if w.TitledEvents = len(w.Events); w.TitledEvents == 0 {
		return w, false, command.Refusal("“%s” wasn't shown to %s.", name, joinNames(from))
	}
	w.Title = fmt.Sprintf("%s is no longer shown to %s", name, joinNames(who))
	return w, true, nil
}

// sameFile reports whether name is the path of file, or its last part.
func sameFile(file, name string) bool {
	return name != "" && (strings.EqualFold(file, name) || strings.EqualFold(path.Base(file), name))
}

// readKnowledge reads the actor that a line is about, the facts, and the actors who learn or forget them, which follow the given word, `to`
// or `from`. Without that word, these are all actors with a player.
func (g knowledge) readKnowledge(l *command.Line, word string) (a *rules.Actor, what []string, knowers []*rules.Actor, err error) {
	words := l.Words
	if at := slices.Index(words, word); at >= 0 {
		if knowers, err = g.ParseActors(words[at+1:]); err != nil {
			return nil, nil, nil, err
		}
		words = words[:at]
	} else {
		knowers = g.State.Protagonists()
	}
	if a, words, err = g.ParseSubject(&command.Line{Who: l.Who, Words: words}); err != nil {
		return nil, nil, nil, err
	}
	names := command.KnowableWords(g.Rules)
	if l.Verb == "conceal" { // also facts that `reveal` can't name, such as beliefs
		for _, o := range knowers {
			for _, k := range o.Knows {
				if k.Other == a.Key && !slices.Contains(names, k.What) {
					names = append(names, k.What)
				}
			}
		}
	}
	at := func(i int) (string, string) { return names[i], names[i] }
	for _, text := range words {
		text = strings.Trim(text, ",")
		i, err := command.Pick("thing to know", text, len(names), at)
		if err != nil && len(command.MatchNames(text, len(names), at)) == 0 && message.NearestWord(text, names) == "" {
			return nil, nil, nil, command.Refusal("“%s” can't be used with %s. Choose a pool or one of these: %s.", text, l.Verb, strings.Join(rules.AspectNames(), ", "))
		}
		if err != nil {
			return nil, nil, nil, err
		}
		what = append(what, names[i])
	}
	if len(knowers) == 0 {
		facts := strings.Join(append([]string{a.Key}, words...), " ")
		return nil, nil, nil, command.Refusal("No combatant here has a player. Name one: `%s %s %s NAME`.", l.Verb, facts, word)
	}
	return a, what, knowers, nil
}

// readableNames returns the names of facts for a title. The facts that `reveal` uses by default, presence and name, are shortened to the
// name.
func readableNames(what []string) string {
	return strings.ReplaceAll(strings.ReplaceAll(strings.Join(what, ", "), "there, name", "name"), "_", " ")
}

// whisperText sends a text only to one or a few players: `whisper kira the man by the stove lies`.
func (g knowledge) whisperText(l *command.Line) (command.DecidedCommand, error) {
	to, rest, err := g.readListeners(l)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	text := strings.Join(rest, " ")
	if text == "" {
		return command.DecidedCommand{}, command.Refusal("Enter a message: `whisper %s …`.", to[0].Key)
	}
	if played := g.State.Protagonists(); len(to) == 1 && len(played) > 0 && !to[0].Sheet.HasPlayer() {
		return command.DecidedCommand{}, command.Refusal("%s has no player. Whisper to %s.", to[0].Name, joinNames(played))
	}
	return tellActors(to, fmt.Sprintf("whispered to %s: %s", joinNames(to), text), rules.Event{What: rules.TellWhisper, Text: text}), nil
}

// readListeners reads the listeners at the beginning of a line: the members of a group who have a player.
func (g knowledge) readListeners(l *command.Line) (to []*rules.Actor, rest []string, err error) {
	if len(l.Words) == 0 {
		return nil, nil, command.Refusal("Name a recipient, such as %s.", g.AnyName())
	}
	if err = g.RefuseAbsentLead(l.Words); err != nil {
		return nil, nil, err
	}
	if to, rest, err = g.ParseLeadingGroup(l.Words); err != nil { // the text can begin with `and`
		if to, rest = g.SideMembers(l.Words[0]), l.Words[1:]; len(to) == 0 {
			var a *rules.Actor
			a, rest, err = g.ParseLeadingActor(l.Words)
			return []*rules.Actor{a}, rest, err
		}
	}
	return playersOrAll(to), rest, nil
}

// playersOrAll returns the actors in a list who have a player, or the whole list if none has one.
func playersOrAll(list []*rules.Actor) []*rules.Actor {
	played := collect.Filter(list, func(a *rules.Actor) bool { return a.Sheet.HasPlayer() })
	if len(played) == 0 {
		return list
	}
	return played
}

// tellActors returns a decision with an event that only the listed actors learn of.
func tellActors(to []*rules.Actor, title string, e rules.Event) command.DecidedCommand {
	w := command.DecidedCommand{Title: title}
	for _, a := range to {
		e.Kind, e.Who = rules.EventTell, a.Key
		w.Events = append(w.Events, e)
	}
	w.TitledEvents = len(w.Events)
	return w
}

// maxShownBytes is the maximum size in bytes of a text that can be shown.
const maxShownBytes = 8 << 10

// showFile shows a picture from the campaign's folder `pictures`, or a text from its folder `handouts`: `show map.png to party`.
func (g knowledge) showFile(l *command.Line) (command.DecidedCommand, error) {
	to := g.State.Protagonists()
	words := l.Words
	if at := slices.Index(words, "to"); at >= 0 {
		recipients, err := g.ParseActors(words[at+1:])
		if err != nil {
			return command.DecidedCommand{}, err
		}
		to, words = playersOrAll(recipients), words[:at]
	}
	name := strings.Join(words, " ")
	if name == "" {
		file, reader := "map.png", "NAME"
		if list := g.Campaign.ListHandouts(); len(list) > 0 {
			file = list[0]
		}
		if len(to) > 0 {
			reader = to[0].Key
		}
		return command.DecidedCommand{}, command.Refusal("Name a picture in %s or a text in %s: `show %s to %s`.", campaign.Pictures, campaign.Handouts, file, reader)
	}
	if len(to) == 0 {
		return command.DecidedCommand{}, command.Refusal("No combatant here has a player. Name one: `show %s to NAME`.", name)
	}
	data, folder, err := g.Campaign.Handout(name)
	if err != nil {
		return command.DecidedCommand{}, command.Refusal("%s", err)
	}
	e, err := showEvent(name, folder, data)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	w := tellActors(to, fmt.Sprintf("shown to %s: %s", joinNames(to), name), e)
	if e.What == rules.TellPicture {
		for _, a := range to {
			w.Events = append(w.Events, rules.Event{Kind: rules.EventKnow, Who: a.Key, Other: e.Other, What: rules.TellPicture, Text: name, At: g.State.Count, How: rules.LearntTold})
		}
		w.TitledEvents = len(w.Events)
	}
	return w, nil
}

// maxPixels is the maximum width and height of a picture that can be shown; phones can't show larger ones.
const maxPixels = 8192

// showEvent returns the event that shows a file of one of the two folders: a picture by the file's SHA-256, a text in full.
func showEvent(name, folder string, data []byte) (rules.Event, error) {
	sum, kind := sha256.Sum256(data), http.DetectContentType(data)
	picture, text := slices.Contains([]string{"image/png", "image/jpeg", "image/gif", "image/webp"}, kind), strings.HasPrefix(kind, "text/plain")
	switch {
	case picture && folder != campaign.Pictures:
		return rules.Event{}, command.Refusal("“%s” is a picture. Put it into %s.", name, campaign.Pictures)
	case text && folder != campaign.Handouts:
		return rules.Event{}, command.Refusal("“%s” is a text. Put it into %s.", name, campaign.Handouts)
	case picture:
		size, _, err := image.DecodeConfig(bytes.NewReader(data))
		switch {
		case kind == "image/webp": // the standard library can't decode it
		case err != nil:
			return rules.Event{}, command.Refusal("“%s” is damaged or isn't a picture: %s.", name, err)
		case size.Width > maxPixels || size.Height > maxPixels:
			return rules.Event{}, command.Refusal("“%s” has %d×%d pixels. Make it at most %d wide and high.", name, size.Width, size.Height, maxPixels)
		}
		return rules.Event{What: rules.TellPicture, Text: path.Base(name), Tool: name, Other: hex.EncodeToString(sum[:])}, nil
	case text && len(data) <= maxShownBytes:
		return rules.Event{What: rules.TellText, Text: string(bytes.TrimSpace(data)), Tool: name}, nil
	case text:
		return rules.Event{}, command.Refusal("“%s” is larger than %d kB. Show a part of it.", name, maxShownBytes>>10)
	}
	return rules.Event{}, command.Refusal("“%s” is neither a picture (PNG, JPEG, GIF, WebP) nor plain text.", name)
}

// Knower is an actor with its knowledge of another actor, the subject.
type Knower struct {
	Who    *rules.Actor   // actor who has the knowledge
	Sees   rules.Aspects  // aspects of the subject that it notices now; empty for an actor without a player
	Learnt []rules.Belief // facts about the subject that it has learnt
}

// WhoKnows lists the other actors that have a player, or have learnt anything about subject, each with its knowledge of subject.
func WhoKnows(rs *rules.Ruleset, s *rules.State, subject *rules.Actor) (list []Knower) {
	for _, o := range s.Actors {
		if o.Key == subject.Key {
			continue
		}
		k := Knower{Who: o}
		k.Learnt = append(k.Learnt, collect.Filter(o.Knows, func(learnt rules.Belief) bool { return learnt.Other == subject.Key })...)
		if o.Sheet.HasPlayer() {
			k.Sees = o.NoticedAspects(rs, subject)
		} else if len(k.Learnt) == 0 {
			continue
		}
		list = append(list, k)
	}
	return list
}
