"""Open an ONNX graph the way every model here runs: on its caller's thread, hoarding nothing."""

from pathlib import Path
from typing import Any


def open_session(graph: Path) -> Any:  # noqa: ANN401 - onnxruntime has no stubs
    """Return a session that runs on the thread of its caller and hoards no memory."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    # The arena would keep the longest text's scratch memory for good: 17 MB, and no faster.
    options.enable_cpu_mem_arena = False
    options.enable_mem_pattern = False
    return onnxruntime.InferenceSession(
        str(graph), sess_options=options, providers=["CPUExecutionProvider"]
    )
