/*
Package purchase lists what experience can buy: the next ranks and points of an actor, their costs and gains in chances, and the plans
with the highest gain. It knows no rules: chances are previews of package rules.
*/
package purchase
