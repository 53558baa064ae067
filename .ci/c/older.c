/* What the static libraries of Swift and of gcc want of a C library, and one of 2.17 hasn't. */
#include <sys/syscall.h>
#include <unistd.h>

/* Counts are changed as if there were other threads, which there may be. */
char __libc_single_threaded = 0;

int renameat2(
  int folder, const char *name, int new_folder, const char *new_name, unsigned int flags) {
  return (int)syscall(SYS_renameat2, folder, name, new_folder, new_name, flags);
}
