package verbs

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// The verbs secret and thread, for prepared secrets and for threads, the loose ends of the story. A thread is stored as a note with a mark
// (rules/state_pinned.go). A timeline (timeline.go) wraps a game and adds the verbs for fights and scenes.

// Secret is a secret prepared by a scene.
type Secret struct {
	campaign.PreparedText
	scene string // key of the scene
}

// Secrets lists the secrets of all scenes, those of the current scene first.
func Secrets(g *command.Game) (list []Secret) {
	for _, e := range g.Campaign.Encounters() {
		own := SecretsOf(e)
		if e.Name == g.State.Encounter {
			list = append(own, list...)
			continue
		}
		list = append(list, own...)
	}
	return list
}

// SecretsOf lists the secrets of a scene.
func SecretsOf(e *campaign.Encounter) []Secret {
	return collect.Map(e.Secrets, func(p campaign.PreparedText) Secret { return Secret{p, e.Name} })
}

// knowledgeKey returns the key, unique in the campaign, under which actors know the secret.
func (c *Secret) knowledgeKey() string { return c.scene + " " + c.Key }

// Knowers lists the actors of a state who know a secret, including absent ones.
func (c *Secret) Knowers(s *rules.State) []*rules.Actor {
	return collect.Filter(slices.Concat(s.Actors, s.Away), func(a *rules.Actor) bool { return a.BeliefAbout(c.knowledgeKey(), rules.TellSecret) != nil })
}

// revealSecret reveals a prepared secret, `secret ledger to kira`, or takes it back, `secret ledger from kira`. Without a name it does so
// for all actors with a player.
func (g knowledge) revealSecret(l *command.Line) (command.DecidedCommand, error) {
	words, to, isWithdrawn := l.Words, g.State.Protagonists(), false
	if at := max(collect.LastIndex(words, "to"), collect.LastIndex(words, "from")); at >= 0 {
		recipients, err := g.ParseActors(words[at+1:])
		if err != nil {
			return command.DecidedCommand{}, err
		}
		words, to, isWithdrawn = words[:at], playersOrAll(recipients), words[at] == "from"
	}
	c, err := g.pickSecret(strings.Join(words, " "))
	if err != nil {
		return command.DecidedCommand{}, err
	}
	if len(to) == 0 {
		return command.DecidedCommand{}, command.Refusal("No combatant here has a player. Name one: `secret %s to NAME`.", c.Key)
	}
	if !isWithdrawn && len(to) == 1 && !to[0].Sheet.HasPlayer() && len(g.State.Protagonists()) > 0 {
		return command.DecidedCommand{}, command.Refusal("%s has no player. Reveal it to %s.", to[0].Name, joinNames(g.State.Protagonists()))
	}
	who := collect.Filter(to, func(a *rules.Actor) bool {
		return (a.BeliefAbout(c.knowledgeKey(), rules.TellSecret) != nil) == isWithdrawn
	})
	switch {
	case len(who) > 0:
	case isWithdrawn:
		return command.DecidedCommand{}, command.Refusal("%s did not learn that. Name someone else: `secret %s from NAME`.", joinNames(to), c.Key)
	default:
		return command.DecidedCommand{}, command.Refusal("%s already learnt that. Name someone else: `secret %s to NAME`.", joinNames(to), c.Key)
	}
	w := command.DecidedCommand{Title: fmt.Sprintf("%s: %s", learningTitle(who, isWithdrawn), c.Text)}
	if len(who) == 1 {
		w.Who = who[0].Key
	}
	for _, a := range who {
		if isWithdrawn {
			w.Events = append(w.Events, rules.Event{Kind: rules.EventForget, Who: a.Key, Other: c.knowledgeKey(), What: rules.TellSecret})
			continue
		}
		w.Events = append(w.Events,
			rules.Event{Kind: rules.EventTell, Who: a.Key, What: rules.TellSecret, Text: c.Text},
			rules.Event{Kind: rules.EventKnow, Who: a.Key, Other: c.knowledgeKey(), What: rules.TellSecret, Text: c.Text, At: g.State.Count, How: rules.LearntTold})
	}
	w.TitledEvents = len(w.Events)
	return w, nil
}

