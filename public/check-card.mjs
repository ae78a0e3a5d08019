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

/** RFC 4180, also with the line breaks of an editor. Null if the text was cut or changed. */
function parseCsv(text) {
  const rows = [[]];
  let length = 0;
  for (const [all, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy)) {
    rows.at(-1).push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    length += all.length;
    if (end === '') break;
    if (end !== ',') rows.push([]);
  }
  const [heads, ...records] = rows.filter((row) => row.length > 1);
  if (length < text.length || records.some((row) => row.length !== heads.length)) return null;
  return records.map((row) => Object.fromEntries(heads.map((head, index) => [head, row[index]])));
}

function readList(list) {
  if (!existsSync(list) || !statSync(list).isFile()) stop(`${list}: no such file\n${USAGE}`);
  const text = readFileSync(list, 'utf8');
  if (!/^\uFEFF?File name,.*\bSHA-256\b/.test(text)) stop(`${list} is not a list that the app exported\n${USAGE}`);
  return parseCsv(text.replace(/^\uFEFF/, '')) ?? stop(`${list} is incomplete or was changed. Export it again.`);
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

/** Why the server doesn't have these bytes, by one row of a phone's or the organization's list; null: it has them. */
function lackOf(row) {
  if (row['Photo ID'] !== undefined) {
    if (row.Status !== 'Stored on the server') return row.Status;
    return row['Photo ID'] !== '' && row['Stored (UTC)'] !== '' ? null : 'not confirmed';
  }
  if (row.Status === 'Unreadable' || row.Status === 'Not checked yet') return row.Status;
  if (row['Original received'] !== 'Yes') return 'Original not received';
  return row['Original deleted (UTC)'] === '' ? null : 'Original deleted';
}

/** What an older list can say of a photo that was stored later. */
const UNDER_WAY = new Set(['Waiting on this device', 'Needs attention', 'Not checked yet']);
const idOf = (row) => row['Photo ID'] ?? row.ID;
const rows = lists.flatMap(readList);
const byHash = new Map();
for (const row of rows) byHash.set(row['SHA-256'], [...(byHash.get(row['SHA-256']) ?? []), row]);
// Which list is newer isn't known: what one denies of a photo counts for all.
const denied = new Map();
for (const row of rows) {
  const lack = lackOf(row);
  if (lack !== null && !UNDER_WAY.has(lack)) denied.set(idOf(row), lack);
}

/** Null if one of the photos with these bytes is stored. */
function lackOfFile(hash, bytes) {
  const listed = byHash.get(hash) ?? [];
  const lacks = listed.map((row) => (Number(row.Bytes) === bytes ? (denied.get(idOf(row)) ?? lackOf(row)) : 'not in the list'));
  if (lacks.length === 0) return 'not in the list';
  return lacks.includes('Unreadable') ? 'Unreadable' : lacks.includes(null) ? null : lacks[0];
}

/** All files below a folder, each with why it can't be compared, if so. */
function listFiles(at) {
  let entries;
  try {
    entries = readdirSync(at, { withFileTypes: true });
  } catch (error) {
    return [{ file: at, problem: `can’t be read (${error.code})` }];
  }
  return entries.flatMap((entry) => {
    const file = path.join(at, entry.name);
    if (entry.isDirectory()) return listFiles(file);
    if (entry.isFile()) return [{ file, problem: null }];
    return [{ file, problem: entry.isSymbolicLink() ? 'a link, not compared' : 'not a file' }];
  });
}

async function compare({ file, problem }) {
  if (problem !== null) return problem;
  try {
    return lackOfFile(await sha256(file), statSync(file).size);
  } catch (error) {
    return `can’t be read (${error.code})`;
  }
}

const files = listFiles(folder);
let missing = 0;
for (const found of files) {
  const lack = await compare(found);
  if (lack === null) continue;
  missing += 1;
  console.log(`${path.relative(folder, found.file).replaceAll(/\p{C}/gu, '?')}: ${lack}`);
}
const origins = new Set(rows.map((row) => [row.Event, row.Device].filter(Boolean).join(', ')));
console.log(`${files.length - missing} of ${files.length} files are stored (${[...origins].filter(Boolean).join('; ') || 'no event named'})`);
if (files.length === 0) stop('The folder has no files');
process.exitCode = missing > 0 ? 1 : 0;
