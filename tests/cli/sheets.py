"""Reading, changing and calculating workbooks with the standard library alone.

Book(path) holds every cell: its formula, its stored value, its style's lock. set() changes a stored value
as somebody typing would, save() writes the file again, calculate() evaluates every formula with a small
evaluator of its own: an oracle that knows nothing of the program's arithmetic.
"""
import html, math, re, zipfile
import xml.etree.ElementTree as ET

M = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
FUNCTIONS = {"SUM", "ROUNDUP", "MAX", "MIN", "IF", "INDEX", "MATCH", "SUMPRODUCT"}  # of the cost workbook


class Cell:
    def __init__(self, formula, value, style):
        self.formula, self.value, self.style = formula, value, style


class Book:
    def __init__(self, path):
        with zipfile.ZipFile(path) as z:
            self.parts = {i.filename: z.read(i) for i in z.infolist()}
        self.trees = {n: ET.fromstring(b) for n, b in self.parts.items()}
        strings = []
        if "xl/sharedStrings.xml" in self.trees:
            for si in self.trees["xl/sharedStrings.xml"]:
                strings.append("".join(t.text or "" for t in si.iter(M + "t")))
        book = self.trees["xl/workbook.xml"]
        self.sheets = [s.get("name") for s in book.find(M + "sheets")]
        self.names = {n.get("name"): n.text for n in book.iter(M + "definedName")}
        xfs = self.trees["xl/styles.xml"].find(M + "cellXfs")
        self.unlocked = set()
        for i, xf in enumerate(xfs):
            p = xf.find(M + "protection")
            if p is not None and p.get("locked") == "0":
                self.unlocked.add(i)
        self.cells = {}
        for i, sheet in enumerate(self.sheets):
            for c in self.trees[f"xl/worksheets/sheet{i + 1}.xml"].iter(M + "c"):
                f, v = c.find(M + "f"), c.find(M + "v")
                text = None if v is None else v.text or ""
                if c.get("t") == "s":
                    value = strings[int(text)]
                elif c.get("t") in ("str", "e"):
                    value = text or ""
                elif c.get("t") == "b":
                    value = float(text)
                else:
                    value = None if text is None else float(text)
                self.cells[sheet, c.get("r")] = Cell(None if f is None else f.text, value, int(c.get("s") or 0))

    def at(self, name):
        """(sheet, address) of a named cell."""
        sheet, ref = self.names[name].split("!")
        return sheet, ref.replace("$", "")

    def named(self, name):
        return self.cells[self.at(name)].value

    def formulas(self):
        return {k: c for k, c in self.cells.items() if c.formula is not None}

    def set(self, key, value):
        """Replaces the stored value of a cell without a formula, in the sheet's XML."""
        sheet, ref = key
        part = f"xl/worksheets/sheet{self.sheets.index(sheet) + 1}.xml"
        xml = self.parts[part].decode()
        found = re.search(rf'<c r="{ref}"( s="\d+")?[^>]*?(/>|>.*?</c>)', xml)
        assert found and "<f>" not in found.group(0), key
        style = found.group(1) or ""
        if isinstance(value, str):
            new = f'<c r="{ref}"{style} t="inlineStr"><is><t>{html.escape(value)}</t></is></c>'
        else:
            new = f'<c r="{ref}"{style}><v>{value!r}</v></c>'
        self.parts[part] = (xml[:found.start()] + new + xml[found.end():]).encode()
        self.cells[key].value = value

    def save(self, path):
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as z:
            for name, data in self.parts.items():
                z.writestr(name, data)

    def calculate(self):
        """Every formula's value: {(sheet, address): value}."""
        return Calculator(self).all()

    def dependents(self, roots):
        """The formula cells that rest on any of the cells ROOTS, directly or not."""
        uses = {k: Calculator(self).references(k) for k in self.formulas()}
        found, grew = set(roots), True
        while grew:
            grew = False
            for k, refs in uses.items():
                if k not in found and refs & found:
                    found.add(k)
                    grew = True
        return found


TOKEN = re.compile(r"""\s*(?:(?P<num>\d+(?:\.\d+)?(?:E[+-]?\d+)?)|(?P<str>"(?:[^"]|"")*")|(?P<fn>[A-Z]+)\(|
    (?P<ref>(?:[A-Za-z]+!)?\$?[A-Z]{1,2}\$?\d+(?::\$?[A-Z]{1,2}\$?\d+)?)\b|(?P<name>[a-z_][a-z0-9_]*)|(?P<op><>|<=|>=|[-+*/&=<>(),]))""",
                   re.X)


