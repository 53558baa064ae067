/* The C interface as a program uses it, from threads and after a fork, and every misuse that the header
 * allows. `.ci/c/run` compiles and runs it. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "jsonmigration.h"

static int failures;

#define EXPECT(condition) expect(condition, #condition, __func__, __LINE__)
#define BYTES(text) (const uint8_t *)(text), strlen(text)

static void expect(int holds, const char *what, const char *where, int line) {
  if (holds) return;
  __atomic_add_fetch(&failures, 1, __ATOMIC_RELAXED);
  fprintf(stderr, "%s, line %d: %s\n", where, line, what);
}

static int is(jsonmigration_buffer buffer, const char *text) {
  return buffer.count == strlen(text) && !memcmp(buffer.bytes, text, buffer.count);
}

static int holds(jsonmigration_buffer buffer, const char *text) {
  size_t length = strlen(text);
  for (size_t place = 0; place + length <= buffer.count; place++)
    if (!memcmp(buffer.bytes + place, text, length)) return 1;
  return 0;
}

/* Whether errors are lines, and say this; they are freed. */
static int said(jsonmigration_buffer *errors, const char *text) {
  int found = holds(*errors, text) && errors->bytes[errors->count - 1] == '\n';
  if (!found) fprintf(stderr, "not %s: %.*s\n", text, (int)errors->count, (char *)errors->bytes);
  jsonmigration_free(errors->bytes);
  *errors = (jsonmigration_buffer){0};
  return found;
}

static const char *rules =
  "{\"to\": 2, \"rules\": ["
  "{\"rename\": {\"a\": \"b\"}, \"if-missing\": \"fail\"},"
  "{\"add-default\": [\"id\"], \"generate\": \"uuid\", \"when\": \"@.wants\"},"
  "{\"add-default\": [\"at\"], \"generate\": \"now\", \"when\": \"@.wants\"}]}";

static jsonmigration *opened_by(const char *rules, const jsonmigration_options *options) {
  jsonmigration_source source = {"v2.json", BYTES(rules)};
  jsonmigration *migrator;
  jsonmigration_buffer errors;
  if (jsonmigration_open_sources(&source, 1, options, &migrator, &errors)) {
    fprintf(stderr, "%.*s\n", (int)errors.count, (char *)errors.bytes);
    exit(1);
  }
  return migrator;
}

static jsonmigration *opened(const jsonmigration_options *options) {
  return opened_by(rules, options);
}

static const char *old = "{\"version\": 1, \"a\": 1}";
static const char *new = "{\"version\": 2, \"b\": 1}";
static const char *newer = "{\"version\": 7, \"a\": 1}";
static const char *lacking = "{\"version\": 1, \"c\": 1}";

static void one_document(void) {
  jsonmigration *migrator = opened(NULL);
  jsonmigration_buffer result, errors;
  EXPECT(jsonmigration_migrate(migrator, BYTES(old), &result, &errors) == JSONMIGRATION_CHANGED);
  EXPECT(is(result, new) && !errors.bytes);
  jsonmigration_free(result.bytes);
  EXPECT(jsonmigration_migrate(migrator, BYTES(new), &result, &errors) == JSONMIGRATION_CURRENT);
  EXPECT(!result.bytes && !result.count);
  EXPECT(jsonmigration_migrate(migrator, BYTES(lacking), &result, &errors) == JSONMIGRATION_FAILED);
  EXPECT(!result.bytes && said(&errors, "\"kind\": \"missing-value\""));
  EXPECT(jsonmigration_migrate(migrator, BYTES("{\n  \"a\" 1}"), &result, &errors) < 0);
  EXPECT(said(&errors, "\"line\": 2, \"column\": 7"));
  EXPECT(jsonmigration_migrate(migrator, BYTES(newer), &result, &errors) < 0);
  EXPECT(said(&errors, "\"kind\": \"newer-version\""));
  EXPECT(jsonmigration_migrate(migrator, BYTES(newer), &result, NULL) == JSONMIGRATION_FAILED);
  EXPECT(jsonmigration_migrate(migrator, NULL, 0, &result, &errors) == JSONMIGRATION_FAILED);
  EXPECT(said(&errors, "\"kind\": \"bad-json\""));
  jsonmigration_close(migrator);
}

