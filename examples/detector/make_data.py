#!/usr/bin/env python3
"""Pictures of 128x128x3 for the detectors: faces pasted on textures, ships drawn on water.

    ./fetch_data.sh DATA      # puts lfw_subset.npy and textures into the folder DATA
    ./make_data.py DATA       # DATA/faces and DATA/ships: test_pictures.npy, test_boxes.npy and the
                              # same of validation

Needs numpy only. Faces, other crops, textures and paint of the three parts are disjoint. Faces and
other crops are pasted alike, so that no edge tells which is which. Seeds are fixed.
"""
import pathlib
import struct
import sys
import zlib
import numpy as np
import draw_ships

SIDE = 128
TEXTURES = {
    "train": ["brick", "gravel", "coffee", "ihc", "motorcycle_left", "moon", "text"],
    "validation": ["cell", "clock_motion"],
    "test": ["grass", "chelsea", "page"],
}
FACES = {"train": slice(0, 70), "validation": slice(70, 80), "test": slice(80, 100)}
COUNTS = {"faces": {"validation": 64, "test": 128}, "ships": {"validation": 64, "test": 192}}
SEEDS = {"faces": {"train": 1, "validation": 2, "test": 3},
         "ships": {"train": 4, "validation": 5, "test": 6}}
MOST = 4            # faces or ships of a picture
SIZES = (18, 53)    # sides of faces, in pixels; the last is the first that is too large


def read_png(path):
    """The pixels of a PNG of 8 bits a channel, (H,W,channels)."""
    data, at, packed = path.read_bytes(), 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        if kind == b"IHDR":
            width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", body)
            assert depth == 8 and colour in (0, 2, 4, 6) and not interlaced, path
        elif kind == b"IDAT":
            packed += body
        at += 12 + size
    step = {0: 1, 2: 3, 4: 2, 6: 4}[colour]
    rows = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, 1 + width * step)
    pixels = np.zeros((height + 1, width + 1, step), np.uint8)    # zeros above and to the left
    for y in range(height):
        kind, row = rows[y, 0], rows[y, 1:].reshape(width, step)
        above, out = pixels[y, 1:], pixels[y + 1]
        if kind == 0:
            out[1:] = row
        elif kind == 1:
            out[1:] = np.cumsum(row, 0, dtype=np.uint8)
        elif kind == 2:
            out[1:] = row + above
        else:
            undo_left(out.view(), row, pixels[y], kind)
    return pixels[1:, 1:]


def undo_left(out, row, above, kind):
    """Filters 3 (average) and 4 (Paeth), which need the pixel to the left: one by one."""
    for c in range(row.shape[1]):
        left, corner, line = 0, 0, []
        for x, up in zip(row[:, c].tolist(), above[1:, c].tolist()):
            if kind == 3:
                guess = (left + up) // 2
            else:
                p = left + up - corner
                a, b, d = abs(p - left), abs(p - up), abs(p - corner)
                guess = left if a <= b and a <= d else up if b <= d else corner
            left, corner = (x + guess) & 255, up
            line.append(left)
        out[1:, c] = line


def read_parts(folder):
    """{part: (textures, faces, other crops)}, values of 0..1."""
    crops = np.load(folder / "lfw_subset.npy").astype(np.float32)
    parts = {}
    for part, names in TEXTURES.items():
        textures = []
        for name in names:
            pixels = read_png(folder / f"{name}.png").astype(np.float32) / 255
            colours = pixels[..., :3] if pixels.shape[2] >= 3 else pixels[..., :1]
            textures.append(np.broadcast_to(colours, colours.shape[:2] + (3,)))
        parts[part] = textures, crops[:100][FACES[part]], crops[100:][FACES[part]]
    return parts


def resized(x, height, width):
    """Bilinear, (H,W) or (H,W,C)."""
    y, fy = np.divmod(np.linspace(0, x.shape[0] - 1.001, height, dtype=np.float32), 1)
    z, fz = np.divmod(np.linspace(0, x.shape[1] - 1.001, width, dtype=np.float32), 1)
    y, z = y.astype(int), z.astype(int)
    fy = fy.reshape(-1, *[1] * (x.ndim - 1))
    fz = fz.reshape(-1, *[1] * (x.ndim - 2))
    rows = x[y] * (1 - fy) + x[y + 1] * fy
    return rows[:, z] * (1 - fz) + rows[:, z + 1] * fz


def soft_edge(size):
    """How much of a pasted crop shows: 1 but for a rim."""
    rim = np.minimum(np.arange(size), np.arange(size)[::-1]) / (0.12 * size)
    rim = np.clip(rim + 0.2, 0, 1)
    return np.minimum.outer(rim, rim)[..., None].astype(np.float32)


