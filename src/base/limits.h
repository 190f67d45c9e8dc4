/* Every limit on input and output in one place, each with its reason. Tests try each at the limit and
 * one past it. */
#ifndef HEADROOM_BASE_LIMITS_H
#define HEADROOM_BASE_LIMITS_H

/* A ladder of 5,000 rungs with every field is 5 MB; nobody measured more. cJSON needs up to 40 bytes of
 * heap a byte of input, so this bounds a hostile file's cost as well. */
#define LIMIT_ARTIFACT_BYTES ((size_t)8 << 20)

/* A plan.json carries the exact text of up to five inputs, escaped: 14 MB for a ladder of 5,000 rungs with every
 * field. Refusing the worst file of this size takes 95 MB of memory. */
#define LIMIT_PLAN_BYTES ((size_t)28 << 20)

/* AWS exports of a whole account: 10,000 policies are about 10 MB. With this and the number of values below,
 * a hostile export stays below 100 MB of memory even when it is refused only for the last of its names. */
#define LIMIT_EXPORT_BYTES ((size_t)20 << 20)

/* CSV profiles: a year of hours is 8,784 rows of at most some 40 bytes. */
#define LIMIT_PROFILE_BYTES ((size_t)4 << 20)

/* One line of JSON Lines input (batch, async check): both artifacts inline. */
#define LIMIT_LINE_BYTES ((size_t)16 << 20)
/* A longer one is an answer of its own and passed over, so that the lines behind it are reached. One that has still
 * no end by then is taken for a device that has none. */
#define LIMIT_LINE_PASSED ((size_t)256 << 20)

/* Raw records of a load test: one is some 120 bytes; a ladder of eight rungs has 34,000, and each stays
 * in memory as four numbers. */
#define LIMIT_EVENT_BYTES 65536
#define LIMIT_EVENTS 5000000
#define LIMIT_EVENT_RUNGS 5000

/* Rows of a trace to replay: each stays in memory as 40 bytes. */
#define LIMIT_ARRIVALS 5000000

/* Nesting of JSON: artifacts need 5 levels, AWS exports 8; deep nesting only costs stack. */
#define LIMIT_JSON_DEPTH 64

/* Values in one JSON document: 80 bytes of heap and more for each. A ladder of 5,000 rungs has 200,000, an
 * export of 10,000 policies 350,000. */
#define LIMIT_JSON_NODES 300000
#define LIMIT_EXPORT_NODES 500000

/* Members of one object and bytes of one name, as it is written in the file. */
#define LIMIT_JSON_MEMBERS 100000
#define LIMIT_NAME_BYTES 4096

/* Rungs (steps) of a ladder over all its passes: as many as raw records may give. Stages of a timeline, entries of
 * any other list in an artifact. */
#define LIMIT_STEPS 5000
#define LIMIT_STAGES 1000
#define LIMIT_LIST 20000

/* A plan.json holds its ladder twice, once as text and once as 34 values a rung, and all that a ladder of
 * LIMIT_STEPS rungs and LIMIT_JSON_NODES values can bring: whatever `plan` takes, the others can read. */
#define LIMIT_PLAN_NODES (LIMIT_JSON_NODES + 34 * LIMIT_STEPS + 20000)

/* Findings, audit checks and checks of a load test: a plan has some 40. Inputs that a plan records: 4 today. */
#define LIMIT_FINDINGS 1000
#define LIMIT_INPUTS 100

/* Bytes of a load test's check name: it stands in a table. */
#define LIMIT_CHECK_NAME 200

/* Characters of the name of an endpoint or variant: AWS's rule. */
#define LIMIT_AWS_NAME 63

/* Hours of a traffic profile: a leap year; requests/s beyond which a unit is mistaken; and bytes of a line of any
 * CSV: two numbers. */
#define LIMIT_PROFILE_ROWS 8784
#define LIMIT_CSV_LINE 200
#define LIMIT_PROFILE_RPS 1e12

