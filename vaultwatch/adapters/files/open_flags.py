"""What `os.open` may be told, each where the system knows it: Windows the last alone."""

import os
from typing import Final

NO_LINK: Final[int] = getattr(os, "O_NOFOLLOW", 0)
"""A link is not followed."""
NO_WAIT: Final[int] = getattr(os, "O_NONBLOCK", 0)
"""A pipe that nobody writes into is not waited for."""
LIKE_WINDOWS: Final[bool] = not hasattr(os, "O_NOFOLLOW")
"""Nothing that is open is renamed or taken away, a rename replaces nothing, no folder is opened."""
AS_BYTES: Final[int] = getattr(os, "O_BINARY", 0)
"""Ends of lines stay what they are."""
