#!/usr/bin/env python3
"""Pictures of 128x128x3 with faces pasted on textures, for the detector.

    ./fetch_data.sh DATA      # puts lfw_subset.npy and textures into the folder DATA
    ./make_data.py DATA       # test_pictures.npy, test_boxes.npy and the same of validation

Needs numpy only. Faces, other crops and textures of the three parts are disjoint. Faces and other
crops are pasted alike, so that no edge tells which is which. Seeds are fixed.
"""
import pathlib
import struct
import sys
import zlib
import numpy as np

SIDE = 128
TEXTURES = {
    "train": ["brick", "gravel", "coffee", "ihc", "motorcycle_left", "moon", "text"],
    "validation": ["cell", "clock_motion"],
    "test": ["grass", "chelsea", "page"],
}
FACES = {"train": slice(0, 70), "validation": slice(70, 80), "test": slice(80, 100)}
COUNTS = {"validation": 64, "test": 128}
SEEDS = {"train": 1, "validation": 2, "test": 3}
MOST = 4            # faces of a picture
SIZES = (18, 53)    # their sides, in pixels; the last is the first that is too large


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


def picture(part, rng, height=SIDE, width=SIDE, most=MOST, sizes=SIZES):
    """A picture of 0..1 and the boxes (left, top, size) of its faces."""
    textures, faces, others = part
    texture = textures[rng.integers(len(textures))]
    cut = int(rng.integers(height // 2, height * 25 // 16))
    cut = min(cut, texture.shape[0], texture.shape[1] * height // width)
    across = cut * width // height
    y, x = (rng.integers(0, n - m + 1) for n, m in zip(texture.shape[:2], (cut, across)))
    canvas = resized(texture[y:y + cut, x:x + across], height, width)[:, ::rng.choice([-1, 1])]
    canvas = canvas * rng.uniform(0.5, 1.1) + rng.uniform(-0.1, 0.2)
    canvas = canvas * rng.uniform(0.8, 1.2, 3)
    taken, boxes = [], []
    count = rng.integers(1, most + 1)
    for k in range(count + rng.integers(0, 4)):
        is_face = k < count
        size = int(rng.integers(*sizes))
        x, y = (int(rng.integers(0, n - size + 1)) for n in (width, height))
        if any(x < a + s and a < x + size and y < b + s and b < y + size for a, b, s in taken):
            continue
        taken.append((x, y, size))
        pool = faces if is_face else others
        crop = resized(pool[rng.integers(len(pool))], size, size)[:, ::rng.choice([-1, 1]), None]
        crop = (crop - crop.mean()) * rng.uniform(0.7, 1.3) + rng.uniform(0.3, 0.65)
        crop = crop * (np.array([1.12, 1.0, 0.88]) * rng.uniform(0.85, 1.15, 3))
        edge = soft_edge(size)
        place = canvas[y:y + size, x:x + size]
        canvas[y:y + size, x:x + size] = crop * edge + place * (1 - edge)
        if is_face:
            boxes.append((x, y, size))
    canvas = canvas + rng.normal(size=canvas.shape).astype(np.float32) * rng.uniform(0, 0.03)
    return np.clip(canvas, 0, 1), boxes


def batch(part, count, rng, height=SIDE, width=SIDE, most=MOST, sizes=SIZES):
    """(N,height,width,3) bytes; (N,most,3) boxes, size 0 where there is none."""
    pictures = np.zeros((count, height, width, 3), np.uint8)
    boxes = np.zeros((count, most, 3), np.int16)
    for k in range(count):
        pixels, found = picture(part, rng, height, width, most, sizes)
        pictures[k] = np.round(255 * pixels)
        boxes[k, :len(found)] = np.array(found).reshape(-1, 3)
    return pictures, boxes


def write(folder, counts, seeds, make):
    """Saves what make(part, count, rng) gives of each part in `counts`."""
    parts = read_parts(folder)
    for name, count in counts.items():
        pictures, boxes = make(parts[name], count, np.random.default_rng(seeds[name]))
        np.save(folder / f"{name}_pictures.npy", pictures)
        np.save(folder / f"{name}_boxes.npy", boxes)


if __name__ == "__main__":
    write(pathlib.Path(sys.argv[1]), COUNTS, SEEDS, batch)
