libheadroom_a_SOURCES += \
	src/many/batch.c src/many/batch.h \
	src/many/batch_async.c \
	src/many/batch_line.c src/many/batch_line.h \
	src/many/batch_ops.c src/many/batch_ops.h \
	src/many/journal.c src/many/journal.h \
	src/many/feed.c src/many/feed.h \
	src/many/progress.c src/many/progress.h \
	src/many/shard.c src/many/shard.h \
	src/many/shelf.c src/many/shelf.h \
	src/many/worker.c src/many/worker.h
