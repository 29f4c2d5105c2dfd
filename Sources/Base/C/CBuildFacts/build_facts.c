#include "build_facts.h"

#ifndef SHEAF_COMMIT
#define SHEAF_COMMIT ""
#endif

const char *const sheaf_build_commit = SHEAF_COMMIT;
