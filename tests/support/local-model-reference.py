#!/usr/bin/env python3
"""Calculates what the pipeline of local models must give for the model of tiny-onnx-model.ts, with NumPy and without ONNX Runtime.

Writes local-model-reference.json beside this file:
    python3 tests/support/local-model-reference.py
Needs Debian's python3-numpy. It shares no code with the server.
"""
import json
import math
import pathlib
import unicodedata

import numpy as np

# --- Tokenizer -------------------------------------------------------------------------------------------------------------------------------

MERGES = ["t h", "th e</w>", "c a", "ca t</w>", "r e", "re d</w>", "o n</w>", "d o", "do g</w>", "ð Ł", "h ou", "o u"]


def byte_to_char():
    printable = list(range(ord("!"), ord("~") + 1)) + list(range(0xA1, 0xAC + 1)) + list(range(0xAE, 0x100))
    table, extra = {}, 0
    for byte in range(256):
        if byte in printable:
            table[byte] = chr(byte)
        else:
            table[byte] = chr(256 + extra)
            extra += 1
    ordered = [chr(b) for b in printable] + [chr(256 + n) for n in range(extra)]
    return table, ordered


TABLE, ORDERED = byte_to_char()
VOCABULARY = ORDERED + [c + "</w>" for c in ORDERED] + [m.replace(" ", "") for m in MERGES] + ["<|startoftext|>", "<|endoftext|>"]
IDS = {}
for number, token in enumerate(VOCABULARY):
    IDS[token] = number


def split_words(text):
    """Contractions, runs of letters, single digits, runs of anything else that is no space."""
    text = unicodedata.normalize("NFC", text).lower()
    words, at = [], 0

    def kind(char):
        category = unicodedata.category(char)
        if char.isspace():
            return "space"
        if category.startswith("L"):
            return "letter"
        return "digit" if category.startswith("N") else "sign"

    while at < len(text):
        found = next((c for c in ("'s", "'t", "'re", "'ve", "'m", "'ll", "'d") if text.startswith(c, at)), None)
        if found:
            words.append(found)
            at += len(found)
            continue
        this = kind(text[at])
        end = at + 1
        if this in ("letter", "sign"):
            while end < len(text) and kind(text[end]) == this:
                end += 1
        if this != "space":
            words.append(text[at:end])
        at = end
    return words


def bpe(word):
    parts = [TABLE[b] for b in word.encode("utf-8")]
    parts[-1] += "</w>"
    ranks = {tuple(m.split(" ")): n for n, m in enumerate(MERGES)}
    while len(parts) > 1:
        pairs = [(ranks[pair], pair) for pair in zip(parts, parts[1:]) if pair in ranks]
        if not pairs:
            break
        _, (left, right) = min(pairs)
        merged, at = [], 0
        while at < len(parts):
            if at + 1 < len(parts) and parts[at] == left and parts[at + 1] == right:
                merged.append(left + right)
                at += 2
            else:
                merged.append(parts[at])
                at += 1
        parts = merged
    return parts


def tokenize(text, length=77):
    tokens = [IDS[part] for word in split_words(text) for part in bpe(word)]
    kept = [IDS["<|startoftext|>"]] + tokens[: length - 2] + [IDS["<|endoftext|>"]]
    return kept + [IDS["!"]] * (length - len(kept)), len(tokens) > length - 2


# --- Noise -----------------------------------------------------------------------------------------------------------------------------------


def philox(counter, key):
    c, k = list(counter), list(key)
    for _ in range(10):
        first, second = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [(second >> 32) ^ c[1] ^ k[0], second & 0xFFFFFFFF, (first >> 32) ^ c[3] ^ k[1], first & 0xFFFFFFFF]
        k = [(k[0] + 0x9E3779B9) & 0xFFFFFFFF, (k[1] + 0xBB67AE85) & 0xFFFFFFFF]
    return c


