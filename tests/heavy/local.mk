# What emit writes, and what reads it back.
EXTRA_DIST += tests/cli/apimodel.py tests/cli/cfnspec.py tests/cli/emitkit.py tests/cli/hclread.py tests/heavy/emit_grammar.py \
	tests/data/cloudformation_types.json tests/data/cloudformation_types.cjs

EXTRA_DIST += \
	tests/golden/async/cloudformation.json \
	tests/golden/async/cloudformation.yaml \
	tests/golden/async/deploy.sh \
	tests/golden/async/terraform.tf \
	tests/golden/emit/aws-cli/dashboard.json \
	tests/golden/emit/aws-cli/deploy.sh \
	tests/golden/emit/aws-cli/put-metric-alarm-first-chunk.json \
	tests/golden/emit/aws-cli/put-metric-alarm-scale-in.json \
	tests/golden/emit/aws-cli/put-scaling-policy-scale-in.json \
	tests/golden/emit/aws-cli/put-scaling-policy-scale-out.json \
	tests/golden/emit/aws-cli/register-scalable-target.json \
	tests/golden/emit/cloudformation.json \
	tests/golden/emit/cloudformation.yaml \
	tests/golden/emit/flow.tf \
	tests/golden/emit/python.txt \
	tests/golden/emit/terraform.tf

# The parsers of others, from npm: see the head of the script.
.PHONY: check-grammar
check-grammar: headroom
	@$(AM_TESTS_ENVIRONMENT) HEADROOM=./headroom $(PYTHON) $(srcdir)/tests/heavy/emit_grammar.py

# GNU parallel over two ssh hosts and a one-machine Slurm; each skips, saying why, where it cannot be set up.
cluster_tests = tests/heavy/cluster_ssh.py tests/heavy/cluster_slurm.py
EXTRA_DIST += $(cluster_tests)
.PHONY: check-cluster
check-cluster: headroom$(EXEEXT)
	@$(AM_TESTS_ENVIRONMENT) bad=0; for t in $(cluster_tests); do echo "$$t"; $(PYTHON) '$(srcdir)'/$$t || \
		test $$? -eq 77 || bad=1; done; exit $$bad
