/// The commit that the program was built from; empty if the build did not say.
extern const char *const sheaf_build_commit;
