"""Ships of six kinds, drawn from convex shapes with soft edges, and the water under them.

Needs numpy only. A ship lies on its waterline, of length 2 from x = -1 to the bow at x = 1, y up.
"""
import numpy as np

KINDS = ["sailing boat", "container ship", "tanker", "ferry", "tug", "submarine"]
LENGTHS = [(22, 45), (34, 65), (34, 65), (30, 61), (22, 45), (30, 61)]    # in pixels
# Paint of hulls, of cargo and sails, of water; each part has its own.
PAINT = {
    "train": ([(.15, .20, .40), (.45, .12, .10), (.10, .10, .12), (.10, .35, .25), (.75, .75, .72)],
              [(.80, .25, .15), (.20, .40, .75), (.85, .65, .20), (.30, .60, .35), (.85, .85, .85)],
              [(.12, .28, .42), (.20, .38, .40), (.35, .45, .52), (.10, .18, .28)]),
    "validation": ([(.30, .15, .30), (.20, .22, .24), (.60, .30, .15)],
                   [(.60, .20, .40), (.90, .80, .60), (.25, .55, .55)],
                   [(.15, .32, .50), (.28, .40, .36)]),
    "test": ([(.05, .28, .42), (.55, .20, .14), (.22, .28, .20), (.18, .14, .14)],
             [(.70, .35, .10), (.15, .50, .65), (.92, .88, .75), (.55, .15, .20)],
             [(.18, .34, .34), (.08, .24, .38), (.40, .46, .46)]),
}
WHITE, DARK = (.88, .88, .86), (.10, .10, .12)


def box(left, bottom, right, top):
    """A rectangle."""
    return [(left, bottom), (right, bottom), (right, top), (left, top)]


def around(x, y, wide, high, points=10):
    """An ellipse."""
    angles = np.arange(points) * (2 * np.pi / points)
    return list(zip(x + wide * np.cos(angles), y + high * np.sin(angles)))


def hull(paint, rng, high, rake):
    """A hull with a raked bow and the paint below its waterline."""
    stripe = 0.35 * high
    bow = 1 - rake
    return [([(-.96, 0), (bow, 0), (1, high), (-1, high)], paint),
            ([(-.96, 0), (bow, 0), (bow + rake * 0.35, stripe), (-1, stripe)],
             rng.choice([(.45, .12, .10), DARK, paint]))]


def bridge(left, right, bottom, top, rng):
    """A white house with windows below its roof."""
    sill = top - rng.uniform(.25, .35) * (top - bottom)
    return [(box(left, bottom, right, top), WHITE),
            (box(left + .02, sill, right - .01, sill + .15 * (top - bottom)), DARK)]


def funnel(x, bottom, wide, high, paint):
    """A funnel with a dark top."""
    return [(box(x - wide, bottom, x + wide, bottom + high), paint),
            (box(x - wide, bottom + .7 * high, x + wide, bottom + high), DARK)]


def mast(x, bottom, top, paint=DARK, wide=.018):
    return [(box(x - wide, bottom, x + wide, top), paint)]


def sailing_boat(hulls, others, rng):
    high, rake = rng.uniform(.16, .24), rng.uniform(.2, .4)
    paint, sail = rng.choice(hulls), rng.choice([WHITE, WHITE, rng.choice(others)])
    top, at = rng.uniform(1.5, 2.2), rng.uniform(-.1, .25)
    foot = high + rng.uniform(.08, .16)
    shapes = hull(paint, rng, high, rake)
    shapes += [([(at - .05, foot), (at - .05, top), (-.9, foot)], sail)]
    if rng.random() < .8:
        shapes += [([(at + .05, foot), (.95, high + .03), (at + .05, rng.uniform(.7, .95) * top)],
                    np.multiply(sail, rng.uniform(.8, 1)))]
    return shapes + mast(at, high, top + .05)


