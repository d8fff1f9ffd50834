#!/bin/sh
# models.sh INPUTS: of the listing of each input the number of folds and maps, the contractions inside of scores, and
# what scores and products are. Nothing may be left of linalg or of concatenations.
set -eu
for name in table_products_f32 relative_shift_f32 talking_heads_f32 block_mask_f32 chunks_f16 masked_weights_f32 \
  weights_f32 shifted_windows_f32 window_sinks_f32 double_maximum_f32 other_maximum_f32 latent_prefill_f16 llama_layer_bf16 squared_relu_f16; do
  page=$(attn-opt "$1/torch_$name.mlir" --emit=listing --no-remarks)
  echo "$name: $(echo "$page" | grep -c '  fold over') folds, $(echo "$page" | grep -c '  map ->') maps"
  echo "$page" | grep -o 'qk[0-9]* [0-9]* contract' | sed 's/\(.*\) contract/  contract \1/'
  echo "$page" | grep "^ *\(M\|acc\)' = " | sed 's/^ */  /'
  echo "$page" | grep 'linalg\.\|tensor\.concat' || true
done
