// `npm test`: every check there is, from a bare clone. Installs what is missing (packages, the browser), builds, runs the parts two
// at a time, prints the ten slowest files, what failed, a table of counts and seconds, and alone on the last line `N passed, N failed`.
// `npm test -- unit house` runs only those parts, `npm test -- unit path/to/file` only that file, `npm test -- --changed` only what the
// working tree's changes touch.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt, ensureInstalled, root } from './fresh.mjs';
import { playwrightReport, vitestReport } from './run-report.mjs';

const results = path.join(root, 'test-results', 'counts');
const bin = (name) => path.join(root, 'node_modules', '.bin', name);

/** Runs a program in the foreground. True when it succeeded. */
function run(program, args) {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: 'inherit' });
  if (error) console.error(String(error));
  return status === 0;
}

function mustRun(what, program, args) {
  console.log(`\n== ${what}`);
  if (run(program, args)) return;
  console.log(`${what} failed\n0 passed, 1 failed`);
  process.exit(1);
}

/**
 * The system's Chromium where there is one; on Debian as root it is installed from there, else Playwright fetches its own. With it comes the
 * same browser without windows, which stories run faster on and can do without.
 */
function installBrowser() {
  const hasChromium = existsSync('/usr/bin/chromium');
  const isDebiansRoot = process.getuid?.() === 0 && existsSync('/etc/debian_version');
  if (hasChromium && (!isDebiansRoot || existsSync('/usr/bin/chromium-headless-shell'))) return;
  if (!isDebiansRoot) return mustRun('browser', bin('playwright'), ['install', 'chromium']);
  const install = (name) => ['-c', `apt-get update -q && apt-get install -q -y --no-install-recommends ${name}`];
  if (!hasChromium) mustRun('browser', 'sh', install('chromium'));
  if (!run('sh', install('chromium-headless-shell'))) console.log('There is no chromium-headless-shell here: stories run on chromium.');
}

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

const lone = { passed: 0, failed: 1, skipped: 0, files: [], failures: [] };

/** What a runner's report tells of a part, beside its counts. */
const told = (kind, report) => ({ files: kind.files(report), failures: kind.failures(report) });