def gaussian(seed, stream, length):
    values = []
    for block in range((length + 3) // 4):
        words = philox([block, 0, stream, 0], [seed, 0])
        for a, b in ((words[0], words[1]), (words[2], words[3])):
            radius, angle = math.sqrt(-2 * math.log((a + 1) / 2**32)), 2 * math.pi * b / 2**32
            values += [radius * math.cos(angle), radius * math.sin(angle)]
    return np.array(values[:length], dtype=np.float32)


# --- Schedulers ------------------------------------------------------------------------------------------------------------------------------

TRAINING = 1000
BETAS = np.linspace(0.00085**0.5, 0.012**0.5, TRAINING, dtype=np.float64) ** 2
ALPHAS = np.cumprod(1 - BETAS)


class Euler:
    def __init__(self, steps, spacing, prediction, strength=1.0, offset=0):
        total = min(max(steps, math.ceil(steps / strength)), TRAINING)
        if spacing == "linspace":
            times = np.linspace(0, TRAINING - 1, total)[::-1] if total > 1 else np.array([0.0])
        elif spacing == "leading":
            times = (np.arange(0, total) * (TRAINING // total)).round()[::-1] + offset
        else:
            times = (TRAINING - np.arange(total) * (TRAINING / total)).round() - 1
        self.timesteps = times[total - min(steps, total):]
        levels = np.sqrt((1 - ALPHAS) / ALPHAS)
        self.sigmas = np.append(np.interp(self.timesteps, np.arange(TRAINING), levels), 0.0)
        self.spacing, self.prediction = spacing, prediction

    def begin(self, noise):
        top = self.sigmas.max()
        return noise * (math.sqrt(top**2 + 1) if self.spacing == "leading" else top)

    def add_noise(self, image, noise, step):
        return image + noise * self.sigmas[step]

    def scale(self, latents, step):
        return latents / math.sqrt(self.sigmas[step] ** 2 + 1)

    def advance(self, x, out, step, _noise):
        s, n = self.sigmas[step], self.sigmas[step + 1]
        if self.prediction == "epsilon":
            original = x - s * out
        else:
            original = out * (-s / math.sqrt(s * s + 1)) + x / (s * s + 1)
        return x + (x - original) / s * (n - s)


class Lcm:
    def __init__(self, steps, prediction, strength=1.0, solver=50):
        ratio = TRAINING // solver
        usable = max(1, int(solver * strength))
        origin = (np.arange(1, usable + 1) * ratio - 1)[::-1]
        steps = min(steps, usable)
        picks = np.floor(np.linspace(0, usable, steps, endpoint=False)).astype(int)
        self.timesteps = origin[picks]
        self.prediction = prediction

    def alpha(self, step):
        return ALPHAS[int(self.timesteps[step])] if step < len(self.timesteps) else 1.0

    def begin(self, noise):
        return noise

    def add_noise(self, image, noise, step):
        a = self.alpha(step)
        return math.sqrt(a) * image + math.sqrt(1 - a) * noise

    def scale(self, latents, _step):
        return latents

    def advance(self, x, out, step, noise):
        a = self.alpha(step)
        original = (x - math.sqrt(1 - a) * out) / math.sqrt(a) if self.prediction == "epsilon" else math.sqrt(a) * x - math.sqrt(1 - a) * out
        scaled = self.timesteps[step] * 10.0
        skip, keep = 0.25 / (scaled**2 + 0.25), scaled / math.sqrt(scaled**2 + 0.25)
        denoised = keep * original + skip * x
        return denoised if step + 1 == len(self.timesteps) else self.add_noise(denoised, noise(), step + 1)


# --- Networks --------------------------------------------------------------------------------------------------------------------------------


def weights(seed, shape, scale):
    state, values = seed, []
    for _ in range(int(np.prod(shape))):
        state = (state + 0x6D2B79F5) & 0xFFFFFFFF
        word = ((state ^ (state >> 15)) * (state | 1)) & 0xFFFFFFFF
        word ^= (word + ((word ^ (word >> 7)) * (word | 61))) & 0xFFFFFFFF
        values.append(((word ^ (word >> 14)) & 0xFFFFFFFF) / 2**31 - 1)
    return (np.array(values) * scale).astype(np.float32).astype(np.float64).reshape(shape)


def conv3(x, kernel, bias=None):
    """x: channels, height, width. Padded by one."""
    _, height, width = x.shape
    padded = np.pad(x, ((0, 0), (1, 1), (1, 1)))
    out = np.zeros((kernel.shape[0], height, width))
    for dy in range(3):
        for dx in range(3):
            out += np.einsum("oc,chw->ohw", kernel[:, :, dy, dx], padded[:, dy:dy + height, dx:dx + width])
    return out if bias is None else out + bias[:, None, None]


EMBEDDING, PROJECTION = weights(1, (len(VOCABULARY), 16), 1), weights(2, (16, 16), 0.5)
FIRST, TIME, KEYS, VALUES = weights(3, (8, 4, 3, 3), 0.3), weights(4, (8, 1, 1), 1), weights(5, (16, 8), 0.5), weights(6, (16, 8), 0.5)
BIAS, LAST, GUIDE = weights(7, (8,), 0.1), weights(8, (4, 8, 3, 3), 0.2), weights(9, (32, 8), 0.1)
WIDEN, COLOR, REDUCE = weights(11, (8, 4, 3, 3), 0.05), weights(12, (3, 8, 3, 3), 0.05), weights(13, (8, 3, 8, 8), 0.2)


def encode_text(text):
    return np.tanh(EMBEDDING[tokenize(text)[0]] @ PROJECTION)


def unet(sample, timestep, states, guidance=None):
    hidden = conv3(sample, FIRST, BIAS) + TIME * (round(float(timestep)) / 1000)
    if guidance is not None:
        hidden = hidden + (guidance @ GUIDE)[:, None, None]
    hidden = np.tanh(hidden)
    queries = hidden.reshape(8, -1).T
    scores = queries @ (states @ KEYS).T
    scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
    attended = (scores / scores.sum(axis=-1, keepdims=True)) @ (states @ VALUES)
    return conv3(hidden + attended.T.reshape(hidden.shape), LAST)


def decode(latents):
    wide = conv3(latents, WIDEN)
    return np.tanh(conv3(wide.repeat(8, axis=1).repeat(8, axis=2), COLOR))


def encode(planes):
    _, height, width = planes.shape
    blocks = planes.reshape(3, height // 8, 8, width // 8, 8)
    return np.einsum("ocyx,chywx->ohw", REDUCE, blocks)[:4]


def embed_guidance(scale, size):
    angles = scale * 1000 * np.exp(-math.log(10000) * np.arange(size // 2) / (size // 2 - 1))
    return np.concatenate([np.sin(angles), np.cos(angles)])


FACTOR = 0.18215


def picture(width, height):
    """A source of which the test makes the same: a gradient in each color."""
    pixels = np.zeros((height, width, 3), dtype=np.int64)
    for y in range(height):
        for x in range(width):
            pixels[y, x] = [x * 3 % 256, y * 3 % 256, (x + y) % 256]
    return pixels


def generate(case):
    width, height = case["width"], case["height"]
    strength = case.get("strength", 1.0)
    if case["scheduler"] == "lcm":
        schedule = Lcm(case["steps"], case["prediction"], strength)
    else:
        schedule = Euler(case["steps"], case["spacing"], case["prediction"], strength, case.get("offset", 0))
    shape = (4, height // 8, width // 8)
    length = int(np.prod(shape))
    noise = gaussian(case["seed"], 0, length).astype(np.float64).reshape(shape)
    states = encode_text(case["prompt"])
    scale = case.get("guidance")
    without = encode_text(case.get("negative", "")) if scale and not case.get("embedded") else None
    guide = embed_guidance(scale - 1, 32) if case.get("embedded") else None
    image = mask = pixels = None
    if case.get("source"):
        pixels = picture(width, height)
        image = encode(pixels.transpose(2, 0, 1) / 127.5 - 1) * FACTOR
    if case.get("mask"):
        x0, y0, x1, y1 = case["mask"]
        mask = np.zeros((height, width))
        mask[y0:y1, x0:x1] = 1
    latents = schedule.begin(noise) if image is None else schedule.add_noise(image, noise, 0)
    for step, timestep in enumerate(schedule.timesteps):
        scaled = schedule.scale(latents, step)
        out = unet(scaled, timestep, states, guide)
        if without is not None:
            base = unet(scaled, timestep, without)
            out = base + scale * (out - base)
        more = lambda: gaussian(case["seed"], step + 1, length).astype(np.float64).reshape(shape)
        latents = schedule.advance(latents, out, step, more)
        if mask is not None:
            coarse = mask.reshape(height // 8, 8, width // 8, 8).max(axis=(1, 3))
            latents = np.where(coarse == 1, latents, schedule.add_noise(image, noise, step + 1))
    planes = decode(latents / FACTOR)
    made = np.clip(np.round((planes.transpose(1, 2, 0) + 1) * 127.5), 0, 255).astype(int)
    return made if mask is None else np.where(mask[:, :, None] == 1, made, pixels)


CASES = {
    "turbo": dict(prompt="The cat and the red dog", seed=7, steps=1, scheduler="euler", spacing="trailing", prediction="epsilon", width=64, height=64),
    "several steps": dict(prompt="the red dog", seed=4294967295, steps=4, scheduler="euler", spacing="trailing", prediction="epsilon", width=128, height=64),
    "guided": dict(prompt="a cat 🎈", negative="red", seed=11, steps=3, scheduler="euler", spacing="leading", offset=1, prediction="v_prediction", guidance=7.5, width=64, height=64),
    "linear": dict(prompt="dog", seed=1, steps=3, scheduler="euler", spacing="linspace", prediction="epsilon", width=64, height=64),
    "consistency": dict(prompt="the cat", seed=5, steps=4, scheduler="lcm", prediction="epsilon", guidance=8.5, embedded=True, width=64, height=64),
    "consistency velocity": dict(prompt="the cat", seed=6, steps=2, scheduler="lcm", prediction="v_prediction", width=64, height=64),
    "image to image": dict(prompt="the cat", seed=9, steps=2, strength=0.5, source=True, scheduler="euler", spacing="trailing", prediction="epsilon", width=64, height=64),
    "consistency from an image": dict(prompt="the cat", seed=9, steps=3, strength=0.4, source=True, scheduler="lcm", prediction="epsilon", width=64, height=64),
    "inpainting": dict(prompt="red", seed=21, steps=3, strength=0.8, source=True, mask=[16, 24, 48, 40], scheduler="euler", spacing="trailing", prediction="epsilon", width=64, height=64),
}

TEXTS = ["", "The cat", "CAT'S dog, 24x!", "don't we'll I'm", "  many   spaces\n\tand lines ", "Überstraße café", "cafe\u0301", "🎈🎉 party", "猫と犬", "٣ ½ ² x²",
         "<|endoftext|> the", "a" * 100, "the " * 75, "the " * 76, "ΣΑΣ İ ǅ", "👩‍👩‍👧 a\u200db", "re'd the'd"]


def main():
    reference = {
        "tokens": [dict(text=text, ids=tokenize(text)[0], isTruncated=tokenize(text)[1]) for text in TEXTS],
        "noise": [
            dict(seed=seed, stream=stream, length=length, values=[float(v) for v in gaussian(seed, stream, length)])
            for seed, stream, length in ((0, 0, 9), (1, 0, 4), (1, 3, 4), (4294967295, 0, 6))
        ],
        "schedules": [],
        "images": [],
    }
    for spacing, steps, strength, offset in (
        ("trailing", 1, 1, 0), ("trailing", 4, 1, 0), ("trailing", 7, 1, 0), ("trailing", 16, 1, 0), ("trailing", 1, 0.5, 0), ("trailing", 3, 0.05, 0),
        ("leading", 20, 1, 1), ("leading", 7, 0.3, 0), ("linspace", 5, 1, 0), ("linspace", 5, 0.75, 0), ("trailing", 200, 0.01, 0),
    ):
        euler = Euler(steps, spacing, "epsilon", strength, offset)
        reference["schedules"].append(dict(kind="euler", spacing=spacing, steps=steps, strength=strength, stepsOffset=offset,
                                           timesteps=[float(t) for t in euler.timesteps],
                                           # Of an image of zeros with noise of ones: the noise level of each step.
                                           levels=[float(s) for s in euler.sigmas]))
    for steps, strength in ((1, 1), (4, 1), (8, 1), (3, 1), (4, 0.5), (8, 0.05)):
        lcm = Lcm(steps, "epsilon", strength)
        reference["schedules"].append(dict(kind="lcm", spacing="leading", steps=steps, strength=strength, stepsOffset=0,
                                           timesteps=[float(t) for t in lcm.timesteps],
                                           levels=[float(lcm.add_noise(0.0, 1.0, s)) for s in range(len(lcm.timesteps) + 1)]))
    for name, case in CASES.items():
        made = generate(case)
        flat = made.reshape(-1)
        reference["images"].append(dict(name=name, case=case, mean=float(flat.mean()), pixels=[int(v) for v in flat[::59]]))
    file = pathlib.Path(__file__).with_name("local-model-reference.json")
    file.write_text(json.dumps(reference, ensure_ascii=True, indent=None, separators=(",", ":")) + "\n")
    print(f"wrote {file.name}")


if __name__ == "__main__":
    main()
