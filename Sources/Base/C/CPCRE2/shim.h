// PCRE2 for bytes, and a limit to the work of its matches. The limits of the library start again at each place of a text.
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

// Work that is left, what a step costs beside its distance, and the place of the last step.
struct pattern_work {
  long long left, cost;
  size_t place;
};

// Counts a step, which is called before each item of an expression.
static int pattern_step(pcre2_callout_block *step, void *data) {
  struct pattern_work *work = data;
  size_t place = step->current_position;
  work->left -= work->cost + (long long)(place > work->place ? place - work->place : work->place - place);
  work->place = place;
  return work->left < 0 ? PCRE2_ERROR_MATCHLIMIT : 0;
}

static void pattern_limit_work(pcre2_match_context *context, struct pattern_work *work) {
  pcre2_set_callout(context, pattern_step, work);
}
