/* Brisca for two, written for nothing else: the yardstick for the kernel.
 *
 *     plain SEED FIRST DEALS
 *
 * plays DEALS deals from number FIRST on, each over both seatings, and prints the processor time
 * and the counts, one array a line.  The cards and the choices are those of `brisca_sim run ciegas
 * ciegas --seed SEED`, number for number, so the counts have to be the same to the last one.
 *
 * What the kernel keeps for strategies that look (observation, history, log) is not here: a player
 * sees his hand and the trick.  With -DFUNCTION_POINTERS the players are called through pointers that
 * the compiler cannot see through, as the kernel has to call strategies it does not know, and
 *
 *     plain SEED FIRST DEALS POLICY
 *
 * plays `blind`, `codiciosa` or `ahorradora` on both sides.
 */
#define _POSIX_C_SOURCE 199309L
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CARDS = 40, HAND = 3, TRICKS = CARDS / 2, TOTAL = 120, WIN = 12 };
enum { SCORE, WON, DRAWN, LOST, POINTS, KINDS }; /* what is added up for a side and for a chair */

#define GOLDEN UINT64_C(0x9E3779B97F4A7C15)

typedef struct {
    uint8_t hand[HAND];
    uint64_t random; /* state of the seat's stream */
} Player;

typedef struct {
    unsigned held;  /* cards in every hand */
    unsigned trump; /* suit */
    unsigned stock; /* cards left to draw */
    int lead;       /* card on the table, -1: the player leads */
} Trick;

typedef struct {
    int64_t hand_points[2][2][TOTAL + 1]; /* seating, side, points */
    int64_t hand_scores[2][2][WIN + 1];
    int64_t deal_scores[2][2 * WIN + 1]; /* side, total over both seatings */
    int64_t deal_points[2][2 * TOTAL + 1];
    int64_t sums[2][2][KINDS]; /* sides or chairs, which of the two, kind: over deals */
    int64_t squares[2][2][KINDS];
} Counts;

static Counts counts;

/* Points of a rank: 2 4 5 6 7 8 9 sota caballo rey tres as. */
static const uint8_t POINTS_OF[16] = {0, 0, 0, 0, 0, 0, 0, 2, 3, 4, 10, 11};

static inline uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

static inline uint64_t next32(uint64_t *state)
{
    *state += GOLDEN;
    return mix(*state) >> 32;
}

static inline unsigned below(uint64_t *state, uint32_t n)
{
    for (;;) {
        uint64_t product = next32(state) * n;
        uint32_t left = (uint32_t)product;
        if (left >= n || left >= -n % n)
            return (unsigned)(product >> 32);
    }
}

static inline void exchange(uint8_t *cards, unsigned i, unsigned j)
{
    uint8_t kept = cards[i];
    cards[i] = cards[j];
    cards[j] = kept;
}

/* Fisher-Yates, four places from each random word (Brackett-Rozinsky and Lemire, 2024). */
static void shuffle(uint8_t cards[CARDS], uint64_t state)
{
    for (uint32_t top = CARDS; top > 1; top -= 4) {
        uint32_t bound = top * (top - 1) * (top - 2) * (top - 3);
        uint64_t x0, x1, x2, x3;
        do {
            x0 = next32(&state) * top;
            x1 = (uint64_t)(uint32_t)x0 * (top - 1);
            x2 = (uint64_t)(uint32_t)x1 * (top - 2);
            x3 = (uint64_t)(uint32_t)x2 * (top - 3);
        } while ((uint32_t)x3 < bound && (uint32_t)x3 < -bound % bound);
        exchange(cards, top - 1, (unsigned)(x0 >> 32));
        exchange(cards, top - 2, (unsigned)(x1 >> 32));
        exchange(cards, top - 3, (unsigned)(x2 >> 32));
        exchange(cards, top - 4, (unsigned)(x3 >> 32));
    }
}

static inline unsigned blind(Player *player, const Trick *trick)
{
    return below(&player->random, trick->held);
}

#ifdef FUNCTION_POINTERS
#include "policies.h"

static const Policy POLICIES[] = {
    {"blind", blind, 0}, {"codiciosa", codiciosa, 1}, {"ahorradora", ahorradora, 1}};
static const Policy *volatile lineup[2] = {&POLICIES[0], &POLICIES[0]};
#define CHOOSE(seat, trick) (choose[seat](&players[seat], trick))
#define SWAPS(seat) (swaps[seat])
#else
#define CHOOSE(seat, trick) (blind(&players[seat], trick))
#define SWAPS(seat) 0
#endif

/* The winner changes the 7 or the 2 of trumps for the card turned up, as often as he can. */
static void swap(Player *winner, uint8_t *upcard)
{
    for (;;) {
        const unsigned rank = *upcard & 15;
        const uint8_t gives = (uint8_t)((*upcard & ~15u) + (rank >= 7 ? 4 : 0));
        unsigned place = 0;
        while (place < HAND - 1 && winner->hand[place] != gives)
            place++;
        if (rank == 0 || place == HAND - 1)
            return;
        winner->hand[place] = *upcard;
        *upcard = gives;
    }
}

