// Compares the files of a memory card with a list that a phone exported ("Export list" in the queue): node check-card.mjs <folder> <list.csv>
// Uses nothing of the app, so that it checks the list independently. Exits with 1 if a file is not stored, and names it.
import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

/** RFC 4180. */
function parseCsv(text) {
  const rows = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1).push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '') break;
    if (end === '\r\n') rows.push([]);
  }
  const [heads, ...records] = rows.filter((row) => row.length > 1);
  return records.map((row) => Object.fromEntries(heads.map((head, index) => [head, row[index]])));
}

async function sha256(file) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

const [, , folder, list] = process.argv;
const text = readFileSync(list, 'utf8');
if (!text.startsWith('\uFEFF')) throw new Error('The list does not begin with a byte order mark');
const listed = new Map(parseCsv(text.slice(1)).map((row) => [row['SHA-256'], row]));
const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
let missing = 0;
for (const { parentPath, path: parent, name } of files) {
  const file = path.join(parentPath ?? parent, name);
  const row = listed.get(await sha256(file));
  const isStored = row?.Status === 'Stored on the server' && row['Photo ID'] !== '' && row['Stored (UTC)'] !== '';
  const hasItsSize = Number(row?.Bytes) === statSync(file).size;
  if (isStored && hasItsSize) continue;
  missing += 1;
  console.log(`${name}: ${row ? row.Status : 'not in the list'}`);
}
console.log(`${files.length - missing} of ${files.length} files are stored`);
process.exitCode = missing > 0 ? 1 : 0;
