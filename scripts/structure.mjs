// `npm run structure`: the size and shape of the code in figures. Imports come from dependency-cruiser, as for the import law: type-only and
// dynamic imports count. Workers started by `new URL(…, import.meta.url)` count as imported too; the law does not see them.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './ensure-built.mjs';

/** A file with one importer and fewer lines than this should have a reason to exist (CONTRIBUTING.md). */
const SHORT = 60;

const { dirname, join } = path.posix;
const folders = ['src', 'sw', 'server', 'tests', 'scripts'];
const isTest = (file) => file.startsWith('tests/') || /\.test\.tsx?$/.test(file);
const isRepository = (file) => /(^|[/-])repository\.ts$/.test(file) || file.startsWith('server/db/');

process.chdir(root);
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...folders], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && file !== 'src/routeTree.gen.ts' && existsSync(file));
const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
const lines = (file) => texts.get(file).split('\n').length - 1;
const product = files.filter((file) => /^(src|sw|server)\//.test(file) && !isTest(file));

const { modules, summary } = cruise();
const importers = findImporters();
const single = product.filter((file) => importers.get(file).length === 1);
const siblings = single.filter((file) => dirname(importers.get(file)[0]) === dirname(file));
const withSql = new Set(modules.filter(({ dependencies }) => dependencies.some(isDrizzle)).map(({ source }) => source));

table('', [
  ['product', product],
  ['tests', files.filter(isTest)],
  ['one importer', single],
  ['  in the same folder', siblings],
  [`  and under ${SHORT} lines`, siblings.filter((file) => lines(file) < SHORT)],
  ['SQL outside repositories', product.filter((file) => withSql.has(file) && !isRepository(file))],
]);
console.log(`import circles: ${summary.violations.filter(({ rule }) => rule.name === 'no-cycles').length}\n`);
const names = [...new Set(product.map(folderOf))];
table(
  'product by folder',
  names.map((name) => [name, product.filter((file) => folderOf(file) === name)]),
);

function cruise() {
  const args = [...folders, 'openapi', '--output-type', 'json'];
  const { stdout, stderr } = spawnSync('node_modules/.bin/depcruise', args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** For each file of the product those of the product that import it. */
function findImporters() {
  const found = new Map(product.map((file) => [file, new Set()]));
  const add = (importer, imported) => found.has(importer) && found.get(imported)?.add(importer);
  for (const { source, dependencies } of modules) for (const { resolved } of dependencies) add(source, resolved);
  for (const file of product) {
    for (const [, target] of texts.get(file).matchAll(/new URL\('(\.[^']+)', import\.meta\.url\)/g)) add(file, join(dirname(file), target));
  }
  return new Map([...found].map(([file, by]) => [file, [...by]]));
}

function isDrizzle({ module }) {
  return /^drizzle-orm(\/|$)/.test(module);
}

/** `server/photos`, `src/domains/events`, `src/outbox`; `src` for files directly in it. */
function folderOf(file) {
  return /^src\/domains\/[^/]+|^[^/]+(\/[^/]+(?=\/))?/.exec(file)[0];
}

/** How many files each row has, their lines, and the median of their lines. */
function table(title, rows) {
  const width = Math.max(title.length, ...rows.map(([name]) => name.length));
  const line = (name, ...cells) => console.log(name.padEnd(width) + cells.map((cell) => cell.toLocaleString('en').padStart(9)).join(''));
  line(title, 'files', 'lines', 'median');
  for (const [name, its] of rows) {
    const sizes = its.map(lines).sort((a, b) => a - b);
    line(
      name,
      its.length,
      sizes.reduce((sum, size) => sum + size, 0),
      sizes[sizes.length >> 1] ?? 0,
    );
  }
  console.log();
}
