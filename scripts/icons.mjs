// Draws the product's mark and writes every icon and splash image in public/: node scripts/icons.mjs. The results are committed; run it when the mark changes.
import { mkdirSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';

const GROUND = '#17181b';
/** Six blades, as light through a prism: one hue step each, the same lightness. */
const BLADES = ['#8aa2ff', '#5f7dff', '#4a5df0', '#6a4fe0', '#9a6cf0', '#b39bff'];

const point = (radius, degrees) => {
  const angle = (degrees * Math.PI) / 180;
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
};
const at = ([x, y]) => `${Number(x.toFixed(2))} ${Number(y.toFixed(2))}`;

/**
 * An aperture around 0,0: each blade is bounded by its edge of the inner hexagon, drawn on to the rim, by the next blade's edge and the rim.
 * @param rim outer radius; @param opening inner radius
 */
function aperture(rim, opening) {
  const corners = BLADES.map((_, i) => point(opening, 60 * i - 90));
  // Where the line from corner i+1 through corner i leaves the rim.
  const rims = corners.map((corner, i) => {
    const next = corners[(i + 1) % 6];
    const [dx, dy] = [corner[0] - next[0], corner[1] - next[1]];
    const length = Math.hypot(dx, dy);
    const [ux, uy] = [dx / length, dy / length];
    const along = corner[0] * ux + corner[1] * uy;
    const reach = -along + Math.sqrt(along ** 2 - (corner[0] ** 2 + corner[1] ** 2) + rim ** 2);
    return [corner[0] + ux * reach, corner[1] + uy * reach];
  });
  return BLADES.map((color, i) => {
    const next = (i + 1) % 6;
    const path = `M${at(corners[i])}L${at(rims[i])}A${rim} ${rim} 0 0 1 ${at(rims[next])}L${at(corners[next])}Z`;
    return `<path d="${path}" fill="${color}"/>`;
  }).join('');
}

/** The lines between the blades. @param gap their width */
const lines = (gap) => `stroke="${GROUND}" stroke-width="${gap}" stroke-linejoin="round"`;

/** @param corner radius of the tile's corners, of 512; @param scale of the mark on it */
const tile = (corner, scale) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-256 -256 512 512">
<rect x="-256" y="-256" width="512" height="512" rx="${corner}" fill="${GROUND}"/>
<g transform="${scale === 1 ? '' : `scale(${scale}) `}rotate(12)" ${lines(9)}>${aperture(188, 74)}</g>
</svg>
`;

const glyph = (body) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="6" fill="${GROUND}"/>
<g transform="translate(5 5) scale(.583)" fill="none" stroke="#8aa2ff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${body}</g></svg>`;

const shortcuts = {
  camera:
    '<path d="M14.5 4h-5L7 7H4a2 2 0 0 0-2 2v9a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2V9a2 2 0 0 0-2-2h-3l-2.500-3z"/><circle cx="12" cy="13" r="3.500"/>',
  events: '<rect x="3" y="4" width="18" height="18" rx="2"/><path d="M16 2v4M8 2v4M3 10h18"/>',
};

const png = (svg, size, file) =>
  sharp(Buffer.from(svg), { density: 300 }).resize(size, size).png({ compressionLevel: 9, palette: true }).toFile(file);

/** Screens of iPhones and iPads: CSS pixels in portrait, and the pixel ratio. */
const phones = [
  [375, 667, 2],
  [375, 812, 3],
  [390, 844, 3],
  [393, 852, 3],
  [402, 874, 3],
  [414, 896, 2],
  [414, 896, 3],
  [428, 926, 3],
  [430, 932, 3],
  [440, 956, 3],
];
const tablets = [
  [744, 1133, 2],
  [768, 1024, 2],
  [810, 1080, 2],
  [820, 1180, 2],
  [834, 1194, 2],
  [1024, 1366, 2],
];
const pixels = ([width, height, ratio]) => [width * ratio, height * ratio];
/** `--canvas` of styles.css. */
const canvas = { light: '#fafafa', dark: '#131416' };

/** The mark on the color of the app's first screen. Linked by src/shell/splash-images.ts. */
async function splash([width, height], theme) {
  const size = Math.round(Math.min(width, height) / 5);
  const mark = await sharp(Buffer.from(tile(116, 1)), { density: 300 })
    .resize(size, size)
    .png()
    .toBuffer();
  await sharp({ create: { width, height, channels: 3, background: canvas[theme] } })
    .composite([{ input: mark }])
    .png({ compressionLevel: 9, palette: true, colors: 24, dither: 0 })
    .toFile(`public/splash/${width}x${height}-${theme}.png`);
}

mkdirSync('public/icons', { recursive: true });
mkdirSync('public/splash', { recursive: true });
writeFileSync('public/favicon.svg', tile(116, 1));
await Promise.all([
  png(tile(116, 1), 192, 'public/icons/icon-192.png'),
  png(tile(116, 1), 512, 'public/icons/icon-512.png'),
  // Maskable: full bleed, the mark inside the safe circle of 80 %.
  png(tile(0, 0.82), 192, 'public/icons/maskable-192.png'),
  png(tile(0, 0.82), 512, 'public/icons/maskable-512.png'),
  png(tile(0, 0.94), 180, 'public/icons/apple-touch-180.png'),
  ...Object.entries(shortcuts).map(([name, body]) => png(glyph(body), 96, `public/icons/shortcut-${name}-96.png`)),
  ...Object.keys(canvas).flatMap((theme) => [
    ...[...phones, ...tablets].map((screen) => splash(pixels(screen), theme)),
    ...tablets.map((screen) => splash(pixels(screen).toReversed(), theme)),
  ]),
]);
