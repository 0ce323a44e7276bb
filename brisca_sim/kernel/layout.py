"""The words of the flat int64 arrays that the kernels share.

`obs` is the observation: all that the player to decide may know, and nothing else.  Its first part is
private and filled anew for each decision; the rest is public and kept up as the hand is played.
`state` is everything else: the configuration of the run, what nobody at the table sees whole (hands,
random streams, notes, the deck), and the result of the hand.
Seats are numbered in playing order, the mano being seat 0; "none" is -1 everywhere.
"""

from __future__ import annotations

MAX_PLAYERS = 6
MAX_CARDS = 48
HAND_SIZE = 3
MAX_PARAMETERS = 8
MAX_MEMORY = 16

# --- obs: the private part ------------------------------------------------------------------------
ASK = 0  # the question: one of the ASK_ values
SEAT = 1  # the seat that decides
RNG = 2  # state of the seat's random stream
HAND_N = 3  # cards in hand
HAND = 4  # the cards, one byte each from the lowest on; bytes beyond HAND_N are all ones
GIVES = 7  # ASK_SWAP: the card that would be given
TAKES = 8  # ASK_SWAP: the turned-up card that would be taken
KNOWN = 10  # 6 words, by seat: mask of cards surely in that hand unless played since (own: what others know)
MEMORY = 16  # 16 words: the seat's own notes, all 0 when the hand begins
PARAMS = 32  # 8 words: the strategy's parameters, bits of a float64
PRIVATE_END = 40

# --- obs: the public part -------------------------------------------------------------------------
PLAYERS = 40
SIDES = 41  # the side of a seat is seat % sides
ALL_TRICKS = 42  # tricks of the whole hand
DECK = 43  # mask of the cards in play
FEWEST = 44  # 1: al reves, the fewest win
BY_TRICKS = 45  # 1: al reves counts tricks, not points
SWAP_MODE = 46  # 0 off, 1 winner, 2 on_turn
LEADER = 48  # seat that leads, or led, the present trick
TRICK = 49  # tricks finished
TABLE_N = 50  # cards on the table
TABLE_POINTS = 51
BEST_CARD = 52  # card that wins the trick so far; means nothing while the table is empty
BEST_SEAT = 53  # its seat; likewise
TRUMP = 54  # suit
UPCARD = 55  # card that lies face up under the stock
STOCK = 56  # cards left to draw, the turned-up one included
PLAYED = 57  # mask of all cards played, the table included
TABLE = 60  # 6 words, in playing order from the leader; from TABLE_N on they are old
SEAT_POINTS = 66  # 6 words
SIDE_POINTS = 72  # 6 words
SEAT_TRICKS = 78  # 6 words
HISTORY = 84  # 48 words: card + 64 * seat, in order of play; -1 when not yet played

# --- obs: what the player has noticed of the senas (private), by the seat it is about -----------------
TOLD = 132  # 6 words: mask of cards that it said it holds, unless played since
LACKS = 138  # 6 words: mask of cards that it said it lacks
DRAWN = 144  # 6 words: cards it has drawn since it said so, which may be any
ONE_OF = 150  # 6 words: mask of which it said it holds at least one
LAST_SIGN = 156  # 6 words: its last sign before this trick, -1: none noticed
SENAS = 162  # 1: senas are played
FALSE_SIGNS = 163  # 1: they may be false
BRISCAS = 164  # mask of the cards that the sign of the briscas means
BELIEVED = 165  # bit of each seat whose signs the player has chosen to believe; 0 when he is asked

# --- obs: more of the public part -----------------------------------------------------------------------
RULES = 168  # 12 words: the rules, as in C_PLAYERS to C_BY_TRICKS
LAST_TRICK = 180  # 6 words, by side: number of the last trick it won, -1: none
TRICK_SWAPS = 186  # swaps made at the table in this trick
OBS_WORDS = 192

ASK_PLAY = 0
ASK_SWAP = 1
ASK_SIGN = 2

NO_SIGN = -1
(
    SIGN_AS,
    SIGN_TRES,
    SIGN_REY,
    SIGN_CABALLO,
    SIGN_SOTA,
    SIGN_BRISCAS,
    SIGN_SIN_TRIUNFO,
    SIGN_SOPLAR,
    SIGN_MIRAR,
) = range(9)
SIGNS = 9

