package gm

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"maps"
	"path"
	"slices"

	"hybrid/rules"
)

// Fingerprint tells rules apart: it is made of every file of the pack and of the campaign's own tables, and of the
// choices made for its rulings. The same files in another folder have the same one.
func (c *Campaign) Fingerprint() string {
	h := sha256.New()
	for _, layer := range c.sources {
		for _, file := range layer.Files {
			part(h, path.Base(file.Name), file.Data)
		}
		part(h, "", nil)
	}
	for _, name := range slices.Sorted(maps.Keys(c.choices)) {
		part(h, name, []byte(c.choices[name]))
	}
	return brief(h)
}

// peopleFingerprint is made of the campaign's own characters and encounters as they are now: what an entry that brings
// somebody in depends on, beside the rules.
func (c *Campaign) peopleFingerprint() string {
	h := sha256.New()
	for _, dir := range rooms[1:] {
		for _, name := range fileNames(c.folder, dir) {
			if data, err := Read(c.folder, path.Join(dir, name+".yaml")); err == nil {
				part(h, dir+"/"+name+".yaml", data)
			}
		}
	}
	return brief(h)
}

// part adds a named piece, so that no other pieces come to the same.
func part(h hash.Hash, name string, data []byte) {
	fmt.Fprintf(h, "%d %s %d ", len(name), name, len(data))
	h.Write(data)
}

// brief is enough of a hash to tell some thousand states of a campaign apart.
func brief(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)[:8]) }

// sign writes under which rules an entry is decided, if they are not those of the one before it in the journal.
func (s *Session) sign(k *kept) {
	if s.ruled != s.rulesNow {
		k.stored.Rules = s.rulesNow
	}
	if slices.ContainsFunc(k.events, func(e rules.Event) bool { return e.Kind == rules.EventJoin }) {
		k.stored.People = s.campaign.peopleFingerprint()
	}
}

// signed is said once an entry is on disk.
func (s *Session) signed(k *kept) {
	if k.stored.Rules != "" {
		s.ruled = k.stored.Rules
	}
}

// ruledLast is under which rules the newest entry was decided; empty if none says.
func (s *Session) ruledLast() string {
	for i := len(s.entries) - 1; i >= 0; i-- {
		k := s.entries[i]
		if k.command == nil {
			if k.stored.Rules != "" {
				return k.stored.Rules
			}
			continue
		}
		if !bytes.Contains(k.command, []byte(`"rules":"`)) { // within a text the quotes would be escaped
			continue
		}
		var mark struct {
			Rules string `json:"rules"`
		}
		if json.Unmarshal(k.command, &mark) == nil && mark.Rules != "" {
			return mark.Rules
		}
	}
	return ""
}

// otherwise tells of an entry whether it was decided under other rules than those of now, or with other people; ruled
// is under which rules, empty for one from before that was written down.
func (s *Session) otherwise(k *kept, ruled string, people func() string) bool {
	return ruled != "" && ruled != s.rulesNow || k.told().People != "" && k.told().People != people()
}

// Elsewhere lists the entries that were decided under other rules than those that are played now, or with characters
// or encounters that have changed since. What they came to stands; deciding them again would say nothing.
func (s *Session) Elsewhere() []int64 {
	var list []int64
	ruled, people := "", ""
	now := func() string {
		if people == "" {
			people = s.campaign.peopleFingerprint()
		}
		return people
	}
	for _, k := range s.entries {
		if k.told().Rules != "" {
			ruled = k.told().Rules
		}
		if !k.step && s.otherwise(k, ruled, now) {
			list = append(list, k.seq)
		}
	}
	return list
}
