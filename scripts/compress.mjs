// The built web app's files beside themselves as brotli and gzip make them, so that the server need not compress what it sends again and again.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

const isText = (name) => /\.(css|js|json|svg|webmanifest)$/.test(name);

/** Compresses what lies in a folder. The page itself is left: the server writes into it as it hands it out. */
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