// pickSecret returns the secret with the given name, preferably one of the current scene.
func (g knowledge) pickSecret(name string) (Secret, error) {
	list := Secrets(g.Game)
	if len(list) == 0 {
		return Secret{}, command.Refusal("No scene has secrets. Add `secrets: {KEY: TEXT}` to its encounter.")
	}
	own := collect.Filter(list, func(c Secret) bool { return c.scene == g.State.Encounter })
	if len(command.MatchNames(name, len(own), func(i int) (string, string) { return own[i].Names() })) > 0 {
		list = own
	}
	i, err := command.Pick("secret", name, len(list), func(i int) (string, string) { return list[i].Names() })
	if err != nil {
		return Secret{}, err
	}
	return list[i], nil
}

// learningTitle returns the beginning of a title: which actors learn something or, if isWithdrawn is set, no longer know it.
func learningTitle(who []*rules.Actor, isWithdrawn bool) string {
	switch {
	case isWithdrawn:
		return "no longer known to " + joinNames(who)
	case len(who) == 1:
		return who[0].Name + " learns"
	}
	return joinNames(who) + " learn"
}

// The last words of lines that close a thread, and that reopen one.
const (
	threadClosed = "closed"
	threadOpen   = "open"
)

// editThread opens a thread, `thread Orlo owes the heroes an answer`, closes one by its key, number or words, `thread answer closed`,
// reopens it, `thread answer open`, or shows it to players, `thread answer to party`.
func (g timeline) editThread(l *command.Line) (command.DecidedCommand, error) {
	list, words := g.State.Threads(), l.Words
	names := collect.Map(list, g.threadKey)
	if len(words) == 0 {
		open := 0
		for _, t := range list {
			if t.Open {
				open++
			}
		}
		if open == 0 {
			return command.DecidedCommand{}, command.Refusal("No thread is open. Enter one: `thread TEXT`.")
		}
		return command.DecidedCommand{}, command.Refusal("Open threads: %s. `thread %s %s` closes one.", strings.Join(g.openThreads(list), "; "), firstOpenThread(list, names), threadClosed)
	}
	if w, ok, err := g.shareThread(list, names, words); ok {
		return w, err
	}
	last := words[len(words)-1]
	if (last == threadClosed || last == threadOpen) && len(words) > 1 {
		text := strings.Join(words[:len(words)-1], " ")
		at := func(i int) (string, string) { return names[i], list[i].Text }
		if found := command.MatchNames(text, len(list), at); len(found) > 0 || len(words) == 2 {
			i, err := command.Pick("thread", text, len(list), at)
			if err != nil {
				return command.DecidedCommand{}, err
			}
			return g.setThreadOpen(list[i], last == threadOpen)
		}
	}
	return g.openThread(strings.Join(words, " "))
}

// shareThread shows an open thread to players, `thread answer to kira`, or hides it again, `thread answer from kira`. ok is false if the
// words before `to` or `from` aren't the full name of a thread, or the words after it name no one.
func (g timeline) shareThread(list []rules.Thread, names, words []string) (w command.DecidedCommand, ok bool, err error) {
	at := max(collect.LastIndex(words, "to"), collect.LastIndex(words, "from"))
	if at < 1 {
		return w, false, nil
	}
	name, isWithdrawn := strings.Join(words[:at], " "), words[at] == "from"
	i := slices.IndexFunc(list, func(t rules.Thread) bool { return strings.EqualFold(t.Text, name) })
	if i < 0 {
		i = slices.IndexFunc(names, func(own string) bool { return strings.EqualFold(own, name) })
	}
	recipients, refused := g.ParseActors(words[at+1:])
	if i < 0 || refused != nil {
		return w, false, nil
	}
	t := list[i]
	who := collect.Filter(recipients, func(a *rules.Actor) bool {
		return a.Sheet.HasPlayer() && (a.BeliefAbout(t.Text, rules.TellThread) != nil) == isWithdrawn
	})
	switch {
	case !t.Open:
		return w, true, command.Refusal("“%s” is closed. Open it first: `thread %s %s`.", t.Text, names[i], threadOpen)
	case len(who) == 0 && isWithdrawn:
		return w, true, command.Refusal("No player there was told of it. Name someone else: `thread %s from NAME`.", names[i])
	case len(who) == 0:
		return w, true, command.Refusal("No other player there could be told of it. Name someone else: `thread %s to NAME`.", names[i])
	}
	for _, a := range who {
		e := rules.Event{Kind: rules.EventKnow, Who: a.Key, Other: t.Text, What: rules.TellThread, Text: t.Text, At: g.State.Count, How: rules.LearntTold}
		if isWithdrawn {
			e = rules.Event{Kind: rules.EventForget, Who: a.Key, Other: t.Text, What: rules.TellThread}
		}
		w.Events = append(w.Events, e)
	}
	w.Title, w.TitledEvents = "thread "+collect.Choose(isWithdrawn, "no longer shown", "shown")+" to "+joinNames(who)+": "+t.Text, len(w.Events)
	return w, true, nil
}

