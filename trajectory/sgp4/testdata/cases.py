"""Writes the tables of this folder with Debian's python3-sgp4 (2.15), WGS 72, mode i.

cases.py published > published.txt        the verification cases of AIAA 2006-6753, as that package ships them
cases.py random SEED SETS INSTANTS        random sets of nine kinds, at random instants within 14 days of their epochs

A set is a line `set NAME EPOCH n e i node perigee anomaly B*` (revolutions a day, degrees, 1/Earth radii), followed by lines
`minutes x y z vx vy vz` (km, km/s), or `minutes CODE` where the orbit has ended: CODE is that package's.
"""
import datetime as dt
import random
import sys

import sgp4
from sgp4.api import WGS72, Satrec

BEGIN = dt.datetime(1949, 12, 31)


def print_set(name, ns, elements):
    seconds, rest = divmod(ns, 10**9)
    epoch = (BEGIN + dt.timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%S") + f".{rest:09d}Z"
    print("set", name, epoch, *(repr(v) for v in elements))


def propagator(ns, elements):
    n, e, i, node, perigee, anomaly, bstar = elements
    s, rad = Satrec(), 3.141592653589793 / 180
    s.sgp4init(WGS72, "i", 1, ns / 86400e9, bstar, 0.0, 0.0, e, perigee * rad, i * rad, anomaly * rad, n * (2 * 3.141592653589793 / 1440), node * rad)
    return s.sgp4_tsince


def published():
    folder = sgp4.__path__[0]
    sets = [line for line in open(folder + "/SGP4-VER.TLE") if line[:2] in ("1 ", "2 ")]
    rows = []
    for line in open(folder + "/tcppver.out"):
        f = line.split()
        if f[1] == "xx":
            rows.append([])
        else:
            rows[-1].append(f[:7])
    for one, two, expected in zip(sets[::2], sets[1::2], rows):
        year, day = int(one[18:20]), one[20:32]
        begin = dt.datetime(year + (1900 if year > 56 else 2000), 1, 1)
        ns = int((begin - BEGIN).total_seconds()) * 10**9 + (int(day[:3]) - 1) * 86400 * 10**9 + int(day[4:]) * 864000
        bstar = float(one[53] + "." + one[54:59]) * 10 ** int(one[59:61])
        elements = [float(two[52:63]), float("." + two[26:33]), *(float(two[a:b]) for a, b in ((8, 16), (17, 25), (34, 42), (43, 51))), bstar]
        print_set(two[2:7], ns, elements)
        at, (begin, end, step) = propagator(ns, elements), (float(v) for v in two[69:].split())
        if at(0.0)[0] == 0:
            for row in expected:
                print(*row)
            t, last = begin, float(expected[-1][0])
            while t <= last:
                t += step
        else:
            t = 0.0
        if (code := at(min(t, end))[0]) != 0:
            print(min(t, end), code)


def kind(k, r):
    u = r.uniform
    n, e, i = [
        lambda: (u(14, 16), u(0, 0.02), u(0, 180)),
        lambda: (u(10, 15), u(0, 0.1), u(0, 180)),
        lambda: (u(6.5, 10), u(0, 0.3), u(0, 120)),
        lambda: (u(3, 6.3), u(0, 0.4), u(0, 180)),
        lambda: (u(1.9, 2.1), u(0.5, 0.75), u(0, 120)),
        lambda: (u(0.95, 1.05), u(0, 0.01), u(0, 15)),
        lambda: (u(0.8, 1.2), u(0, 0.6), u(0, 120)),
        lambda: (u(0.3, 3), u(0.6, 0.9), u(0, 150)),
        lambda: (u(1.9, 2.1), u(0, 0.02), u(50, 65)),
    ][k % 9]()
    return [n, e, i, u(0, 360), u(0, 360), u(0, 360), r.choice([0.0, u(-1e-4, 1e-3), u(0, 1e-2)])]


def randoms(seed, sets, instants):
    r = random.Random(seed)
    for k in range(sets):
        ns = r.randrange(18000 * 86400, 28500 * 86400) * 10**9 + r.randrange(10**9)
        while True:
            elements = [float(f"{v:.8g}") for v in kind(k, r)]
            at = propagator(ns, elements)
            if 6378.135 * ((17.04 / elements[0]) ** 2) ** (1 / 3) * (1 - elements[1]) > 6500 and at(0.0)[0] == 0:
                break
        print_set(k, ns, elements)
        for t in sorted(round(r.uniform(-20160, 20160), 3) for _ in range(instants)):
            code, p, v = at(t)
            print(t, *([code] if code else [f"{x:.7f}" for x in p] + [f"{x:.9f}" for x in v]))


if __name__ == "__main__":
    if sys.argv[1] == "published":
        published()
    else:
        randoms(*(int(a) for a in sys.argv[2:5]))
