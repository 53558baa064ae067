#!/usr/bin/env bash
# Brings the documents of a table in an SQLite file to the newest version, by a pipe and one update.
#
#     migrate.sh RULES FILE TABLE
#
# The table has the columns `id`, a whole number, and `doc`, which is JSON as text. README.md says what becomes
# of bad documents and of newer ones, and how to start again.
set -euo pipefail
rules=$1 file=$2 table=$3
migrate=${JSONMIGRATE:-jsonmigrate}
newest=$($migrate check "$rules" --format json | sed -n 's/.*"newest": "\{0,1\}\([^",}]*\).*/\1/p')
[ -n "$newest" ] || { echo "there is no newest version in $rules"; exit 1; }
# The number 3 is not the text "3"; a version that is a text of digits alone is just read once more.
[[ $newest =~ ^-?[0-9]+$ ]] && current=$newest || current="'${newest//\'/\'\'}'"
name=${table//\'/\'\'}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sql() { sqlite3 -bail -batch -noheader -cmd '.timeout 60000' "$@"; }

# A line for each document that isn't current, in an envelope with what tells its row and what it was.
# Line ends outside of texts mean nothing, and inside they are an error anyway. What is no JSON could go on as
# the envelope does, such as 1, "more": 2; so there that is never sound.
sql -list "$file" "
  select '{\"id\":' || id || ',\"doc\":' || replace(replace(doc, char(10), ' '), char(13), ' ')
    || case when json_valid(doc) then '}' else '},' end
  from $table
  where not json_valid(doc)
    or json_extract(doc, '\$.version') is not $current
  order by id" >"$work/old"
$migrate apply "$rules" --ndjson --each doc --skip-bad "$work/bad" --reasons "$work/reasons" --bad-ok \
  -qq <"$work/old" >"$work/new"

# One transaction: what it is killed in the middle of never happened.
# A temporary table hides one of the file that is called the same: no other begins with jsonmigrate_.
lines() { # lines TABLE FILE: a table with the lines of a file, and their numbers
  printf 'create temp table %s (line text);\n.import "%s" %s\n' "$1" "$2" "$1"
}
{
  printf '.mode ascii\n.separator "\\037" "\\n"\n'
  lines jsonmigrate_old "$work/old"
  lines jsonmigrate_new "$work/new"
  lines jsonmigrate_bad "$work/bad"
  lines jsonmigrate_reasons "$work/reasons"
  cat <<SQL
begin immediate;
create table if not exists migration_errors (
  tab text, id integer, kind text, message text, reason text, seen text default current_timestamp,
  primary key (tab, id)
);
create temp table jsonmigrate_before (id integer primary key, doc text);
insert into jsonmigrate_before select cast(substr(line, 7) as integer),
  substr(line, instr(line, ',"doc":') + 7, length(line) - instr(line, ',"doc":') - 7) from jsonmigrate_old;
create temp table jsonmigrate_after (id integer primary key, doc text);
insert into jsonmigrate_after select cast(substr(line, 7) as integer),
  substr(line, instr(line, ',"doc":') + 7, length(line) - instr(line, ',"doc":') - 7) from jsonmigrate_new;
-- A row that someone else has changed since is left for the next run.
update $table as x set doc = m.doc from jsonmigrate_after m join jsonmigrate_before b using (id)
  where x.id = m.id and m.doc <> b.doc and replace(replace(x.doc, char(10), ' '), char(13), ' ') = b.doc;
insert or replace into migration_errors (tab, id, kind, message, reason)
  select '$name', cast(substr(b.line, 7) as integer), json_extract(r.line, '\$.kind'),
    json_extract(r.line, '\$.message'), r.line
  from jsonmigrate_bad b join jsonmigrate_reasons r on r.rowid = b.rowid;
delete from migration_errors where tab = '$name' and id in (select id from jsonmigrate_after);
commit;
SQL
} | sql "$file"
