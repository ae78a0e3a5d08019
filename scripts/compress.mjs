// Precompresses the built web app with brotli and gzip, so that the server need not compress it for each response.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

const isText = (name) => /\.(css|js|json|svg|webmanifest)$/.test(name);

/** Compresses the files of a folder, except for the page itself, which the server modifies. */
export async function compressFiles(folder) {
  const files = readdirSync(folder, { recursive: true }).filter(isText);
  await Promise.all(files.map((name) => compressFile(path.join(folder, name))));
}

async function compressFile(file) {
  const bytes = readFileSync(file);
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants;
  const params = { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const [br, gz] = await Promise.all([brotli(bytes, { params }), gzip(bytes, { level: 9 })]);
  writeFileSync(`${file}.br`, br);
  writeFileSync(`${file}.gz`, gz);
}