static void into_room(void) {
  jsonmigration *migrator = opened(NULL);
  jsonmigration_buffer larger, errors;
  uint8_t room[64];
  size_t length = 7;
  memset(room, '-', sizeof room);
  EXPECT(jsonmigration_migrate_into(
           migrator, BYTES(old), room, sizeof room, &length, &larger, &errors) == 1);
  EXPECT(length == strlen(new) && !memcmp(room, new, length) && room[length] == '-');
  EXPECT(!larger.bytes);
  memset(room, '-', sizeof room);
  EXPECT(jsonmigration_migrate_into(migrator, BYTES(old), room, 5, &length, &larger, &errors) == 1);
  EXPECT(length == strlen(new) && room[0] == '-' && is(larger, new));
  jsonmigration_free(larger.bytes);
  EXPECT(jsonmigration_migrate_into(migrator, BYTES(old), NULL, 0, &length, NULL, NULL) == 1);
  EXPECT(length == strlen(new));
  EXPECT(jsonmigration_migrate_into(migrator, BYTES(new), room, 64, &length, NULL, NULL) == 0);
  EXPECT(length == 0);
  jsonmigration_close(migrator);
}

static void with_options(void) {
  uint64_t seed = 7;
  jsonmigration_options options = {
    .now = "2026-01-31T12:00:00Z", .seed = &seed, .skip_newer = 1, .max_depth = 3, .name = "mine"};
  jsonmigration *migrator = opened(&options);
  jsonmigration_buffer result, again, errors;
  const char *wanting = "{\"version\": 1, \"a\": 1, \"wants\": true}";
  EXPECT(jsonmigration_migrate(migrator, BYTES(wanting), &result, &errors) == 1);
  EXPECT(holds(result, "\"at\": \"2026-01-31T12:00:00Z\"") && holds(result, "\"id\": \""));
  EXPECT(jsonmigration_migrate(migrator, BYTES(wanting), &again, &errors) == 1);
  EXPECT(result.count == again.count && !memcmp(result.bytes, again.bytes, again.count));
  jsonmigration_free(result.bytes);
  jsonmigration_free(again.bytes);
  EXPECT(jsonmigration_migrate(migrator, BYTES(newer), &result, &errors) == JSONMIGRATION_LEFT);
  EXPECT(!result.bytes && !errors.bytes);
  EXPECT(jsonmigration_migrate(migrator, BYTES("[[[[1]]]]"), &result, &errors) < 0);
  EXPECT(said(&errors, "\"kind\": \"too-deep\""));
  EXPECT(jsonmigration_migrate(migrator, BYTES(lacking), &result, &errors) < 0);
  EXPECT(said(&errors, "\"file\": \"mine/v2.json\""));
  jsonmigration_close(migrator);

  options = (jsonmigration_options){.target = "1"};
  migrator = opened_by("{\"to\": 2, \"rules\": [{\"rename\": {\"a\": \"b\"}}]}", &options);
  EXPECT(jsonmigration_migrate(migrator, BYTES(old), &result, &errors) == JSONMIGRATION_CURRENT);
  EXPECT(jsonmigration_migrate(migrator, BYTES(new), &result, &errors) == JSONMIGRATION_CHANGED);
  EXPECT(is(result, old));
  jsonmigration_free(result.bytes);
  jsonmigration_close(migrator);
  options = (jsonmigration_options){.each = "row.doc"};
  migrator = opened(&options);
  const char *envelope = "{\"row\": {\"id\": 7, \"doc\": %s}, \"version\": \"x\"}";
  char given[256], expected[256];
  snprintf(given, sizeof given, envelope, old);
  snprintf(expected, sizeof expected, envelope, new);
  EXPECT(jsonmigration_migrate(migrator, BYTES(given), &result, &errors) == JSONMIGRATION_CHANGED);
  EXPECT(is(result, expected));
  jsonmigration_free(result.bytes);
  EXPECT(jsonmigration_migrate(migrator, BYTES(expected), &result, &errors) == 0);
  snprintf(given, sizeof given, envelope, lacking);
  EXPECT(jsonmigration_migrate(migrator, BYTES(given), &result, &errors) < 0);
  EXPECT(said(&errors, "\"path\": \"$.row.doc"));
  jsonmigration_close(migrator);
  options = (jsonmigration_options){.source = "2"};
  migrator = opened(&options);
  EXPECT(jsonmigration_migrate(migrator, BYTES("{\"a\": 1}"), &result, &errors) == 0);
  jsonmigration_close(migrator);
}

