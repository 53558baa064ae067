/* Functions of SQL that bring JSON documents to the newest version, as an extension that SQLite loads.
 *
 *     select migrate_rules('rules');       reads a folder of rules, for this connection
 *     update poems set doc = migrate(doc);
 *
 * migrate(doc) is the document in its newest version, and an error of SQL, which says where and why, of one
 * that can't be migrated. migrate_or_null(doc) is NULL of such a one, and migrate_error(doc) a line of JSON
 * that says why, and NULL of a good one. What is NULL stays NULL.
 *
 *     cc -O2 -fPIC -shared -I Sources/CJSONMigration/include Examples/sqlite/migrate.c \
 *       dist/libjsonmigration.so -Wl,-rpath,'$ORIGIN' -o dist/migrate.so
 */
#include <sqlite3ext.h>
SQLITE_EXTENSION_INIT1

#include <stddef.h>

#include "jsonmigration.h"

/* The rules of a connection, which all of its functions share. */
typedef struct {
  jsonmigration *rules;
  int users;
} connection;

enum wanted { DOCUMENT, DOCUMENT_OR_NULL, ERROR };

typedef struct {
  connection *connection;
  enum wanted wanted;
} function;

static void leave(void *data) {
  function *function = data;
  connection *connection = function->connection;
  sqlite3_free(function);
  if (--connection->users == 0) {
    jsonmigration_close(connection->rules);
    sqlite3_free(connection);
  }
}

/* An error of SQL out of the lines of JSON that the library has. They are taken apart by SQL, and are told
 * as they are where that can't be. */
static void fail(sqlite3_context *context, jsonmigration_buffer lines) {
  static const char sql[] =
      "select coalesce(json_extract(e, '$.places[0].file')"
      "  || coalesce(':' || json_extract(e, '$.places[0].line'), '')"
      "  || coalesce(':' || json_extract(e, '$.places[0].column'), '') || ': ', '')"
      " || json_extract(e, '$.message') || ' [' || json_extract(e, '$.kind') || ']'"
      " || coalesce(' (' || json_extract(e, '$.help') || ')', '')"
      " from (select substr(?1, 1, instr(?1, char(10)) - 1) as e)";
  sqlite3_stmt *statement = NULL;
  if (sqlite3_prepare_v2(sqlite3_context_db_handle(context), sql, -1, &statement, NULL) == SQLITE_OK &&
      sqlite3_bind_text64(statement, 1, (const char *)lines.bytes, lines.count, SQLITE_STATIC,
                          SQLITE_UTF8) == SQLITE_OK &&
      sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_text(statement, 0))
    sqlite3_result_error(context, (const char *)sqlite3_column_text(statement, 0), -1);
  else
    sqlite3_result_error(context, lines.bytes ? (const char *)lines.bytes : "out of memory",
                         lines.bytes ? (int)lines.count : -1);
  sqlite3_finalize(statement);
}

static void open_rules(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  connection *connection = ((function *)sqlite3_user_data(context))->connection;
  jsonmigration *rules;
  jsonmigration_buffer errors;
  const char *folder = (const char *)sqlite3_value_text(values[0]);
  if (jsonmigration_open(folder, NULL, &rules, &errors) != 0) {
    fail(context, errors);
    jsonmigration_free(errors.bytes);
    return;
  }
  jsonmigration_close(connection->rules);
  connection->rules = rules;
  sqlite3_result_value(context, values[0]);
}

static void migrate(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  const function *function = sqlite3_user_data(context);
  int type = sqlite3_value_type(values[0]);
  if (type == SQLITE_NULL) return;
  if (!function->connection->rules) {
    sqlite3_result_error(context, "there are no rules: select migrate_rules('rules')", -1);
    return;
  }
  const uint8_t *bytes =
      type == SQLITE_BLOB ? sqlite3_value_blob(values[0]) : sqlite3_value_text(values[0]);
  /* An empty blob has no address. */
  size_t size = (size_t)sqlite3_value_bytes(values[0]);
  if (!bytes) bytes = (const uint8_t *)"";
  jsonmigration_buffer result, errors;
  int32_t status =
      jsonmigration_migrate(function->connection->rules, bytes, size, &result, &errors);
  if (function->wanted == ERROR) {
    /* Without the line end. */
    if (status < 0 && errors.count > 0)
      sqlite3_result_text64(context, (const char *)errors.bytes, errors.count - 1, SQLITE_TRANSIENT,
                            SQLITE_UTF8);
  } else if (status == JSONMIGRATION_CHANGED) {
    if (type == SQLITE_BLOB)
      sqlite3_result_blob64(context, result.bytes, result.count, jsonmigration_free);
    else
      sqlite3_result_text64(context, (const char *)result.bytes, result.count, jsonmigration_free,
                            SQLITE_UTF8);
    result.bytes = NULL;
  } else if (status >= 0) {
    sqlite3_result_value(context, values[0]);
  } else if (function->wanted == DOCUMENT) {
    fail(context, errors);
  }
  jsonmigration_free(result.bytes);
  jsonmigration_free(errors.bytes);
}

static int add(sqlite3 *base, connection *connection, const char *name, enum wanted wanted, int flags,
               void (*call)(sqlite3_context *, int, sqlite3_value **)) {
  function *made = sqlite3_malloc(sizeof(function));
  if (!made) return SQLITE_NOMEM;
  *made = (function){connection, wanted};
  connection->users++;
  /* Where it fails it calls `leave` by itself. */
  return sqlite3_create_function_v2(base, name, 1, SQLITE_UTF8 | flags, made, call, NULL, NULL, leave);
}

int sqlite3_migrate_init(sqlite3 *base, char **error, const sqlite3_api_routines *api) {
  (void)error;
  SQLITE_EXTENSION_INIT2(api);
  connection *connection = sqlite3_malloc(sizeof(*connection));
  if (!connection) return SQLITE_NOMEM;
  connection->rules = NULL;
  connection->users = 1;
  /* A view or a trigger of a file from elsewhere must not read folders. */
  int status = add(base, connection, "migrate_rules", DOCUMENT, SQLITE_DIRECTONLY, open_rules);
  if (status == SQLITE_OK) status = add(base, connection, "migrate", DOCUMENT, 0, migrate);
  if (status == SQLITE_OK) status = add(base, connection, "migrate_or_null", DOCUMENT_OR_NULL, 0, migrate);
  if (status == SQLITE_OK) status = add(base, connection, "migrate_error", ERROR, 0, migrate);
  if (--connection->users == 0) sqlite3_free(connection);
  return status;
}
