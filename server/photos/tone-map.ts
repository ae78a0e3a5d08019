// Pictures with a high dynamic range as screens without one show them: preview and download are JPEGs in sRGB. By ITU-R BT.2100 (PQ, HLG) and
// BT.2408 (reference white at 203 cd/m²).
import type { Cicp } from '#server/photos/heif-items.ts';

/** Code points of ITU-T H.273. */
const [PQ, HLG] = [16, 18];
const [BT2020, P3] = [9, 12];

const WHITE_NITS = 203;
/** As bright as pictures are mastered, and the peak that HLG is defined at. */
const PEAK_NITS = 1000;
const PEAK = PEAK_NITS / WHITE_NITS;

export const isHdr = (color: Cicp | null): color is Cicp => color !== null && (color.transfer === PQ || color.transfer === HLG);

/** Of a signal from 0 to 1, how bright it is; 1 is the reference white. */
function pqLight(signal: number): number {
  const power = signal ** (32 / 2523);
  return (10_000 / WHITE_NITS) * (Math.max(0, power - 0.8359375) / (18.8515625 - 18.6875 * power)) ** (16_384 / 2610);
}

/** As the scene was lit, from 0 to 1. */
function hlgScene(signal: number): number {
  return signal <= 0.5 ? signal ** 2 / 3 : (Math.exp((signal - 0.55991073) / 0.17883277) + 0.28466892) / 12;
}

/** Linear, to the primaries of sRGB. */
const MATRICES: Record<number, readonly number[]> = {
  [BT2020]: [1.6605, -0.5876, -0.0728, -0.1246, 1.1329, -0.0083, -0.0182, -0.1006, 1.1187],
  [P3]: [1.2249, -0.2247, 0, -0.042, 1.0419, 0, -0.0197, -0.0786, 1.0979],
};

/** Up to here light is left as it is; above, what is brighter is pressed into what is left up to 1. */
const KNEE = 0.3;

/** By how much a pixel is darkened whose brightest channel is so bright: its hue stays. */
function shade(brightest: number): number {
  if (brightest <= KNEE) return 1;
  const room = 1 - KNEE;
  const over = (brightest - KNEE) / room;
  const most = (PEAK - KNEE) / room;
  // Reinhard's curve, extended so that the peak becomes 1.
  return Math.min(1, KNEE + (room * over * (1 + over / most ** 2)) / (1 + over)) / brightest;
}

const ENCODED_STEPS = 8192;
const encoded = Uint8Array.from({ length: ENCODED_STEPS + 1 }, (_, step) => {
  const light = step / ENCODED_STEPS;
  return Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055));
});

/** Changes pixels of 8 bits per channel to sRGB. A fourth channel is left as it is. */
export function toneMap(pixels: Uint8Array, channels: 3 | 4, { primaries, transfer }: Cicp): void {
  const light = Float64Array.from({ length: 256 }, (_, value) => (transfer === PQ ? pqLight(value / 255) : hlgScene(value / 255)));
  const [rr = 1, rg = 0, rb = 0, gr = 0, gg = 1, gb = 0, br = 0, bg = 0, bb = 1] = MATRICES[primaries] ?? [];
  for (let at = 0; at + 2 < pixels.length; at += channels) {
    let [r, g, b] = [light[pixels[at] ?? 0] ?? 0, light[pixels[at + 1] ?? 0] ?? 0, light[pixels[at + 2] ?? 0] ?? 0];
    if (transfer === HLG) {
      // What a screen of the nominal peak makes of the scene's light.
      const gain = PEAK * (0.2627 * r + 0.678 * g + 0.0593 * b) ** 0.2;
      [r, g, b] = [r * gain, g * gain, b * gain];
    }
    const by = ENCODED_STEPS * shade(Math.max(r, g, b));
    pixels[at] = encodedOf(by * (rr * r + rg * g + rb * b));
    pixels[at + 1] = encodedOf(by * (gr * r + gg * g + gb * b));
    pixels[at + 2] = encodedOf(by * (br * r + bg * g + bb * b));
  }
}

const encodedOf = (step: number): number => encoded[Math.max(0, Math.min(ENCODED_STEPS, Math.round(step)))] ?? 255;
