#!/usr/bin/env python3
"""Spoken words for the words network, all of them said by espeak-ng: no recording of anybody.

    ./make_data.py DATA     # DATA/{train,validation,test}.npz: clips of a second, 16 kHz, labels

Needs numpy and espeak-ng 1.51. Ten words, twenty others ("unknown") and silence; each voice belongs
to one of the three parts. A word stands anywhere in its second, at a level of its own, in noise of
10 to 40 dB below it. Of `test` there are three sets one behind the other, whose noise lies 40 dB below
("clean"), 10 and 0: the same words in the same order, 380, 200 and 200 of them. Seeds are fixed. It
says nothing about how people are understood.
"""
import concurrent.futures
import pathlib
import subprocess
import sys
import numpy as np

WORDS = "yes no up down left right on off stop go".split()
OTHERS = ("bed bird cat dog happy house marvin sheila tree wow zero one two three four five six "
          "seven eight nine").split()
LABELS = ["silence", "unknown"] + WORDS
ACCENTS = ["en-us", "en-gb", "en-gb-scotland", "en-gb-x-rp", "en-029", "en-gb-x-gbclan"]
VOICES = {
    "train": ("Alex Alicia Andy Annie Denis Diogo Gene Hugo Jacky Lee Marco Mario Michael Mike "
              "adam anika antonio aunty belinda benjamin boris caleb david ed f1 f2 f3 grandma "
              "john linda m1 m2 m3 m4 max michel").split(),
    "validation": "Andrea Henrique edward f4 m5 pablo".split(),
    "test": "Gene2 Nguyen f5 grandpa m6 m7 miguel paul rob steph victor zac".split(),
}
TIMES = {"train": 3, "validation": 2, "test": 4}    # each voice says each word
CLIPS = {"train": 4, "validation": 1, "test": 1}    # of each time
TEST_SETS = {40: 380, 10: 200, 0: 200}              # clips by how many dB noise lies below
RATE = 16000


def said(word, voice, accent, speed, pitch):
    """The samples of a word at 16 kHz, without the silence around them."""
    wav = subprocess.run(["espeak-ng", "-v", f"{accent}+{voice}", "-s", str(speed), "-p", str(pitch),
                          "--stdout", word], capture_output=True, check=True).stdout
    x = np.frombuffer(wav[44:len(wav) // 2 * 2], dtype="<i2").astype(np.float64)
    # a low pass below 7.6 kHz, then 22,050 to 16,000 samples a second
    n = np.arange(-32, 33)
    low_pass = np.sinc(2 * n * 7600 / 22050) * np.hamming(65)
    x = np.convolve(x, low_pass / low_pass.sum(), "same")
    x = np.interp(np.arange(int(len(x) * RATE / 22050)) * 22050 / RATE, np.arange(len(x)), x)
    loud = np.flatnonzero(np.abs(x) > 0.02 * np.abs(x).max())
    return x[loud[0]:loud[-1] + 1][:RATE]


def noise(rng):
    """A second of noise of variance 1, white to brown."""
    spectrum = np.fft.rfft(rng.normal(size=RATE))
    spectrum /= np.maximum(np.arange(len(spectrum)), 20) ** rng.uniform(0, 1)
    x = np.fft.irfft(spectrum)
    return x / x.std()


def clip(word, rng, below=None):
    """A second with `word` in it, or without where it is None; noise is `below` dB below it."""
    background = noise(rng)
    if word is None:
        return background * 10 ** rng.uniform(0.3, 2.8)
    level = 10 ** rng.uniform(2.7, 3.7)
    drawn = rng.uniform(10, 40)
    x = background * level * 10 ** (-(drawn if below is None else below) / 20)
    at = rng.integers(0, RATE - len(word) + 1)
    x[at:at + len(word)] += word * level / word.std()
    return x


def spoken(name, rng):
    """Words of a part with their labels, as often as there are clips of them; silence is None."""
    orders = [(word, voice, rng.choice(ACCENTS), rng.integers(130, 210), rng.integers(25, 75))
              for voice in VOICES[name] for word in WORDS + OTHERS for _ in range(TIMES[name])]
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        sounds = list(pool.map(lambda o: said(*o), orders))
    count = 0
    for order, x in zip(orders, sounds):
        known = order[0] in WORDS
        # as many of all unknown words as of two known ones
        if not known and rng.random() > 2 / len(OTHERS):
            continue
        for _ in range(CLIPS[name]):
            count += 1
            yield x, LABELS.index(order[0]) if known else 1
    for _ in range(count // 12):
        yield None, 0


def part(name, seed):
    """Clips of a part and their labels."""
    rng = np.random.default_rng(seed)
    if name != "test":
        pairs = [(clip(x, rng), label) for x, label in spoken(name, rng)]
    else:
        words, pairs = list(spoken(name, rng)), []
        order = rng.permutation(len(words))
        for below, count in TEST_SETS.items():
            again = np.random.default_rng(seed)    # each word at the same place in each set
            pairs += [(clip(words[k][0], again, below), words[k][1]) for k in order[:count]]
    clips, labels = zip(*pairs)
    return (np.clip(np.round(clips), -32768, 32767).astype(np.int16),
            np.array(labels, dtype=np.uint8))


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for seed, name in enumerate(VOICES):
        x, y = part(name, seed)
        np.savez(folder / f"{name}.npz", clips=x, labels=y)
        print(name, x.shape, np.bincount(y))
