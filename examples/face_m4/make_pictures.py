#!/usr/bin/env python3
"""Grey pictures of 240x320 with faces pasted on textures, for the face detector of Cortex-M4.

    ../detector/fetch_data.sh DATA    # puts lfw_subset.npy and textures into the folder DATA
    ./make_pictures.py DATA           # test_pictures.npy, test_boxes.npy and the same of validation

Needs numpy only. Pictures are those of ../detector/make_data.py, larger and without colour: faces,
other crops and textures of the three parts are disjoint.
"""
import pathlib
import sys
import numpy as np
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "detector"))
import make_data as pasting  # noqa: E402  the folder has to be known first

HEIGHT, WIDTH = 240, 320
MOST = 6            # faces of a picture
SIZES = (10, 73)    # their sides, in pixels
COUNTS = {"validation": 48, "test": 96}
SEEDS = {"train": 11, "validation": 12, "test": 13}

read_parts = pasting.read_parts


def batch(part, count, rng, height=HEIGHT, width=WIDTH, most=MOST):
    """(N,height,width) bytes; (N,most,5) boxes of make_data.py, width 0 where there is none."""
    pictures, boxes = pasting.batch(
        count, most, lambda: pasting.faces(part, rng, height, width, most, SIZES))
    return pictures.mean(-1).round().astype(np.uint8), boxes


def main(folder):
    parts = read_parts(folder)
    pasting.write(folder, lambda name: batch(parts[name], COUNTS[name],
                                             np.random.default_rng(SEEDS[name])))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
