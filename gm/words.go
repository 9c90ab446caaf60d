package gm

import "hybrid/rules"

// Skill finds a skill by its name or label, or the beginning of one where only one begins so.
func (s *Session) Skill(name string) (*rules.Skill, error) { return s.skill(name) }

// Item finds what somebody carries by its name or label, or the beginning of one where only one begins so.
func (s *Session) Item(a *rules.Actor, name string) (*rules.Item, error) { return s.item(a, name) }

// Option adds one option to what is declared, in the words that stand between commas in a prompt line.
func (s *Session) Option(d *rules.Doing, text string) error { return s.option(d, text) }

// Answer finds the choice that somebody names, by its name or label, or the beginning of one where only one begins so.
func Answer(need *rules.Need, text string) (string, error) { return answer(need, text) }

// Task finds a task by its name or label, or the beginning of one where only one begins so.
func (s *Session) Task(name string) (*rules.Task, error) { return s.task(name) }
