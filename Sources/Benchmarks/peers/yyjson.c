// The headline job with yyjson, for comparison.
//
//     yyjson FILE MEGABYTES   for the benchmark: "validate" or "headline" a line, seconds back; or
//                             "headline" and a file, which it writes
//     yyjson                  from standard input to standard output, a line at a time
//
// Numbers are kept as they are written, which is faster here than to read and print them.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <yyjson.h>

static yyjson_alc *memory;

static bool is(yyjson_mut_val *value, const char *text) { return yyjson_mut_equals_str(value, text); }

static yyjson_mut_val *status(yyjson_mut_doc *document, yyjson_mut_val *old) {
  if (is(old, "todo")) return yyjson_mut_str(document, "pending");
  if (is(old, "doing")) return yyjson_mut_str(document, "active");
  if (is(old, "done")) return yyjson_mut_str(document, "completed");
  return NULL;
}

static void edit(yyjson_mut_doc *document, yyjson_mut_val *root) {
  yyjson_mut_obj_put(
      root, yyjson_mut_str(document, "version"), yyjson_mut_int(document, 3));
  yyjson_mut_obj_rename_key(document, root, "body", "text");
  if (!yyjson_mut_obj_get(root, "priority")) yyjson_mut_obj_add_int(document, root, "priority", 0);
  yyjson_mut_val *old = yyjson_mut_obj_get(root, "status");
  yyjson_mut_val *next = old ? status(document, old) : NULL;
  if (next) yyjson_mut_obj_put(root, yyjson_mut_str(document, "status"), next);
  yyjson_mut_obj_remove_key(root, "legacyFlag");
  yyjson_mut_val *name = yyjson_mut_obj_remove_key(root, "name");
  if (!name) return;
  const char *text = yyjson_mut_get_str(name);
  size_t length = yyjson_mut_get_len(name);
  const char *space = memchr(text, ' ', length);
  size_t first = space ? (size_t)(space - text) : length;
  size_t second = space ? first + 1 : length;
  yyjson_mut_obj_add_strn(document, root, "firstName", text, first);
  yyjson_mut_obj_add_strn(document, root, "lastName", text + second, length - second);
}

// The new text of a line and its length; NULL where the line is no JSON.
static char *migrate(const char *line, size_t length, size_t *written) {
  yyjson_doc *document =
      yyjson_read_opts((char *)line, length, YYJSON_READ_NUMBER_AS_RAW, memory, NULL);
  if (!document) return NULL;
  yyjson_mut_doc *copy = yyjson_doc_mut_copy(document, memory);
  yyjson_mut_val *root = yyjson_mut_doc_get_root(copy), *record;
  size_t index, count;
  if (yyjson_mut_is_arr(root)) {
    yyjson_mut_arr_foreach(root, index, count, record) edit(copy, record);
  } else {
    edit(copy, root);
  }
  char *text = yyjson_mut_write_opts(copy, 0, memory, written, NULL);
  yyjson_mut_doc_free(copy);
  yyjson_doc_free(document);
  return text;
}

static void job(const char *data, size_t size, FILE *out) {
  for (const char *line = data, *end = data + size; line < end;) {
    const char *stop = memchr(line, '\n', end - line);
    if (!stop) stop = end;
    size_t written;
    char *text = migrate(line, stop - line, &written);
    if (!text) exit(1);
    if (out) {
      fwrite(text, 1, written, out);
      fputc('\n', out);
    }
    memory->free(memory->ctx, text);
    line = stop + 1;
  }
}

static void validate(const char *data, size_t size) {
  for (const char *line = data, *end = data + size; line < end;) {
    const char *stop = memchr(line, '\n', end - line);
    if (!stop) stop = end;
    yyjson_doc_free(
        yyjson_read_opts((char *)line, stop - line, YYJSON_READ_NUMBER_AS_RAW, memory, NULL));
    line = stop + 1;
  }
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

static int serve(const char *name, size_t megabytes) {
  FILE *file = fopen(name, "rb");
  size_t limit = megabytes * 1000000;
  char *data = malloc(limit);
  if (!file || !data) return 1;
  size_t size = fread(data, 1, limit, file);
  while (size > 0 && data[size - 1] != '\n') size--;
  puts("ready");
  char request[4096];
  while (fflush(stdout), fgets(request, sizeof request, stdin)) {
    request[strcspn(request, "\n")] = 0;
    char *path = strchr(request, ' ');
    FILE *out = path ? fopen(path + 1, "wb") : NULL;
    double start = now();
    if (!strcmp(request, "validate")) {
      validate(data, size);
    } else {
      job(data, size, out);
    }
    printf("%.9f\n", now() - start);
    if (out) fclose(out);
  }
  return 0;
}

int main(int count, char **arguments) {
  memory = yyjson_alc_dyn_new();
  if (count == 3) return serve(arguments[1], strtoul(arguments[2], NULL, 10));
  char *line = NULL;
  size_t room = 0, written;
  ssize_t length;
  static char buffer[1 << 20];
  setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  while ((length = getline(&line, &room, stdin)) > 0) {
    char *text = migrate(line, length, &written);
    if (!text) return 1;
    fwrite(text, 1, written, stdout);
    putchar('\n');
    memory->free(memory->ctx, text);
  }
  return 0;
}