# --- state: the configuration of the run ------------------------------------------------------------
C_PLAYERS = 0
C_SIDES = 1
C_CARDS = 2
C_SWAP = 3
C_SWAP_BY = 4  # 0 own, 1 team, 2 anyone
C_SWAP_LAST = 5
C_SWAP_LIMIT = 6  # 0 none, 1 table, 2 player
C_NEGRA = 7
C_NEGRA_ANY = 8
C_TIE_LAST = 9
C_FEWEST = 10
C_BY_TRICKS = 11
RULE_WORDS = 12
C_BLIND = 12
C_SHOW = 13  # 0 never, 1 throughout, 2 once the stock is empty
C_STREAM = 14  # 1: each chair has its own cards in a drawing round
C_SEATINGS = 15
C_GIVEN = 16  # 1: decks are given, not shuffled
C_LEND = 17  # what has to be lent to a decision: sum of the LEND_ values
C_LOG = 18  # words of log per hand, 0: no log
C_TRICKS = 19
C_DECK = 20  # mask
C_SEED = 21
C_SENAS = 22  # signs a player and trick, 0: none
C_SENAS_FROM = 23  # first trick with signs, counted from 0
C_FUNCTION = 24  # 6 words, by place in the lineup: address of its decision
C_ASKS_SWAP = 30  # 6 words, by place in the lineup: one of the SWAPS_ values
C_PARTNER_SEES = 36  # chance that a partner notices a sign, times 2**32
C_RIVAL_SEES = 37  # the same for each rival
C_SEES_HAND = 38  # 1: a rival who notices sees the whole hand
C_FALSE_SIGNS = 39
C_PARAMS = 40  # 6 x 8 words
CFG_WORDS = 88
SWAPS_ALWAYS, SWAPS_ASKED, SWAPS_NEVER = 0, 1, 2
LEND_PARAMETERS, LEND_NOTES, LEND_PARTNER, LEND_SENAS, LEND_HANDS = 1, 2, 4, 8, 16

# --- state: the hand in play ------------------------------------------------------------------------
HANDS = 88  # 6 words, packed like HAND
STREAM = 94  # 6 words: state of each seat's random stream
SLOT = 100  # 6 words: place in the lineup of the strategy in that seat
FUNCTION = 106  # 6 words: address of its decision
C_SEES = 112  # 6 words, by place in the lineup: 1 sees its partner's hand, 2 all hands
SAVED = 118  # 6 words: what KNOWN held before a partner's cards were lent
SWAPS = 124  # swaps made in this hand
HOLDER = 126  # seat with the mano negra
NOTES = 128  # 6 x 16 words
CARDS = 224  # 48 words: the deck as laid: dealt cards, turned-up card, hidden stock

# --- state: the result of a hand ----------------------------------------------------------------------
WINNER = 272  # side, -1: draw; after an illegal choice the answer
REASON = 273
SCORE = 274  # 6 words by side, in twelfths of a hand

# --- state: the senas -----------------------------------------------------------------------------------
C_BRISCA_KING = 280  # 1: a brisca is an as or a rey
C_ROWS = 281  # 1: the result of every hand is written down, not only counted
C_ASKS_SIGN = 282  # 6 words, by place in the lineup: 1 asks the strategy
SIGN_STREAM = 288  # 6 words: random stream of each seat's decisions on signs
NOTICE_STREAM = 294  # random stream of who notices what
TOLD_BY = 296  # 6 x 6 words each, by observer and seat: what TOLD, LACKS, DRAWN, ONE_OF and LAST_SIGN show
LACKED_BY = 332
DRAWN_BY = 368
ONE_OF_BY = 404
LAST_SIGN_BY = 440
SPIED_BY = 476  # 6 x 6 words: cards that an observer has seen in a hand through a sign
SIGNS_MADE = 512  # 9 words: signs in this hand by kind
SIGNS_TO_PARTNER = 521  # signs that a partner noticed
SIGNS_TO_RIVALS = 522  # signs that a rival noticed
SIGNS_FALSE = 523
PLAYS_READ = 524  # plays and drawing rounds that have been taken into account in these tables
DRAWS_READ = 525
C_DETAIL = 526  # 1: what happens within the hands is counted, see `detail`; not together with C_LOG
STATE_WORDS = 528
WHOLE = 12  # the score of a hand won: divisible by 1, 2, 3 and 4 sides that tie
BY_POINTS, BY_LAST_TRICK, BY_MANO_NEGRA, BY_DRAW = 0, 1, 2, 3

