//===- plugin-options.c - Signatures, option values, suggestions ----------===//
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "Plugin/Options.h"
#include "Schedule/Suggest.h"

#include <stdlib.h>
#include <string.h>

static AttnSignature signatureOf(const char *text) {
  AttnSignature s;
  char *error = NULL;
  if (!attnSignatureParse(text, &s, &error))
    fail_msg("%s: %s", text ? text : "(none)", error);
  return s;
}

static void signatures(void **state) {
  (void)state;
  AttnSignature s =
      signatureOf(" schedule:string= -- pinned; depth:int=-3;\n"
                  " eps:float=1e-5 --small; on:bool=true;text:string=\"a;b -- \\\"\"");
  assert_int_equal(s.count, 5);
  assert_string_equal(s.specs[0].name, "schedule");
  assert_string_equal(s.specs[0].fallback.s, "");
  assert_string_equal(s.specs[0].help, "pinned");
  assert_int_equal(s.specs[1].fallback.i, -3);
  assert_string_equal(s.specs[1].help, "");
  assert_true(s.specs[2].fallback.f == 1e-5);
  assert_string_equal(s.specs[2].help, "small");
  assert_true(s.specs[3].fallback.b);
  assert_string_equal(s.specs[4].fallback.s, "a;b -- \"");
  attnSignatureFree(&s);
  s = signatureOf(NULL);
  assert_int_equal(s.count, 0);
  attnSignatureFree(&s);
}

static void badSignatures(void **state) {
  (void)state;
  static const char *const bad[][2] = {
      {"depth", "expected `NAME:KIND=DEFAULT` but found 'depth'"},
      {"depth:int", "option 'depth' has no default"},
      {"depth:int=", "default of option 'depth' is '', expected an integer"},
      {"depth:int=1x", "is '1x', expected an integer"},
      {"depth:int=99999999999999999999", "expected an integer"},
      {"on:bool=yes", "is 'yes', expected true or false"},
      {"x:float=", "expected a number"},
      {"x:double=1", "unknown kind 'double'"},
      {"x:string=\"open", "no closing quote"},
      {"x:string=\"a\" b", "expected ';' or ` -- help`"},
      {"x:int=1;x:int=2", "declared twice"},
      {":int=1", "expected `NAME:KIND=DEFAULT`"}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
    AttnSignature s;
    char *error = NULL;
    if (attnSignatureParse(bad[i][0], &s, &error))
      fail_msg("accepted: %s", bad[i][0]);
    if (!strstr(error, bad[i][1]))
      fail_msg("%s: '%s' lacks '%s'", bad[i][0], error, bad[i][1]);
    free(error);
    attnSignatureFree(&s);
  }
}

static const char signatureText[] = "s:string=none;n:int=4;x:float=0.5;on:bool=false;off:bool=true";

static void values(void **state) {
  (void)state;
  AttnSignature s = signatureOf(signatureText);
  static const char text[] = " s=\"TILE@qk=n16x16/f4x4;STAGE=d1 \\\"q\\\"\"\n n=-7 on ";
  AttnTextError error = {0};
  AttnOptionValue *v = attnOptionsParse(&s, "p", text, strlen(text), &error);
  assert_non_null(v);
  assert_string_equal(v[0].s, "TILE@qk=n16x16/f4x4;STAGE=d1 \"q\"");
  assert_int_equal(v[1].i, -7);
  assert_true(v[2].f == 0.5);
  assert_true(v[3].b);
  assert_true(v[3].given);
  assert_true(v[4].b);
  assert_false(v[4].given);

  // Printing gives text with the same values.
  char *printed = NULL;
  size_t size;
  FILE *out = open_memstream(&printed, &size);
  attnOptionsPrint(out, &s, v);
  fclose(out);
  AttnOptionValue *w = attnOptionsParse(&s, "p", printed, size, &error);
  assert_non_null(w);
  for (size_t i = 0; i < s.count; ++i) {
    assert_int_equal(w[i].i, v[i].i);
    assert_true(w[i].f == v[i].f && w[i].b == v[i].b);
  }
  assert_string_equal(w[0].s, v[0].s);
  attnOptionsFree(&s, w);
  attnOptionsFree(&s, v);
  free(printed);

  // Braces are balanced, quotes may be single.
  static const char braces[] = "s={a {b c} d} ";
  v = attnOptionsParse(&s, "p", braces, strlen(braces), &error);
  assert_string_equal(v[0].s, "a {b c} d");
  attnOptionsFree(&s, v);
  v = attnOptionsParse(&s, "p", "s='x y'", 7, &error);
  assert_string_equal(v[0].s, "x y");
  attnOptionsFree(&s, v);
  attnSignatureFree(&s);
}

static void badValues(void **state) {
  (void)state;
  AttnSignature s = signatureOf(signatureText);
  static const struct {
    const char *text, *message;
    size_t offset, length;
  } bad[] = {{"n=1 sn=2", "'p' has no option 'sn', did you mean 'on'?", 4, 2},
             {"n=one", "option 'n' of 'p' is 'one', expected an integer", 2, 3},
             {"n=1.5", "expected an integer", 2, 3},
             {"on=maybe", "expected true or false", 3, 5},
             {"n", "option 'n' needs a value", 0, 1},
             {"n=1 n=2", "option 'n' is given twice", 4, 1},
             {"s=\"open", "the value of option 's' is not closed", 2, 1},
             {"s={open", "the value of option 's' is not closed", 2, 1},
             {"s=\"a\"n=1", "expected a blank after the value", 5, 1},
             {"=1", "expected an option NAME=VALUE", 0, 1}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
    AttnTextError e = {0};
    if (attnOptionsParse(&s, "p", bad[i].text, strlen(bad[i].text), &e))
      fail_msg("accepted: %s", bad[i].text);
    if (!strstr(e.message, bad[i].message))
      fail_msg("%s: '%s' lacks '%s'", bad[i].text, e.message, bad[i].message);
    assert_int_equal(e.offset, bad[i].offset);
    assert_int_equal(e.length, bad[i].length);
    free(e.message);
  }
  attnSignatureFree(&s);
}

static const char *suggestion(const char *word) {
  static const char *const names[] = {"attn-bracket", "attn-stage", "canonicalize", "cse"};
  AttnSuggest s = {word, strlen(word), NULL, 0};
  for (size_t i = 0; i < 4; ++i)
    attnSuggestOffer(&s, names[i]);
  return s.best;
}

static void suggestions(void **state) {
  (void)state;
  assert_string_equal(suggestion("attn-brakcet"), "attn-bracket");
  assert_string_equal(suggestion("attn-stag"), "attn-stage");
  assert_string_equal(suggestion("canonicalise"), "canonicalize");
  assert_string_equal(suggestion("csee"), "cse");
  assert_null(suggestion("xyz"));
  assert_null(suggestion("something-else-entirely"));
  assert_null(suggestion(""));
  char longWord[500];
  memset(longWord, 'a', sizeof longWord - 1);
  longWord[sizeof longWord - 1] = 0;
  assert_null(suggestion(longWord));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(signatures), cmocka_unit_test(badSignatures),
                                     cmocka_unit_test(values), cmocka_unit_test(badValues),
                                     cmocka_unit_test(suggestions)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
