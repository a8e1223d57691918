"""Tell whether the machine runs on its battery."""

import psutil


def is_on_battery() -> bool:
    """Return whether a battery feeds the machine; False where there is none, or none can tell."""
    try:
        battery = psutil.sensors_battery()
    except (OSError, AttributeError):  # no such thing on this system
        return False
    return battery is not None and battery.power_plugged is False
