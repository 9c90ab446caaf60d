/*
Package archive writes a campaign to one zip file and reads it again on another computer: its files, its current log, the
log's backups and an index. It refuses file names that are invalid on some operating system.
*/
package archive
