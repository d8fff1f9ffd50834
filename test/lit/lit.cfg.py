# lit configuration. Run through CTest, or by hand: lit -sv build/test/lit/Tools
import os
import shutil
import sys

import lit.formats

config.name = "attn-mlir"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test", ".c"]
config.excludes = ["Inputs", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.attn_obj_root, "test", "lit")

config.environment["PATH"] = os.path.pathsep.join(
    [os.path.join(config.attn_obj_root, "bin"), config.mlir_bindir, os.environ.get("PATH", "")])
for name in ("CUDA_HOME", "CUDA_PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

config.substitutions.append(("%inputs", os.path.join(config.attn_src_root, "test", "inputs")))
config.substitutions.append(("%src", config.attn_src_root))
config.substitutions.append(("%obj", config.attn_obj_root))
config.substitutions.append(("%{python}", sys.executable))
config.substitutions.append(("%cc_plugin", config.attn_cc_plugin))

# Features: what a test may REQUIRE.
ptxas = [os.path.join(os.environ.get(v, ""), "bin") for v in ("CUDA_HOME", "CUDA_PATH")]
ptxas += [config.attn_ptxas_dir]
for folder in ptxas:
    if folder and os.access(os.path.join(folder, "ptxas"), os.X_OK):
        config.environment["PATH"] += os.path.pathsep + folder
if shutil.which("ptxas", path=config.environment["PATH"]):
    config.available_features.add("ptxas")
if shutil.which("mlir-opt", path=config.environment["PATH"]):
    config.available_features.add("mlir-opt")
if shutil.which("attn-run", path=config.environment["PATH"]):
    config.available_features.add("attn-run")
if config.attn_sanitize:
    config.available_features.add("sanitize")
