// The tile dialect: WHERE and WHEN. Knows shapes, atoms, memory spaces, barriers; not softmax.
// See ../Carrier/carrier.irdl.mlir for the meaning of the `//!` comments and for why tensors are
// captured.

//! WHERE and WHEN: tiles, the grid, the loop over the fold axis, shared memory, barriers, layouts.
//! Knows shapes, atoms and memory spaces, not what is computed.
//!
//! A tile value is a ranked tensor whose dimensions carry the axis names of the operation that makes
//! it (`axes`); axes on which a tile has extent one by construction (batch axes) are left out.
//! `layout` is the distribution layout: which register of which lane of which warp holds which
//! element (lib/Schedule/Layout.h); it is absent until attn-atomize writes it.
irdl.dialect @tile {
  //! One device kernel: a grid of CTAs, each computing one tile of the results.
  //!
  //! The region has no arguments and one block that ends in an empty `gpu.yield`; it reads the
  //! function's tensors with tile.load and tile.copy. The grid is the product of
  //! ceil(extent / tile) over the `grid` axes, the last one fastest, linearised into one dimension.
  //! Every element of every result is written exactly once over the whole grid, by tile.store.
  //! Between the tile operations the region may hold scf.for (tile values as iter_args) and index
  //! arithmetic (arith, affine.apply/min/max).
  //!
  //! A reduction by a merge that no monoid gives is a linalg.reduce of n tiles (the parts of a state)
  //! from n initial ones, with the attributes `axis`, `operand_axes`, `axes` and `layout` of
  //! tile.reduce. The merge may be bracketed in any way: registers upward, then lanes by a butterfly in
  //! which the lower lane's state is the left one, then the initial state in front.
  //! @attr sym_name string the kernel's name, unique in the module
  //! @attr axes dicts `{name, role, extent, tile}` with `tile` the number of elements a CTA works on at a time
  //! @attr grid strings the axes that are spread over CTAs, outermost first
  //! @opt schedule string every decision taken so far, in the schedule language
  //! @opt threads int threads in a CTA, a multiple of 32 (written by attn-atomize)
  //! @opt raster dict `{axis, descending, group}`: the order in which CTAs start, in place of the grid's own: the tiles of the other axes in groups of `group`; in each group the tiles of `axis` one after the other (last first if `descending`), and for each of them the group's tiles (written by attn-raster)
  //! @opt serves string the name of the kernel that this one makes a list of tiles for: what is pinned in schedules is not meant for it
  //! @opt cluster dict `{axis, size}`: `size` CTAs run at the same time, their tiles are neighbours along the grid axis `axis`; the grid, and a raster, is one of such clusters, the CTAs of each one behind the other. The axis' tiles are rounded up to a multiple of `size`; in those beyond its extent nothing is read or written (written by attn-raster)
  //! @opt persistent string the grid is as many CTAs as reside at once, and each works on several tiles, its work items, by tile.items: `static`, CTA c on the numbers c, c + CTAs, ...; `dynamic`, on its own number and then on whichever is next (written by attn-raster)
  //! @opt sms int of a `persistent` grid: at most so many CTAs reside at once (GRID=.../sms<n>)
  irdl.operation @kernel {
    %first = irdl.any
    %rest = irdl.any
    irdl.results(first: %first, rest: variadic %rest)
    %sym_name = irdl.any
    %axes = irdl.any
    %grid = irdl.any
    irdl.attributes {"sym_name" = %sym_name, "axes" = %axes, "grid" = %grid}
    %body = irdl.region
    irdl.regions(body: %body)
  }

  //! The coordinate of the first element of this CTA's tile on a grid axis.
  //! @attr axis string a grid axis
  //! @opt ended bool in the `next` of a tile.chain: of the item that ends
  irdl.operation @origin {
    %index = irdl.is index
    irdl.results(first: %index)
    %axis = irdl.any
    irdl.attributes {"axis" = %axis}
  }

  //! Where what this work item has of its tile's stream begins, or ends: an element of the stream,
  //! which counts from 0, a multiple of the fold axis' tile. All of it (up to the extent, rounded up), or
  //! in a kernel that is `persistent`, and `static`, maybe a stretch of at least one tile. Each element
  //! is one item's. Who has a stretch that begins later leaves the states (tile.leave, tile.arrive); who
  //! has the first one waits for them (tile.gather) and goes on with what is merged (tile.fetch).
  //! @attr axis string the fold axis
  //! @attr bound string `lower` or `upper`
  //! @opt ended bool in the `next` of a tile.chain: of the item that ends
  irdl.operation @part {
    %index = irdl.is index
    irdl.results(first: %index)
    %axis = irdl.any
    %bound = irdl.any
    irdl.attributes {"axis" = %axis, "bound" = %bound}
  }

  //! Leaves a state of an item whose stretch is not its tile's first, behind its stream.
  //! @attr state int the state's number, from 0 in the order of the operations
  irdl.operation @leave {
    %tile = irdl.any
    irdl.operands(tile: %tile)
    %state = irdl.any
    irdl.attributes {"state" = %state}
  }

  //! Behind all tile.leave of such an item: they can be fetched.
  irdl.operation @arrive {
  }

  //! In an item that has its tile's first stretch, behind its stream: waits until the items with the
  //! others have arrived, and gives the number of stretches. (These are items of CTAs with lower
  //! numbers, so that they need not run at the same time.)
  irdl.operation @gather {
    %index = irdl.is index
    irdl.results(stretches: %index)
  }

  //! Behind a tile.gather: a state of the tile's stretch with the given number. They are counted from 0,
  //! the first one, in the order of the stream.
  //! @attr state int the number that the tile.leave has
  //! @attr axes strings axes of the state
  //! @opt layout string distribution layout of the state
  irdl.operation @fetch {
    %index = irdl.is index
    %tile = irdl.any
    irdl.operands(stretch: %index)
    irdl.results(tile: %tile)
    %state = irdl.any
    %axes = irdl.any
    irdl.attributes {"state" = %state, "axes" = %axes}
  }

  //! Reads a box of a tensor: element t of the result is source[map(x)] with x = origin + t on the
  //! `axes` and x = origin on the other `over` axes. Elements whose coordinate on any of the `axes`
  //! is at or beyond the axis' extent are zero and are not read.
  //! @attr over strings the axes the map's dimensions stand for, one origin operand each
  //! @attr map map from the `over` axes to the source's dimensions
  //! @attr axes strings the axes the tile's dimensions stand for, a subset of `over`
  //! @opt layout string distribution layout of the result
  irdl.operation @load {
    %source = irdl.any
    %index = irdl.is index
    %value = irdl.any
    irdl.operands(source: %source, origins: variadic %index)
    irdl.results(value: %value)
    %over = irdl.any
    %map = irdl.any
    %axes = irdl.any
    irdl.attributes {"over" = %over, "map" = %map, "axes" = %axes}
  }

  //! One element of a tensor of integers, source[map(origins)], as an index: what the bounds of loops
  //! and the origins in them are made of where data decides which tiles are empty.
  //! @attr over strings the axes the map's dimensions stand for, one origin operand each
  //! @attr map map from the `over` axes to the source's dimensions
  //! @opt most int the largest value that the element can have (the least is 0)
  irdl.operation @read {
    %source = irdl.any
    %index = irdl.is index
    irdl.operands(source: %source, origins: variadic %index)
    irdl.results(value: %index)
    %over = irdl.any
    %map = irdl.any
    irdl.attributes {"over" = %over, "map" = %map}
  }

  //! tile.load into a slab of shared memory (written by attn-stage): same elements, same meaning,
  //! other residence. The result lies in the slab and may be read when the copy has landed:
  //! `sync` after the next tile.barrier, `cp` after a tile.wait for its group and a tile.barrier, `tma`
  //! after the tile.wait for its slot. The same memory may be written again when all readers have
  //! passed one more tile.barrier.
  //!
  //! A slab has `slots` slots of the same shape, a ring; the copy writes the one that its last operand
  //! names. A tile that lies in a slot may be carried by scf.for.
  //!
  //! Each slot is row-major in the order of `axes`, the last axis contiguous, `pad` bytes behind each
  //! row. With `swizzle` B instead of a pad it is made of panels of B bytes of the last axis,
  //! [panel][row][B bytes], and the 16-byte chunks of a panel's row are permuted: chunk c of row r
  //! lies at chunk c XOR (r * B / 128) mod (B / 16), as the TMA unit does it.
  //! @attr over strings as in tile.load
  //! @attr map map as in tile.load
  //! @attr axes strings as in tile.load
  //! @attr slab string name of the slab; copies that name the same slab use the same memory
  //! @attr transport string `sync`: loads and stores by all threads of the CTA; `cp`: cp.async of 16 bytes each, grouped by tile.commit; `tma`: bulk tensor copies, one, or of rows in pages one for each page, issued by one thread
  //! @attr pad int bytes added to each row of the slab
  //! @opt slots int slots of the slab (1); with more than one, an operand behind the origins is the slot
  //! @opt swizzle int 32, 64 or 128: bytes of a panel of the last axis (0: no swizzle); divides a row's bytes, `pad` is 0
  //! @opt multicast int `tma`, in a producer of a kernel with a `cluster` of that size: all CTAs of the cluster copy the same box to the same slot, each CTA its share of the rows to all of them; a slot may be written again when the consumers of all CTAs have released it
  irdl.operation @copy {
    %source = irdl.any
    %index = irdl.is index
    %value = irdl.any
    irdl.operands(source: %source, origins: variadic %index)
    irdl.results(value: %value)
    %over = irdl.any
    %map = irdl.any
    %axes = irdl.any
    %slab = irdl.any
    %transport = irdl.any
    %pad = irdl.any
    irdl.attributes {"over" = %over, "map" = %map, "axes" = %axes, "slab" = %slab, "transport" = %transport, "pad" = %pad}
  }

  //! All threads of the CTA meet; shared memory written before is visible after.
  irdl.operation @barrier {
  }

  //! Closes the group of the `cp` copies issued since the last tile.commit (or the kernel's begin). A
  //! group may be empty.
  irdl.operation @commit {
  }

  //! Waits until copies have landed. `cp`: all groups of this thread but the latest `pending` ones; a
  //! tile.barrier after it makes the other threads' copies visible. `tma`: the operands are a slot of
  //! `slab` and a phase (0, 1, 0, ... : the parity of how often the slot has been filled before); every
  //! thread waits, and then sees what was copied.
  //! @attr transport string `cp` or `tma`
  //! @opt pending int `cp`: how many groups may still be under way
  //! @opt slab string `tma`: the slab
  irdl.operation @wait {
    %index = irdl.is index
    irdl.operands(slot: variadic %index)
    %transport = irdl.any
    irdl.attributes {"transport" = %transport}
  }

  //! The same tile with its elements elsewhere.
  //! @attr axes strings axes of operand and result
  //! @attr via string `registers`: every lane holds the elements already; `shared`: through shared memory that is nobody else's, with the synchronisation that needs; `memory`: the operand lies in a slab or in global memory and is read
  //! @attr layout string distribution layout of the result
  irdl.operation @relayout {
    %operand = irdl.any
    %value = irdl.any
    irdl.operands(operand: %operand)
    irdl.results(value: %value)
    %axes = irdl.any
    %via = irdl.any
    %layout = irdl.any
    irdl.attributes {"axes" = %axes, "via" = %via, "layout" = %layout}
  }

  //! From here on the warps of the CTA do different things. The first region is run by one elected
  //! thread of `producer_warps` warps, which issue copies; the second by `consumer_warpgroups`
  //! warpgroups, which compute; layouts, and the kernel's `threads`, count the consumers' warps only.
  //! The regions meet through the slabs: each slot has a full and an empty barrier.
  //!
  //!   producer  tile.acquire slot    tile.copy (tma) slot
  //!   consumer  tile.wait (tma) slot    tile.slot    ...    tile.release slot
  //!
  //! Both regions end in an empty gpu.yield. The kernel's results are stored by the consumers. In a
  //! `persistent` kernel each region is a tile.items, the consumers' may be a tile.chain.
  //! @attr producer_warps int warps set aside (a whole warpgroup is launched)
  //! @attr consumer_warpgroups int warpgroups of 128 threads
  //! @opt producer_registers int registers of a producer thread (setmaxnreg), a multiple of 8
  //! @opt consumer_registers int registers of a consumer thread
  irdl.operation @roles {
    %producer_warps = irdl.any
    %consumer_warpgroups = irdl.any
    irdl.attributes {"producer_warps" = %producer_warps, "consumer_warpgroups" = %consumer_warpgroups}
    %producer = irdl.region
    %consumer = irdl.region
    irdl.regions(producer: %producer, consumer: %consumer)
  }

  //! The work items of this CTA one after the other, in a `persistent` kernel: the region is run once
  //! for each, and tile.origin in it is that of the item's tile. Producer and consumers see the same
  //! items in the same order. The region's arguments are values carried from item to item, at first
  //! the operands; its gpu.yield has the next ones. The results, if there are any, are those behind the
  //! last item.
  irdl.operation @items {
    %index = irdl.is index
    irdl.operands(carried: variadic %index)
    irdl.results(last: variadic %index)
    %body = irdl.region
    irdl.regions(body: %body)
  }

  //! The order in which work items are taken in a `dynamic` kernel with a raster along the last of
  //! `over`: where that says tile r, tile source[tiles of the other axes, r] is meant. For each of these
  //! the source has all tiles once, so nothing but the order of work depends on it.
  //! @attr over strings the grid axis of each dimension of the source, a tensor of 32-bit integers
  //! @opt apart bool what an item streams may lie anywhere on the fold axis, not mostly in one stretch
  irdl.operation @ranks {
    %source = irdl.any
    irdl.operands(source: %source)
    %over = irdl.any
    irdl.attributes {"over" = %over}
  }

  //! The work items of a consumer (tile.items), each begun while the one before it ends. The regions
  //! take and hand on values, tiles among them:
  //!
  //!   begin(operands) -> c      the first item's begin; nothing else is run where there is none
  //!   stream(c) -> m            an item
  //!   next(m) -> c              an item's end and the next one's begin, where there is a next one
  //!   end(m)                    the last item's end; it may give operands for `begin`, so that
  //!                             items can also be run apart, `begin`, `stream`, `end` of each
  //!
  //! tile.origin is that of the item; in `next` that of the next one, and with `ended` that of the one
  //! that ends.
  irdl.operation @chain {
    %index = irdl.is index
    irdl.operands(carried: variadic %index)
    %begin = irdl.region
    %stream = irdl.region
    %next = irdl.region
    %end = irdl.region
    irdl.regions(begin: %begin, stream: %stream, next: %next, end: %end)
  }

  //! In a producer: waits until all consumer warpgroups (of all CTAs of the cluster, if the slab is
  //! filled by `multicast`) have released the slot since it was filled last. `phase` is the parity of
  //! how often the slot has been filled before (0 for the first fill, which does not wait).
  //! @attr slab string the slab
  irdl.operation @acquire {
    %index = irdl.is index
    irdl.operands(slot: %index, phase: %index)
    %slab = irdl.any
    irdl.attributes {"slab" = %slab}
  }

  //! In the block of a producer's tile.items, once, where CTAs take items from a counter: the next one
  //! is asked for here, whose number takes a while to come. Without it, behind the item's copies.
  irdl.operation @ask {
  }

  //! In a producer: what the next tile.copy to the slab in this block reads, by `tma` from origins
  //! computed in front, is brought to L2.
  //! @attr slab string the slab
  irdl.operation @prefetch {
    %slab = irdl.any
    irdl.attributes {"slab" = %slab}
  }

  //! In a consumer: this warpgroup is done with the slot. A slab that is filled by `multicast` is
  //! released in all CTAs of the cluster. With `behind`, at most one tile of f32 in registers, a part of
  //! that has been computed first, and what follows does not begin earlier.
  //! @attr slab string the slab
  //! @opt behind_stores bool waits first until what tile.store operations `under_way` left in slabs has been read
  irdl.operation @release {
    %index = irdl.is index
    %tile = irdl.any
    irdl.operands(slot: %index, behind: variadic %tile)
    %slab = irdl.any
    irdl.attributes {"slab" = %slab}
  }

  //! The tile that lies in a slot of a slab that a producer fills; to be read after the tile.wait for it.
  //! With `column`, at most one, its last axis has those of the copy's columns that begin there, whole panels of the
  //! swizzle (values that are a part of the keys).
  //! @attr slab string the slab
  //! @attr axes strings axes of the tile, those of the copy into the slab (with `column`, but for the last)
  irdl.operation @slot {
    %index = irdl.is index
    %value = irdl.any
    irdl.operands(slot: %index, column: variadic %index)
    irdl.results(value: %value)
    %slab = irdl.any
    %axes = irdl.any
    irdl.attributes {"slab" = %slab, "axes" = %axes}
  }

  //! Waits for an asynchronous tile.contract: all but the latest `pending` ones of this warpgroup have
  //! finished. The result is the operand, which may be used from here on; if it is among those that may
  //! still be under way, by a tile.contract that adds to it and a tile.await only. Tiles of f32 `behind`
  //! which it stands have been computed first.
  //! @attr axes strings axes of the tile
  //! @attr pending int how many may still be under way
  //! @opt layout string distribution layout of the tile
  irdl.operation @await {
    %value = irdl.any
    %tile = irdl.any
    irdl.operands(operand: %value, behind: variadic %tile)
    irdl.results(value: %value)
    %axes = irdl.any
    %pending = irdl.any
    irdl.attributes {"axes" = %axes, "pending" = %pending}
  }

  //! A product in `parts` (tile.contract): what this warpgroup has of it and what the other one has,
  //! exchanged through shared memory.
  //! @attr axes strings axes of the tile
  //! @opt layout string distribution layout of the tile
  irdl.operation @total {
    %value = irdl.any
    irdl.operands(operand: %value)
    irdl.results(value: %value)
    %axes = irdl.any
    irdl.attributes {"axes" = %axes}
  }

  //! Consumer warpgroups take turns (ping-pong): between `take` and `pass` a warpgroup is alone. The
  //! first warpgroup has the first turn.
  //! @attr action string `take` waits for the turn, `pass` gives it to the next warpgroup
  irdl.operation @turn {
    %action = irdl.any
    irdl.attributes {"action" = %action}
  }

  //! A tile with one value everywhere.
  //! @attr value any the value: a typed float or integer attribute of the tile's element type
  //! @attr axes strings axes of the result
  //! @opt layout string distribution layout of the result
  irdl.operation @fill {
    %tile = irdl.any
    irdl.results(tile: %tile)
    %value = irdl.any
    %axes = irdl.any
    irdl.attributes {"value" = %value, "axes" = %axes}
  }

  //! Elementwise: the region is evaluated at each point of `axes` and yields (gpu.yield) one scalar.
  //! It reads tile values with tile.element, coordinates with tile.coord; scalars defined outside may
  //! be used inside.
  //! @attr axes strings axes of the result
  //! @opt unless_one bool the region multiplies one element by another that is mostly 1; nothing needs
  //! to be done where it is
  //! @opt mask bool the region selects between an element and an identity; where a loop's class is
  //! `full` it would be the element everywhere
  //! @opt layout string distribution layout of the result
  irdl.operation @map {
    %value = irdl.any
    irdl.results(value: %value)
    %axes = irdl.any
    irdl.attributes {"axes" = %axes}
    %body = irdl.region
    irdl.regions(body: %body)
  }

  //! Inside a tile.map: the element of a tile value at the current point; a tile that lacks an axis
  //! of the map is broadcast along it.
  //! @attr axes strings axes of the tile, a subset of the enclosing map's
  irdl.operation @element {
    %tile = irdl.any
    %element = irdl.any
    irdl.operands(tile: %tile)
    irdl.results(element: %element)
    %axes = irdl.any
    irdl.attributes {"axes" = %axes}
  }

  //! Inside a tile.map: the coordinate of the current point on an axis: `origin` plus the position in
  //! the tile.
  //! @attr axis string an axis of the enclosing tile.map
  irdl.operation @coord {
    %origin = irdl.is index
    %coordinate = irdl.is index
    irdl.operands(origin: %origin)
    irdl.results(coordinate: %coordinate)
    %axis = irdl.any
    irdl.attributes {"axis" = %axis}
  }

  //! Is every element of a tile of f32 that this warp holds at least zero? What is no number is not.
  //! @attr axes strings axes of the tile
  irdl.operation @nonnegative {
    %tile = irdl.any
    %i1 = irdl.is i1
    irdl.operands(tile: %tile)
    irdl.results(holds: %i1)
    %axes = irdl.any
    irdl.attributes {"axes" = %axes}
  }

  //! Reduces one axis by a monoid; the order is fixed by the layout (registers upward, then lanes by a
  //! butterfly). With `lanes` only what each lane holds is reduced; another tile.reduce along that axis
  //! does the rest (attn-beside).
  //!
  //! Where `beyond` holds (a maximum of f32), a negative result may be any negative element: from zero up
  //! the words of numbers have their order, and a maximum of words takes three at a time. As good where
  //! nothing but a maximum with what is at least zero reads it (attn-beside).
  //! @attr monoid string `add`, `mul`, `max`, `min`, `and`, `or`
  //! @attr axis string the axis that disappears
  //! @attr operand_axes strings axes of the operand
  //! @attr axes strings axes of the result: those of the operand without `axis`, in the same order; with `lanes`, that axis is in its place
  //! @opt lanes string an axis of the kernel whose coordinates are the lanes along `axis`
  //! @opt chains int 2: a lane's registers of a long row may be reduced in two chains by turns, where the order does not matter (`max`, `min`, `and`, `or`) (attn-beside)
  //! @opt layout string distribution layout of the result
  irdl.operation @reduce {
    %operand = irdl.any
    %value = irdl.any
    %i1 = irdl.is i1
    irdl.operands(operand: %operand, beyond: variadic %i1)
    irdl.results(value: %value)
    %monoid = irdl.any
    %axis = irdl.any
    %operand_axes = irdl.any
    %axes = irdl.any
    irdl.attributes {"monoid" = %monoid, "axis" = %axis, "operand_axes" = %operand_axes, "axes" = %axes}
  }

  //! value = acc + sum over `axis` of lhs * rhs: operands are widened to the accumulator's type, the
  //! sum runs upward from the accumulator. Each of the result's `axes` is an axis of lhs or of rhs.
  //!
  //! The atoms `mma_m16n8k16_f16` and `_bf16` take matrices of that element type, 16 of the contracted
  //! axis a step, upward; acc and result are f32 in C fragments, lhs lies in A fragments or in memory,
  //! rhs in memory (lib/Schedule/MmaLayout.h).
  //! @attr name string the contraction's name in schedules
  //! @attr axis string the contracted axis
  //! @attr lhs_axes strings axes of lhs
  //! @attr rhs_axes strings axes of rhs
  //! @attr axes strings axes of acc and of the result
  //!
  //! The atoms `wgmma_m64n<N>k16_f16` and `_bf16` are run by whole warpgroups, N columns a step: the same
  //! fragments with the warps of a warpgroup along the rows; lhs lies in A fragments or in a slab, rhs
  //! in a slab. With `async` the operation is only issued: a tile.await must stand before the result's
  //! use, and before what it reads is changed or released. Warpgroups side by side, whose layouts hold
  //! copies, have `parts` of the product, each a part of the contracted axis, for tile.total to add; acc is zero, or
  //! has such parts as well.
  //! @opt atom string the hardware atom (`scalar`, `mma_m16n8k16_f16`, ...), written by attn-atomize
  //! @opt async bool issued, not waited for
  //! @opt parts int wgmma: warpgroups that each have a part of the product, 2; written by attn-atomize
  //! @opt buffers int steps of mma_m16n8k16 whose fragments are in registers at a time (default 1)
  //! @opt layout string distribution layout of the result
  irdl.operation @contract {
    %lhs = irdl.any
    %rhs = irdl.any
    %acc = irdl.any
    irdl.operands(lhs: %lhs, rhs: %rhs, acc: %acc)
    irdl.results(value: %acc)
    %name = irdl.any
    %axis = irdl.any
    %lhs_axes = irdl.any
    %rhs_axes = irdl.any
    %axes = irdl.any
    irdl.attributes {"name" = %name, "axis" = %axis, "lhs_axes" = %lhs_axes, "rhs_axes" = %rhs_axes, "axes" = %axes}
  }

  //! Writes a tile to a result of the kernel, the inverse of tile.load: elements at or beyond an axis'
  //! extent are not written.
  //! With the transport `tma` each warp puts its rows into a slab of its own rows and a bulk tensor copy
  //! takes them from there.
  //! @attr result int which result of the kernel
  //! @attr over strings as in tile.load
  //! @attr map map from the `over` axes to the result's dimensions
  //! @attr axes strings axes of the value
  //! @opt transport string `tma`; otherwise plain stores by the lanes that hold the elements
  //! @opt slab string `tma`: the slab, of the tile's shape; may be one that nobody reads any more
  //! @opt slots int `tma`: slots of such a slab; of more than one, the last operand is the slot (1)
  //! @opt parts int `tma`: the columns go through the slab in so many parts, each when the one before has been read; the slab has room for one of them (1)
  //! @opt under_way bool `tma`: the operation does not wait until the slab has been read; the next tile.store to it does
  //! @opt swizzle int `tma`: as in tile.copy
  //! @opt stmatrix bool `tma`: C fragments of 16-bit elements go into the slab by stmatrix
  irdl.operation @store {
    %value = irdl.any
    %index = irdl.is index
    irdl.operands(value: %value, origins: variadic %index)
    %result = irdl.any
    %over = irdl.any
    %map = irdl.any
    %axes = irdl.any
    irdl.attributes {"result" = %result, "over" = %over, "map" = %map, "axes" = %axes}
  }

  //! Writes the coordinates of an axis in groups: coordinate c goes to result[map(x)] with x = origin on
  //! the other `over` axes and, on the axis, from(c) + the number of smaller coordinates in the tile that
  //! have the same key. Where `from` is the number of coordinates with a smaller key, that sorts them.
  //! Coordinates at or beyond the axis' extent take no part. One warp, lanes along the axis, then
  //! registers.
  //! @attr result int which result of the kernel, of 32-bit integers
  //! @attr over strings as in tile.load
  //! @attr map map from the `over` axes to the result's dimensions
  //! @attr axes strings the axis of the keys
  //! @attr keys int keys are integers from 0 up to this one, less one
  //! @opt sorted bool groups lie one behind the other, in the order of their keys: `from` is where the first one begins
  irdl.operation @order {
    %tile = irdl.any
    %index = irdl.is index
    irdl.operands(keys_of: %tile, from: %tile, origins: variadic %index)
    %result = irdl.any
    %over = irdl.any
    %map = irdl.any
    %axes = irdl.any
    %keys = irdl.any
    irdl.attributes {"result" = %result, "over" = %over, "map" = %map, "axes" = %axes, "keys" = %keys}
  }
}