/* Text may end anywhere, also where a value has just begun. */
static void cut_documents(void) {
  const char *some[] = {
    "{\"map-values\": \"a[*]\", \"table\": {\"x\": \"y\"}, \"otherwise\": \"keep\"}",
    "{\"text\": \"a.*\", \"do\": [\"trim\"]}", "{\"set\": {\"a.x\": 1}}",
    "{\"in\": \"a\", \"add-default\": {\"x\": 1}}"};
  const char *documents[] = {
    "{\"version\": 1, \"a\": [\"x\", 1, {\"b\": 1}, []]}", "{\"version\": 1, \"a\": {} }",
    "{\"version\":1,\"a\":{\"x\": \"x\",\"y\":[]}}"};
  for (size_t rule = 0; rule < sizeof some / sizeof *some; rule++) {
    char step[256];
    snprintf(step, sizeof step, "{\"to\": 2, \"rules\": [%s]}", some[rule]);
    for (size_t index = 0; index < sizeof documents / sizeof *documents; index++)
      for (size_t end = 0; end < strlen(documents[index]); end++) {
        jsonmigration_buffer result, errors;
        jsonmigration_batch batch;
        const uint8_t *bytes = (const uint8_t *)documents[index];
        /* Each time anew: after a failure less is taken for granted. */
        jsonmigration *migrator = opened_by(step, NULL);
        EXPECT(jsonmigration_migrate(migrator, bytes, end, &result, &errors) == -1);
        EXPECT(said(&errors, "\"kind\": \"bad-json\""));
        EXPECT(jsonmigration_lines(migrator, bytes, end, &batch) == (end == 0 ? 0 : -1));
        jsonmigration_batch_free(&batch);
        jsonmigration_close(migrator);
      }
  }
}