def background(textures, rng, height, width):
    """A piece of a texture, of any size and either hand."""
    texture = textures[rng.integers(len(textures))]
    cut = int(rng.integers(height // 2, height * 25 // 16))
    cut = min(cut, texture.shape[0], texture.shape[1] * height // width)
    across = cut * width // height
    y, x = (rng.integers(0, n - m + 1) for n, m in zip(texture.shape[:2], (cut, across)))
    return resized(texture[y:y + cut, x:x + across], height, width)[:, ::rng.choice([-1, 1])]


def overlaps(taken, x, y, wide, high):
    """Whether a box meets one of those that are taken."""
    return any(x < a + w and a < x + wide and y < b + h and b < y + high for a, b, w, h in taken)


def with_noise(canvas, rng):
    canvas = canvas + rng.normal(size=canvas.shape).astype(np.float32) * rng.uniform(0, 0.03)
    return np.clip(canvas, 0, 1)


def faces(part, rng, height=SIDE, width=SIDE, most=MOST, sizes=SIZES):
    """A picture of 0..1 and the boxes (left, top, width, height, class 0) of its faces."""
    textures, people, others = part
    canvas = background(textures, rng, height, width)
    canvas = canvas * rng.uniform(0.5, 1.1) + rng.uniform(-0.1, 0.2)
    canvas = canvas * rng.uniform(0.8, 1.2, 3)
    taken, boxes = [], []
    count = rng.integers(1, most + 1)
    for k in range(count + rng.integers(0, 4)):
        is_face = k < count
        size = int(rng.integers(*sizes))
        x, y = (int(rng.integers(0, n - size + 1)) for n in (width, height))
        if overlaps(taken, x, y, size, size):
            continue
        taken.append((x, y, size, size))
        pool = people if is_face else others
        crop = resized(pool[rng.integers(len(pool))], size, size)[:, ::rng.choice([-1, 1]), None]
        crop = (crop - crop.mean()) * rng.uniform(0.7, 1.3) + rng.uniform(0.3, 0.65)
        crop = crop * (np.array([1.12, 1.0, 0.88]) * rng.uniform(0.85, 1.15, 3))
        edge = soft_edge(size)
        place = canvas[y:y + size, x:x + size]
        canvas[y:y + size, x:x + size] = crop * edge + place * (1 - edge)
        if is_face:
            boxes.append((x, y, size, size, 0))
    return with_noise(canvas, rng), boxes


def ships(part, rng):
    """A picture of 0..1 and the boxes (left, top, width, height, class) of its ships."""
    textures, paint = part
    canvas = draw_ships.water(background(textures, rng, SIDE, SIDE), rng, paint)
    taken, boxes = [], []
    count = rng.integers(1, MOST + 1)
    for k in range(count + rng.integers(0, 3)):
        kind = int(rng.integers(len(draw_ships.KINDS)))
        shapes = draw_ships.ship(kind, rng, paint) if k < count else draw_ships.clutter(rng)
        corners = np.concatenate([points for points, _ in shapes])
        low, high = np.floor(corners.min(0)), np.ceil(corners.max(0))
        wide, tall = (high - low).astype(int)
        x, y = int(rng.integers(0, SIDE - wide + 1)), int(rng.integers(0, SIDE - tall + 1))
        if overlaps(taken, x, y, wide, tall):
            continue
        taken.append((x, y, wide, tall))
        for points, colour in shapes:
            draw_ships.fill(canvas, points - low + (x, y), colour)
        if k < count:
            boxes.append((x, y, wide, tall, kind))
    return with_noise(canvas, rng), boxes


def batch(count, most, picture):
    """(N,height,width,3) bytes of what picture() gives; (N,most,5) boxes, width 0 where none is."""
    pictures, boxes = [], np.zeros((count, most, 5), np.int16)
    for k in range(count):
        pixels, found = picture()
        pictures.append(np.round(255 * pixels).astype(np.uint8))
        boxes[k, :len(found)] = np.array(found).reshape(-1, 5)
    return np.stack(pictures), boxes


def parts_of(kind, folder):
    """{part: what pictures of this kind are made of}."""
    parts = read_parts(folder)
    if kind == "ships":
        return {name: (parts[name][0], draw_ships.PAINT[name]) for name in parts}
    return parts


def batch_of(kind, part, count, rng):
    make = KINDS[kind]
    return batch(count, MOST, lambda: make(part, rng))


def write(folder, make):
    """Saves the pictures and boxes that make(name) gives of the parts of validation and test."""
    folder.mkdir(exist_ok=True)
    for name in ["validation", "test"]:
        pictures, boxes = make(name)
        np.save(folder / f"{name}_pictures.npy", pictures)
        np.save(folder / f"{name}_boxes.npy", boxes)


KINDS = {"faces": faces, "ships": ships}


def main(folder):
    for kind in KINDS:
        parts = parts_of(kind, folder)
        write(folder / kind, lambda name: batch_of(
            kind, parts[name], COUNTS[kind][name], np.random.default_rng(SEEDS[kind][name])))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