// openThread pins a text as an open thread of the campaign.
func (g timeline) openThread(text string) (command.DecidedCommand, error) {
	t := rules.Thread{Text: strings.TrimSpace(strings.TrimPrefix(text, rules.OpenMark)), Open: true}
	notes := g.State.NotesOn(t.Owner)
	switch {
	case t.Text == "":
		return command.DecidedCommand{}, command.Refusal("Enter a text: `thread Who paid for the ledger?`")
	case slices.ContainsFunc(g.State.Threads(), func(o rules.Thread) bool { return strings.EqualFold(o.Text, t.Text) && o.Open }):
		return command.DecidedCommand{}, command.Refusal("That thread is open already. Close it with `thread %s %s`.", t.Text, threadClosed)
	case len(notes) >= maxPinned: // closing one makes room
		closed := slices.IndexFunc(notes, func(note string) bool { return strings.HasPrefix(note, rules.ClosedMark) })
		if closed < 0 {
			return command.DecidedCommand{}, command.Refusal("The campaign has %d open threads, the most possible. Close one: `thread 1 %s`.", maxPinned, threadClosed)
		}
		notes = slices.Delete(slices.Clone(notes), closed, closed+1)
	}
	return titledDecision("thread: "+t.Text, "", pinEvent(t.Owner, append(slices.Clip(notes), t.Note()))), nil
}

// setThreadOpen closes or reopens a thread.
func (g timeline) setThreadOpen(t rules.Thread, open bool) (command.DecidedCommand, error) {
	if t.Open == open {
		return command.DecidedCommand{}, command.Refusal("“%s” is %s already. Choose another thread.", t.Text, threadWord(open))
	}
	t.Open = open
	notes := slices.Clone(t.Owner.Notes)
	notes[t.Index] = t.Note()
	return titledDecision("thread "+collect.Choose(open, "open again", threadClosed)+": "+t.Text, g.presentKey(t.Owner), pinEvent(t.Owner, notes)), nil
}

// threadWord returns the word for an open or a closed thread.
func threadWord(open bool) string { return collect.Choose(open, threadOpen, threadClosed) }

// threadKey returns the key of a thread; see ThreadKey.
func (g timeline) threadKey(t rules.Thread) string { return ThreadKey(g.Game, t) }

// ThreadKey returns the key that a scene gives to a thread, or its number among all threads if there is none.
func ThreadKey(g *command.Game, t rules.Thread) string {
	if e, ok := g.Campaign.Encounter(t.Owner.Where); ok && t.Owner.Where != "" && t.Owner.Place == "" {
		if p, ok := collect.Find(e.Threads, func(p campaign.PreparedText) bool { return p.Text == t.Text }); ok {
			return p.Key
		}
	}
	at := slices.IndexFunc(g.State.Threads(), func(o rules.Thread) bool {
		return o.Text == t.Text && o.Owner.Who == t.Owner.Who && o.Owner.Where == t.Owner.Where && o.Owner.Place == t.Owner.Place
	})
	return strconv.Itoa(at + 1)
}

// openThreads lists the open threads, each preceded by its key.
func (g timeline) openThreads(list []rules.Thread) (texts []string) {
	for _, t := range list {
		if t.Open {
			texts = append(texts, g.threadKey(t)+" “"+t.Text+"”")
		}
	}
	return texts
}

// firstOpenThread returns the name of the first open thread.
func firstOpenThread(list []rules.Thread, names []string) string {
	return names[slices.IndexFunc(list, func(t rules.Thread) bool { return t.Open })]
}

// threadsEvent returns the event that opens the threads of a scene when it begins, except those opened before, or nil if there are none.
func (g timeline) threadsEvent(e *campaign.Encounter) []rules.Event {
	on := rules.PinnedNotes{Where: e.Name}
	notes := slices.Clip(g.State.NotesOn(on))
	for _, p := range e.Threads {
		known := func(t rules.Thread) bool { return t.Owner.Where == e.Name && t.Text == p.Text }
		if !slices.ContainsFunc(g.State.Threads(), known) {
			notes = append(notes, rules.Thread{Text: p.Text, Open: true}.Note())
		}
	}
	if len(notes) == len(g.State.NotesOn(on)) {
		return nil
	}
	return []rules.Event{pinEvent(on, notes)}
}
