package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// Characters for most player commands: as they are in the campaign's saved session, or fresh from their files. In the session's state,
// Actors take part in the current encounter, and Away holds those of earlier encounters.

// sessionCache caches the current state of the campaign's session, so that it is read only once.
type sessionCache struct {
	isLoaded bool         // whether the session was read, or found missing
	state    *rules.State // current state; nil if there is no session or it can't be read
	lastNote string       // last note about characters from the session, to avoid repeating it
}

// freshName is the flag that takes characters from their files, regardless of the session.
const freshName = "fresh"

// addFreshFlag adds the flag --fresh, which sets p.flags.fresh.
func addFreshFlag(p *program, flags *pflag.FlagSet) {
	flags.BoolVar(&p.flags.fresh, freshName, false, "values from the character's file instead of the session")
}

// withActorFirst returns the words of a roll with the character moved to the front, because people also name it last: check climbing kira.
// Words that begin with a character, or contain none of the campaign's, are unchanged.
func (p *program) withActorFirst(args []string) []string {
	characters := p.campaign.Characters()
	if len(args) < 2 || slices.Contains(characters, args[0]) {
		return args
	}
	i := slices.IndexFunc(args, func(arg string) bool { return slices.Contains(characters, arg) })
	if i < 0 {
		return args
	}
	if _, err := p.presentState(args[0]); err == nil {
		return args
	}
	return slices.Concat(args[i:i+1], args[:i], args[i+1:])
}

// presentState returns a state whose actors are the given characters, in this order, outside any encounter. Each is as in the campaign's
// session, or as in its file if the session lacks it, the file is named by its path, or --fresh is given. A note says which characters come
// from the session. If any do, the situations and sides of the session apply, too.
func (p *program) presentState(names ...string) (*rules.State, error) {
	played := playedState(p)
	if played == nil {
		return p.sceneOf(names...)
	}
	s := &rules.State{}
	var fromSession []string                          // names of the actors that come from the session
	rest := slices.Concat(played.Actors, played.Away) // actors of the session that names doesn't mention
	for _, name := range names {
		a, err := findPlayed(p, played, name)
		if err != nil {
			return nil, err
		}
		if a == nil {
			scene, err := p.sceneOf(name)
			if err != nil {
				return nil, err
			}
			a = scene.Actors[0]
		} else {
			fromSession = append(fromSession, a.Name)
			rest = slices.DeleteFunc(rest, func(other *rules.Actor) bool { return other.Key == a.Key })
			a = rules.DetachedCopy(a)
		}
		key := a.Key
		for n := 2; s.Find(a.Key) != nil; n++ {
			a.Key = fmt.Sprintf("%s_%d", key, n)
		}
		s.Actors = append(s.Actors, a)
	}
	if fromSession == nil {
		return s, nil
	}
	s.Situations, s.Sides = played.Situations, played.Sides
	s.Away, s.SidesAway = rest, played.SidesAway // so that the cards that they hold aren't in the deck
	if text := strings.Join(slices.Compact(fromSession), " and ") + " as in " + sessionMoment(p, played) + "; --" + freshName + " for the file"; text != p.cachedSession.lastNote {
		p.cachedSession.lastNote = text
		p.writeNote("%s", text)
	}
	return s, nil
}

// sessionMoment describes the session's current moment: “the session”, with its count during a fight in counts.
func sessionMoment(p *program, s *rules.State) string {
	if p.campaign.Rules.IsAtRest(s) || p.campaign.Rules.Order.InRounds() {
		return "the session"
	}
	return "the session, count " + command.Number(s.Count)
}

// playedState returns the state of the campaign's session, or nil if there is none or --fresh is set. If a session can't be read, it writes
// a note and returns nil.
func playedState(p *program) *rules.State {
	if p.flags.fresh {
		return nil
	}
	if p.cachedSession.isLoaded {
		return p.cachedSession.state
	}
	p.cachedSession.isLoaded = true
	dir, err := p.stateDir()
	if err != nil || !gm.HasSession(dir, p.campaign) {
		return nil
	}
	err = p.withReadOnlySession(func(s *gm.Session) error {
		// If the files have lost entries that the session uses, the session keeps them in rules of its own. The command uses these, too.
		if s.Rules() != p.campaign.Rules {
			c := *p.campaign
			c.Rules = s.Rules()
			reopened, _, err := gm.Open(&c, gm.Options{})
			if err != nil {
				return err
			}
			p.campaign, p.session = &c, reopened
		}
		p.cachedSession.state = s.State()
		return nil
	})
	if err != nil {
		line, _, _ := strings.Cut(err.Error(), "\n")
		p.writeNote("The session can't be read, so all values are from the files: %s", line)
	}
	return p.cachedSession.state
}

// findPlayed returns the actor in a session's state, present or away, that name refers to: by its key, its full or short name, its
// character file, or the unique beginning of one of these. It returns nil for the path of a file, and for a character that isn't in the
// session.
func findPlayed(p *program, s *rules.State, name string) (*rules.Actor, error) {
	if isPath(name) {
		return nil, nil
	}
	all := slices.Concat(s.Actors, s.Away)
	for _, names := range []func(i int) (string, string){
		func(i int) (string, string) { return all[i].Key, all[i].Name },
		func(i int) (string, string) { return all[i].Key, all[i].Short },
	} {
		if i, err := message.FindNamed(name, len(all), names); err != nil {
			return nil, err
		} else if i >= 0 {
			return all[i], nil
		}
	}
	sheet, _, err := p.findCharacter(name)
	if err == nil {
		for _, a := range all {
			if a.Key == sheet.Key && a.Sheet.Person.Name == sheet.Person.Name {
				return a, nil
			}
		}
		return nil, nil
	}
	matching := collect.Filter(all, func(a *rules.Actor) bool { return hasPrefixFold(a.Key, name) || hasPrefixFold(a.Name, name) })
	if len(matching) == 1 {
		return matching[0], nil
	}
	return nil, err
}

// hasPrefixFold reports whether text begins with prefix, ignoring case. It returns false if prefix is "".
func hasPrefixFold(text, prefix string) bool {
	return prefix != "" && len(text) >= len(prefix) && strings.EqualFold(text[:len(prefix)], prefix)
}