def tokens(text):
    at, out = 0, []
    while at < len(text):
        m = TOKEN.match(text, at)
        if not m:
            raise ValueError(f"{text!r}: cannot read {text[at:]!r}")
        out.append((m.lastgroup, m.group(m.lastgroup)))
        at = m.end()
    return out


def column(letters):
    n = 0
    for ch in letters:
        n = n * 26 + ord(ch) - 64
    return n


def letters(n):
    out = ""
    while n:
        n, r = divmod(n - 1, 26)
        out = chr(65 + r) + out
    return out


def spread(ref):
    """Addresses of A1 or A1:B9, row by row."""
    ends = ref.replace("$", "").split(":")
    (c1, r1), (c2, r2) = (re.match(r"([A-Z]+)(\d+)", e).groups() for e in (ends[0], ends[-1]))
    return [f"{letters(c)}{r}" for r in range(int(r1), int(r2) + 1) for c in range(column(c1), column(c2) + 1)]


def each(f, *args):
    """Applies F to numbers, or item by item to ranges."""
    lists = [a for a in args if isinstance(a, list)]
    if not lists:
        return f(*args)
    return [f(*(a[i] if isinstance(a, list) else a for a in args)) for i in range(len(lists[0]))]


def number(x):
    if x is None or x == "":
        return 0.0
    if isinstance(x, bool):
        return float(x)
    if isinstance(x, str):
        raise ValueError(f"{x!r} is no number")
    return x


def same(a, b):
    a, b = ("" if x is None else x for x in (a, b))
    if a == "" and isinstance(b, float):
        a = 0.0
    if b == "" and isinstance(a, float):
        b = 0.0
    return a == b


def flat(args):
    return [x for a in args for x in (a if isinstance(a, list) else [a])]


class Calculator:
    def __init__(self, book):
        self.book, self.done = book, {}

    def all(self):
        return {k: self.cell(k) for k in self.book.formulas()}

    def target(self, sheet, ref):
        if "!" in ref:
            sheet, ref = ref.split("!")
        keys = [(sheet, a) for a in spread(ref)]
        return keys

    def references(self, key):
        out = set()
        for kind, text in tokens(self.book.cells[key].formula):
            if kind == "ref":
                out |= set(self.target(key[0], text))
            elif kind == "name":
                sheet, ref = self.book.names[text].split("!")
                out |= set(self.target(sheet, ref))
        return out

    def cell(self, key):
        if key not in self.done:
            c = self.book.cells.get(key)
            if c is None:
                self.done[key] = None
            elif c.formula is None:
                self.done[key] = c.value
            else:
                self.sheet, self.toks, keep = key[0], tokens(c.formula), (getattr(self, "sheet", None),
                                                                         getattr(self, "toks", None),
                                                                         getattr(self, "pos", None))
                self.pos = 0
                value = self.comparison()
                assert self.pos == len(self.toks), c.formula
                self.done[key] = value
                self.sheet, self.toks, self.pos = keep
        return self.done[key]

    def peek(self):
        return self.toks[self.pos] if self.pos < len(self.toks) else (None, None)

    def take(self, *ops):
        kind, text = self.peek()
        if kind == "op" and text in ops:
            self.pos += 1
            return text
        return None

    def comparison(self):
        a = self.joined()
        while op := self.take("=", "<>", "<", "<=", ">", ">="):
            b = self.joined()
            if op in ("=", "<>"):
                a = each(lambda x, y: same(x, y) == (op == "="), a, b)
            else:
                test = {"<": float.__lt__, "<=": float.__le__, ">": float.__gt__, ">=": float.__ge__}[op]
                a = each(lambda x, y: test(number(x), number(y)), a, b)
        return a

    def joined(self):
        a = self.sum()
        while self.take("&"):
            a = str(a) + str(self.sum())
        return a

    def sum(self):
        a = self.product()
        while op := self.take("+", "-"):
            b = self.product()
            a = each(lambda x, y: number(x) + number(y) if op == "+" else number(x) - number(y), a, b)
        return a

    def product(self):
        a = self.unary()
        while op := self.take("*", "/"):
            b = self.unary()
            a = each(lambda x, y: number(x) * number(y) if op == "*" else number(x) / number(y), a, b)
        return a

    def unary(self):
        if self.take("-"):
            return each(lambda x: -number(x), self.unary())
        return self.primary()

    def primary(self):
        kind, text = self.peek()
        self.pos += 1
        if kind == "num":
            return float(text)
        if kind == "str":
            return text[1:-1].replace('""', '"')
        if kind == "ref":
            return self.value(self.sheet, text)
        if kind == "name":
            return self.value(*self.book.names[text].split("!"))
        if kind == "fn":
            return self.function(text)
        assert text == "(", text
        a = self.comparison()
        assert self.take(")")
        return a

    def value(self, sheet, ref):
        values = [self.cell(k) for k in self.target(sheet, ref)]
        return values if len(values) > 1 else values[0]

    def skip(self):
        """Passes over one argument: what IF does not choose is not evaluated."""
        depth = 0
        while True:
            kind, text = self.peek()
            if depth == 0 and kind == "op" and text in ",)":
                return
            depth += (kind == "fn" or text == "(") - (kind == "op" and text == ")")
            self.pos += 1

    def function(self, name):
        if name == "IF":
            yes = self.comparison()
            assert self.take(",")
            if yes:
                a = self.comparison()
                assert self.take(",")
                self.skip()
            else:
                self.skip()
                assert self.take(",")
                a = self.comparison()
            assert self.take(")")
            return a
        args = [self.comparison()]
        while self.take(","):
            args.append(self.comparison())
        assert self.take(")")
        if name == "SUM":
            return math.fsum(x for x in flat(args) if isinstance(x, float))
        if name == "SUMPRODUCT":
            if len(args) == 1:
                return math.fsum(number(x) for x in flat(args))
            # Of several ranges, what is no number counts as 0.
            columns = [a if isinstance(a, list) else [a] for a in args]
            return math.fsum(math.prod(float(x) if isinstance(x, (int, float)) else 0.0 for x in row) for row in zip(*columns))
        if name in ("MAX", "MIN"):
            return (max if name == "MAX" else min)(number(x) for x in flat(args))
        if name == "ROUNDUP":
            assert args[1] == 0
            return each(lambda x: float(math.ceil(number(x))), args[0])
        if name == "INDEX":
            items = args[0] if isinstance(args[0], list) else [args[0]]
            return items[int(args[1]) - 1]
        if name == "MATCH":
            items = args[1] if isinstance(args[1], list) else [args[1]]
            assert args[2] == 1
            return float(sum(1 for x in items if x <= args[0]))
        if name == "ROUND":
            return round(number(args[0]), int(args[1]))
        if name == "ISNUMBER":
            return isinstance(args[0], float)
        if name == "COUNT":
            return float(sum(isinstance(x, float) for x in flat(args)))
        if name == "COUNTA":
            return float(sum(x is not None for x in flat(args)))
        if name == "COUNTIF":
            return float(sum(x == args[1] for x in flat(args[:1])))
        if name == "SUMIF":
            return math.fsum(x for x, test in zip(flat(args[2:]), flat(args[:1])) if test == args[1])
        if name == "SMALL":
            return sorted(x for x in flat(args[:1]) if isinstance(x, float))[int(args[1]) - 1]
        raise ValueError(name)


