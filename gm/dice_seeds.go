package gm

import (
	crand "crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"hybrid/gm/journal"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// Seeds, from which all dice of the program are computed, and their hashes, with which players can check the dice; see the package
// comment. An evening is a session of play; each has at least one seed of its own. An origin is the entry and the place of a die.

// seed is the source of the dice from a given entry on. It stays secret until it is revealed.
type seed struct {
	Evening int64     `json:"evening"`        // number of the evening of play
	From    int64     `json:"from"`           // number of the first entry whose dice use it
	Seed    string    `json:"seed"`           // 32 bytes as 64 hex digits; empty for seeds lost with a damaged file
	Hash    string    `json:"hash"`           // SHA-256 of the 32 bytes, in hex, as published
	Shown   time.Time `json:"shown,omitzero"` // time at which it was revealed; zero while it is secret
}

// Commitment is the public form of a seed: its hash at any time, and the seed itself once it is revealed.
type Commitment struct {
	Evening int64     `json:"evening"`        // number of the evening of play
	From    int64     `json:"from"`           // number of the first entry whose dice use it
	To      int64     `json:"to,omitempty"`   // number of the last such entry; 0 while it is in use
	Hash    string    `json:"hash"`           // SHA-256 of the seed's 32 bytes, in hex
	Seed    string    `json:"seed,omitempty"` // seed in hex; empty before it is revealed
	Shown   time.Time `json:"shown,omitzero"` // time at which it was revealed; zero before
}

// diceSeeds holds the seeds of a session, the oldest first.
type diceSeeds struct {
	list       []seed // seeds, the oldest first; each is used up to the first entry of the next
	hasUnsaved bool   // whether a seed in list isn't on disk yet
}

// generateSeed returns a new seed from the operating system's random numbers, for the dice of an evening. from is the number of the first
// entry to which it applies.
func generateSeed(evening, from int64) (seed, error) {
	var bytes [32]byte
	if _, err := crand.Read(bytes[:]); err != nil {
		return seed{}, fmt.Errorf("seed the dice: %w", err)
	}
	hash := sha256.Sum256(bytes[:])
	return seed{Evening: evening, From: from, Seed: hex.EncodeToString(bytes[:]), Hash: hex.EncodeToString(hash[:])}, nil
}

// ensureSeed adds a seed for the dice of an evening, unless there is one that isn't revealed. next is the number of the first entry to
// which the new seed applies.
func (d *diceSeeds) ensureSeed(evening, next int64) error {
	if n := len(d.list); n > 0 && d.list[n-1].Evening == evening && d.list[n-1].Shown.IsZero() && !d.list[n-1].isLost() {
		return nil
	}
	more, err := generateSeed(evening, next)
	if err != nil {
		return err
	}
	d.list, d.hasUnsaved = append(d.list, more), true
	return nil
}

// seedFor returns the seed for the dice of the entry with the given number, or nil if the entry is older than all seeds or its seed is
// lost.
func (d *diceSeeds) seedFor(entry int64) *seed {
	for i := len(d.list) - 1; i >= 0; i-- {
		if s := &d.list[i]; s.From > entry {
			continue
		} else if !s.isLost() {
			return s
		}
		break
	}
	return nil
}

// isLost reports whether s stands for the seeds that were lost with a damaged file.
func (s *seed) isLost() bool { return s.Seed == "" }

// markLostSeeds returns the setting that stores the seeds, for a session that was rescued from a damaged file. If there are entries
// from evenings after that of the last seed, it adds a seed that stands for the lost ones.
func markLostSeeds(setting []byte, entries []*journal.Record) ([]byte, error) {
	var list []seed
	if len(setting) == 0 {
		return setting, nil
	}
	if err := json.Unmarshal(setting, &list); err != nil || len(list) == 0 {
		return setting, err
	}
	for _, r := range entries {
		if r.Session > list[len(list)-1].Evening {
			return json.Marshal(append(list, seed{Evening: entries[len(entries)-1].Session, From: r.Seq}))
		}
	}
	return setting, nil
}

// commitments returns the seeds in the form in which others can see them, the oldest first, without lost ones.
func (d *diceSeeds) commitments() []Commitment {
	list := make([]Commitment, 0, len(d.list))
	for i, s := range d.list {
		if s.isLost() {
			continue
		}
		c := Commitment{Evening: s.Evening, From: s.From, Hash: s.Hash, Shown: s.Shown}
		if i+1 < len(d.list) {
			c.To = d.list[i+1].From - 1
		}
		if !s.Shown.IsZero() {
			c.Seed = s.Seed
		}
		list = append(list, c)
	}
	return list
}

// revealSeeds marks the used seeds of a session of play as revealed at the time now; last is the number of the newest entry. shown reports whether
// one of them was still secret.
func (d *diceSeeds) revealSeeds(evening, last int64, now time.Time) (shown bool, err error) {
	found := false
	for i := range d.list {
		s := &d.list[i]
		// a seed is used if there are entries from its first one on and before the first one of the next seed
		isUsed := i+1 < len(d.list) && d.list[i+1].From > s.From || i+1 == len(d.list) && last >= s.From
		if s.Evening != evening || !isUsed || s.isLost() {
			continue
		}
		found = true
		if s.Shown.IsZero() {
			s.Shown, shown = now, true
		}
	}
	if !found {
		return false, refusal("Session %d has rolled no dice from a seed.", evening)
	}
	return shown, nil
}

// ensureSeed adds a seed for the dice of this evening, unless there is one. It stores the seed on disk before the first die is rolled
// from it.
func (s *Session) ensureSeed() error {
	if err := s.seeds.ensureSeed(s.evenings.current, s.seq+1); err != nil {
		return err
	}
	return s.storeSeeds()
}

// storeSeeds stores the seeds on disk if one of them isn't stored yet.
func (s *Session) storeSeeds() error {
	if !s.seeds.hasUnsaved {
		return nil
	}
	err := s.keepSetting(settingSeeds, s.seeds.list)
	s.seeds.hasUnsaved = err != nil
	return err
}

// DiceHash returns the SHA-256, in hex, of the current seed, to be published when an evening begins. It returns "" if this evening has no
// seed, because dice have another source, or because the seed could not be saved yet.
func (s *Session) DiceHash() string {
	n := len(s.seeds.list)
	if n == 0 || s.seeds.hasUnsaved || s.seeds.list[n-1].Evening != s.evenings.current {
		return ""
	}
	return s.seeds.list[n-1].Hash
}

// Commitments lists the seeds of all evenings as others can see them, the oldest first.
func (s *Session) Commitments() []Commitment { return s.seeds.commitments() }

// RevealSeeds reveals the used seeds of an evening and returns them. Later dice use a new seed. If the change can't be stored, nothing is
// revealed.
func (s *Session) RevealSeeds(evening int64) ([]Commitment, error) {
	before := slices.Clone(s.seeds.list)
	revealed, err := s.seeds.revealSeeds(evening, s.seq, s.now())
	if err == nil && revealed {
		s.seeds.hasUnsaved = true
		if s.scriptedDice == nil && !s.seeds.list[len(before)-1].Shown.IsZero() {
			err = s.seeds.ensureSeed(s.evenings.current, s.seq+1)
		}
		if err == nil {
			err = s.storeSeeds()
		}
		if err != nil {
			s.seeds = diceSeeds{list: before}
		}
	}
	if err != nil {
		return nil, err
	}
	return collect.Filter(s.Commitments(), func(p Commitment) bool { return p.Evening == evening && p.Seed != "" }), nil
}

// faceFor returns the face that the seed of an entry gives for a die with the given origin and number of faces. The face is the same
// however often the entry is decided before it is stored.
func (d *diceSeeds) faceFor(at origin, faces int) (int, error) {
	s := d.seedFor(at.Entry)
	if s == nil {
		return 0, errors.New("roll the dice: their seed is missing")
	}
	bytes, err := s.decodeSeed()
	if err != nil {
		return 0, err
	}
	return Face(bytes, at.Entry, at.Place, faces), nil
}

// decodeSeed returns the 32 bytes of the seed.
func (s *seed) decodeSeed() (seed [32]byte, err error) {
	n, err := hex.Decode(seed[:], []byte(s.Seed))
	if err != nil || n != len(seed) || len(s.Seed) != 2*len(seed) {
		return seed, fmt.Errorf("The seed of session %d is damaged.", s.Evening)
	}
	return seed, nil
}

// Face returns the face of the die at a place (1, 2, 3 …) among all dice of an entry, typed ones included. Nothing else affects a rolled
// die, so any program can repeat the computation: the SHA-256 of the seed's 32 bytes, the entry's number and the place, both as eight
// bytes with the highest first, is the key of a ChaCha8 generator (C2SP chacha8rand). The first of the generator's 64-bit numbers below
// the largest multiple of faces counts; its remainder when divided by faces, plus 1, is the face.
func Face(seed [32]byte, entry int64, place, faces int) int {
	text := append([]byte(nil), seed[:]...)
	text = binary.BigEndian.AppendUint64(text, uint64(entry))
	text = binary.BigEndian.AppendUint64(text, uint64(place))
	from := rand.NewChaCha8(sha256.Sum256(text))
	n := uint64(faces)
	for maximum := math.MaxUint64 - math.MaxUint64%n; ; {
		if x := from.Uint64(); x < maximum {
			return int(x%n) + 1
		}
	}
}

// CheckDice recomputes every rolled die from its seed, in order, including those of undone entries. err describes the first die that
// differs, or the first seed that doesn't match its published hash. No seed is revealed. Typed dice, and dice from before seeds existed,
// aren't checked. dice is the number of checked dice, first the number of the first entry that has a seed, or 0 if none has.
func (s *Session) CheckDice() (dice int, first int64, err error) {
	for i := range s.seeds.list {
		if err := s.seeds.list[i].checkHash(); err != nil {
			return 0, 0, err
		}
	}
	for k := range s.withProgress(s.entries) {
		if k.damage != nil {
			return 0, 0, k.damage
		}
		n, err := s.seeds.checkEntryDice(k)
		if err != nil {
			return 0, 0, err
		}
		dice += n
	}
	if len(s.seeds.list) > 0 {
		first = s.seeds.list[0].From
	}
	return dice, first, nil
}

// checkHash returns an error if s.Hash isn't the hash of the seed.
func (s *seed) checkHash() error {
	if s.isLost() {
		return nil
	}
	bytes, err := s.decodeSeed()
	if err != nil {
		return err
	}
	if hash := sha256.Sum256(bytes[:]); hex.EncodeToString(hash[:]) != s.Hash {
		return fmt.Errorf("The seed of session %d doesn't match its published hash.", s.Evening)
	}
	return nil
}

// checkEntryDice recomputes the dice of an entry that have a seed, and returns their number, or an error for the first that differs.
func (d *diceSeeds) checkEntryDice(k *record) (n int, err error) {
	for i, die := range k.payload().Dice {
		at := k.dieOrigin(i)
		if die.Typed || d.seedFor(at.Entry) == nil {
			continue
		}
		faces := die.FaceCount()
		if faces < 1 {
			return 0, fmt.Errorf("entry %d (%s): die %d is a %q, which no seed gives", k.Seq, k.payload().Title, i+1, die.Die)
		}
		want, err := d.faceFor(at, faces)
		if err != nil {
			return 0, err
		}
		if die.Ahead > 0 {
			want = combineFaces(die.Ahead, want, faces)
		}
		if want != die.Result {
			return 0, fmt.Errorf("entry %d (%s): die %d, a %s for %s, shows %d; its seed gives %d", k.Seq, k.payload().Title, i+1, die.Die, rules.MidSentence(die.For), die.Result, want)
		}
		n++
	}
	return n, nil
}

// dieOrigin returns the origin of the entry's die with the index i. The origin is in the entry itself, unless the past was
// amended since.
func (k *record) dieOrigin(i int) origin {
	if from := k.payload().From; i < len(from) {
		return from[i]
	}
	return origin{k.Seq, i + 1}
}
