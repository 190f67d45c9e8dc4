libheadroom_a_SOURCES += \
	src/render/config.c src/render/config.h \
	src/render/deployment.c src/render/deployment.h \
	src/render/markdown.c \
	src/render/markdown.h \
	src/render/quote.c src/render/quote.h \
	src/render/render.h \
	src/render/snippet.c src/render/snippet.h \
	src/render/summary.c \
	src/render/summary.h \
	src/render/template.c src/render/template.h \
	src/render/text.c

# The templates are part of the program, so that it needs no data directory. Add a new one to this list.
templates = \
	templates/notes.in \
	templates/python.py.in

nodist_libheadroom_a_SOURCES = src/render/templates.c
CLEANFILES += src/render/templates.c
EXTRA_DIST += $(templates) tools/embed.awk

src/render/templates.c: $(templates) tools/embed.awk
	$(AM_V_GEN)$(MKDIR_P) $(@D) && \
	LC_ALL=C $(AWK) -f $(srcdir)/tools/embed.awk $(addprefix $(srcdir)/,$(templates)) > $@.tmp && mv $@.tmp $@