def close(a, b, tolerance=1e-9):
    """Equal texts, or numbers within the tolerance of the larger."""
    a, b = ("" if x is None else x for x in (a, b))
    if isinstance(a, str) or isinstance(b, str):
        return a == b
    return abs(a - b) <= tolerance * max(abs(a), abs(b))


def differences(want, got, keys=None, tolerance=1e-9):
    """Keys whose values differ, with both."""
    return [(k, want[k], got.get(k)) for k in (keys if keys is not None else want)
            if not close(want[k], got.get(k), tolerance)]


# What a test types into the input cells: name -> three values each.
TYPED = {
    "rate_usd_per_hour": [0.5, 2.25, 10.0],
    "currency_code": ["EUR", "CNY", "GBP"],
    "discount_share": [0.1, 0.25, 1.0],
    "peak_load": [300.0, 1234.5, 90000.0],
    "trough_load": [0.0, 25.0, 2000.0],
    "surge_ratio": [1.0, 1.1, 1.4],
    "min_floor": [2.0, 5.0, 12.0],
    "hours_per_month": [168.0, 700.0, 744.0],
    "other_monthly_cost": [100.0, 2500.5, 1e6],
}
FLAGS = {"rate_usd_per_hour": "--rate", "peak_load": "--peak-rps", "trough_load": "--trough-rps",
         "surge_ratio": "--max-scaling-per-t-total", "min_floor": "--min-floor"}


def plan_arguments(name=None, value=None):
    """Arguments of `headroom plan` at the reference inputs with one of them replaced."""
    at = {"peak_load": 5000.0, "trough_load": 10.0, "surge_ratio": 1.25, "min_floor": 1, "rate_usd_per_hour": 1.408}
    if name:
        at[name] = int(value) if name == "min_floor" else value
    return [x for k, v in at.items() for x in (FLAGS[k], repr(v))]
