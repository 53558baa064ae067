// How long programs take from their start to their end.
//
//     starts ROUNDS -- PROGRAM ARGUMENTS... -- PROGRAM ARGUMENTS...
//
// In each round each of them is started 20 times, after 3 that don't count: what ran before it has
// filled the caches. Prints a line for each: the fastest and the median, in microseconds. What they
// print goes nowhere.

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

enum { warming = 3, inRow = 20 };

extern char **environ;

static int byTime(const void *left, const void *right) {
  double difference = *(const double *)left - *(const double *)right;
  return difference < 0 ? -1 : difference > 0;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static double run(char **command, posix_spawn_file_actions_t *actions) {
  pid_t process;
  int status;
  double start = now();
  if (posix_spawnp(&process, command[0], actions, NULL, command, environ) != 0) return -1;
  if (waitpid(process, &status, 0) < 0 || status != 0) return -1;
  return now() - start;
}

int main(int count, char **words) {
  int rounds = count > 2 ? atoi(words[1]) : 0;
  char **commands[64];
  int number = 0;
  for (int index = 2; index < count && number < 64; index++) {
    if (strcmp(words[index], "--") != 0) continue;
    words[index] = NULL;
    commands[number++] = words + index + 1;
  }
  if (rounds < 1 || number < 1) return 2;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  int all = rounds * inRow;
  double *times = malloc(sizeof(double) * all * number);
  for (int round = 0; round < rounds; round++) {
    for (int index = 0; index < number; index++) {
      for (int turn = -warming; turn < inRow; turn++) {
        double time = run(commands[index], &actions);
        if (time < 0) {
          fprintf(stderr, "%s failed\n", commands[index][0]);
          return 1;
        }
        if (turn >= 0) times[index * all + round * inRow + turn] = time;
      }
    }
  }
  for (int index = 0; index < number; index++) {
    double *own = times + index * all;
    qsort(own, all, sizeof(double), byTime);
    printf("%.1f %.1f\n", own[0], own[all / 2]);
  }
  return 0;
}
