#!/usr/bin/env python3
"""Trains a classifier of 12 x 12 pictures (a bar across, a bar down, neither) and converts it to int8.

Needs tensorflow-cpu from PyPI. Writes bars.tflite, bars_x.npy (test pictures, as codes) and
bars_y.npy (what TensorFlow Lite's reference kernels make of them) into the folder named.
"""
import sys

import numpy as np
import tensorflow as tf
from tensorflow.python.framework.convert_to_constants import convert_variables_to_constants_v2

folder = sys.argv[1] if len(sys.argv) > 1 else "."
random = np.random.default_rng(7)
tf.keras.utils.set_random_seed(7)


def pictures(count):
    x = random.uniform(0, 0.4, (count, 12, 12, 1)).astype(np.float32)
    y = random.integers(0, 3, count)
    for picture, label, at in zip(x, y, random.integers(1, 11, count)):
        if label == 0:
            picture[at, :, 0] += 0.5
        if label == 1:
            picture[:, at, 0] += 0.5
    return x, y


layers = tf.keras.layers
model = tf.keras.Sequential([
    layers.Input((12, 12, 1)),
    layers.Conv2D(8, 3, padding="same", activation="relu"),
    layers.MaxPool2D(2),
    layers.DepthwiseConv2D(3, padding="same", activation="relu6"),
    layers.Conv2D(12, 1, activation="relu"),
    layers.GlobalAveragePooling2D(),
    layers.Dense(3, activation="softmax"),
])
model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
x, y = pictures(3000)
model.fit(x, y, epochs=12, verbose=0)
test_x, test_y = pictures(20)
print(f"accuracy {model.evaluate(*pictures(500), verbose=0)[1]:.3f}")

run = tf.function(lambda picture: model(picture))
run = run.get_concrete_function(tf.TensorSpec((1, 12, 12, 1), tf.float32))
converter = tf.lite.TFLiteConverter.from_concrete_functions([convert_variables_to_constants_v2(run)])
converter.optimizations = [tf.lite.Optimize.DEFAULT]
converter.representative_dataset = lambda: ([p[None]] for p in x[:100])
converter.target_spec.supported_ops = [tf.lite.OpsSet.TFLITE_BUILTINS_INT8]
converter.inference_input_type = converter.inference_output_type = tf.int8
with open(f"{folder}/bars.tflite", "wb") as file:
    file.write(converter.convert())

resolver = tf.lite.experimental.OpResolverType.BUILTIN_REF
kernels = tf.lite.Interpreter(f"{folder}/bars.tflite", experimental_op_resolver_type=resolver)
kernels.allocate_tensors()
given, made = kernels.get_input_details()[0], kernels.get_output_details()[0]
scale, zero = given["quantization"]
codes = np.clip(np.round(test_x / scale) + zero, -128, 127).astype(np.int8)[:, None]
outputs = []
for case in codes:
    kernels.set_tensor(given["index"], case)
    kernels.invoke()
    outputs.append(kernels.get_tensor(made["index"]))
np.save(f"{folder}/bars_x.npy", codes)
np.save(f"{folder}/bars_y.npy", np.stack(outputs))
