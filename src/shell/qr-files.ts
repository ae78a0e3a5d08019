import type { Qr } from '#src/lib/qr.ts';

const PNG_MIN = 1024;

export function qrSvg({ size, path }: Qr): Blob {
  const box = `0 0 ${size} ${size}`;
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="${size * 10}" height="${size * 10}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${path}"/></svg>\n`;
  return new Blob([text], { type: 'image/svg+xml' });
}

/** Large enough for a table card. Whole pixels per module keep the edges sharp. */
export async function qrPng({ size, path }: Qr): Promise<Blob> {
  const scale = Math.ceil(PNG_MIN / size);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size * scale;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser can’t draw images.');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  context.fillStyle = '#000';
  context.clip(new Path2D(path));
  context.fillRect(0, 0, size, size);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('Couldn’t create the image.'))), 'image/png'),
  );
}
