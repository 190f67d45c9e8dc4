"""Rendered charts against stored small pictures, with a tolerance: other releases of cairo and FreeType
shade the edges of letters differently."""
import os
import subprocess

import kit

try:
    from PIL import Image, ImageChops
except ImportError:
    kit.skip("Python has no PIL (Debian package python3-pil), so pictures cannot be compared")

GALLERY = os.path.join(os.path.abspath(os.environ.get("top_builddir", "build")), "tests", "chart", "gallery")
STORED = kit.SOURCE / "tests" / "golden" / "charts"
PICTURES = [("reference", "ttfab"), ("reference", "ttotal"), ("reference", "survival"), ("reference", "cost_load"),
            ("generic", "heat"), ("generic", "simulation")]


def distance(a, b):
    """Share of pixels that differ by more than 48 of 255, and the mean difference."""
    if a.size != b.size:
        return 1.0, 255.0
    histogram = ImageChops.difference(a.convert("L"), b.convert("L")).histogram()
    n = sum(histogram)
    return sum(histogram[49:]) / n, sum(i * h for i, h in enumerate(histogram)) / n


with kit.folder() as d:
    for sample in sorted({s for s, _ in PICTURES}):
        r = subprocess.run([GALLERY, sample, str(d / sample), "png"], capture_output=True, text=True)
        kit.check(r.returncode == 0, f"gallery {sample}", r.stderr)
    drawn = {}
    for sample, name in PICTURES:
        image = Image.open(d / sample / f"{name}.png").convert("L")
        drawn[name] = image.resize((image.width // 2, image.height // 2), Image.Resampling.BOX)
        path = STORED / f"{name}.png"
        if os.environ.get("UPDATE_GOLDENS"):
            drawn[name].quantize(32).save(path, optimize=True)
        if kit.check(path.is_file(), f"{name}: a stored picture"):
            share, mean = distance(drawn[name], Image.open(path).convert("L"))
            kit.check(share < 0.004 and mean < 2.0, f"{name} looks as stored", f"{share:.2%} of the pixels, mean {mean:.2f}")

    # The comparison must see what a reader would: a title gone, a line moved.
    whole = drawn["ttfab"]
    cut = whole.copy()
    cut.paste(255, (0, 0, whole.width, 24))
    kit.check(distance(whole, cut)[0] > 0.004, "a lost title is seen")
    moved = Image.new("L", whole.size, 255)
    moved.paste(whole.crop((0, 0, whole.width, whole.height - 3)), (0, 3))
    kit.check(distance(whole, moved)[0] > 0.004, "a shifted chart is seen")

kit.done()
