# The room of asynchronous endpoints: a file a line.
libheadroom_a_SOURCES += src/async/arrivals.c
libheadroom_a_SOURCES += src/async/arrivals.h
libheadroom_a_SOURCES += src/async/decimal.c
libheadroom_a_SOURCES += src/async/decimal.h
libheadroom_a_SOURCES += src/async/fleet.c
libheadroom_a_SOURCES += src/async/fleet.h
libheadroom_a_SOURCES += src/async/replay.c
libheadroom_a_SOURCES += src/async/replay.h
libheadroom_a_SOURCES += src/async/simulate.c
libheadroom_a_SOURCES += src/async/simulate.h
libheadroom_a_SOURCES += src/async/simulate_csv.c
libheadroom_a_SOURCES += src/async/simulate_json.c
libheadroom_a_SOURCES += src/async/simulate_text.c
libheadroom_a_SOURCES += src/async/trace.c
libheadroom_a_SOURCES += src/async/trace.h
