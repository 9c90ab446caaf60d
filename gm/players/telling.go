package players

import (
	"math"
	"slices"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/rules"
)

// The accounts of all players: each is a Log with the passages that it has told, kept up to date and rewound after an undo. An account
// keeps marks, copies of its state at earlier entries. An entry is in force if no undo or amendment has removed it.

// Telling tells the players of a session what their characters may know, as it is played. Each entry is told once to each
// player. When the past changes, it goes back to the last moment that is still valid and continues from there. The result is
// the same as telling everything from the start. It belongs to the goroutine of the session.
type Telling struct {
	session  *gm.Session         // session that is told
	trail    *gm.Cursor          // cursor over the entries of the session
	game     *command.Game       // game with the rules that the accounts were told under
	accounts map[string]*account // each player's account, by key of the character, or TableSeat
}

// account holds the passages told to one player.
type account struct {
	moment
	passages    []*Passage  // latest passages, with spare ones in case the past changes
	marks       []moment    // earlier moments, oldest first; the first is the beginning
	latestRecap cachedRecap // recap of the evening of the last entry; zero if none was computed
}

// moment is the position in the session up to which a player has been told.
type moment struct {
	lastEntry  int64 // number of the last entry told; 0 for none
	entryCount int   // number of entries told so far
	log        *Log  // log as it was after that entry

	evening  int64      // number of the evening on which that entry was played
	handouts []*Passage // passages with a picture or a text, of all evenings, the newest last
}

// cachedRecap is a cached recap of an evening, for one last entry and state.
type cachedRecap struct {
	lastEntry int64        // number of the last entry
	state     *rules.State // state for which it was computed
	text      string       // recap in sentences
}

// Limits of what an account keeps.
const (
	// MaxPassages is the maximum number of passages in a SeatView.
	MaxPassages = 60

	sparePassages  = 36 // number of additional passages that are kept
	entriesPerMark = 8  // number of entries between two marks
)

// NewTelling returns a telling of s in which nothing has been told yet.
func NewTelling(s *gm.Session) *Telling {
	return &Telling{session: s, trail: gm.NewCursor(s), accounts: map[string]*account{}}
}

// SeatViewOf returns the knowledge of the player of the character with the given key now, or nil if that character is not present. The key
// TableSeat stands for the table screen.
func (t *Telling) SeatViewOf(key string) (*SeatView, error) {
	if _, err := t.Advance([]string{key}, math.MaxInt); err != nil {
		return nil, err
	}
	a := t.accounts[key]
	seen := a.log.SeatView(t.session.State())
	if seen == nil {
		return nil, nil
	}
	seen.Log = append([]*Passage(nil), a.shownPassages()...)
	seen.Shelf = a.shelfPassages(seen.Pictures)
	for _, q := range t.session.Questions(key) {
		if seen.Question = a.log.Question(t.session.State(), q); seen.Question != nil {
			seen.questionID = q.ID
			seen.Count = max(seen.Count, a.log.questionCount(t.session.State(), q))
			break
		}
	}
	seen.RolledCheck = t.session.CheckRolledBy(key)
	if seen.AtRest {
		seen.Recap = a.previousRecap(t.session)
	}
	if n := len(seen.Log); n > 0 {
		seen.LastTime = seen.Log[n-1].evening < t.session.EveningNumber()
	}
	return seen, nil
}

// Log returns the log of a character's player, brought up to date.
func (t *Telling) Log(key string) (*Log, error) {
	_, err := t.Advance([]string{key}, math.MaxInt)
	return t.accounts[key].log, err
}

// Advance tells the players of the given characters the entries that they haven't been told yet. It stops soon after limit entries; an
// entry told to two players counts twice. all reports whether nothing is left to tell.
func (t *Telling) Advance(keys []string, limit int) (all bool, err error) {
	if now := t.session.Game(); t.game == nil || t.game.Rules != now.Rules || t.game.Campaign != now.Campaign {
		t.game, t.accounts = now, map[string]*account{}
	}
	// from is the earliest entry up to which all these players have been told
	from := int64(math.MaxInt64)
	for _, key := range keys {
		from = min(from, t.accountFor(key).lastEntry)
	}
	if len(keys) == 0 || from == math.MaxInt64 {
		return true, nil
	}
	at := from
	for e, err := range t.trail.EntriesAfter(from, limit) {
		if err != nil {
			return false, err
		}
		for _, key := range keys {
			if a := t.accounts[key]; a.lastEntry == at {
				limit--
				a.addEntry(e)
			}
		}
		if at = e.Seq; limit <= 0 {
			return false, nil
		}
	}
	return true, nil
}

