"""A study on Ray has the bytes of one in a single process, also if a worker is killed."""

from __future__ import annotations

import os
import signal
from functools import partial
from pathlib import Path

import pytest

from sobremesa import Refused
from sobremesa.lab import running
from sobremesa.lab.crowd import Cluster, crowd
from sobremesa.lab.running import RESULTS, run
from sobremesa.lab.study import Row, Subject, read_study

STUDY = """
deals = 24
[[games]]
game = "muggins"
compare = {round_to_five = ["no", "yes"]}
"""


def play_and_die(mark: Path, subject: Subject, deal: int) -> tuple[list[Row], float]:
    """Plays a deal, but the worker that first comes to the tenth is killed in the middle of it."""
    if deal == 10:
        try:
            mark.touch(exist_ok=False)
        except FileExistsError:
            pass
        else:
            os.kill(os.getpid(), signal.SIGKILL)
    return subject.play(deal), 0.0


@pytest.mark.slow
def test_a_killed_worker_of_ray_changes_no_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import ray

    study = read_study(STUDY)
    run(study, tmp_path / "alone", crowd(workers=1))
    ray.init(
        address="local", num_cpus=2, include_dashboard=False, log_to_driver=False,
        logging_level="error",
        runtime_env={"env_vars": {"PYTHONPATH": os.pathsep.join(
            [str(Path(__file__).parent.parent), os.environ.get("PYTHONPATH", "")]
        )}},
    )
    try:
        mark = tmp_path / "killed"
        monkeypatch.setattr(running, "_play", partial(play_and_die, mark))
        run(study, tmp_path / "ray", crowd("ray", 2))
        assert mark.exists()
    finally:
        ray.shutdown()
    assert (tmp_path / "ray" / RESULTS).read_bytes() == (
        tmp_path / "alone" / RESULTS
    ).read_bytes()


@pytest.mark.slow
def test_a_cluster_that_is_not_there_is_said() -> None:
    with pytest.raises(Refused, match="no cluster answers at"):
        list(Cluster("ray://127.0.0.1:9", 1).done(str, iter([1])))


def test_nobody_else_does_the_work() -> None:
    with pytest.raises(Refused, match="local, on ray or on ray://host:port, not on dask"):
        crowd("dask")