static void lines(void) {
  jsonmigration *migrator = opened(NULL);
  jsonmigration_batch batch;
  const char *text =
    "{\"version\": 1, \"a\": 1}\n\n{\"version\": 2}\r\n{\"a\"\n{\"version\": 1, \"a\": 2}";
  EXPECT(jsonmigration_lines(migrator, BYTES(text), &batch) == JSONMIGRATION_FAILED);
  EXPECT(is(batch.data, "{\"version\": 2, \"b\": 1}\n\n{\"version\": 2}\r\n{\"version\": 2, \"b\": 2}"));
  EXPECT(batch.states.count == 5 && !memcmp(batch.states.bytes, "\1\0\0\377\1", 5));
  EXPECT(batch.documents == 4 && batch.changed == 2 && batch.left == 0 && batch.failed == 1);
  EXPECT(is(batch.rejected, "{\"a\"\n"));
  EXPECT(holds(batch.errors, "{\"row\": 3, \"severity\": \"error\", \"kind\": \"bad-json\""));
  EXPECT(holds(batch.errors, "\"line\": 4"));
  jsonmigration_batch_free(&batch);
  EXPECT(!batch.data.bytes && !batch.documents);
  EXPECT(jsonmigration_lines(migrator, NULL, 0, &batch) == 0 && batch.data.count == 0);
  jsonmigration_batch_free(&batch);
  jsonmigration_close(migrator);

  /* More than a piece, and a line that no document is as long as. */
  size_t count = 200000, each = strlen(old) + 1, longest = 64 << 20;
  char *many = malloc(count * each + longest + 2);
  for (size_t row = 0; row < count; row++) {
    memcpy(many + row * each, old, each - 1);
    many[row * each + each - 1] = '\n';
  }
  memset(many + count * each, ' ', longest + 1);
  many[count * each + longest + 1] = '\n';
  migrator = opened(NULL);
  EXPECT(jsonmigration_lines(migrator, (uint8_t *)many, count * each + longest + 2, &batch) < 0);
  EXPECT(batch.changed == count && batch.failed == 1 && batch.states.count == count + 1);
  EXPECT(batch.data.count == count * each && batch.rejected.count == longest + 2);
  EXPECT(holds(batch.errors, "{\"row\": 200000,") && holds(batch.errors, "\"line\": 200001"));
  jsonmigration_batch_free(&batch);
  jsonmigration_close(migrator);
  free(many);
}

/* The second of these is the first row, and the third is NULL. */
static const char *strings =
  "junk{\"version\": 1, \"a\": 1}{\"version\": 2}not a document{\"version\": 2, \"b\": 3}";
static const int32_t narrow[] = {0, 4, 26, 40, 54, 76};
static const int64_t wide[] = {0, 4, 26, 40, 54, 76};
static const uint8_t valid[] = {0x1A};

static jsonmigration_column column(int is_wide) {
  return (jsonmigration_column){
    .data = (const uint8_t *)strings, .data_count = strlen(strings),
    .offsets = is_wide ? (const void *)wide : narrow, .offsets_count = 6,
    .offset_bits = is_wide ? 64 : 32, .valid = valid, .valid_count = 1, .first = 1, .count = 4};
}

static void columns(void) {
  jsonmigration *migrator = opened(NULL);
  jsonmigration_batch batch;
  for (int is_wide = 0; is_wide < 2; is_wide++) {
    jsonmigration_column strings = column(is_wide);
    EXPECT(jsonmigration_strings(migrator, &strings, &batch) == JSONMIGRATION_FAILED);
    EXPECT(batch.documents == 3 && batch.changed == 1 && batch.failed == 1);
    EXPECT(is(batch.data, "{\"version\": 2, \"b\": 1}not a document{\"version\": 2, \"b\": 3}"));
    EXPECT(batch.states.count == 4 && !memcmp(batch.states.bytes, "\1\0\377\0", 4));
    int32_t narrow[] = {0, 22, 22, 36, 58};
    int64_t wide[] = {0, 22, 22, 36, 58};
    EXPECT(batch.offsets.count == (is_wide ? sizeof wide : sizeof narrow));
    EXPECT(!memcmp(batch.offsets.bytes, is_wide ? (void *)wide : narrow, batch.offsets.count));
    EXPECT(holds(batch.errors, "{\"row\": 2, \"severity\": \"error\", \"kind\": \"bad-json\""));
    EXPECT(batch.rejected.count == 0);
    jsonmigration_batch_free(&batch);
  }
  /* Offsets at any address, and no strings at all. */
  char odd[sizeof narrow + 1];
  memcpy(odd + 1, narrow, sizeof narrow);
  jsonmigration_column strings = column(0);
  strings.offsets = odd + 1;
  EXPECT(jsonmigration_strings(migrator, &strings, &batch) == JSONMIGRATION_FAILED);
  EXPECT(batch.documents == 3);
  jsonmigration_batch_free(&batch);
  jsonmigration_column none = {.offset_bits = 32};
  EXPECT(jsonmigration_strings(migrator, &none, &batch) == JSONMIGRATION_CURRENT);
  EXPECT(batch.offsets.count == 4 && batch.states.count == 0);
  jsonmigration_batch_free(&batch);
  jsonmigration_close(migrator);
}

