// What each kilobyte of the way to the shutter is for: the app is built once more with source maps, and each file's compressed size is divided among
// the modules in it.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import { build } from 'vite';
import { root } from '#tests/support/source.ts';

/** Bytes of a file as `gzip -9` makes it. */
export const gzipped = (bytes: string | Uint8Array): number => zlib.gzipSync(bytes, { level: 9 }).length;

/**
 * @param names of the files, without their hash
 * @returns compressed bytes of each library, and of each folder of our own
 */
export async function weighModules(names: readonly string[]): Promise<Map<string, number>> {
  const outDir = mkdtempSync(path.join(tmpdir(), 'ais-bench-build-'));
  try {
    await build({ root, logLevel: 'error', build: { outDir, sourcemap: 'hidden', emptyOutDir: true } });
    const folder = path.join(outDir, 'assets');
    const files = readdirSync(folder).filter((file) => names.some((name) => file.startsWith(`${name}-`)) && file.endsWith('.js'));
    const weights = new Map<string, number>();
    for (const file of files) {
      const code = readFileSync(path.join(folder, file), 'utf8');
      const map = path.join(folder, `${file}.map`);
      // The bundler's own functions have none.
      const parts = existsSync(map) ? divide(code, new SourceMap(JSON.parse(readFileSync(map, 'utf8')))) : new Map([['', gzipped(code)]]);
      for (const [module, bytes] of parts) {
        const group = groupOf(module);
        weights.set(group, (weights.get(group) ?? 0) + bytes);
      }
    }
    return weights;
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

/** Each module's share of the compressed file: what it adds when the modules are compressed one after the other. */
function divide(code: string, map: SourceMap): Map<string, number> {
  const texts = new Map<string, string>();
  for (const [line, text] of code.split('\n').entries()) {
    for (let column = 0; column < text.length; column += 1) {
      const entry = map.findEntry(line, column);
      const module = 'originalSource' in entry ? entry.originalSource : '';
      texts.set(module, (texts.get(module) ?? '') + text[column]);
    }
  }
  const shares = new Map<string, number>();
  let before = '';
  for (const [module, text] of texts) {
    shares.set(module, gzipped(before.slice(-32_768) + text) - gzipped(before.slice(-32_768)));
    before += text;
  }
  const sum = [...shares.values()].reduce((total, share) => total + share, 0);
  const whole = gzipped(code);
  return new Map([...shares].map(([module, share]) => [module, (share * whole) / sum]));
}

function groupOf(module: string): string {
  const [, name] = /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module) ?? [];
  if (name !== undefined) return name;
  const [, folder] = /\/(src\/[^/.?]+(?=\/)|src)/.exec(module) ?? [];
  return folder ?? 'what holds the modules together';
}
