// C fragments of ROWS x TILE that leave through a slab with panels of SWIZZLE bytes, for a tensor of 100 x COLUMNS.
func.func @leave(%x: tensor<100xCOLUMNSxELEMENT>) -> tensor<100xCOLUMNSxELEMENT> {
  %r = "tile.kernel"() ({
    %m = "tile.origin"() {axis = "m"} : () -> index
    %c0 = arith.constant 0 : index
    %t = "tile.load"(%x, %m, %c0) {over = ["m", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "n"], layout = "LAYOUT"} : (tensor<100xCOLUMNSxELEMENT>, index, index) -> tensor<ROWSxTILExELEMENT>
    "tile.store"(%t, %m, %c0) {result = 0, over = ["m", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "n"], transport = "tma", slab = "out", swizzle = SWIZZLE, parts = PARTS, stmatrix = true} : (tensor<ROWSxTILExELEMENT>, index, index) -> ()
    gpu.yield
  }) {sym_name = "leave_0", threads = 128, grid = ["m"], schedule = "TILE@m=n32x4/f1x1", axes = [{name = "m", role = "free", extent = 100, tile = ROWS}, {name = "n", role = "free", extent = COLUMNS, tile = TILE}]} : () -> tensor<100xCOLUMNSxELEMENT>
  return %r : tensor<100xCOLUMNSxELEMENT>
}