/* Days of async estimate: half a century; and bytes of one, whose label is a text. */
#define LIMIT_DAYS 20000
#define LIMIT_DAY_LINE 1000

/* What InvokeEndpointAsync takes: characters of a location or content type and of an inference id, seconds in the
 * queue (LEAST to TTL_S) and of execution. The six members of a request need few values; the rest is room for what
 * must be reported rather than given up on. */
#define LIMIT_REQUEST_TEXT 1024
#define LIMIT_REQUEST_ID 64
#define LIMIT_TTL_LEAST_S 60
#define LIMIT_TTL_S 21600
#define LIMIT_TIMEOUT_S 3600
#define LIMIT_REQUEST_NODES 100000

/* Times of a replay: 30 years of microseconds fit a double exactly. The hours of drawn arrivals end there. */
#define LIMIT_REPLAY_S 1000000000
#define LIMIT_REPLAY_HOURS 277777

/* Instances of a replay (each stays in memory), requests that one executes at a time, minutes until the wake alarm
 * (two years), arrivals an hour and USD an hour beyond which a unit is mistaken. */
#define LIMIT_REPLAY_INSTANCES 100000
#define LIMIT_REPLAY_SLOTS 1000000
#define LIMIT_WAKE_PERIODS 1000000
#define LIMIT_ARRIVALS_PER_HOUR 1e12
#define LIMIT_REPLAY_RATE 1e9

/* Settings that a sweep of replays may have: each is a whole replay. */
#define LIMIT_SWEEP_REPLAYS 1000

/* Points of a sweep of plans: some 100 MB of CSV; and values of one axis. */
#define LIMIT_SWEEP_POINTS 250000
#define LIMIT_SWEEP_VALUES 100000

/* Plans side by side: a column each. */
#define LIMIT_COMPARED 8

/* Directories within a directory of plans: deeper is a loop of mounts. */
#define LIMIT_DIRECTORY_DEPTH 32

/* Requests, or changes of capacity, that the workbook of a replay lists: what is longer is left out there, and its
 * totals stand as values. */
#define LIMIT_SHEET_REQUESTS 100000

/* A finished workbook that is read back: our largest, a year of hours, is 1 MB packed. */
#define LIMIT_PACKAGE_BYTES ((size_t)256 << 20)

/* Rungs that `ladder` schedules, a thousand take three days; and the concurrency of one. */
#define LIMIT_SCHEDULE_RUNGS 1000
#define LIMIT_SCHEDULE_CONCURRENCY 1000000

/* Copies of the process that a batch may start, and parts that an input may be split into. */
#define LIMIT_WORKERS 1024
#define LIMIT_SHARDS 1000000

/* UTF-16 units in a cell: Excel's own bound, behind which it calls the file damaged. */
#define LIMIT_CELL_TEXT 32767

/* Pixels of a picture's side (half of cairo's own bound), cells of a heat map that anybody can tell apart. */
#define LIMIT_PNG_SIDE 16000
#define LIMIT_HEAT_CELLS 100000

/* Bytes of one entry of a PDF's metadata: readers cut what is longer. */
#define LIMIT_PDF_INFO_BYTES 2000

/* Seconds of a scale-out (30 years): beyond it a unit is mistaken. */
#define LIMIT_T_TOTAL_S 1e9

/* What was measured, in any unit, and amounts of money: beyond it no product of a plan need be finite. */
#define LIMIT_MEASURED 1e15
#define LIMIT_RATE 1e15

/* Seconds of a service time, whose reciprocal is a rate: below it a unit is mistaken. */
#define LIMIT_SERVICE_S 1e-9

/* Requests a second, and requests in flight on average, of a rung: below it a unit is mistaken, and what is divided
 * by it need not be finite. */
#define LIMIT_OCCUPANCY 1e-9

/* Fleet sizes, concurrencies and counts beyond this are not a plan. */
#define LIMIT_FLEET 1e9

/* Integers in JSON are doubles: from 2^53 on they need not be the number that was written. */
#define LIMIT_INTEGER 9007199254740992.0

#endif
