"""The index: chunks and vectors in LanceDB."""