// accountFor returns a player's account, rewound to its valid part.
func (t *Telling) accountFor(key string) *account {
	a := t.accounts[key]
	if a == nil {
		start := moment{log: NewLog(t.game, key)}
		a = &account{moment: start.cloneMoment(), marks: []moment{start}}
		t.accounts[key] = a
	}
	if !t.trail.IsInForce(a.lastEntry) {
		a.rewindToValid(t.trail.IsInForce)
	}
	return a
}

// rewindToValid restores the last moment that is still in force, or an earlier one, so that enough passages to show remain.
func (a *account) rewindToValid(isInForce func(int64) bool) {
	i := len(a.marks) - 1
	for !isInForce(a.marks[i].lastEntry) {
		i--
	}
	for {
		// passages told after the mark are dropped; if too few remain, an earlier mark is needed, from which they are told again
		number := a.marks[i].log.number
		count := slices.IndexFunc(a.passages, func(p *Passage) bool { return p.Number > number })
		if count < 0 {
			count = len(a.passages)
		}
		if count >= MaxPassages || int64(count) == number {
			a.passages = a.passages[:count]
			break
		}
		i--
	}
	a.marks = a.marks[:i+1]
	abilities := a.log.abilities // a cache, which may still be valid
	a.moment = a.marks[i].cloneMoment()
	a.log.abilities = abilities
}

// previousRecap returns the recap of the evening before the session's current one, as it was told.
func (a *account) previousRecap(s *gm.Session) string {
	if now := s.State(); a.evening < s.EveningNumber() && (a.latestRecap.lastEntry != a.lastEntry || a.latestRecap.state != now) {
		a.latestRecap = cachedRecap{a.lastEntry, now, a.log.Recap(now)}
	}
	if a.evening < s.EveningNumber() && a.latestRecap.text != "" {
		return a.log.fights.recapWithTurns(a.log.game.Rules, a.latestRecap.text, a.log.passagesEvening, s.TurningPoints)
	}
	return a.log.fights.recapWithTurns(a.log.game.Rules, a.log.earlierRecap, a.log.earlierEvening, s.TurningPoints)
}

// addEntry tells an entry to the player.
func (a *account) addEntry(e *gm.HistoryEntry) {
	a.evening = e.Evening
	if p, ok := a.log.Next(e); ok {
		if len(a.passages) == MaxPassages+sparePassages {
			a.passages = a.passages[:copy(a.passages, a.passages[1:])]
		}
		a.passages = append(a.passages, &p)
		if p.Picture != "" || p.Handout != "" {
			a.handouts = append(a.handouts, &p)
		}
	}
	a.lastEntry = e.Seq
	if a.entryCount++; a.entryCount%entriesPerMark == 0 {
		a.marks = append(a.marks, a.moment.cloneMoment())
		a.thinMarks()
	}
}

// shelfPassages returns the passages that contain a handout or one of pictures, each once, newest first.
func (a *account) shelfPassages(pictures []string) (list []*Passage) {
	for _, p := range slices.Backward(a.handouts) {
		if p.Handout == "" && !slices.Contains(pictures, p.Picture) {
			continue
		}
		if !slices.ContainsFunc(list, func(later *Passage) bool { return later.Handout == p.Handout && later.Picture == p.Picture }) {
			list = append(list, p)
		}
	}
	return list
}

// shownPassages returns the passages that are shown.
func (a *account) shownPassages() []*Passage {
	return a.passages[max(0, len(a.passages)-MaxPassages):]
}

// thinMarks deletes marks so that older ones are farther apart: the time to rewind is about proportional to the distance, and memory grows
// with the logarithm of the number of entries told.
func (a *account) thinMarks() {
	for i := len(a.marks) - 2; i > 0; i-- {
		if before, after := a.marks[i-1].entryCount, a.marks[i+1].entryCount; after-before <= (a.entryCount-after)/2 {
			a.marks = slices.Delete(a.marks, i, i+1)
		}
	}
}

// cloneMoment returns a copy of the moment that stays the same when the original tells more.
func (m moment) cloneMoment() moment {
	m.log = m.log.clone()
	return m
}
