/*
Package advice says what an actor could do now and what each choice is worth. A [Ranking] is a game with the lines that an actor said
lately. It orders actions, targets and options by habit, by side and by who can act (rank.go); [Ranking.Advise] weighs them by the odds
of the rules, to see what an actor loses and what its opponents do (advice.go). Nothing is decided.
*/
package advice
