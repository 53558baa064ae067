#!/usr/bin/env bash
# Brings the documents of a table to the newest version, by COPY, a pipe and one update.
#
#     migrate.sh RULES TABLE            PGHOST, PGDATABASE and so on say where the table is
#
# The table has the columns `id`, a number, and `doc`, which is jsonb, json or text. README.md says what
# becomes of bad documents and of newer ones, and how to start again.
set -euo pipefail
rules=$1 table=$2
migrate=${JSONMIGRATE:-jsonmigrate}
newest=$($migrate check "$rules" | sed -n 's/.* to \(.*\), no mistakes$/\1/p')
[ -n "$newest" ] || { echo "there is no newest version in $rules"; exit 1; }
sql() { psql -qXAt -v ON_ERROR_STOP=1 "$@"; }
type=$(sql -c "select format_type(atttypid, atttypmod) from pg_attribute
  where attrelid = '$table'::regclass and attname = 'doc'")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What COPY writes with these has the lines as they are: its own text form doubles backslashes.
raw="(format csv, quote e'\\x01', delimiter e'\\x02')"
# A line for each document that isn't current, in an envelope with what tells its row and the state of
# it. The document is put in as it is written; a line end outside of its texts means nothing, and one
# inside is an error anyway.
case $type in
  text) version="doc !~ '\"version\"[[:space:]]*:[[:space:]]*\"?$newest\"?[[:space:]]*[,}]'" ;;
  *) version="doc->>'version' is distinct from '$newest'" ;;
esac
cat >"$work/lines.sql" <<SQL
copy (
  select '{"id":' || id || ',"xmin":"' || xmin || '","doc":'
    || translate(doc::text, e'\\n\\r', '  ') || '}'
  from $table where $version order by id
) to stdout $raw
SQL
cat >"$work/pipe.sh" <<SH
set -euo pipefail
psql -qXAt -v ON_ERROR_STOP=1 -f '$work/lines.sql' |
  $migrate apply '$rules' --ndjson --each doc \
    --skip-bad '$work/bad' --reasons '$work/reasons' --bad-ok -qq
SH

# One session: what it is killed in the middle of never happened.
sql <<SQL
set client_min_messages = warning;
create table if not exists migration_errors (
  tab text, id bigint, kind text, message text, reason json, seen timestamptz default now(),
  primary key (tab, id)
);
create temp table stage (line text);
create temp table bad (number bigint generated always as identity, line text);
create temp table reasons (number bigint generated always as identity, reason json);
\\copy stage from program 'bash $work/pipe.sh' with $raw
\\copy bad (line) from '$work/bad' with $raw
\\copy reasons (reason) from '$work/reasons' with $raw
create temp table migrated as
  select (line::json->>'id')::bigint as id, line::json->>'xmin' as state, line::json->'doc' as doc
  from stage;
analyze migrated;
begin;
-- A row that someone else has changed since is left for the next run.
update $table x set doc = m.doc::text::$type
  from migrated m where x.id = m.id and x.xmin::text = m.state and x.doc::text <> m.doc::text;
insert into migration_errors (tab, id, kind, message, reason)
  select '$table', substring(line from '^\\{"id":([0-9]+)')::bigint, reason->>'kind',
    reason->>'message', reason
  from bad join reasons using (number)
  on conflict (tab, id) do update
    set (kind, message, reason, seen) = (excluded.kind, excluded.message, excluded.reason, now());
delete from migration_errors e using migrated m where e.tab = '$table' and e.id = m.id;
commit;
SQL
