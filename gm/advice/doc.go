/*
Package advice lists and rates an actor's possible actions. A [Ranking] is a game with an actor's recent lines. It sorts actions,
targets and options by habit, by side and by ability to act (rank.go). [Ranking.Advise] rates the actions by the odds of the rules,
including the actor's own losses and its opponents' actions in progress (advice.go). Neither changes the game.
*/
package advice
