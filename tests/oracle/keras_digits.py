#!/usr/bin/env python3
"""A network of Keras, trained on the digits, as TFLiteConverter writes it in f32, and what it is tested on:

  keras_digits.py <folder> <digits.csv>

Writes <folder>/model.tflite, and cases and labels for ./dev quantise, x.npy and y.npy. Needs the package tensorflow.
"""
import os
import pathlib
import sys

os.environ.update(TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="-1")
sys.path.pop(0)  # this file is not the package
try:
    import numpy as np
    import keras
    import tensorflow as tf
    L = keras.layers
except ImportError as error:
    print(f"skipped: no Python package {error.name}")
    sys.exit(0)

TRAINED_ON = 1079


def trained(x, y):
    keras.utils.set_random_seed(7)
    tf.config.threading.set_intra_op_parallelism_threads(1)  # the network is small
    model = keras.Sequential([
        L.Input((8, 8, 1)),
        L.Conv2D(12, 3, padding="same", use_bias=False), L.BatchNormalization(), L.ReLU(), L.MaxPooling2D(),
        L.DepthwiseConv2D(3, padding="same"), L.ReLU(6.0), L.Conv2D(24, 1, activation="relu"), L.MaxPooling2D(),
        L.Flatten(), L.Dense(10)])
    model.compile(keras.optimizers.Adam(5e-3), keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    model.fit(x, y, batch_size=40, epochs=20, verbose=0)
    return model


def main(folder, csv):
    if not pathlib.Path(csv).exists():
        return print(f"skipped: there is no {csv}; the build of examples fetches it")
    folder.mkdir(parents=True, exist_ok=True)
    table = np.loadtxt(csv, np.float32, delimiter=",")
    x, y = table[:, :64].reshape(-1, 8, 8, 1) / 16, table[:, 64].astype(np.uint8)
    model = trained(x[:TRAINED_ON], y[:TRAINED_ON])
    x, y = x[TRAINED_ON:], y[TRAINED_ON:]
    print(f"right {(model.predict(x, verbose=0).argmax(1) == y).mean():.4f}", file=sys.stderr)
    (folder / "model.tflite").write_bytes(tf.lite.TFLiteConverter.from_keras_model(model).convert())
    np.save(folder / "x.npy", x)
    np.save(folder / "y.npy", y)
    print("1 1")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), sys.argv[2])