/** Runs a part's program. What it says is shown when it has ended, so that two at once do not mix; one that runs alone speaks at once. */
function spoken(program, args, env = {}) {
  return new Promise((resolve) => {
    const stdio = isAlone ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'];
    const child = spawn(program, args, { cwd: root, stdio, env: { ...process.env, ...env } });
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ ok: false, output: String(error) }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}

/** A vitest project. */
function vitest(name, projects, followsImports = true) {
  return async () => {
    const file = path.join(results, `${name}.json`);
    const chosen = projects.flatMap((project) => ['--project', project]);
    const only = [...filesOf(name), ...(isChanged && followsImports ? ['--changed', '--passWithNoTests'] : [])];
    const args = ['run', ...chosen, ...only, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const { ok, output } = await spoken(bin('vitest'), args);
    const report = readJson(file);
    if (!report) return { ...lone, failed: ok ? 0 : 1, output };
    const { numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped } = report;
    return { passed, failed: failed === 0 && !ok ? 1 : failed, skipped, output, ...told(vitestReport, report) };
  };
}

/** A Playwright project. A test that passes only on a second try would count as failed, but there are no second tries. */
function playwright(project) {
  return async () => {
    const file = path.join(results, `${project}.json`);
    const only = [...filesOf(project), ...(isChanged ? ['--only-changed', '--pass-with-no-tests'] : [])];
    const { ok, output } = await spoken(bin('playwright'), ['test', `--project=${project}`, ...only], { PLAYWRIGHT_JSON: file });
    const report = readJson(file);
    if (!report?.stats) return { ...lone, output };
    const { expected, unexpected, flaky, skipped } = report.stats;
    const failed = unexpected + flaky;
    return { passed: expected, failed: failed === 0 && !ok ? 1 : failed, skipped, output, ...told(playwrightReport, report) };
  };
}

async function check() {
  const { stdout, status } = await new Promise((resolve) => {
    const child = spawn(process.execPath, ['scripts/check.mjs'], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    child.stdout.on('data', (chunk) => (said += chunk));
    child.on('close', (code) => resolve({ stdout: said, status: code }));
  });
  if (isAlone) process.stdout.write(stdout);
  const counts = /^check: (\d+) passed, (\d+) failed/m.exec(stdout);
  const [passed, failed] = counts ? [Number(counts[1]), Number(counts[2])] : [0, status === 0 ? 0 : 1];
  return { ...lone, passed, failed, output: stdout };
}

async function build() {
  const { ok, output } = await spoken(process.execPath, ['scripts/build.mjs']);
  return { ...lone, passed: ok ? 1 : 0, failed: ok ? 0 : 1, output };
}

const parts = {
  build,
  check,
  unit: vitest('unit', ['node', 'page', 'dom']),
  // These read the tree, not what they import.
  house: vitest('house', ['house'], false),
  contract: vitest('contract', ['contract']),
  e2e: playwright('e2e'),
  chaos: playwright('chaos'),
};

/**
 * Which begins first: two run at a time, after the build, and whoever ends takes the next. The accidents come last, beside little else: beside
 * the stories both took so much longer that the whole did, too.
 */
const order = ['e2e', 'check', 'contract', 'unit', 'house', 'chaos'];

const words = process.argv.slice(2);
const isChanged = words.includes('--changed');
const asked = words.filter((word) => word in parts);
const files = words.filter((word) => !(word in parts) && word !== '--changed');
const unknown = files.filter((file) => !existsSync(path.resolve(root, file)));
if (unknown.length > 0) {
  console.error(`no such part or file: ${unknown.join(', ')}; the parts are ${Object.keys(parts).join(', ')}`);
  process.exit(2);
}

/** The part that a test's file belongs to. */
function partOf(file) {
  const folder = /^tests\/(house|contract|e2e|chaos)\//.exec(path.relative(root, path.resolve(root, file)));
  return folder ? folder[1] : 'unit';
}

function filesOf(part) {
  return files.filter((file) => partOf(file) === part);
}

const chosen = Object.keys(parts).filter((name) => {
  if (files.length > 0) return filesOf(name).length > 0 && (asked.length === 0 || asked.includes(name));
  return asked.length === 0 || asked.includes(name);
});
if (chosen.length === 0) {
  console.error(`these files are not of ${asked.join(', ')}`);
  process.exit(2);
}
const isAlone = chosen.length === 1;

const needBuild = ['contract', 'e2e', 'chaos'];
try {
  await ensureInstalled();
  // Asked for by name, these would test the sources of the last build.
  if (chosen.some((name) => needBuild.includes(name)) && !chosen.includes('build')) await ensureBuilt();
} catch (error) {
  console.log(`not ready for tests: ${error.message}\n0 passed, 1 failed`);
  process.exit(1);
}
if (chosen.includes('e2e') || chosen.includes('chaos')) installBrowser();
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const table = new Map();
async function runPart(name) {
  if (!chosen.includes(name)) return;
  if (isAlone) console.log(`\n== ${name}`);
  else console.log(`… ${name}`);
  const started = performance.now();
  const outcome = await parts[name]();
  table.set(name, { name, ...outcome, seconds: (performance.now() - started) / 1000 });
  if (!isAlone) console.log(`\n== ${name}\n${outcome.output.trimEnd()}`);
}

const begun = performance.now();
await runPart('build');
const waiting = [...order];
async function takeParts() {
  for (let name = waiting.shift(); name; name = waiting.shift()) await runPart(name);
}
await Promise.all([takeParts(), takeParts()]);

const rows = chosen.map((name) => table.get(name));
const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
const line = (cells) => cells.map((cell, index) => (index === 0 ? String(cell).padEnd(10) : String(cell).padStart(9))).join('');
console.log('\nThe slowest files, in seconds:');
for (const { file, seconds } of rows
  .flatMap((row) => row.files)
  .toSorted((a, b) => b.seconds - a.seconds)
  .slice(0, 10))
  console.log(`${seconds.toFixed(1).padStart(8)}  ${path.relative(root, path.resolve(root, file))}`);

const failed = rows.filter((row) => row.failed > 0);
if (failed.length > 0) console.log('\nWhat failed:');
for (const { name, failures } of failed) {
  if (failures.length === 0) console.log(`  ${name}: see what it printed above`);
  for (const { file, name: test, lines } of failures)
    console.log([`  ${path.relative(root, path.resolve(root, file))} › ${test}`, ...lines.map((text) => `      ${text}`)].join('\n'));
}
console.log(`\n${line(['', 'passed', 'failed', 'skipped', 'seconds'])}`);
for (const row of rows) console.log(line([row.name, row.passed, row.failed, row.skipped, row.seconds.toFixed(1)]));
console.log(line(['all', sum('passed'), sum('failed'), sum('skipped'), ((performance.now() - begun) / 1000).toFixed(1)]));
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') === 0 ? 0 : 1;
