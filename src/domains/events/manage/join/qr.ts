// A QR code as one path, so that screen, poster and files show the same drawing.
import { encode } from 'uqr';

/** Empty modules around it, without which scanners do not find it (ISO/IEC 18004). */
const QUIET = 4;
const PNG_MIN = 1024;

export interface Qr {
  /** Modules per side, the quiet zone included. */
  size: number;
  /** Its dark modules, one unit each. */
  path: string;
}

export function qrOf(text: string): Qr {
  const { data, size } = encode(text, { ecc: 'Q', border: QUIET });
  let path = '';
  data.forEach((row, y) => {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue;
      let run = 1;
      while (row[x + run]) run += 1;
      path += `M${x} ${y}h${run}v1h-${run}z`;
      x += run;
    }
  });
  return { size, path };
}

export function qrSvg({ size, path }: Qr): Blob {
  const box = `0 0 ${size} ${size}`;
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="${size * 10}" height="${size * 10}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${path}"/></svg>\n`;
  return new Blob([text], { type: 'image/svg+xml' });
}

/** Large enough for a table card; whole pixels per module, so that no edge is blurred. */
export async function qrPng({ size, path }: Qr): Promise<Blob> {
  const scale = Math.ceil(PNG_MIN / size);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size * scale;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws no pictures.');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  context.fillStyle = '#000';
  context.clip(new Path2D(path));
  context.fillRect(0, 0, size, size);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be made.'))), 'image/png'),
  );
}