static void files_again(void) {
  jsonmigration *migrator = opened(NULL), *again;
  jsonmigration_buffer name, bytes, errors;
  EXPECT(jsonmigration_source_count(migrator) == 1);
  EXPECT(jsonmigration_source_at(migrator, 0, &name, &bytes) == 0);
  EXPECT(is(name, "v2.json") && is(bytes, rules));
  jsonmigration_source source = {"v2.json", bytes.bytes, bytes.count};
  EXPECT(jsonmigration_open_sources(&source, 1, NULL, &again, &errors) == 0);
  jsonmigration_free(name.bytes);
  jsonmigration_free(bytes.bytes);
  jsonmigration_close(again);
  EXPECT(jsonmigration_source_at(migrator, 1, &name, &bytes) == JSONMIGRATION_REFUSED);
  EXPECT(!name.bytes && !bytes.bytes);
  jsonmigration_close(migrator);
}

/* ---- Rules folders ---- */

static const char *folder;

static const char *path(const char *name) {
  static char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

static void put(const char *name, const char *text) {
  FILE *file = fopen(path(name), "w");
  if (!file || fwrite(text, 1, strlen(text), file) != strlen(text) || fclose(file)) exit(1);
}

static void folders(void) {
  char name[] = "/tmp/jsonmigration-c-XXXXXX";
  folder = mkdtemp(name);
  if (!folder) exit(1);
  jsonmigration *migrator;
  jsonmigration_buffer result, errors;
  put("v2.json", rules);
  put("notes.txt", "no rules");
  EXPECT(jsonmigration_open(folder, NULL, &migrator, &errors) == 0 && !errors.bytes);
  EXPECT(jsonmigration_migrate(migrator, BYTES(old), &result, &errors) == 1 && is(result, new));
  jsonmigration_free(result.bytes);
  EXPECT(jsonmigration_source_count(migrator) == 1);
  jsonmigration_close(migrator);
  put("v3.json", "{\"to\": 3, \"rules\": [{\"renam\": {}}, {\"drop\": 1}]}");
  EXPECT(jsonmigration_open(folder, NULL, &migrator, &errors) == JSONMIGRATION_FAILED && !migrator);
  EXPECT(holds(errors, "/v3.json\", \"line\": 1, \"column\": 22"));
  EXPECT(said(&errors, "\"kind\": \"bad-rules\""));
  char *large = malloc((1 << 20) + 2);
  memset(large, ' ', (1 << 20) + 1);
  large[(1 << 20) + 1] = 0;
  put("v3.json", large);
  free(large);
  EXPECT(jsonmigration_open(folder, NULL, &migrator, &errors) < 0);
  EXPECT(said(&errors, "has more than 1048576 bytes"));
  unlink(path("v3.json"));
  EXPECT(symlink("/etc/passwd", path("v3.json")) == 0);
  EXPECT(jsonmigration_open(folder, NULL, &migrator, &errors) < 0);
  EXPECT(said(&errors, "is a link that leads out of the rules folder"));
  unlink(path("v3.json"));
  EXPECT(symlink("nothing", path("v3.json")) == 0);
  EXPECT(jsonmigration_open(folder, NULL, &migrator, &errors) < 0);
  EXPECT(said(&errors, "\"kind\": \"cannot-read\""));
  EXPECT(jsonmigration_open(path("v2.json"), NULL, &migrator, &errors) < 0);
  EXPECT(said(&errors, "is a file, and rules are a folder"));
  EXPECT(jsonmigration_open(path("none"), NULL, &migrator, &errors) < 0);
  EXPECT(said(&errors, "can't be read: no such file or directory"));
  unlink(path("v3.json"));
  /* A name of the system's need be no text. */
  char odd[sizeof name + 1];
  snprintf(odd, sizeof odd, "%s\xff", folder);
  EXPECT(rename(folder, odd) == 0);
  EXPECT(jsonmigration_open(odd, NULL, &migrator, &errors) == 0);
  jsonmigration_close(migrator);
  EXPECT(rename(odd, folder) == 0);
  unlink(path("v2.json"));
  unlink(path("notes.txt"));
  rmdir(folder);
}

/* ---- Misuse ---- */

static void without_rules(void) {
  jsonmigration *migrator = (void *)1;
  jsonmigration_buffer errors, buffer;
  jsonmigration_batch batch;
  jsonmigration_column strings = column(0);
  size_t length;
  uint64_t other[4] = {1, 2, 3, 4};
  jsonmigration *wrong[] = {NULL, (jsonmigration *)other};
  for (int index = 0; index < 2; index++) {
    EXPECT(jsonmigration_migrate(wrong[index], BYTES(old), &buffer, &errors) == -2);
    EXPECT(said(&errors, "not open"));
    EXPECT(jsonmigration_migrate(wrong[index], BYTES(old), &buffer, NULL) == -2);
    EXPECT(jsonmigration_migrate_into(wrong[index], BYTES(old), NULL, 0, &length, NULL, NULL) == -2);
    EXPECT(jsonmigration_lines(wrong[index], BYTES(old), &batch) == -2);
    EXPECT(!batch.data.bytes && holds(batch.errors, "not open"));
    jsonmigration_batch_free(&batch);
    EXPECT(jsonmigration_strings(wrong[index], &strings, &batch) == -2);
    jsonmigration_batch_free(&batch);
    EXPECT(jsonmigration_source_count(wrong[index]) == 0);
    EXPECT(jsonmigration_source_at(wrong[index], 0, &buffer, NULL) == -2);
    jsonmigration_close(wrong[index]);
  }
  EXPECT(jsonmigration_open(NULL, NULL, &migrator, &errors) == -2 && !migrator);
  EXPECT(said(&errors, "`folder` is NULL"));
  EXPECT(jsonmigration_open("rules", NULL, NULL, &errors) == -2);
  EXPECT(said(&errors, "`result` is NULL"));
  EXPECT(jsonmigration_open("rules", NULL, NULL, NULL) == -2);
  EXPECT(jsonmigration_open("", NULL, &migrator, &errors) == -1 && !migrator);
  EXPECT(said(&errors, "can't be read"));
  EXPECT(jsonmigration_open_sources(NULL, 1, NULL, &migrator, &errors) == -2);
  EXPECT(said(&errors, "`sources` is NULL"));
  EXPECT(jsonmigration_open_sources(NULL, (size_t)-1, NULL, &migrator, &errors) == -2);
  EXPECT(said(&errors, "`count` is 18446744073709551615"));
  EXPECT(jsonmigration_open_sources(NULL, 0, NULL, &migrator, &errors) == -1);
  EXPECT(said(&errors, "\"kind\": \"bad-rules\""));
  jsonmigration_source source = {NULL, BYTES(rules)};
  EXPECT(jsonmigration_open_sources(&source, 1, NULL, &migrator, &errors) == -2);
  EXPECT(said(&errors, "source 0 has no name"));
  source = (jsonmigration_source){"v2.json", NULL, 5};
  EXPECT(jsonmigration_open_sources(&source, 1, NULL, &migrator, &errors) == -2);
  EXPECT(said(&errors, "`v2.json` is NULL"));
  source = (jsonmigration_source){"\xff\xfe/\xff.json", BYTES("\xff\xff")};
  EXPECT(jsonmigration_open_sources(&source, 1, NULL, &migrator, &errors) < 0);
  jsonmigration_free(errors.bytes);
}

static void with_wrong_options(void) {
  jsonmigration_options wrong[] = {
    {.target = "9"}, {.source = "x"}, {.now = "yesterday"}, {.max_depth = 1025}, {.target = ""},
    {.target = "\xff"}, {.each = ""}, {.each = "a["}};
  const char *reasons[] = {
    "the rules name no version 9", "unknown-version", "`now` takes a date", "`max_depth` is 1025",
    "unknown-version", "unknown-version", "`each` takes a path", "`each` takes a path"};
  for (size_t index = 0; index < sizeof wrong / sizeof *wrong; index++) {
    jsonmigration_source source = {"v2.json", BYTES(rules)};
    jsonmigration *migrator = (void *)1;
    jsonmigration_buffer errors;
    EXPECT(jsonmigration_open_sources(&source, 1, wrong + index, &migrator, &errors) < 0);
    EXPECT(!migrator && said(&errors, reasons[index]));
  }
}

static void with_wrong_memory(void) {
  jsonmigration *migrator = opened(NULL);
  jsonmigration_buffer buffer, errors;
  jsonmigration_batch batch;
  uint8_t room[8];
  size_t length;
  EXPECT(jsonmigration_migrate(migrator, NULL, 5, &buffer, &errors) == -2);
  EXPECT(said(&errors, "`bytes` is NULL, and has 5 bytes"));
  EXPECT(jsonmigration_migrate(migrator, room, (size_t)-5, &buffer, &errors) == -2);
  EXPECT(said(&errors, "more than memory has"));
  EXPECT(jsonmigration_migrate(migrator, BYTES(old), NULL, &errors) == -2);
  EXPECT(said(&errors, "`result` is NULL"));
  EXPECT(jsonmigration_migrate_into(migrator, BYTES(old), NULL, 5, &length, NULL, &errors) == -2);
  EXPECT(said(&errors, "`room` is NULL"));
  EXPECT(jsonmigration_migrate_into(migrator, BYTES(old), room, 8, NULL, NULL, &errors) == -2);
  EXPECT(said(&errors, "`length`"));
  EXPECT(
    jsonmigration_migrate_into(migrator, BYTES(old), room, (size_t)-1, &length, NULL, NULL) == -2);
  EXPECT(jsonmigration_lines(migrator, NULL, 5, &batch) == -2);
  EXPECT(said(&batch.errors, "`bytes` is NULL"));
  EXPECT(jsonmigration_lines(migrator, room, (size_t)-5, &batch) == -2);
  EXPECT(said(&batch.errors, "more than memory has"));
  EXPECT(jsonmigration_lines(migrator, BYTES(old), NULL) == -2);
  EXPECT(jsonmigration_strings(migrator, NULL, &batch) == -2);
  EXPECT(said(&batch.errors, "`column` is NULL"));
  jsonmigration_batch_free(NULL);
  jsonmigration_free(NULL);
  jsonmigration_close(NULL);
  jsonmigration_close(migrator);
}

static void with_wrong_columns(void) {
  jsonmigration *migrator = opened(NULL);
  int32_t backwards[] = {0, 26, 4, 40, 54, 76}, negative[] = {0, -4, 26, 40, 54, 76};
  int32_t beyond[] = {0, 4, 26, 40, 54, 77};
  int64_t far[] = {0, 4, 26, 40, 54, INT64_MAX}, low[] = {0, INT64_MIN, 26, 40, 54, 76};
  jsonmigration_column wrong[16];
  const char *reasons[16];
  int count = 0;
#define WRONG(is_wide, change, reason) \
  wrong[count] = column(is_wide); wrong[count].change; reasons[count++] = reason
  WRONG(0, offsets = backwards, "row 0 goes from offset 26 to 4");
  WRONG(0, offsets = negative, "row 0 goes from offset -4 to 26");
  WRONG(0, offsets = beyond, "row 3 ends at offset 77, and the data has 76 bytes");
  WRONG(1, offsets = far, "row 3 ends at offset 9223372036854775807");
  WRONG(1, offsets = low, "row 0 goes from offset -9223372036854775808");
  WRONG(0, offsets = NULL, "`offsets` is NULL");
  WRONG(0, data = NULL, "`data` is NULL");
  WRONG(0, data_count = (size_t)-1, "more than memory has");
  WRONG(0, offset_bits = 16, "32 or 64 bits, and not 16");
  WRONG(0, offsets_count = 5, "there are 5 offsets");
  WRONG(1, offsets_count = SIZE_MAX / 2, "more than memory has");
  WRONG(0, valid_count = 0, "5 bits of `valid` need 1 bytes, and it has 0");
  WRONG(0, count = (size_t)-1, "`count` is");
  WRONG(0, count = SIZE_MAX / 2, "strings from number 1 on need an offset more");
  WRONG(0, first = SIZE_MAX / 2, "strings from number 9223372036854775807 on");
  WRONG(0, first = 2, "strings from number 2 on");
  for (int index = 0; index < count; index++) {
    jsonmigration_batch batch;
    EXPECT(jsonmigration_strings(migrator, wrong + index, &batch) == JSONMIGRATION_REFUSED);
    EXPECT(!batch.data.bytes && !batch.states.bytes && said(&batch.errors, reasons[index]));
  }
  jsonmigration_close(migrator);
}

/* ---- Threads and forks ---- */

static void *work(void *migrator) {
  for (int round = 0; round < 2000; round++) {
    uint8_t room[64];
    size_t length;
    jsonmigration_buffer errors;
    jsonmigration_batch batch;
    EXPECT(jsonmigration_migrate_into(migrator, BYTES(old), room, 64, &length, NULL, NULL) == 1);
    EXPECT(length == strlen(new) && !memcmp(room, new, length));
    EXPECT(jsonmigration_migrate_into(migrator, BYTES(lacking), room, 64, &length, NULL, &errors) < 0);
    EXPECT(said(&errors, "missing-value"));
    jsonmigration_column strings = column(round & 1);
    EXPECT(jsonmigration_strings(migrator, &strings, &batch) == -1 && batch.changed == 1);
    jsonmigration_batch_free(&batch);
  }
  return NULL;
}

static void eight_threads(void) {
  jsonmigration *migrator = opened(NULL);
  pthread_t threads[8];
  for (int index = 0; index < 8; index++) pthread_create(threads + index, NULL, work, migrator);
  for (int index = 0; index < 8; index++) pthread_join(threads[index], NULL);
  jsonmigration_close(migrator);
}

static void forks(void) {
  jsonmigration *migrator = opened(NULL);
  pthread_t thread;
  pthread_create(&thread, NULL, work, migrator);
  for (int round = 0; round < 20; round++) {
    pid_t child = fork();
    if (child == 0) {
      jsonmigration_buffer result;
      alarm(20);
      int status = jsonmigration_migrate(migrator, BYTES(old), &result, NULL);
      _exit(status == 1 && is(result, new) ? 0 : 1);
    }
    int status;
    waitpid(child, &status, 0);
    EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  pthread_join(thread, NULL);
  jsonmigration_close(migrator);
}

/* A child that is forked while other threads run can't go on under the thread sanitizer, whose own locks
 * may be held by them. */
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define forks() (void)forks
#endif
#endif

int main(void) {
  EXPECT(jsonmigration_abi() == JSONMIGRATION_ABI);
  EXPECT(strlen(jsonmigration_version()) >= 5);
  one_document();
  into_room();
  with_options();
  cut_documents();
  lines();
  columns();
  files_again();
  folders();
  without_rules();
  with_wrong_options();
  with_wrong_memory();
  with_wrong_columns();
  eight_threads();
  forks();
  if (!failures) puts("the C interface holds what its header says");
  return failures > 0;
}
