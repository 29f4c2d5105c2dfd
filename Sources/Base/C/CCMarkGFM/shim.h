// The public headers of cmark-gfm and of its extensions, as one module.
#include <cmark-gfm.h>
#include <cmark-gfm-extension_api.h>
#include <cmark-gfm-core-extensions.h>
