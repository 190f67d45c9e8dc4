# The room of asynchronous endpoints: a file a line.
libheadroom_a_SOURCES += src/async/contract.c
libheadroom_a_SOURCES += src/async/contract.h
libheadroom_a_SOURCES += src/async/estimate.c
libheadroom_a_SOURCES += src/async/estimate.h
libheadroom_a_SOURCES += src/async/estimate_chart.c
libheadroom_a_SOURCES += src/async/estimate_csv.c
libheadroom_a_SOURCES += src/async/estimate_write.c
libheadroom_a_SOURCES += src/async/ledger.c
libheadroom_a_SOURCES += src/async/ledger.h
libheadroom_a_SOURCES += src/async/ledger_write.c
