// Colours as #rrggbb: mixed, lit and tinted.
type Rgb = [number, number, number];

function rgbOf(hex: string): Rgb {
  const long = hex.length === 4 ? hex.replace(/[0-9a-f]/gi, '$&$&') : hex;
  const value = Number.parseInt(long.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

const hexOf = (rgb: Rgb) =>
  `#${rgb
    .map((part) =>
      Math.round(Math.min(255, Math.max(0, part)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

const zip = (a: string, b: string, join: (one: number, other: number) => number): string => {
  const [one, other] = [rgbOf(a), rgbOf(b)];
  return hexOf([join(one[0], other[0]), join(one[1], other[1]), join(one[2], other[2])]);
};

/** @param part 0 is `a`, 1 is `b` */
export const mix = (a: string, b: string, part: number) => zip(a, b, (one, other) => one + (other - one) * part);

/** As a colored light shows it. */
export const multiply = (color: string, light: string) => zip(color, light, (one, other) => (one * other) / 255);

function hslOf([red, green, blue]: Rgb): Rgb {
  const [r, g, b] = [red / 255, green / 255, blue / 255];
  const [high, low] = [Math.max(r, g, b), Math.min(r, g, b)];
  const [light, range] = [(high + low) / 2, high - low];
  if (range === 0) return [0, 0, light];
  const hue = high === r ? ((g - b) / range + 6) % 6 : high === g ? (b - r) / range + 2 : (r - g) / range + 4;
  return [hue * 60, range / (1 - Math.abs(2 * light - 1)), light];
}

function rgbOfHsl([hue, saturation, light]: Rgb): Rgb {
  const part = (offset: number) => {
    const at = (offset + hue / 30) % 12;
    return 255 * (light - saturation * Math.min(light, 1 - light) * Math.max(-1, Math.min(at - 3, 9 - at, 1)));
  };
  return [part(0), part(8), part(4)];
}

/** In another color, as light or dark as before; what has no color of its own, such as an eye, stays. */
export function tint(color: string, target: string): string {
  const [, saturation, light] = hslOf(rgbOf(color));
  const [hue, wanted, wantedLight] = hslOf(rgbOf(target));
  if (light < 0.12 || light > 0.95) return color;
  // Grey fur takes the color on; what is nearly black or white stays.
  if (saturation < 0.18) return light < 0.25 || light > 0.9 ? color : mix(color, target, 0.62);
  return hexOf(rgbOfHsl([hue, Math.min(saturation * 1.1, wanted), Math.min(0.96, Math.max(0.08, light * 0.6 + wantedLight * 0.4))]));
}

/** Every color in a piece of SVG, through `change`. */
export const recolor = (svg: string, change: (color: string) => string) =>
  svg.replace(/#(?:[0-9a-f]{6}|[0-9a-f]{3})\b(?!\w)/gi, (color) => change(color.toLowerCase()));
