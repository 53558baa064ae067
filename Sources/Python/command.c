/* The command in the wheel: all of it is in the library beside it. */
int jsonmigrate_main(int count, char **arguments);

int main(int count, char **arguments) { return jsonmigrate_main(count, arguments); }
