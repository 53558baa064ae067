// The headline job with simdjson On-Demand, written by hand, for comparison.
//
//     simdjson FILE MEGABYTES   for the benchmark: "headline" a line, seconds back; or "headline" and
//                               a file, which it writes
//
// simdjson is no part of this project and isn't beside this file. With its sources in FOLDER:
//
//     c++ -O3 -march=native -std=c++20 -I FOLDER/include -I FOLDER/src \
//       simdjson.cpp FOLDER/src/simdjson.cpp -o DATA/simdjson
//
// The tables take it along where it is in the folder of the documents.
//
// It does less than the others: what it skips, numbers, literals, keys and texts that nothing is done
// with, is not validated but for brackets and UTF-8; that a key may stand twice isn't asked; and what
// stands between two edits is copied as one stretch, which only records without white space allow.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <string_view>

#include "simdjson.h"

using namespace simdjson;

namespace {

struct Output {
  std::string text;

  void put(const char *from, const char *to) { text.append(from, to - from); }
  void put(std::string_view part) { text.append(part); }
};

// A scalar without the white space behind it.
std::string_view trimmed(std::string_view token) {
  while (!token.empty() && (token.back() == ' ' || token.back() == '\n')) token.remove_suffix(1);
  return token;
}

// Adds what becomes of a record; false where it is no object, or not as the job expects.
bool migrate(ondemand::document_reference document, std::string_view source, Output &out) {
  ondemand::object object;
  if (document.get_object().get(object)) return false;
  const char *from = source.data();
  bool has_priority = false;
  for (auto member : object) {
    ondemand::field field;
    if (std::move(member).get(field)) return false;
    std::string_view key = field.escaped_key();
    const char *quote = key.data() - 1;
    switch (key.size()) {
      case 4:
        if (key == "body") {
          out.put(from, quote);
          out.put("\"text\"");
          from = key.data() + 5;
        } else if (key == "name") {
          std::string_view name = trimmed(field.value().raw_json_token());
          const char *end = name.data() + name.size();
          if (name.size() < 2 || name[0] != '"') return false;
          out.put(from, quote);
          std::string_view body = name.substr(1, name.size() - 2);
          size_t space = body.find(' ');
          out.put("\"firstName\":\"");
          out.put(body.substr(0, space));
          out.put("\",\"lastName\":\"");
          if (space != std::string_view::npos) out.put(body.substr(space + 1));
          out.put("\"");
          from = end;
        }
        break;
      case 6:
        if (key == "status") {
          std::string_view status = trimmed(field.value().raw_json_token());
          std::string_view next = status == "\"todo\""    ? "\"pending\""
                                  : status == "\"doing\"" ? "\"active\""
                                  : status == "\"done\""  ? "\"completed\""
                                                          : "";
          if (!next.empty()) {
            out.put(from, status.data());
            out.put(next);
            from = status.data() + status.size();
          }
        }
        break;
      case 7:
        if (key == "version") {
          std::string_view version = trimmed(field.value().raw_json_token());
          out.put(from, version.data());
          out.put("3");
          from = version.data() + version.size();
        }
        break;
      case 8:
        if (key == "priority") has_priority = true;
        break;
      case 10:
        if (key == "legacyFlag") {
          std::string_view flag = trimmed(field.value().raw_json_token());
          // The comma in front goes too: the records begin with another member.
          out.put(from, quote - 1);
          from = flag.data() + flag.size();
        }
        break;
    }
  }
  const char *brace = source.data() + source.rfind('}');
  out.put(from, brace);
  if (!has_priority) out.put(",\"priority\":0");
  out.put("}\n");
  return true;
}

void job(ondemand::parser &parser, const padded_string &data, FILE *file) {
  Output out;
  out.text.reserve(2'000'000);
  ondemand::document_stream stream;
  if (parser.iterate_many(data, 1'000'000).get(stream)) exit(1);
  for (auto line = stream.begin(); line != stream.end(); ++line) {
    ondemand::document_reference document;
    if ((*line).get(document) || !migrate(document, line.source(), out)) exit(1);
    // As large as a writer's chunk would be.
    if (out.text.size() > 1'000'000) {
      if (file) fwrite(out.text.data(), 1, out.text.size(), file);
      out.text.clear();
    }
  }
  if (file) fwrite(out.text.data(), 1, out.text.size(), file);
}

double now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

}  // namespace

int main(int count, char **arguments) {
  if (count != 3) return 2;
  FILE *input = fopen(arguments[1], "rb");
  if (!input) return 1;
  std::string text(strtoul(arguments[2], nullptr, 10) * 1'000'000, 0);
  text.resize(fread(text.data(), 1, text.size(), input));
  text.resize(text.rfind('\n') + 1);
  padded_string data(text);
  ondemand::parser parser;
  puts("ready");
  char request[4096];
  while (fflush(stdout), fgets(request, sizeof request, stdin)) {
    request[strcspn(request, "\n")] = 0;
    char *path = strchr(request, ' ');
    FILE *out = path ? fopen(path + 1, "wb") : nullptr;
    double start = now();
    job(parser, data, out);
    printf("%.9f\n", now() - start);
    if (out) fclose(out);
  }
  return 0;
}
