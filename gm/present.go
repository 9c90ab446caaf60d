package gm

import (
	"hybrid/gm/command"
	"hybrid/rules"
)

// Skill finds a skill by its name or label, or the beginning of one where only one begins so.
func (s *Session) Skill(name string) (*rules.Skill, error) { return s.game.Skill(name) }

// Item finds what an actor carries by its name or label, or the beginning of one where only one begins so.
func (s *Session) Item(a *rules.Actor, name string) (*rules.Item, error) { return s.game.Item(a, name) }

// Option adds one option to what is declared, in the words that stand between commas in a prompt line.
func (s *Session) Option(d *rules.Doing, text string) error { return s.game.Option(d, text) }

// Task finds a task by its name or label, or the beginning of one where only one begins so.
func (s *Session) Task(name string) (*rules.Task, error) { return s.game.Task(name) }

// Game is the present: what a line is read, previewed and told with. It does not change; the next command makes a new one.
func (s *Session) Game() *command.Game { game := s.game; return &game }

// Owed lists what the timeline owes, next first; nothing outside an encounter.
func (s *Session) Owed() []rules.Owed { return s.game.Owed() }

// OwedText says in words what the timeline owes.
func (s *Session) OwedText(o rules.Owed) string { return s.game.OwedText(o) }

// Burden is what weighs on the bodily actions of an actor now, and what does.
func (s *Session) Burden(who string) (float64, []rules.Term) { return s.game.Burden(who) }

// Preview works a line out without rolling or changing anything.
func (s *Session) Preview(text string) (command.Preview, error) { return s.game.Preview(text) }

// Outlook works out how likely everything is that a line can come to if it took effect now, see [Game.Outlook].
func (s *Session) Outlook(text string, all bool) (command.Outlook, error) {
	return s.game.Outlook(text, all)
}

// Answers weighs the answers to a question that a command stopped at, by name. A command that cannot be weighed has
// none.
func (s *Session) Answers(c command.Command, need *rules.Need) map[string]command.Answering {
	return s.game.Answers(c, need)
}

// recent is how many entries back it is looked for what a combatant did lately.
const recent = 300

// Ranking puts what an actor may do in order, by what it did lately too.
func (s *Session) Ranking(who string) command.Ranking {
	r := command.Ranking{Game: s.Game()}
	for i := len(s.stand) - 1; i >= max(0, len(s.stand)-recent); i-- {
		said := s.stand[i].payload()
		if said.Who != who {
			continue
		}
		if l, ok := r.Habit(said.Line); ok {
			r.Habits = append(r.Habits, l)
		}
	}
	return r
}
