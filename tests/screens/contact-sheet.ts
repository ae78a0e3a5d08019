// Many screens on few sheets: PNGs for looking at, and a page with all of them in full size.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';

export interface Shot {
  file: string;
  name: string;
  role: string;
  size: string;
  theme: string;
  /** Where the browser ended up. */
  at: string;
}

const gap = 16;
const labelHeight = 22;
const tiles = {
  phone: { width: 195, height: 422, columns: 8, rows: 3 },
  desk: { width: 480, height: 300, columns: 4, rows: 5 },
} as const;

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

async function sheet(folder: string, size: keyof typeof tiles, shots: Shot[]): Promise<Buffer> {
  const { width, height, columns } = tiles[size];
  const rows = Math.ceil(shots.length / columns);
  const total = { width: columns * (width + gap) + gap, height: rows * (height + labelHeight + gap) + gap };
  const place = (index: number) => ({ left: gap + (index % columns) * (width + gap), top: gap + Math.floor(index / columns) * (height + labelHeight + gap) });
  const pictures = await Promise.all(
    shots.map(async (shot, index) => {
      const { left, top } = place(index);
      return { input: await sharp(path.join(folder, shot.file)).resize(width, height).png().toBuffer(), left, top: top + labelHeight };
    }),
  );
  const labels = shots.map(({ name, role }, index) => {
    const { left, top } = place(index);
    return `<text x="${left}" y="${top + 15}" font-family="sans-serif" font-size="12" fill="#222">${escape(`${name} · ${role}`)}</text>`;
  });
  const text = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${total.width}" height="${total.height}">${labels.join('')}</svg>`);
  return sharp({ create: { ...total, channels: 3, background: '#c8c8c8' } })
    .composite([...pictures, { input: text, left: 0, top: 0 }])
    .png()
    .toBuffer();
}

/** Writes contact-<size>-<theme>-<number>.png and index.html. Returns the sheets' file names. */
export async function writeContactSheets(folder: string, shots: Shot[]): Promise<string[]> {
  const ordered = shots.toSorted((a, b) => a.name.localeCompare(b.name) || a.role.localeCompare(b.role));
  const sheets: string[] = [];
  const sections: string[] = [];
  for (const size of ['phone', 'desk'] as const) {
    for (const theme of ['light', 'dark']) {
      const mine = ordered.filter((shot) => shot.size === size && shot.theme === theme);
      if (mine.length === 0) continue;
      const perSheet = tiles[size].columns * tiles[size].rows;
      for (let first = 0; first < mine.length; first += perSheet) {
        const name = `contact-${size}-${theme}-${first / perSheet + 1}.png`;
        writeFileSync(path.join(folder, name), await sheet(folder, size, mine.slice(first, first + perSheet)));
        sheets.push(name);
      }
      const figures = mine.map(
        (shot) => `<figure><a href="${shot.file}"><img src="${shot.file}" loading="lazy" width="${tiles[size].width}" alt=""></a><figcaption>${escape(shot.name)} · ${shot.role}<br>${escape(shot.at)}</figcaption></figure>`,
      );
      sections.push(`<h2>${size}, ${theme}</h2><div>${figures.join('')}</div>`);
    }
  }
  const style = 'body{font:14px system-ui;background:#c8c8c8;margin:24px}div{display:flex;flex-wrap:wrap;gap:16px}figure{margin:0}figcaption{font-size:12px}';
  writeFileSync(path.join(folder, 'index.html'), `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${style}</style><h1>${shots.length} screens</h1>${sections.join('')}`);
  return sheets;
}
