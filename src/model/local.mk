libheadroom_a_SOURCES += \
	src/model/chain.c \
	src/model/chain.h \
	src/model/erlang.c \
	src/model/erlang.h \
	src/model/laplace.c \
	src/model/laplace.h \
	src/model/modes.c \
	src/model/modes.h \
	src/model/mt19937.c \
	src/model/mt19937.h \
	src/model/policy.c \
	src/model/policy.h \
	src/model/sampler.c \
	src/model/sampler.h \
	src/model/survive.c \
	src/model/survive.h \
	src/model/uniformized.c \
	src/model/uniformized.h
