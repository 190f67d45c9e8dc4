libheadroom_a_SOURCES += \
	src/many/axes.c src/many/axes.h \
	src/many/batch.c src/many/batch.h \
	src/many/batch_async.c \
	src/many/batch_line.c src/many/batch_line.h \
	src/many/batch_ops.c src/many/batch_ops.h \
	src/many/compare.c src/many/compare.h \
	src/many/compare_figures.c \
	src/many/compare_inputs.c src/many/compare_inputs.h \
	src/many/compare_json.c \
	src/many/compare_pages.c src/many/compare_pages.h \
	src/many/compare_text.c src/many/compare_text.h \
	src/many/document.c src/many/document.h \
	src/many/fleet.c src/many/fleet.h \
	src/many/fleet_pages.c src/many/fleet_pages.h \
	src/many/fleet_sheet.c src/many/fleet_sheet.h \
	src/many/fleet_text.c src/many/fleet_text.h \
	src/many/journal.c src/many/journal.h \
	src/many/figures.c src/many/figures.h \
	src/many/feed.c src/many/feed.h \
	src/many/progress.c src/many/progress.h \
	src/many/shard.c src/many/shard.h \
	src/many/shelf.c src/many/shelf.h \
	src/many/sweep.c src/many/sweep.h \
	src/many/sweep_charts.c \
	src/many/worker.c src/many/worker.h
