"""Keywords: the words of the command that they become, their help, and keywords in place of flags in messages."""

import inspect
import os
import re
import warnings

from . import _help

_FLAG = re.compile(r"""(?<![\w-])--([a-z][a-z0-9-]*)(?:[ =]("[^"]*"|'[^']*'|[^\s(-]\S*(?<![:;,.)])))?(?=( --[a-z])?)""")
_SWITCHES = {name for _, name, sort, _ in _help.KEYWORDS if sort == "True or False"}
_PATHS = {name for _, name, sort, _ in _help.KEYWORDS if sort.startswith("path")}
_FUNCTIONS = {function for functions, *_ in _help.KEYWORDS for function in functions.split()}
_PYTHON = {"from": "from_", "with": "with_", "neighbours": "k"}


def said(message):
    """Return a message with keywords in place of flags: max_gap="6h" for --max-gap 6h."""
    def keyword(flag):
        name = _PYTHON.get(flag[1], flag[1].replace("-", "_"))
        value, of, rest = (flag[2] or "").strip("\"'"), of_both(name), flag[0][2 + len(flag[1]):]
        tried = re.search(r"try: [^;(]*$", message[:flag.start()])
        if of in _SWITCHES:
            name += "=True" + rest
        elif value and flag[2] == value != name and value.isalpha() and value.islower() and value not in _help.WORDS.get(of, ()) and not tried:
            name += rest  # a word of the sentence
        elif value not in ("", name):  # a table has the name of its keyword
            name += "=" + (value if re.fullmatch(r"-?[0-9.]+(e-?\d+)?", value) or re.fullmatch("[A-Z,]+", value) and not tried else f'"{value}"')
        return name + "," * bool(tried and flag[3])

    message = re.sub(r"\bflyby ([a-z]+) --help\b", r"help(flyby.\1)", message).replace("unknown flag", "unknown keyword")
    message = _FLAG.sub(keyword, re.sub(r"(?<!\S)-k (?=[\dK])", "--neighbours ", message))
    return re.sub(rf"(?<!^)\bflyby ({'|'.join(sorted(_FUNCTIONS))})\b", r"flyby.\1", message)


def warn(message):
    """Warn of the line that called the module, which a program or a notebook shows, and not of a line in here."""
    warnings.warn(message, stacklevel=[level for level, each in enumerate(inspect.stack(0), 2) if each.frame.f_globals.get("__name__", "").split(".")[0] == __package__][-1])


def of_both(keyword):
    """Return a keyword of one side as the keyword of both sides."""
    return re.sub("^(entry|query)_", "", keyword)


def of(flags, folder=None):
    """Return keywords as words of the command; for a run in a folder paths are absolute."""
    words = []
    for keyword, value in flags.items():
        name = "--" + keyword.rstrip("_").replace("_", "-")
        for each in value if isinstance(value, (list, tuple)) else [value]:
            if folder and each is not None and keyword in _PATHS and each != "-":
                each = os.path.abspath(each)
            words += [name] * bool(each) if type(each).__name__ in ("bool", "bool_") else [f"{name}={_word(each)}"] * (each is not None)
    return words


def _word(value):
    if isinstance(value, dict):
        return ",".join(f"{key}={_word(each)}" for key, each in value.items())
    if hasattr(value, "total_seconds"):
        return f"{value.total_seconds()!r}s"
    if hasattr(value, "isoformat"):
        return value.isoformat()
    return repr(float(value)) if hasattr(value, "__float__") and not hasattr(value, "__index__") else str(value)


def known(function):
    """Return the keywords of a function, without keywords of one side."""
    return {name for functions, name, *_ in _help.KEYWORDS if function in functions.split()}


def document(*functions):
    """Add the keywords of functions to their help."""
    for function in functions:
        name = function.__name__
        function.__doc__ = (function.__doc__ or "") + "\n\n    Keywords, which are flags of the command:\n\n" + "".join(
            f"    {keyword} ({sort}): {text}\n" for of, keyword, sort, text in _help.KEYWORDS if name in of.split())
        if names := _help.SIDES.get(name):
            function.__doc__ += f"\n    Each of {', '.join(names)} may be said for one table alone, as entry_columns or query_columns.\n"
