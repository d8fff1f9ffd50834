// Fragments of ROWS x COLUMNS along i and j that go through a slab of rows j, padded by 16 bytes, to another layout.
func.func @turn(%x: tensor<ROWSxCOLUMNSxELEMENT>) -> tensor<ROWSxCOLUMNSxELEMENT> {
  %r = "tile.kernel"() ({
    %i = "tile.origin"() {axis = "i"} : () -> index
    %c0 = arith.constant 0 : index
    %t = "tile.load"(%x, %i, %c0) {over = ["i", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["i", "j"], layout = "LAYOUT"} : (tensor<ROWSxCOLUMNSxELEMENT>, index, index) -> tensor<ROWSxCOLUMNSxELEMENT>
    %u = "tile.relayout"(%t) {axes = ["i", "j"], via = "shared", layout = "TO"} : (tensor<ROWSxCOLUMNSxELEMENT>) -> tensor<ROWSxCOLUMNSxELEMENT>
    "tile.store"(%u, %i, %c0) {result = 0, over = ["i", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["i", "j"]} : (tensor<ROWSxCOLUMNSxELEMENT>, index, index) -> ()
    gpu.yield
  }) {sym_name = "turn_0", threads = 128, grid = ["i"], schedule = "TILE@i=n32x4/f1x1", axes = [{name = "i", role = "free", extent = ROWS, tile = ROWS}, {name = "j", role = "free", extent = COLUMNS, tile = COLUMNS}]} : () -> tensor<ROWSxCOLUMNSxELEMENT>
  return %r : tensor<ROWSxCOLUMNSxELEMENT>
}
