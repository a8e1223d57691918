"""What a memory says is looked up in here: files, git, programs, ports. Nothing is ever changed."""
