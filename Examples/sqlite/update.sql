-- Brings the documents of a table to the newest version by the functions of migrate.c, in one transaction:
-- what it is killed in the middle of, or fails in, never happened. `migrate_rules` was called before.
-- The shell would go on behind a statement that failed, up to the commit. One that someone types in has the
-- transaction open then: `rollback`.
.bail on
begin immediate;
create table if not exists migration_errors (
  tab text, id integer, kind text, message text, reason text, seen text default current_timestamp,
  primary key (tab, id)
);
-- A document that fails stays as it is.
update poems set doc = coalesce(migrate_or_null(doc), doc)
  where not json_valid(doc) or json_extract(doc, '$.version') is not 3;
delete from migration_errors where tab = 'poems';
-- What is old now failed.
insert into migration_errors (tab, id, kind, message, reason)
  select 'poems', id, json_extract(reason, '$.kind'), json_extract(reason, '$.message'), reason
  from (
    select id, migrate_error(doc) as reason from poems
    where not json_valid(doc) or json_extract(doc, '$.version') is not 3
  )
  where reason is not null;
commit;
