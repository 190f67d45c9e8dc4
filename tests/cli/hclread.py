"""A strict reader for the part of HCL that emit writes: blocks, attributes, texts, numbers, flags, lists,
objects, references and jsonencode. Whatever is outside of that is an error, so that a text that broke out of
its quotes is found. An interpolation inside a text is an error too: emit writes none."""
import re

TOKEN = re.compile(r"""(?P<blank>[ \t]+)|(?P<newline>\n)|(?P<comment>\#[^\n]*)
    |(?P<number>-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?)|(?P<word>[A-Za-z_][A-Za-z0-9_-]*)
    |(?P<text>"(\\.|[^"\\\n])*")|(?P<sign>[{}\[\]()=:,.])""", re.X)
ESCAPE = re.compile(r'\\(["\\nrt]|u[0-9a-fA-F]{4})|(\$\$\{)|(%%\{)|(\\|\$\{|%\{)')
LETTERS = {'"': '"', "\\": "\\", "n": "\n", "r": "\r", "t": "\t"}


class Ref(str):
    """A reference such as aws_appautoscaling_policy.scale_in.arn."""


def unquote(quoted):
    def one(m):
        if m[4]:
            raise SyntaxError(f"interpolation or unknown escape in {quoted}")
        if m[1]:
            return LETTERS[m[1]] if m[1] in LETTERS else chr(int(m[1][1:], 16))
        return "${" if m[2] else "%{"
    return ESCAPE.sub(one, quoted[1:-1])


def tokens(text):
    at, out = 0, []
    while at < len(text):
        m = TOKEN.match(text, at)
        if not m:
            raise SyntaxError(f"cannot read {text[at:at + 40]!r}")
        if m.lastgroup not in ("blank", "comment"):
            out.append((m.lastgroup, m[0]))
        at = m.end()
    return out + [("end", "")]


class Reader:
    def __init__(self, text):
        self.tokens, self.at = tokens(text), 0

    def peek(self, skip_lines=False):
        while skip_lines and self.tokens[self.at][0] == "newline":
            self.at += 1
        return self.tokens[self.at]

    def take(self, want=None, skip_lines=False):
        kind, text = self.peek(skip_lines)
        if want is not None and want not in (kind, text):
            raise SyntaxError(f"{want} expected, {text!r} found")
        self.at += 1
        return text

    def body(self, until):
        """Attributes as {name: value}, blocks as {type: [(labels, body), ..]}."""
        out = {}
        while self.peek(True) != (("sign", "}") if until else ("end", "")):
            name = self.take("word", True)
            if self.peek()[1] == "=":
                self.take()
                if name in out:
                    raise SyntaxError(f"{name} is set twice")
                out[name] = self.value()
            else:
                labels = []
                while self.peek()[0] == "text":
                    labels.append(unquote(self.take()))
                self.take("{")
                out.setdefault(name, []).append((labels, self.body(True)))
                self.take("}", True)
            if self.peek()[0] != "end":
                self.take("newline")
        return out

    def value(self):
        kind, text = self.peek()
        self.at += 1
        if kind == "text":
            return unquote(text)
        if kind == "number":
            return float(text) if re.search("[.eE]", text) else int(text)
        if kind == "word":
            return self.word(text)
        if text == "[":
            return self.items("]", self.value)
        if text == "{":
            return dict(self.items("}", self.pair))
        raise SyntaxError(f"a value expected, {text!r} found")

    def word(self, text):
        if text in ("true", "false"):
            return text == "true"
        if text == "jsonencode":
            self.take("(")
            value = self.value()
            self.take(")")
            return value
        while self.peek()[1] == ".":
            self.take()
            text += "." + self.take("word")
        if "." not in text:
            raise SyntaxError(f"bare word {text!r}")
        return Ref(text)

    def pair(self):
        kind, text = self.peek(True)
        key = unquote(self.take()) if kind == "text" else self.take("word")
        if self.take() not in "=:":
            raise SyntaxError(f"= or : expected after {key}")
        return key, self.value()

    def items(self, close, one):
        out = []
        while self.peek(True)[1] != close:
            out.append(one())
            kind, text = self.peek()
            if text == ",":
                self.take()
            elif text != close and not (kind == "newline" and (close == "}" or self.peek(True)[1] == close)):
                raise SyntaxError(f", or {close} expected, {text!r} found")
        self.take(close)
        return out


def read(text):
    return Reader(text).body(False)


def resources(text):
    """{(type, label): body} of a whole file, with one-element blocks inside unwrapped."""
    def plain(body):
        return {k: plain(v[0][1]) if isinstance(v, list) and v and isinstance(v[0], tuple) else v
                for k, v in body.items()}
    return {tuple(labels): plain(body) for labels, body in read(text)["resource"]}