# --- the measures of a deal, added up over its seatings ---------------------------------------------
M_SIDE = 0  # 6 x 5 words: score (twelfths), hands won, drawn and lost, points
M_CHAIR = 30  # 6 x 5 words: the same by chair, counted from the mano; points are its own
PER_SIDE = 5
M_SCORE, M_WON, M_DRAWN, M_LOST, M_POINTS = 0, 1, 2, 3, 4
M_SWAPS = 60
M_SWAP_HANDS = 61
M_NEGRA = 62
M_SIGNS = 63
M_SIGNS_TO_PARTNER = 64
M_SIGNS_TO_RIVALS = 65
M_SIGNS_FALSE = 66
M_SIGN_KIND = 67  # 9 words
MEASURES = 80

# --- the kind of a hand: players + what its tricks have to look out for -------------------------------
PLAYERS_OF_KIND = 7
WITH_LOG, WITH_BLIND, WITH_TURNS, WITH_SENAS, WITH_NEGRA, WITH_LENDING = 8, 16, 32, 64, 128, 256
PLAIN_PAIR = 2

# --- log: how a hand went, one word an event: kind + 16 * seat + 256 * a + 65536 * b ----------------
LOG_PLAY, LOG_TRICK, LOG_DRAW, LOG_SWAP, LOG_NEGRA, LOG_END, LOG_SIGN = 1, 2, 3, 4, 5, 6, 7
LOG_STRIDE = 160
# With C_DETAIL only swaps are noted, with a: the card taken, b: cards played in the hand before it.
DETAIL_LOG = 16

# --- the detail of a side of the lineup, added up over deals (see `detail`) -------------------------
D_CLASSES = 0  # 42 x 12 words: by class of hands, the K_ sums
D_TRICKS = 504  # 24 x 2 words: points captured up to and with a trick, sum and sum of squares
D_WON = 552  # tricks won, sum and sum of squares
D_TRUMPS = 554  # 3 x 2 words: spent, waste and overkill, sum and sum of squares
D_WON_HANDS = 560  # 25 words: hands by tricks won
D_BY_POINTS = 585  # 65 words: trumps spent by the points of their trick
D_SWAPS = 650  # 2 x 12 x 24 words: swaps by card given (2, 7), rank taken, and trick
DETAIL_WORDS = 1232
CLASS_OPENING = 0  # 16: 4 * trumps + briscas in the first hand
CLASS_HONOUR = 16  # 12: rank of a trump in the first hand
CLASS_TURNED_UP = 28  # 12: rank of the card turned up at the deal
CLASS_GOT_UPCARD = 40  # its player drew the card that lay face up at the end
CLASS_SWAPPED = 41  # its player made a swap
CLASSES = 42
# Of the hands n of a class in a deal, their score s and points p, and the side's totals S and P in it:
K_N, K_S, K_P, K_NN, K_SS, K_PP, K_NS, K_NP, K_N_ALL_S, K_S_ALL_S, K_N_ALL_P, K_P_ALL_P = range(12)
CLASS_WORDS = 12
MAX_TRICKS = 24
TRICK_POINTS = 65  # bins of a trick's points

# --- the detail of a deal in play, kept behind that of the sides ------------------------------------
# By side of the lineup:
P_CHAIRS = 0  # 6 x 3 words by chair: hands, score, points
P_EVENTS = 18  # 2 x 3 words: got the turned-up card, swapped: hands, score, points
P_POINTS = 24  # 24 words: points by trick
P_WON = 48
P_TRUMPS = 49  # 3 words: spent, waste, overkill
P_HAND_WON = 52  # tricks won in this hand
P_HAND_EVENTS = 53  # 2 words: 1 when this hand has the event
PRESENT_WORDS = 56
# By chair, once:
F_CLASS = 0  # 6 words: class of the first hand
F_HAND = 6  # 6 words: mask of the first hand
F_HELD = 12  # 6 words: mask of the cards in hand
F_OWNER = 18  # 6 words: side of the lineup in this hand
F_CELLS = 24  # 28 x 3 words: classes of first hands of one side and deal
FOLLOW_WORDS = 108

# --- where a block stopped --------------------------------------------------------------------------
W_DEAL, W_SEATING, W_SEAT, W_ANSWER, W_DONE, W_ASK = 0, 1, 2, 3, 4, 5
WHERE_WORDS = 8
OK, ILLEGAL = 0, -1
