"""A linear model in plain Python: plays the card with the highest weighted sum of features.

Source: an example of a script that is not compiled.  Twelve features of a card are multiplied by twelve
weights in numpy; one of them is what the player remembers of this hand, whether its leads have won.

The weights were found by `benchmarks/train_memoria.py`: 24 rounds of a random search (cross-entropy method,
24 sets of weights a round) against codiciosa, with two players and in pairs, on seeds 101 to 124.
"""

import numpy as np

from brisca_sim.vocabulary import *

WEIGHTS = np.array([-2.79, -0.09, -0.12, 6.59, 1.62, 1.91, 0.86, -2.22, -1.5, -1.63, -0.11, -0.63])


class Player:
    def __init__(self):
        self.luck = 0  # leads that won less leads that lost, in this hand
        self.led = None  # (trick, own tricks before it) of a lead whose end is not yet known

    def play(self, obs):
        if self.led is not None and tricks_played(obs) > self.led[0]:
            self.luck += 1 if tricks_of(obs, my_seat(obs)) > self.led[1] else -1
            self.led = None
        cards = [hand_card(obs, i) for i in range(hand_size(obs))]
        values = np.array([self.features(obs, card) for card in cards]) @ WEIGHTS
        if leading(obs):
            self.led = tricks_played(obs), tricks_of(obs, my_seat(obs))
        # Equal values can differ by rounding: only more than that displaces an earlier place.
        return cards[int(np.argmax(np.round(values, 9)))]

    def features(self, obs, card):
        """What speaks for and against a card; points in tens, strength up to 1."""
        points, strength = points_of(card) / 10, rank_of(card) / 11
        trump = is_trump(obs, card)
        mine = trump * 1.0, trump * strength, trump * stock_empty(obs), (not trump) * strength
        if leading(obs):
            here = points, points * is_boss(obs, card), trump * 1.0, points * self.luck / 5
            return [*here, 0, 0, 0, 0, *mine]
        stake = points_on_table(obs) / 10 + points
        if beats_table(obs, card):
            last = last_to_play(obs)
            return [0, 0, 0, 0, stake * last, stake * (not last), 0, 0, *mine]
        helps = partner_winning(obs)
        return [0, 0, 0, 0, 0, 0, points * helps, points * (not helps), *mine]
