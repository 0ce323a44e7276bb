/* The strategies codiciosa and ahorradora for two players, choice for choice those of the catalogue. */

typedef unsigned (*Strategy)(Player *player, const Trick *trick); /* the place of its card */

typedef struct {
    const char *name;
    Strategy choose;
    int swaps; /* whenever it may */
} Policy;

enum { NONE = HAND };

static inline unsigned points_of(unsigned card) { return POINTS_OF[card & 15]; }

static inline unsigned worth(unsigned card) { return 16 * points_of(card) + (card & 15); }

/* What giving a card away costs, in twentieths of a point. */
static inline unsigned price(unsigned card, unsigned trump)
{
    return 20 * points_of(card) + (card & 15) + (card >> 4 == trump ? 100 : 0);
}

static inline int beats(unsigned card, unsigned lead, unsigned trump)
{
    return card >> 4 == lead >> 4 ? card > lead : card >> 4 == trump;
}

static inline unsigned cheapest(const Player *player, const Trick *trick)
{
    unsigned chosen = 0;
    for (unsigned i = 1; i < trick->held; i++)
        if (price(player->hand[i], trick->trump) < price(player->hand[chosen], trick->trump))
            chosen = i;
    return chosen;
}

static unsigned codiciosa(Player *player, const Trick *trick)
{
    if (trick->lead < 0)
        return cheapest(player, trick);
    unsigned winner = NONE, most = 0, poorest = 0;
    for (unsigned i = 0; i < trick->held; i++) {
        const unsigned card = player->hand[i];
        const unsigned value = 1 + 2 * points_of(card) + (card >> 4 != trick->trump);
        if (value > most && beats(card, (unsigned)trick->lead, trick->trump)) {
            winner = i;
            most = value;
        }
        if (worth(card) < worth(player->hand[poorest]))
            poorest = i;
    }
    return winner != NONE ? winner : poorest;
}

static unsigned ahorradora(Player *player, const Trick *trick)
{
    if (trick->lead < 0)
        return cheapest(player, trick);
    unsigned plain = NONE, most = 0, lowest = NONE;
    for (unsigned i = 0; i < trick->held; i++) {
        const unsigned card = player->hand[i];
        if (!beats(card, (unsigned)trick->lead, trick->trump))
            continue;
        if (card >> 4 != trick->trump) {
            if (plain == NONE || worth(card) > most) {
                plain = i;
                most = worth(card);
            }
        } else if (lowest == NONE || card < player->hand[lowest]) {
            lowest = i;
        }
    }
    if (plain != NONE)
        return plain;
    const unsigned asked = trick->stock == 0 ? 1 : 3;
    if (lowest != NONE && points_of((unsigned)trick->lead) >= asked)
        return lowest;
    return cheapest(player, trick);
}
