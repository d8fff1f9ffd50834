// The carrier dialect: WHAT is folded. No tile size, no memory space, no thread.
//
// This file is the one definition of the dialect: it is embedded in the library, loaded through the
// C API, and its `//!` comments are parsed at load time: they give the documentation
// (attn-opt --show-dialects, docs/dialects.md) and the attribute table that the verifier checks
// (IRDL knows neither optional attributes nor the kinds of attributes that matter here).
//
//   //! text                          documentation of the dialect or operation that follows
//   //! @attr NAME KIND text          required attribute (also declared to IRDL)
//   //! @opt NAME KIND text           optional attribute
//   KIND is one of: string int bool float type strings ints maps map dict dicts any

//! WHAT is folded: a monoid over one axis, with the maps and roles of all axes. No tile size, no
//! memory space, no thread; the same for every target.
//!
//! Tensors are captured, not passed: an IRDL variadic operand must be of one type (MLIR 22), so a
//! region reads a tensor of the enclosing function with carrier.element.
irdl.dialect @carrier {
  //! Folds the elements of one axis into a state and projects the state to the results.
  //!
  //! The domain is the product of `axes`. An axis is `free` (a result coordinate), `fold` (exactly
  //! one: the axis that is reduced) or `contract` (summed inside the lift by carrier.contract).
  //! For every point of the free and fold axes the `lift` region gives one element per channel; the
  //! elements of the fold axis are merged, in any order and bracketing, to one state; the `project`
  //! region turns the state into one element of each result.
  //!
  //!   state  = merge over the fold axis of lift(point)
  //!   result = project(state)
  //!
  //! The merge is derived from the channels. A channel without `twist` merges by its own monoid:
  //! `and`, `or` of i1, the others of floats or of integers of at least two bits (signed, sums and
  //! products modulo their width).
  //! The channels that name a pivot p (a `max` channel) live in coordinates relative to it: an
  //! element of a channel with `twist = "exp"` and lift w stands for exp(p_element) * w and is kept
  //! as w scaled by exp(p_element - p_state), so that
  //!
  //!   p = max(p1, p2);  x = x1 * exp(p1 - p) (+) x2 * exp(p2 - p)
  //!
  //! with exp(-inf - -inf) := 0, the identity being (p, x) = (-inf, 0).
  //!
  //! A fold that names a `carrier` instead of channels takes state and merge from that
  //! carrier.define, between whose lift and projection and the result its own regions stand:
  //!
  //!   state  = merge over the fold axis of define.lift(lift(point))
  //!   result = project(define.project(state))
  //!
  //! so `lift` yields one value per argument of the definition's lift (masked: the whole element is
  //! the identity of every channel), and `project` takes what the definition's projection yields.
  //!
  //! Regions. `lift` takes no argument and yields one value per channel: of the channel's type, or,
  //! for a twisted channel, of any float type (the element w). `project` takes one argument per
  //! channel, its state, and yields one value per result. Both end in `gpu.yield` and hold only
  //! arith, math and carrier operations. In a projection carrier.element and carrier.index may use
  //! free axes only.
  //! @attr axes dicts `{name, role = "free"|"fold"|"contract", extent}`; the position in the list is the dimension in maps
  //! @attr maps maps one affine map from all axes to the dimensions of each result; uses free axes only and is injective
  //! @opt carrier string the carrier.define that is folded by, in place of `channels`
  //! @opt channels dicts `{name, monoid = "add"|"mul"|"max"|"min"|"and"|"or", type, identity [, twist = "exp", pivot] [, contraction]}`; `pivot` names an earlier max channel; `contraction` names the contraction over the fold axis that a bilinear lift is (a twisted lift that has free axes the pivot lacks, or a carrier.product)
  //! @opt schedule string the pinned part of the schedule, in the schedule language
  //! @opt packed bool an axis of rows was two (attn-pack)
  irdl.operation @fold {
    %first = irdl.any
    %rest = irdl.any
    irdl.results(first: %first, rest: variadic %rest)
    %axes = irdl.any
    %maps = irdl.any
    irdl.attributes {"axes" = %axes, "maps" = %maps}
    %lift = irdl.region
    %project = irdl.region
    irdl.regions(lift: %lift, project: %project)
  }

  //! An elementwise map over free axes: result[map(x)] = body(x) for every point x of `axes`.
  //!
  //! What remains of the input around the folds: producers that are not worth composing into a lift
  //! and consumers that use a fold's results along its fold axis (a materialised softmax).
  //! @attr axes dicts as in carrier.fold; all axes are `free`
  //! @attr maps maps one per result
  //! @opt schedule string the pinned part of the schedule
  irdl.operation @map {
    %first = irdl.any
    %rest = irdl.any
    irdl.results(first: %first, rest: variadic %rest)
    %axes = irdl.any
    %maps = irdl.any
    irdl.attributes {"axes" = %axes, "maps" = %maps}
    %body = irdl.region
    irdl.regions(body: %body)
  }

  //! The element of a tensor (defined outside the region) at the current point.
  //! @attr map map from all axes of the enclosing operation to the tensor's dimensions; any affine expressions whose values stay in bounds
  irdl.operation @element {
    %tensor = irdl.any
    %element = irdl.any
    irdl.operands(tensor: %tensor)
    irdl.results(element: %element)
    %map = irdl.any
    irdl.attributes {"map" = %map}
  }

  //! The bilinear contraction inside a lift: sum over `axis` of lhs * rhs, accumulated in the result
  //! type (f32, whatever the operands are). Both operands depend on the axis, the result does not.
  //! A contraction is the only place of a lift that may become tensor-core work.
  //! @attr axis string a `contract` axis of the enclosing fold; also the contraction's name in schedules
  irdl.operation @contract {
    %lhs = irdl.any
    %rhs = irdl.any
    %sum = irdl.any
    irdl.operands(lhs: %lhs, rhs: %rhs)
    irdl.results(sum: %sum)
    %axis = irdl.any
    irdl.attributes {"axis" = %axis}
  }

  //! A bilinear lift: the exact product of two elements in the result type. Yielded for an `add`
  //! channel with `contraction`, it makes the fold itself a contraction over the fold axis (matmul).
  irdl.operation @product {
    %lhs = irdl.any
    %rhs = irdl.any
    %product = irdl.any
    irdl.operands(lhs: %lhs, rhs: %rhs)
    irdl.results(product: %product)
  }

  //! Where `keep` is false the whole element is the identity of every channel: yielded as the lift
  //! of a channel, it masks that channel and, if that channel is a pivot, all channels relative to it.
  irdl.operation @mask {
    %bool = irdl.is i1
    %value = irdl.any
    irdl.operands(keep: %bool, value: %value)
    irdl.results(masked: %value)
  }

  //! The coordinate of the current point on an axis.
  //! @attr axis string an axis of the enclosing operation; in a projection a free axis
  irdl.operation @index {
    %index = irdl.is index
    irdl.results(coordinate: %index)
    %axis = irdl.any
    irdl.attributes {"axis" = %axis}
  }

  //! A length that is known at run time only: the value of a symbol of the enclosing function (its
  //! attribute `attn.symbols`, written by attn-symbols). Stands in the function, outside of folds, maps and
  //! kernels, which capture its result as they capture constants.
  //! @attr symbol string a symbol's name
  irdl.operation @size {
    %index = irdl.is index
    irdl.results(length: %index)
    %symbol = irdl.any
    irdl.attributes {"symbol" = %symbol}
  }

  //! Defines a carrier of its own: a state with a merge that the channels' monoids do not give (the
  //! position of a maximum, a running variance, the k largest). A carrier.fold names it.
  //!
  //! All regions hold arith and math operations on scalars and end in gpu.yield. With n channels,
  //! `lift` takes the element (any scalars) and yields the n parts of its state; `merge` takes two
  //! states, n values each, and yields one; `project` takes a state and yields the results.
  //! `to_base` and `base` are empty or say what the merge stands for: `to_base` maps a state to
  //! other coordinates, in which `base` (two states to one) is the plain definition, unstable as it
  //! may be; then merge = to_base^-1 (base (to_base x to_base)).
  //!
  //! The identities must be one. The laws that the merge claims beside that are in `laws`. All are
  //! tried, with the agreement with the base, on states made by lifting and merging drawn and adverse
  //! elements: by `attn-opt --check-carrier-laws`, and before a fold is lowered; a carrier that breaks
  //! one is refused with the counterexample. In the order of the axis, from the identity, a fold
  //! needs nothing else (convert-carrier-to-loops); tiles and lanes merge in an order of their own, so
  //! attn-bracket asks for both.
  //! @attr sym_name string the carrier's name, unique in the module
  //! @attr channels dicts `{name, type, identity}`; the identities form the state of no elements
  //! @attr laws strings what the merge claims: `associative`, `commutative`
  irdl.operation @define {
    %sym_name = irdl.any
    %channels = irdl.any
    %laws = irdl.any
    irdl.attributes {"sym_name" = %sym_name, "channels" = %channels, "laws" = %laws}
    %lift = irdl.region
    %merge = irdl.region
    %project = irdl.region
    %to_base = irdl.region
    %base = irdl.region
    irdl.regions(lift: %lift, merge: %merge, project: %project, to_base: %to_base, base: %base)
  }
}
