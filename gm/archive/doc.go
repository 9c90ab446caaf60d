/*
Package archive moves a campaign to another computer as one zip file, with the campaign's files, its current log (all that was played), the
log's backups and an index. It refuses file names that are invalid on some operating system.
*/
package archive
