/* Brings JSON documents from the version they have to the newest one, by rules that are data.
 *
 *     jsonmigration *rules;
 *     jsonmigration_buffer errors;
 *     if (jsonmigration_open("rules", NULL, &rules, &errors) != 0) { ... errors says why ... }
 *     jsonmigration_buffer result;
 *     switch (jsonmigration_migrate(rules, bytes, count, &result, &errors)) { ... }
 *     jsonmigration_close(rules);
 *
 * The functions print nothing, catch no signal, end no process and keep nothing between calls but what
 * is in the rules that were opened. All of them may be called from any thread, and after a fork. A call
 * that makes no sense (a NULL where something is needed, offsets that lead out of the data) is refused
 * with a reason and does nothing. What no function can see is the caller's to hold: memory that is as
 * long as is said, isn't changed during a call, and is not used once it was given back; a stack of
 * 512 KiB; and memory to work on a document with, without which Swift ends the process. */
#ifndef JSONMIGRATION_H
#define JSONMIGRATION_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Changes when a program that was built with an older header would not work any more. */
#define JSONMIGRATION_ABI 2
uint32_t jsonmigration_abi(void);
/* As `jsonmigrate --version` prints it. */
const char *jsonmigration_version(void);

/* What became of a document, or of a call. */
enum {
  JSONMIGRATION_CURRENT = 0, /* there is no result: what was given is it */
  JSONMIGRATION_CHANGED = 1, /* the result is another text */
  JSONMIGRATION_LEFT = 2,    /* left alone: newer than the rules, or, among many, of another format */
  JSONMIGRATION_FAILED = -1, /* the errors say why; what was given is as it was */
  JSONMIGRATION_REFUSED = -2 /* no sense in the call, or no memory for the result: nothing was done */
};

/* Memory that is the caller's, until it goes to jsonmigration_free. */
typedef struct {
  uint8_t *bytes; /* NULL where there is nothing */
  size_t count;
} jsonmigration_buffer;

void jsonmigration_free(void *bytes);

/* Errors come in a buffer as lines of JSON, an object for each: "severity", "kind", "message",
 * "places" (each with "file", "line", "column", "start", "end", "path" where they are known), "help",
 * "notes". It is what `jsonmigrate --format json` writes. In batches "row" comes first, from 0. A NULL
 * in place of the buffer is allowed: then only the status tells. */

/* ---- Rules ---- */

/* Rules, read and checked. Any number of threads may use them at once. */
typedef struct jsonmigration jsonmigration;

typedef struct {
  const char *target;   /* the version to bring documents to; NULL: the newest */
  const char *source;   /* the version of documents that don't tell; NULL: the rules say */
  const char *now;      /* the time that rules generate, 2026-01-31T12:00:00Z; NULL: the clock */
  const uint64_t *seed; /* of the ids that rules generate; NULL: random ids */
  const char *name;     /* what messages call the rules; NULL: the folder's name, or "rules" */
  uint32_t max_depth;   /* how deep documents may nest, up to 1024; 0: 1024 */
  uint32_t skip_newer;  /* not 0: documents that are newer than the rules are left alone, and all of
                           what is given where `each` leads to one */
  const char *each;     /* where the documents are in what is given, such as "doc" or "items[*]", in
                           place of `each` in format.json; what is around them stays as it is */
} jsonmigration_options;

/* Without a clock of its own (`now`) the time is asked for once a call. With a seed each call counts
 * its ids from the beginning, so the same call gives the same result. */

/* Reads a rules folder. 0, or a negative status and errors: every mistake of the rules at once. */
int32_t jsonmigration_open(
  const char *folder, const jsonmigration_options *options, jsonmigration **result,
  jsonmigration_buffer *errors);

/* A rule file in memory. */
typedef struct {
  const char *name; /* as in the folder: "v2.json", "author/v2.json" */
  const uint8_t *bytes;
  size_t count;
} jsonmigration_source;

int32_t jsonmigration_open_sources(
  const jsonmigration_source *sources, size_t count, const jsonmigration_options *options,
  jsonmigration **result, jsonmigration_buffer *errors);

/* The files that rules were read from, so that they can be opened elsewhere. */
size_t jsonmigration_source_count(const jsonmigration *migrator);
int32_t jsonmigration_source_at(
  const jsonmigration *migrator, size_t index, jsonmigration_buffer *name,
  jsonmigration_buffer *bytes);

/* NULL is allowed. No other thread may be using the rules. */
void jsonmigration_close(jsonmigration *migrator);

/* ---- One document ---- */

/* The result is the caller's; there is one only where the status is CHANGED. */
int32_t jsonmigration_migrate(
  const jsonmigration *migrator, const uint8_t *bytes, size_t count, jsonmigration_buffer *result,
  jsonmigration_buffer *errors);

/* As that, into memory of the caller's, without any allocation. `length` is how long the result is. Is
 * it longer than `size`, nothing is written to `room`, and the result is in `larger`, which is the
 * caller's; where `larger` is NULL it is gone. */
int32_t jsonmigration_migrate_into(
  const jsonmigration *migrator, const uint8_t *bytes, size_t count, uint8_t *room, size_t size,
  size_t *length, jsonmigration_buffer *larger, jsonmigration_buffer *errors);

/* ---- Many documents ---- */

typedef struct {
  jsonmigration_buffer data;     /* lines, or strings one behind the other */
  jsonmigration_buffer offsets;  /* of strings: one more than there are, as wide as came in */
  jsonmigration_buffer states;   /* an int8_t for each line or string, blank and NULL ones too */
  jsonmigration_buffer rejected; /* lines that failed, as they came; strings stay in `data` */
  jsonmigration_buffer errors;   /* lines of JSON, each with its "row" */
  size_t documents, changed, left, failed;
} jsonmigration_batch;

/* Batches give CURRENT, CHANGED where a document was, FAILED where one did; then all the others are
 * in the result all the same. REFUSED comes with errors alone. */

/* A document in each line. Lines that fail are left out of the result. */
int32_t jsonmigration_lines(
  const jsonmigration *migrator, const uint8_t *bytes, size_t count, jsonmigration_batch *result);

/* Strings as Apache Arrow lays them out. String number i is
 * data[offsets[first + i]] up to data[offsets[first + i + 1]]; it is there if bit first + i of `valid`
 * is set, the lowest bit of a byte first. */
typedef struct {
  const uint8_t *data;
  size_t data_count;    /* in bytes */
  const void *offsets;  /* int32_t or int64_t, at any address */
  size_t offsets_count; /* how many there are */
  uint32_t offset_bits; /* 32 or 64 */
  const uint8_t *valid; /* NULL: all are there */
  size_t valid_count;   /* in bytes */
  size_t first;
  size_t count;
} jsonmigration_column;

/* A string that fails is in the result as it came. */
int32_t jsonmigration_strings(
  const jsonmigration *migrator, const jsonmigration_column *column, jsonmigration_batch *result);

/* Gives back all that is in a batch. */
void jsonmigration_batch_free(jsonmigration_batch *batch);

#ifdef __cplusplus
}
#endif
#endif
