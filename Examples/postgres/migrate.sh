#!/usr/bin/env bash
# Brings the documents of a table to the newest version, by COPY, a pipe and one update, or many.
#
#     migrate.sh RULES TABLE [ROWS]     PGHOST, PGDATABASE and so on say where the table is
#
# The table has the columns `id`, a whole number, and `doc`, which is jsonb, json or text. With ROWS each
# transaction takes so many rows, in the order of their ids; else one takes all. README.md says what
# becomes of bad documents and of newer ones, and how to start again.
set -euo pipefail
rules=$1 table=$2 rows=${3:-}
migrate=${JSONMIGRATE:-jsonmigrate}
newest=$($migrate check "$rules" --format json | sed -n 's/.*"newest": "\{0,1\}\([^",}]*\).*/\1/p')
[ -n "$newest" ] || { echo "there is no newest version in $rules"; exit 1; }
# In SQL's quotes, and what the command reads and writes.
newest=${newest//\'/\'\'} name=${table//\'/\'\'}
export PGCLIENTENCODING=UTF8
sql() { psql -qXAt -v ON_ERROR_STOP=1 "$@"; }
type=$(sql -c "select format_type(atttypid, atttypmod) from pg_attribute
  where attrelid = '$name'::regclass and attname = 'doc'")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export rules work migrate # to pipe.sh

# The number 3 is not the text "3"; a version that is a text of digits alone is just read once more.
quote='"' version="doc->>'version'"
[[ $newest =~ ^-?[0-9]+$ ]] && quote= version="(doc->'version')::text"
# The document is put in as it is written, but for what would end a line or a column: outside of its
# texts that means nothing, and inside it is an error anyway.
old="$version is distinct from '$newest'" text="translate(doc::text, e'\\n\\r\\t', '   ')"
other="${text/doc/x.doc} <> m.doc::text" end="'}'" is_json=
case $type in
  jsonb) text='doc::text' other='x.doc <> m.doc' ;; # which is written without any of these
  json) ;;
  *)
    # A version that stands first or last is that of the document; elsewhere it may be of an object inside,
    # so then the document is read once more.
    version=$(sed 's/[][\\.*+?(){}|^$"]/\\&/g' <<<"$newest") s='[[:space:]]*'
    version="\"version\"$s:$s$quote$version$quote$s"
    # What is no JSON may look as if it were current; nothing else would ever tell of it.
    old="(doc !~ '^$s[{]$s$version[,}]|[{,]$s$version[}]$s\$' or not pg_temp.is_json(doc))"
    # It could go on as the envelope does, such as 1, "more": 2; so there that is never sound.
    end="case when pg_temp.is_json(doc) then '}' else '},' end"
    is_json='create function pg_temp.is_json(doc text) returns boolean language plpgsql as
      $$ begin perform doc::json; return true; exception when others then return false; end $$;'
    ;;
esac

# What COPY writes with these has the lines as they are: its own text form doubles backslashes.
raw="format csv, quote e'\\x01'"
# A line for each document that isn't current, in an envelope with its row, where that lies, and in which
# state it is. Tabs are in it where JSON may have space, so that what comes back has columns: COPY reads the
# document once, as what it is, and nothing else looks into the line.
batch() { # batch AFTER: the statement for rows with larger ids
  cat <<SQL
$is_json
copy (
  select e'{"id":\\t' || id || e'\\t,"at":\\t"' || ctid || e'"\\t,"xmin":\\t' || xmin
    || e'\\t,"doc":\\t' || $text || e'\\t' || $end
  from $table where $old and doc is not null
  ${1:+and id > $1} ${rows:+order by id limit $rows}
) to stdout ($raw, delimiter e'\\x02')
SQL
}
cat >"$work/pipe.sh" <<'SH'
set -euo pipefail
psql -qXAt -v ON_ERROR_STOP=1 -f "$work/lines.sql" |
  $migrate apply "$rules" --ndjson --each doc \
    --skip-bad "$work/bad" --reasons "$work/reasons" --bad-ok -qq
SH

# One session for each transaction: what it is killed in the middle of never happened. It prints the
# largest id that it has seen, or nothing.
transaction() {
  sql <<SQL
set client_min_messages = warning;
create table if not exists migration_errors (
  tab text, id bigint, kind text, message text, reason json, seen timestamptz default now(),
  primary key (tab, id)
);
-- A temporary table hides one that is called the same: no other begins with jsonmigrate_.
create temp table jsonmigrate_new (
  a text, id bigint, b text, place text, c text, state xid, d text, doc $type, e text
);
create temp table jsonmigrate_bad (number bigint generated always as identity, line text);
create temp table jsonmigrate_reasons (number bigint generated always as identity, reason json);
\\copy jsonmigrate_new from program 'bash "\$work/pipe.sh"' with ($raw, delimiter e'\\t')
\\copy jsonmigrate_bad (line) from '${work//\'/\'\'}/bad' with ($raw, delimiter e'\\x02')
\\copy jsonmigrate_reasons (reason) from '${work//\'/\'\'}/reasons' with ($raw, delimiter e'\\x02')
create temp table jsonmigrate_failed as
  select substring(line from '^\\{"id":\\t(-?[0-9]+)')::bigint as id, reason
  from jsonmigrate_bad join jsonmigrate_reasons using (number);
begin;
-- Each row is taken from where it lies, which neither sorts nor hashes documents.
set local enable_hashjoin = off;
set local enable_mergejoin = off;
set local jit = off;
-- A row that someone else has changed since is left for the next run: there is another one in its
-- place, or none.
update $table x set doc = m.doc from jsonmigrate_new m
  where x.ctid = btrim(m.place, '"')::tid and x.id + 0 = m.id and x.xmin = m.state and $other;
reset enable_hashjoin;
reset enable_mergejoin;
insert into migration_errors (tab, id, kind, message, reason)
  select '$name', id, reason->>'kind', reason->>'message', reason from jsonmigrate_failed
  on conflict (tab, id) do update
    set (kind, message, reason, seen) = (excluded.kind, excluded.message, excluded.reason, now());
delete from migration_errors e using jsonmigrate_new m where e.tab = '$name' and e.id = m.id;
commit;
select max(id) from (select id from jsonmigrate_new union all select id from jsonmigrate_failed) as seen;
SQL
}

last=
while :; do
  batch "$last" >"$work/lines.sql"
  last=$(transaction)
  [ -n "$rows" ] && [ -n "$last" ] || break
done