def containers(hulls, others, rng):
    high = rng.uniform(.18, .26)
    shapes = hull(rng.choice(hulls), rng, high, rng.uniform(.12, .22))
    stern, wide = rng.uniform(-.8, -.62), rng.uniform(.14, .2)
    shapes += bridge(stern - wide / 2, stern + wide / 2, high, high + rng.uniform(.4, .52), rng)
    shapes += funnel(stern - wide, high, .05, rng.uniform(.28, .36), rng.choice(hulls))
    length, tall = rng.uniform(.15, .22), rng.uniform(.085, .115)
    x, most = stern + wide / 2 + .04, int(rng.integers(2, 5))
    while x + length < .86:
        for k in range(int(rng.integers(max(1, most - 1), most + 1))):
            shapes.append((box(x, high + k * tall, x + length - .015, high + (k + 1) * tall - .01),
                           np.multiply(rng.choice(others), rng.uniform(.75, 1.1))))
        x += length
    return shapes


def tanker(hulls, others, rng):
    high = rng.uniform(.17, .26)
    shapes = hull(rng.choice(hulls), rng, high, rng.uniform(.1, .2))
    stern, wide = rng.uniform(-.84, -.68), rng.uniform(.2, .28)
    shapes += bridge(stern - wide / 2, stern + wide / 2, high, high + rng.uniform(.36, .5), rng)
    shapes += funnel(stern - wide / 2 + .04, high + .3, .045, rng.uniform(.14, .24),
                     rng.choice(hulls))
    pipes = high + rng.uniform(.03, .06)
    shapes += [(box(stern + wide, pipes, .8, pipes + .03), rng.choice(others))]
    for x in np.linspace(-.2, .45, int(rng.integers(1, 4))):
        shapes += mast(x, high, high + rng.uniform(.12, .24), WHITE, .022)
    return shapes + [(box(.84, high, .97, high + .06), rng.choice(hulls))]


def ferry(hulls, others, rng):
    high = rng.uniform(.16, .24)
    shapes = hull(rng.choice(hulls), rng, high, rng.uniform(.1, .2))
    decks, tall = int(rng.integers(2, 5)), rng.uniform(.1, .14)
    left, right = -.96, rng.uniform(.72, .86)
    for k in range(decks):
        bottom = high + k * tall
        shapes.append((box(left, bottom, right, bottom + tall), WHITE))
        shapes.append((box(left + .06, bottom + .35 * tall, right - .06, bottom + .75 * tall),
                       (.2, .25, .32)))
        left, right = left + rng.uniform(.02, .14), right - rng.uniform(.04, .14)
    top = high + decks * tall
    shapes += funnel(rng.uniform(-.6, 0), top, rng.uniform(.07, .11), rng.uniform(.14, .22),
                     rng.choice(others))
    return shapes + mast(rng.uniform(.2, .5), top, top + rng.uniform(.1, .2))


def tug(hulls, others, rng):
    high, low = rng.uniform(.42, .54), rng.uniform(.26, .34)
    paint = rng.choice(hulls)
    shapes = hull(paint, rng, low, .1)
    shapes.append(([(.0, low - .02), (.92, low - .02), (1, high), (.35, high)], paint))
    for x in np.linspace(-.8, .8, int(rng.integers(4, 7))):
        shapes.append((around(x, low * .75, .07, .07, 6), DARK))
    middle = rng.uniform(.0, .2)
    shapes += bridge(middle - .3, middle + .3, low, low + rng.uniform(.4, .5), rng)
    top = low + .45
    shapes += bridge(middle - .18, middle + .22, top, top + rng.uniform(.28, .38), rng)
    shapes += funnel(middle - .42, low, .09, rng.uniform(.55, .75), rng.choice(others))
    return shapes + mast(middle, top + .3, top + rng.uniform(.55, .85), WHITE, .03)


