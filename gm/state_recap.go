package gm

import (
	"math"
	"slices"
	"strings"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/logtext"
	"hybrid/gm/story"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// The recap of the last evening (session of play) for the game master, in a few sentences. Package players writes it for the seats.

// recapCache caches the recaps of a state, so that a screen doesn't compute one again for each frame.
type recapCache struct {
	tip   *record         // last entry in force
	state *rules.State    // current state
	texts map[bool]string // recaps: key false for that of the last evening, true for that of its last scene
}

// Recap returns a recap of the evening of the last entry, or, if scene is true, of its last scene. If the evening has a note, it returns
// the note instead.
func (s *Session) Recap(scene bool) string {
	tip := s.lastInForce()
	if tip == nil {
		return ""
	}
	if note := s.evenings.notes[tip.Session]; note != "" && !scene {
		return note
	}
	if r := &s.recapCache; r.tip != tip || r.state != s.State() {
		*r = recapCache{tip, s.State(), map[bool]string{}}
	}
	text, known := s.recapCache.texts[scene]
	if !known {
		text = s.computeRecap(tip, scene)
		s.recapCache.texts[scene] = text
	}
	return text
}

// Summary is the recap of an evening with the state at its end, as one reader knows it. The pages and exports show it.
type Summary struct {
	Evening int64    `json:"evening"`        // number of the evening
	Text    string   `json:"text"`           // recap
	Now     []string `json:"now,omitempty"`  // texts about the state (see Session.DescribeState)
	Open    []string `json:"open,omitempty"` // open threads
}

// Summary returns the summary of the last session of play for the game master.
func (s *Session) Summary() Summary {
	state := s.LatestState()
	return Summary{s.LatestEvening(), s.Recap(false), s.DescribeState(state), state.OpenThreads()}
}

// LatestEvening returns the number of the evening of the last entry, or 0 if nothing was played.
func (s *Session) LatestEvening() int64 {
	if tip := s.lastInForce(); tip != nil {
		return tip.Session
	}
	return 0
}

// computeRecap summarizes, for Recap, the entries of the evening of tip or, if scene is set, of its last scene, up to tip. It ends before
// the first entry that can't be read.
func (s *Session) computeRecap(tip *record, scene bool) string {
	first := tip
	for !first.opensEvening() && !(scene && first.beginEvent() != nil) {
		first = first.previous
	}
	if first.previous == nil && scene && first.beginEvent() == nil {
		return "" // no scene has begun
	}
	seq := int64(0)
	if first.previous != nil {
		seq = first.previous.Seq
	}
	var list []story.Passage
	var turns []string
	if first.beginEvent() == nil && first.previous != nil { // the evening continues a scene of the previous one
		list = s.resumeScene(first.previous)
	}
	for e, err := range NewCursor(s).EntriesAfter(seq, math.MaxInt) {
		if err != nil {
			break
		}
		list = append(list, story.Collect(s.Rules(), e.Story(), story.GMVeil{Rules: s.Rules(), Entry: e.Story()}))
		if _, ok := e.BeginEvent(); ok {
			turns = s.TurningPointTexts(e.Seq)
		}
	}
	state := s.LatestState()
	end := story.NewAftermath(s.Rules(), state)
	if e, ok := s.game.Campaign.Encounter(state.Encounter); ok && state.IsSceneOn() {
		end.Goal = e.Outcome(state.Goals, func(*campaign.Goal) bool { return true }, "")
	}
	text := story.Recap(s.Rules(), list, end)
	return strings.Join(append([]string{text}, turns...), " ")
}

// resumeScene returns a passage that begins an evening in the middle of a scene, if a scene is running after the entry before; otherwise it
// returns none.
func (s *Session) resumeScene(before *record) []story.Passage {
	state, err := s.computeState(s.Rules(), before)
	if err != nil || !state.IsSceneOn() || state.Label == "" {
		return nil
	}
	seesSide := func(*rules.Actor) bool { return true }
	return []story.Passage{story.ResumeScene(state.Label, state.Elapsed, state.Actors, story.PersonOf, seesSide)}
}

// PreviousRecap returns the recap of the previous evening while the current one has no entry yet, else "".
func (s *Session) PreviousRecap() string {
	if !s.IsNewEvening() {
		return ""
	}
	return s.Recap(false)
}

// IsNewEvening reports whether an evening has begun that has no entry yet.
func (s *Session) IsNewEvening() bool {
	return s.evenings.isNew && (len(s.log) == 0 || s.log[len(s.log)-1].record.Session != s.evenings.current)
}

// LatestState returns the state after the last entry, even if the session was opened only for its past, without a current state.
func (s *Session) LatestState() *rules.State {
	if state, err := s.computeState(s.Rules(), s.lastInForce()); err == nil {
		return state
	}
	return s.State()
}

// DescribeState describes a state in a few texts: the scene, the party members who aren't at their best, and the pools of the sides.
func (s *Session) DescribeState(state *rules.State) []string {
	var list []string
	if state.IsSceneOn() {
		list = append(list, state.Label)
	}
	side := logtext.PlayersSide(state)
	for _, a := range state.Actors {
		if b := a.Bearing(s.Rules()); a.Side == side && side != "" && b.IsImpaired() {
			list = append(list, a.Short+": "+rules.MidSentence(b.Word))
		}
	}
	pools, _ := s.SidePools(state)
	list = append(list, pools...)
	return collect.Filter(list, func(text string) bool { return text != "" })
}

// SidePools describes the pools of the sides in a state, and the party's total of each pool that pays for things, such as "party purse 25".
// In a game with rounds, only pools that pay for things are listed, since the others are part of play. own holds only the party's texts.
func (s *Session) SidePools(state *rules.State) (list, own []string) {
	rs, side := s.Rules(), logtext.PlayersSide(state)
	add := func(who string, pool *rules.Pool, now float64, party bool) {
		text := who + " " + rules.MidSentence(pool.Label) + " " + command.Number(now)
		if list = append(list, text); party {
			own = append(own, text)
		}
	}
	for _, owner := range state.Sides {
		for _, pool := range rs.PoolsOf(owner) {
			if rs.Order.InRounds() && !slices.Contains(rs.PaidPools(), pool) {
				continue
			}
			add(owner.Name, pool, owner.PoolValue(pool), owner.Key == side)
		}
	}
	for _, pool := range rs.PaidPools() {
		if party := state.Protagonists(); !pool.BelongsToSide() && len(party) > 0 {
			sum := 0.0
			for _, a := range party {
				sum += a.PoolValue(pool)
			}
			add(command.Party, pool, sum, true)
		}
	}
	return list, own
}
