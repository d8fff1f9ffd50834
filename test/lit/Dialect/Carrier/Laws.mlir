// RUN: attn-opt --check-carrier-laws %S/../../../../carriers/argmax.mlir 2>&1 >/dev/null | FileCheck %s --check-prefix=ARGMAX
// RUN: attn-opt --check-carrier-laws %S/../../../../carriers/welford.mlir 2>&1 >/dev/null | FileCheck %s --check-prefix=WELFORD
// RUN: attn-opt --check-carrier-laws %S/../../../../carriers/attention.mlir 2>&1 >/dev/null | FileCheck %s --check-prefix=ATTENTION
// RUN: attn-opt --check-carrier-laws %S/../../../../carriers/top2.mlir 2>&1 >/dev/null | FileCheck %s --check-prefix=TOP2
// ARGMAX: remark: carrier 'argmax' keeps its laws on {{[0-9]+}} states: identity, commutativity, associativity
// WELFORD: remark: carrier 'welford' keeps its laws on {{[0-9]+}} states: identity, commutativity, associativity, agreement with its base
// ATTENTION: remark: carrier 'attention' keeps its laws on {{[0-9]+}} states: identity, commutativity, associativity, agreement with its base
// TOP2: remark: carrier 'top2' keeps its laws

// A fold's channels.
// RUN: attn-opt --attn-to-carrier --check-carrier-laws %S/../../../inputs/jax_dpa_causal_f16.mlir 2>&1 >/dev/null | FileCheck %s --check-prefix=FOLD
// FOLD: remark: carrier 'fold' keeps its laws on {{[0-9]+}} states: identity, commutativity, associativity, agreement with its base

// The rescale forgotten on one channel.
// RUN: sed 's/%%o1 = arith.mulf %%oa, %%fa : f32/%%o1 = arith.addf %%oa, %%zero : f32/' %S/../../../../carriers/attention.mlir > %t.forgotten.mlir
// RUN: not attn-opt --check-carrier-laws %t.forgotten.mlir 2>&1 | FileCheck %s --check-prefix=FORGOTTEN
// FORGOTTEN: error: {{.*}}carrier 'attention' breaks commutativity in channel 'o': a + b is not b + a
// FORGOTTEN: note: a = (m = {{.*}}, d = {{.*}}, o = {{.*}})
// FORGOTTEN: note: b =
// FORGOTTEN: note: left side =
// FORGOTTEN: note: right side =

// The guard of the identity forgotten: exp(-inf - -inf).
// RUN: sed 's/arith.select %%none, %%zero, %%m : f32/arith.select %%none, %%m, %%m : f32/' %S/../../../../carriers/attention.mlir > %t.guard.mlir
// RUN: not attn-opt --check-carrier-laws %t.guard.mlir 2>&1 | FileCheck %s --check-prefix=GUARD
// GUARD: breaks the identity in channel 'd': identity + a is not a

// A finite stand-in for -inf.
// RUN: sed 's/identity = 0xFF800000 : f32},/identity = -1.0e4 : f32},/' %S/../../../../carriers/argmax.mlir > %t.standin.mlir
// RUN: not attn-opt --check-carrier-laws %t.standin.mlir 2>&1 | FileCheck %s --check-prefix=STANDIN
// STANDIN: breaks the identity in channel 'value'

// Without the tie the order decides.
// RUN: sed 's/%%tie = arith.andi %%same, %%first/%%tie = arith.andi %%same, %%same/' %S/../../../../carriers/argmax.mlir > %t.tie.mlir
// RUN: not attn-opt --check-carrier-laws %t.tie.mlir 2>&1 | FileCheck %s --check-prefix=TIE
// TIE: breaks {{the identity|commutativity}} in channel 'position'

// A merge that averages.
// RUN: sed 's/%%share = arith.divf %%nb, %%safe/%%share = arith.divf %%one, %%safe/' %S/../../../../carriers/welford.mlir > %t.average.mlir
// RUN: not attn-opt --check-carrier-laws %t.average.mlir 2>&1 | FileCheck %s --check-prefix=AVERAGE
// AVERAGE: error: {{.*}}carrier 'welford' breaks

// The second largest of the first two forgotten.
// RUN: sed 's/%%second = arith.maximumf %%least, %%rest/%%second = arith.maximumf %%least, %%least/' %S/../../../../carriers/top2.mlir > %t.second.mlir
// RUN: not attn-opt --check-carrier-laws %t.second.mlir 2>&1 | FileCheck %s --check-prefix=SECOND
// SECOND: breaks {{(the identity|associativity)}} in channel 'second'