/* One hand; returns the points of the first seat, which leads the first trick. */
static unsigned play_hand(const uint8_t cards[CARDS], uint64_t key, unsigned seating)
{
    Player players[2];
    for (unsigned seat = 0; seat < 2; seat++) {
        players[seat].random = mix(key + (seat + 1) * GOLDEN);
        for (unsigned i = 0; i < HAND; i++)
            players[seat].hand[i] = cards[2 * i + seat];
    }
#ifdef FUNCTION_POINTERS
    const Policy *const policies[2] = {lineup[seating], lineup[seating ^ 1]};
    const Strategy choose[2] = {policies[0]->choose, policies[1]->choose};
    const int swaps[2] = {policies[0]->swaps, policies[1]->swaps};
#else
    (void)seating; /* both play alike */
#endif
    uint8_t upcard = cards[2 * HAND];
    const uint8_t *stock = cards + 2 * HAND + 1;
    const unsigned trump = upcard >> 4;
    unsigned points[2] = {0, 0};
    unsigned winner = 0;
    for (unsigned trick = 0; trick < TRICKS; trick++) {
        const unsigned held = trick < TRICKS - HAND ? HAND : TRICKS - trick;
        const unsigned left = trick < TRICKS - HAND ? CARDS - 2 * HAND - 2 * trick : 0;
        Trick seen = {held, trump, left, -1};
        unsigned card[2];
        const unsigned leader = winner;
        for (unsigned i = 0; i < 2; i++) {
            const unsigned seat = leader ^ i;
            const unsigned place = held > 1 ? CHOOSE(seat, &seen) : 0;
            card[i] = players[seat].hand[place];
            seen.lead = (int)card[0];
            players[seat].hand[place] = players[seat].hand[held - 1];
        }
        const unsigned led = card[0] >> 4, second = card[1] >> 4;
        const unsigned first_power = (card[0] & 15) + 16 + 32 * (led == trump);
        const unsigned second_power =
            (card[1] & 15) + 16 * (second == led) + 32 * (second == trump);
        winner = leader ^ (second_power > first_power);
        points[winner] += POINTS_OF[card[0] & 15] + POINTS_OF[card[1] & 15];
        if (trick < TRICKS - HAND - 1) { /* each chair has its own cards in the stock */
            if (SWAPS(winner))
                swap(&players[winner], &upcard);
            players[0].hand[HAND - 1] = *stock++;
            players[1].hand[HAND - 1] = *stock++;
        } else if (trick == TRICKS - HAND - 1) { /* the loser gets the turned-up card */
            players[winner].hand[HAND - 1] = *stock;
            players[winner ^ 1].hand[HAND - 1] = upcard;
        }
    }
    return points[0];
}

static inline void add(int64_t now[KINDS], unsigned score, unsigned points)
{
    now[SCORE] += score;
    now[WON] += score == WIN;
    now[DRAWN] += score == WIN / 2;
    now[LOST] += score == 0;
    now[POINTS] += points;
}

static void play_deal(uint64_t base, uint64_t deal, const uint8_t full[CARDS])
{
    const uint64_t key = mix(mix(base + deal) ^ base);
    uint8_t cards[CARDS];
    memcpy(cards, full, CARDS);
    shuffle(cards, mix(key));
    int64_t now[2][2][KINDS] = {0};
    for (unsigned seating = 0; seating < 2; seating++) {
        const unsigned mano = play_hand(cards, key, seating);
        const unsigned points[2] = {mano, TOTAL - mano};
        for (unsigned seat = 0; seat < 2; seat++) {
            const unsigned side = seat ^ seating;
            const unsigned got = points[seat];
            const unsigned score = 2 * got > TOTAL ? WIN : 2 * got == TOTAL ? WIN / 2 : 0;
            counts.hand_points[seating][side][got]++;
            counts.hand_scores[seating][side][score]++;
            add(now[0][side], score, got);
            add(now[1][seat], score, got);
        }
    }
    for (unsigned side = 0; side < 2; side++) {
        counts.deal_scores[side][now[0][side][SCORE]]++;
        counts.deal_points[side][now[0][side][POINTS]]++;
    }
    for (unsigned i = 0; i < 2 * 2 * KINDS; i++) {
        const int64_t value = (&now[0][0][0])[i];
        (&counts.sums[0][0][0])[i] += value;
        (&counts.squares[0][0][0])[i] += value * value;
    }
}

static int64_t cpu_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static void print(const char *name, const int64_t *values, size_t n)
{
    printf("%s", name);
    for (size_t i = 0; i < n; i++)
        printf(" %" PRId64, values[i]);
    putchar('\n');
}

#define PRINT(name) print(#name, (const int64_t *)counts.name, sizeof counts.name / sizeof(int64_t))

int main(int argc, char **argv)
{
    if (argc != 4 && argc != 5) {
        fprintf(stderr, "usage: plain SEED FIRST DEALS [POLICY]\n");
        return 2;
    }
#ifdef FUNCTION_POINTERS
    for (unsigned i = 0; argc == 5 && i < sizeof POLICIES / sizeof *POLICIES; i++)
        if (strcmp(POLICIES[i].name, argv[4]) == 0)
            lineup[0] = lineup[1] = &POLICIES[i];
#endif
    const uint64_t base = mix(strtoull(argv[1], NULL, 10) + GOLDEN);
    const uint64_t first = strtoull(argv[2], NULL, 10);
    const uint64_t deals = strtoull(argv[3], NULL, 10);
    uint8_t full[CARDS];
    unsigned n = 0;
    for (unsigned suit = 0; suit < 4; suit++)
        for (unsigned rank = 0; rank < 12; rank++)
            if (rank != 5 && rank != 6) /* no 8 and 9 */
                full[n++] = (uint8_t)(suit * 16 + rank);
    const int64_t started = cpu_ns();
    for (uint64_t deal = first; deal < first + deals; deal++)
        play_deal(base, deal, full);
    const int64_t spent = cpu_ns() - started;
    print("cpu_ns", &spent, 1);
    PRINT(hand_points);
    PRINT(hand_scores);
    PRINT(deal_scores);
    PRINT(deal_points);
    PRINT(sums);
    PRINT(squares);
    return 0;
}
