/* Every limit on input and output in one place, each with its reason. Tests try each at the limit and
 * one past it. */
#ifndef HEADROOM_BASE_LIMITS_H
#define HEADROOM_BASE_LIMITS_H

/* A ladder of 5,000 rungs with every field is 5 MB; nobody measured more. cJSON needs up to 40 bytes of
 * heap a byte of input, so this bounds a hostile file's cost as well. */
#define LIMIT_ARTIFACT_BYTES ((size_t)8 << 20)

/* A plan.json carries the exact text of up to five inputs, escaped. */
#define LIMIT_PLAN_BYTES ((size_t)32 << 20)

/* AWS exports of a whole account: 10,000 policies are about 10 MB. With this and the number of values below,
 * a hostile export stays below 100 MB of memory even when it is refused only for the last of its names. */
#define LIMIT_EXPORT_BYTES ((size_t)20 << 20)

/* CSV profiles: a year of hours is 8,784 rows of at most some 40 bytes. */
#define LIMIT_PROFILE_BYTES ((size_t)4 << 20)

/* One line of JSON Lines input (batch, async check): both artifacts inline. */
#define LIMIT_LINE_BYTES ((size_t)16 << 20)

/* Raw records of a load test: one is some 120 bytes; a ladder of eight rungs has 34,000, and each stays
 * in memory as four numbers. */
#define LIMIT_EVENT_BYTES 65536
#define LIMIT_EVENTS 5000000
#define LIMIT_EVENT_RUNGS 5000

/* Rows of a trace to replay: each stays in memory as 40 bytes. */
#define LIMIT_ARRIVALS 5000000

/* Nesting of JSON: artifacts need 5 levels, AWS exports 8; deep nesting only costs stack. */
#define LIMIT_JSON_DEPTH 64

/* Values in one JSON document: 80 bytes of heap and more for each. A 5,000-rung ladder has 200,000, an
 * export of 10,000 policies 350,000. */
#define LIMIT_JSON_NODES 400000
#define LIMIT_EXPORT_NODES 500000

/* Members of one object and bytes of one name, as it is written in the file. */
#define LIMIT_JSON_MEMBERS 100000
#define LIMIT_NAME_BYTES 4096

/* Rungs (steps) of a ladder, stages of a timeline, entries of any other list in an artifact. */
#define LIMIT_STEPS 20000
#define LIMIT_STAGES 1000
#define LIMIT_LIST 20000

/* Fleet sizes, concurrencies and counts beyond this are not a plan (DESIGN: fleet > 1e9 is a usage error). */
#define LIMIT_FLEET 1e9

/* Integers in JSON are doubles: from 2^53 on they need not be the number that was written. */
#define LIMIT_INTEGER 9007199254740992.0

#endif
