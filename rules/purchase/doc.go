/*
Package purchase lists what a character can buy with experience: the next ranks of skills and points of statistics, with their costs and
the gain in chances, and the plans with the highest gain. It contains no rules: package rules computes costs and chances.
*/
package purchase
