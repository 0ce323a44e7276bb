"""The judge of hand records: plays a record by its rules and says whether it keeps to them."""

from __future__ import annotations

from brisca_sim.records.header import Header, check_deck, find_mano, read_header
from brisca_sim.records.referee import Referee
from brisca_sim.records.result import check_result
from brisca_sim.records.table import Table
from brisca_sim.records.verdict import BrokenRuleError, Verdict

__all__ = ["Verdict", "judge"]


def judge(record: object) -> Verdict:
    """Judge one hand record.

    Parameters
    ----------
    record : object
        What JSON held: a mapping, or it is refused. ``seed``, ``deal``, ``lineup``, ``dealer``,
        ``mano``, rule options, ``trick`` and ``draw`` events and the ``result`` may be left out and are then
        worked out; what is there has to be right.

    Returns
    -------
    Verdict
        Whether it is legal, and if not, the first thing that is wrong with it.

    Raises
    ------
    RecordError
        If it is no hand record at all, or its rules do not exist.
    """
    header = read_header(record)
    try:
        table = Table.dealt(header.rules, check_deck(header), find_mano(header))
    except BrokenRuleError as fault:
        return Verdict(False, None, str(fault), None, header.rules)
    return _follow(header, Referee(table, header.events))


def _follow(header: Header, referee: Referee) -> Verdict:
    at = None
    try:
        for at in range(len(header.events)):
            referee.follow(at)
        result = referee.finish()
    except BrokenRuleError as fault:
        return Verdict(False, at, str(fault), None, header.rules)
    try:
        if header.result is not None:
            check_result(header.result, result)
    except BrokenRuleError as fault:
        return Verdict(False, None, str(fault), result, header.rules)
    return Verdict(True, None, "", result, header.rules)
