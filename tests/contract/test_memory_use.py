"""Memory is given back, and nothing that runs is harmed."""

import mmap
import threading
from pathlib import Path

from vaultwatch.adapters.machine.memory_use import give_back_memory
from vaultwatch.drift.scoring.weights import load_model
from vaultwatch.values.words import content


def resident_bytes() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * mmap.PAGESIZE


def test_freed_memory_goes_back_to_the_system() -> None:
    held = [bytes(2_000) for _ in range(50_000)]
    kept = held[::1000]  # a pin now and then, so that the heap cannot shrink by itself
    del held
    before = resident_bytes()
    give_back_memory()
    assert resident_bytes() < before - 10_000_000
    assert len(kept) == 50


def test_what_was_cached_for_texts_is_forgotten_and_what_was_loaded_once_is_kept() -> None:
    content("The mill grinds rye.")
    load_model()
    give_back_memory()
    assert content.cache_info().currsize == 0
    assert load_model.cache_info().currsize == 1


def test_threads_at_work_never_notice() -> None:
    wrong: list[int] = []
    stop = threading.Event()

    def work() -> None:
        while not stop.is_set():
            if sum(len(str(number)) for number in range(2_000)) != 6_890:
                wrong.append(1)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for _ in range(2):
        give_back_memory()
    stop.set()
    for thread in threads:
        thread.join()
    assert wrong == []
