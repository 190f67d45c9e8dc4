# Sample plans and what draws them: for unit tests, for golden dumps, for the eye.
chart_samples = \
	tests/chart/generic_sample.c tests/chart/generic_sample.h \
	tests/chart/sample.c tests/chart/sample.h

check_PROGRAMS += tests/chart/gallery
tests_chart_gallery_SOURCES = tests/chart/gallery.c $(chart_samples)
tests_unit_test_scene_SOURCES = tests/unit/test_scene.c $(chart_samples)

EXTRA_DIST += \
	tests/golden/charts/chinese.txt \
	tests/golden/charts/cost_load.png \
	tests/golden/charts/deep.txt \
	tests/golden/charts/generic.txt \
	tests/golden/charts/geometric.txt \
	tests/golden/charts/heat.png \
	tests/golden/charts/huge.txt \
	tests/golden/charts/k_one.txt \
	tests/golden/charts/k_small.txt \
	tests/golden/charts/long_names.txt \
	tests/golden/charts/many_stages.txt \
	tests/golden/charts/no_server.txt \
	tests/golden/charts/nothing.txt \
	tests/golden/charts/one_rung.txt \
	tests/golden/charts/reference.txt \
	tests/golden/charts/simulation.png \
	tests/golden/charts/streams.txt \
	tests/golden/charts/survival.png \
	tests/golden/charts/three_passes.txt \
	tests/golden/charts/ttfab.png \
	tests/golden/charts/ttotal.png \
	tests/golden/charts/unknowns.txt