def submarine(hulls, others, rng):
    high = rng.uniform(.1, .15)
    paint = np.multiply(rng.choice([DARK, (.2, .22, .24), rng.choice(hulls)]), rng.uniform(.6, 1))
    shapes = [([(-1, .02), (-.9, 0), (.92, 0), (1, .03), (.94, .75 * high), (.8, high),
                (-.5, high), (-.85, .6 * high)], paint)]
    at, wide, top = rng.uniform(-.05, .3), rng.uniform(.12, .18), high + rng.uniform(.2, .3)
    shapes.append(([(at - wide, high - .02), (at + wide, high - .02), (at + .8 * wide, top),
                    (at - wide * .9, top)], paint))
    shapes += mast(at, top, top + rng.uniform(.1, .2), paint, .02)
    if rng.random() < .5:
        shapes += mast(at - .07, top, top + rng.uniform(.06, .14), paint, .02)
    return shapes + [([(-.95, .02), (-.84, .02), (-.88, .2), (-.96, .22)], paint)]


DRAWN = [sailing_boat, containers, tanker, ferry, tug, submarine]


def fill(canvas, points, colour):
    """Paints a convex shape, in pixels; a pixel takes as much of the colour as the shape covers."""
    low = np.maximum(np.floor(points.min(0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(points.max(0)).astype(int) + 2, canvas.shape[1::-1])
    x = np.arange(low[0], high[0], dtype=np.float32) + .5
    y = np.arange(low[1], high[1], dtype=np.float32)[:, None] + .5
    after = np.roll(points, -1, 0)
    (a, b), (u, v) = points.T, (after - points).T
    if (u * np.roll(v, -1) - v * np.roll(u, -1)).sum() < 0:
        u, v = -u, -v
    length = np.hypot(u, v) + 1e-6
    hidden = np.zeros((len(y), x.size), np.float32)
    for k in range(len(points)):
        inside = (u[k] * (y - b[k]) - v[k] * (x - a[k])) / length[k] + .5
        hidden += 1 - np.clip(inside, 0, 1)
    cover = np.maximum(1 - hidden, 0)[..., None]
    place = canvas[low[1]:high[1], low[0]:high[0]]
    place += (np.asarray(colour, np.float32) - place) * cover


def ship(kind, rng, paint):
    """Shapes [(points, colour)] of a ship, in pixels."""
    shapes = DRAWN[kind](*paint[:2], rng)
    angle, scale = rng.normal() * .07, rng.uniform(*LENGTHS[kind]) / 2
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    turn = scale * turn @ np.diag([rng.choice([-1, 1]), -1])    # the bow to either side, y down
    light = rng.uniform(.75, 1.1)
    return [(np.asarray(points) @ turn.T, np.multiply(colour, light)) for points, colour in shapes]


def clutter(rng):
    """A rock or a buoy, which is no ship, as one shape."""
    wide, high = rng.uniform(3, 14), rng.uniform(3, 9)
    angles = np.sort(rng.uniform(0, 2 * np.pi, 8))
    points = np.stack([wide * np.cos(angles), high * np.sin(angles)], 1)
    colour = rng.uniform(.15, .7) * np.array([1, rng.uniform(.8, 1.1), rng.uniform(.6, 1)])
    return [(points, colour)]


def water(texture, rng, paint):
    """A texture in the colours of water, with waves."""
    height, width = texture.shape[:2]
    y, x = np.mgrid[:height, :width].astype(np.float32)
    waves = np.zeros((height, width), np.float32)
    for _ in range(3):
        period, angle = rng.uniform(4, 24), rng.normal() * .3
        across = y * np.cos(angle) + x * np.sin(angle)
        waves += np.sin(across * 2 * np.pi / period + rng.uniform(0, 6)
                        + rng.uniform(0, 2) * np.sin(x / rng.uniform(6, 20)))
    grey = texture.mean(-1)
    grey = (grey - grey.mean()) * rng.uniform(.2, .9) + waves * rng.uniform(0, .06)
    colour = np.array(paint[2][rng.integers(len(paint[2]))]) * rng.uniform(.7, 1.6)
    return (colour * (1 + 1.2 * grey[..., None]) + .25 * grey[..., None]).astype(np.float32)
