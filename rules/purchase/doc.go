/*
Package purchase lists what experience can buy: the next ranks and points of an actor, what they cost and by how much chances
rise, and plans that raise chances most. It knows no rule: chances are previews of package rules.
*/
package purchase
