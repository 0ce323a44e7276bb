"""The words in which strategies are written: ``from brisca_sim.vocabulary import *``.

A strategy is a function ``play(obs)`` that returns one card of the player's hand.  `obs` is what that
player sees; it is read through the words below.  Cards are numbers (suit * 16 + strength), sets of
cards are masks with the bit of each card set, seats are numbers in playing order, and `NO_CARD` (-1)
stands for "there is none".  Words that choose among the cards in hand look at them in the order of
their places and keep the first of equals, so that no suit is ever preferred.

They are compiled for strategies, where `obs` is a pointer.  A script with a class `Player` gets them
uncompiled instead (`brisca_sim.plain.words`), for `obs` as an int64 array.
"""

from __future__ import annotations

from brisca_sim.cards import AS, NO_CARD, REY, SOTA, TRES
from brisca_sim.kernel.layout import (
    NO_SIGN,
    SIGN_AS,
    SIGN_BRISCAS,
    SIGN_CABALLO,
    SIGN_MIRAR,
    SIGN_REY,
    SIGN_SIN_TRIUNFO,
    SIGN_SOPLAR,
    SIGN_SOTA,
    SIGN_TRES,
)
from brisca_sim.vocabulary.ahead import *
from brisca_sim.vocabulary.ahead import __all__ as _ahead
from brisca_sim.vocabulary.cards import *
from brisca_sim.vocabulary.cards import __all__ as _cards
from brisca_sim.vocabulary.choosing import *
from brisca_sim.vocabulary.choosing import __all__ as _choosing
from brisca_sim.vocabulary.counting import *
from brisca_sim.vocabulary.counting import __all__ as _counting
from brisca_sim.vocabulary.ending import *
from brisca_sim.vocabulary.ending import __all__ as _ending
from brisca_sim.vocabulary.habits import *
from brisca_sim.vocabulary.habits import __all__ as _habits
from brisca_sim.vocabulary.luck import *
from brisca_sim.vocabulary.luck import __all__ as _luck
from brisca_sim.vocabulary.parameters import *
from brisca_sim.vocabulary.parameters import __all__ as _parameters
from brisca_sim.vocabulary.position import *
from brisca_sim.vocabulary.position import __all__ as _position
from brisca_sim.vocabulary.reckoning import *
from brisca_sim.vocabulary.reckoning import __all__ as _reckoning
from brisca_sim.vocabulary.senas import *
from brisca_sim.vocabulary.senas import __all__ as _senas
from brisca_sim.vocabulary.sets import *
from brisca_sim.vocabulary.sets import __all__ as _sets
from brisca_sim.vocabulary.situation import *
from brisca_sim.vocabulary.situation import __all__ as _situation
from brisca_sim.vocabulary.swaps import *
from brisca_sim.vocabulary.swaps import __all__ as _swaps
from brisca_sim.vocabulary.telling import *
from brisca_sim.vocabulary.telling import __all__ as _telling

__all__ = ["AS", "NO_CARD", "REY", "SOTA", "TRES"]
__all__ += [
    "NO_SIGN",
    "SIGN_AS",
    "SIGN_BRISCAS",
    "SIGN_CABALLO",
    "SIGN_MIRAR",
    "SIGN_REY",
    "SIGN_SIN_TRIUNFO",
    "SIGN_SOPLAR",
    "SIGN_SOTA",
    "SIGN_TRES",
]
__all__ += [*_parameters, *_situation, *_cards, *_sets, *_choosing, *_counting, *_ending, *_ahead]  # noqa: PLE0604
__all__ += [*_position, *_habits, *_reckoning, *_swaps, *_senas, *_telling, *_luck]  # noqa: PLE0604
