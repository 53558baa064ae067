/* Compiles the header as C; what it declares is made by JSONMigrationC. */
#include "jsonmigration.h"
