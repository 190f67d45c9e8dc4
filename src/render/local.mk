libheadroom_a_SOURCES += \
	src/render/async_config.c src/render/async_config.h \
	src/render/columns.c src/render/columns.h \
	src/render/config.c src/render/config.h \
	src/render/config_vars.c src/render/config_vars.h \
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
	templates/aws-cli/async-deploy.sh.in \
	templates/aws-cli/async-put-metric-alarm.json.in \
	templates/aws-cli/async-put-scaling-policy-backlog.json.in \
	templates/aws-cli/async-put-scaling-policy-wake.json.in \
	templates/aws-cli/dashboard.json.in \
	templates/aws-cli/deploy.sh.in \
	templates/aws-cli/put-metric-alarm-first-chunk.json.in \
	templates/aws-cli/put-metric-alarm-scale-in.json.in \
	templates/aws-cli/put-scaling-policy-scale-in.json.in \
	templates/aws-cli/put-scaling-policy-scale-out.json.in \
	templates/aws-cli/register-scalable-target.json.in \
	templates/aws-cli/script.in \
	templates/async/cloudformation.json.in \
	templates/async/cloudformation.yaml.in \
	templates/async/notes.in \
	templates/async/terraform.tf.in \
	templates/cloudformation.json.in \
	templates/cloudformation.yaml.in \
	templates/dashboard.in \
	templates/notes.in \
	templates/python.py.in \
	templates/terraform.tf.in

nodist_libheadroom_a_SOURCES = src/render/templates.c
CLEANFILES += src/render/templates.c
EXTRA_DIST += $(templates) tools/embed.awk

src/render/templates.c: $(templates) tools/embed.awk
	$(AM_V_GEN)$(MKDIR_P) $(@D) && \
	LC_ALL=C $(AWK) -f $(srcdir)/tools/embed.awk $(addprefix $(srcdir)/,$(templates)) > $@.tmp && mv $@.tmp $@
