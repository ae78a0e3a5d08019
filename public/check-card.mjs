// Compares the files of a memory card with lists of stored photos: those that phones export ("Export list" in the queue of an event), or the one that
// the organization exports ("Export CSV" of the event):
//   node check-card.mjs <folder> <list.csv> [more lists]
// Uses nothing of the app, so that it checks the lists independently. Exits with 1 if a file is not stored, and names it; with 2 if it can't compare.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

const USAGE = `Usage: node check-card.mjs <folder> <list.csv> [more lists]
Compares the files of a memory card with lists of stored photos: of a phone ("Export list" in the queue) or of the event ("Export CSV").`;

function stop(reason) {
  console.error(reason);
  process.exit(2);
}

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

function readList(list) {
  if (!existsSync(list) || !statSync(list).isFile()) stop(`${list}: no such file\n${USAGE}`);
  const text = readFileSync(list, 'utf8');
  if (!/^\uFEFF?File name,.*\bSHA-256\b/.test(text)) stop(`${list} is not a list that the app exported\n${USAGE}`);
  return parseCsv(text.replace(/^\uFEFF/, ''));
}

async function sha256(file) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

const [folder, ...lists] = process.argv.slice(2);
if (folder === '--help' || folder === '-h') {
  console.log(USAGE);
  process.exit();
}
if (folder === undefined || lists.length === 0) stop(USAGE);
if (!existsSync(folder) || !statSync(folder).isDirectory()) stop(`${folder}: no such folder\n${USAGE}`);

/** By the list of a phone, or of the organization. */
const isStored = (row) =>
  row['Photo ID'] === undefined
    ? row.Status !== 'Unreadable' && row['Original received'] === 'Yes' && row['Original deleted (UTC)'] === '' && row.ID !== ''
    : row.Status === 'Stored on the server' && row['Photo ID'] !== '' && row['Stored (UTC)'] !== '';
const rows = lists.flatMap(readList);
const listed = new Map();
// What one list has as stored is stored.
for (const row of rows) if (!listed.has(row['SHA-256']) || isStored(row)) listed.set(row['SHA-256'], row);
const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
let missing = 0;
for (const { parentPath, path: parent, name } of files) {
  const file = path.join(parentPath ?? parent, name);
  const row = listed.get(await sha256(file));
  if (row && isStored(row) && Number(row.Bytes) === statSync(file).size) continue;
  missing += 1;
  console.log(`${name}: ${row ? row.Status : 'not in the list'}`);
}
const origins = new Set(rows.map((row) => [row.Event, row.Device].filter(Boolean).join(', ')));
console.log(`${files.length - missing} of ${files.length} files are stored (${[...origins].filter(Boolean).join('; ') || 'no event named'})`);
if (files.length === 0) stop('The folder has no files');
process.exitCode = missing > 0 ? 1 : 0;
