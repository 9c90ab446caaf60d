package rules

import (
	"slices"
	"testing"
)

// TestThreads: a note that begins with a mark is a thread, wherever it is pinned; a mark alone is none.
func TestThreads(t *testing.T) {
	s := &State{}
	for _, e := range []Event{
		{Kind: EventPin, Words: []string{"? Orlo owes an answer", "rain", "?"}},
		{Kind: EventPin, Who: "scar", Words: []string{"?who paid him?", "✓ why he limps"}},
	} {
		s.replaceNotes(&e)
	}
	if got, want := s.OpenThreads(), []string{"Orlo owes an answer", "who paid him?"}; !slices.Equal(got, want) {
		t.Errorf("open threads: %q, want %q", got, want)
	}
	list := s.Threads()
	if len(list) != 3 {
		t.Fatalf("%d threads, want 3: %v", len(list), list)
	}
	if closed := list[2]; closed.Open || closed.Text != "why he limps" || closed.Owner.Who != "scar" || closed.Note() != "✓ why he limps" {
		t.Errorf("the closed thread is %+v, as a note %q", closed, closed.Note())
	}
}

// TestKnownSecrets: what an actor knows is a sentence for each secret, in the order in which it learnt them.
func TestKnownSecrets(t *testing.T) {
	a := &Actor{}
	for _, e := range []Event{
		{Kind: EventKnow, What: TellSecret, Other: "parlour ledger", Text: "the page is under her cards"},
		{Kind: EventKnow, What: TellPicture, Other: "51af", Text: "map.png"},
		{Kind: EventKnow, What: TellSecret, Other: "parlour pay", Text: "Who pays Grell?"},
	} {
		a.applyKnowledge(&e)
	}
	if got, want := a.KnownSecrets(), []string{"The page is under her cards.", "Who pays Grell?"}; !slices.Equal(got, want) {
		t.Errorf("known: %q, want %q", got, want)
	}
	a.applyKnowledge(&Event{Kind: EventForget, What: TellSecret, Other: "parlour ledger"})
	if got := a.KnownSecrets(); len(got) != 1 {
		t.Errorf("known after it was taken back: %q", got)
	}
}
