// `npm test`: the core tests, from a bare clone. `npm run test:full`: all tests. Installs packages and the browser if needed, builds, runs the parts,
// reruns failures once, and prints the slowest files, failures, flaky tests, a table of counts and seconds, and as its last line `N passed, N
// failed`. docs/testing.md explains tiers, parts and arguments.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { ensureBuilt, ensureGenerated, ensureInstalled, root } from './ensure-built.mjs';
import { playwrightReport, vitestReport } from './run-report.mjs';
import { judgeFailures } from './second-run.mjs';

const results = path.join(root, 'test-results', 'counts');
const bin = (name) => path.join(root, 'node_modules', '.bin', name);
const relative = (file) => path.relative(root, path.resolve(root, file));
const full = 'full';

const words = process.argv.slice(2);
const isFull = words.includes('--full');

/** On two cores too, where Vitest would take one: unit tests wait for the database half of the time. */
const unitWorkers = Math.max(2, availableParallelism() - 1);

/** The Vitest projects and the Playwright project of each part that a test runner runs. */
const runners = {
  unit: { vitest: isFull ? ['node', 's3', 'page', 'dom'] : ['node', 'page', 'dom'] },
  architecture: { vitest: ['architecture'] },
  contract: { vitest: ['contract'] },
  e2e: { playwright: 'e2e' },
  chaos: { playwright: 'chaos' },
  engines: { playwright: 'engines' },
  promises: { vitest: ['promises'], playwright: 'promises' },
  cluster: { playwright: 'cluster', config: 'tests/cluster/playwright.config.ts' },
};
const parts = ['build', 'check', ...Object.keys(runners)];
const fullOnly = ['engines', 'promises'];
/** Only when it is named: it takes long. */
const namedOnly = ['cluster'];
const needBuild = ['contract', 'e2e', 'chaos', 'engines', 'promises', 'cluster'];
/** In the full tests. */
const needS3Server = ['unit', 'contract'];
const needBrowser = ['e2e', 'chaos', 'promises', 'cluster'];

/**
 * Parts run in stages. The lists of a stage run beside each other, the parts of a list one after another. Browsers use both cores, so
 * nothing runs beside them; promises are measured, so nothing may disturb them.
 */
const stages = [
  [['build']],
  [['check', 'architecture', 'contract'], ['unit']],
  [['e2e']],
  [['chaos']],
  [['engines']],
  [['promises']],
  [['cluster']],
];

/** Changes in these folders run every test of the same name's subject at once, not only those of the core. */
const fullTestsOf = {
  'src/outbox/': ['src/outbox/**/*.full.test.ts', 'tests/chaos/*.spec.ts'],
  'openapi/': ['server/http/**/*.test.ts', 'src/**/*search.test.ts', 'src/domains/photos/queue/failures.test.ts'],
  'sw/': ['sw/**/*.full.test.ts', 'tests/chaos/*.spec.ts', 'tests/e2e/update.spec.ts'],
  'server/media/': ['server/media/*.test.ts', 'server/photos/**/*.full.test.ts'],
  'server/photos/': [
    'server/photos/**/*.full.test.ts',
    'tests/contract/*photos*.test.ts',
    'tests/contract/deliveries*.test.ts',
    'tests/contract/full-disk*.test.ts',
  ],
  'server/backup/': ['server/backup/**/*.full.test.ts', 'tests/contract/backup*.test.ts', 'tests/contract/storage-backup*.test.ts'],
  'server/storage/': ['server/storage/*.full.test.ts', 'tests/contract/storage-*.test.ts'],
};

// --- Arguments

const isChanged = words.includes('--changed');
const askedParts = words.filter((word) => parts.includes(word));
const files = words.filter((word) => !parts.includes(word) && !word.startsWith('--'));
const unknown = files.filter((file) => !existsSync(path.resolve(root, file)));
if (unknown.length > 0) fail(`no such part or file: ${unknown.join(', ')}; the parts are ${parts.join(', ')}`);

/** The part that a test file belongs to. */
function partOf(file) {
  const folder = relative(file).split(path.sep);
  return folder[0] === 'tests' && folder[1] in runners ? folder[1] : 'unit';
}

const chosen = parts.filter((part) => {
  if (askedParts.length > 0 && !askedParts.includes(part)) return false;
  if (files.length > 0) return files.some((file) => partOf(file) === part);
  if (askedParts.includes(part)) return true;
  return !namedOnly.includes(part) && (isFull || !fullOnly.includes(part));
});
if (chosen.length === 0) fail(`these files do not belong to ${askedParts.join(', ')}`);
const isAlone = chosen.length === 1;

function fail(message) {
  console.error(message);
  process.exit(2);
}

// --- Running programs

/** Runs a program to its end. Prints its output as it comes if it runs alone, else returns it so that two do not mix. */
function spawned(program, args, { env = {}, live = isAlone } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: live ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, TEST_TIER: isFull ? full : 'core', ...env },
    });
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ ok: false, output: String(error) }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}

const isDebianRoot = process.getuid?.() === 0 && existsSync('/etc/debian_version');

/** @returns the output of what failed, else null */
async function install(program, args) {
  const { ok, output } = await spawned(program, args, { live: false });
  return ok ? null : output;
}

const installFromDebian = (name) => install('sh', ['-c', `apt-get update -q && apt-get install -q -y --no-install-recommends ${name}`]);

/**
 * Uses the system's Chromium. Debian as root installs it, elsewhere Playwright downloads its own. The headless shell is the same browser
 * without windows; tests run faster on it and do without it where it is missing.
 * @returns the output of what failed, else null
 */
async function installBrowser() {
  const hasChromium = existsSync('/usr/bin/chromium');
  if (hasChromium && (!isDebianRoot || existsSync('/usr/bin/chromium-headless-shell'))) return null;
  console.log('… browser');
  if (!isDebianRoot) return install(bin('playwright'), ['install', 'chromium']);
  const failure = hasChromium ? null : await installFromDebian('chromium');
  if (failure === null && (await installFromDebian('chromium-headless-shell')) !== null)
    console.log('chromium-headless-shell is not available: tests run on chromium.');
  return failure;
}

/**
 * Installs the S3 server of the full tests (tests/support/s3-server.py).
 * @returns what failed, else null
 */
async function installS3Server() {
  const { ok: isInstalled } = await spawned('/usr/bin/python3', ['-c', 'import swift'], { live: false });
  if (isInstalled) return null;
  if (!isDebianRoot)
    return 'The tests of S3 storage need OpenStack Swift. On Debian: apt-get install --no-install-recommends python3-swift';
  console.log('… S3 server');
  return installFromDebian('python3-swift');
}

// --- The parts

const noTests = { passed: 0, failed: 0, skipped: 0, files: [], failures: [] };

async function runBuild() {
  const { ok, output } = await spawned(process.execPath, ['scripts/build.mjs']);
  return { ...noTests, passed: ok ? 1 : 0, failed: ok ? 0 : 1, output };
}

async function runCheck() {
  const { ok, output } = await spawned(process.execPath, ['scripts/check.mjs', isFull ? '--full' : '--core'], { live: false });
  if (isAlone) process.stdout.write(output);
  const counts = /^check: (\d+) passed, (\d+) failed/m.exec(output);
  return { ...noTests, passed: Number(counts?.[1] ?? 0), failed: Number(counts?.[2] ?? (ok ? 0 : 1)), output };
}

/**
 * Runs a part with its test runners, one after the other.
 * @param only files or `file:line`; empty for all of the tier
 */
async function runTests(part, only, { label = part, live } = {}) {
  const { vitest, playwright, config } = runners[part];
  const isWhole = only.length === 0;
  const isStory = (target) => /\.spec\.ts(:\d+)?$/.test(target);
  const [stories, others] = [only.filter(isStory), only.filter((target) => !isStory(target))];
  const outcomes = [];
  if (vitest && (isWhole || others.length > 0)) {
    const report = path.join(results, `${label}.json`);
    const run = await spawned(bin('vitest'), vitestArguments(part, vitest, others, report, isWhole), { live });
    outcomes.push(outcomeOf(part, run, report, vitestReport));
  }
  if (playwright && (isWhole || stories.length > 0)) {
    const report = path.join(results, `${label}-browser.json`);
    const env = { PLAYWRIGHT_JSON: report };
    const run = await spawned(bin('playwright'), playwrightArguments(playwright, config, stories, isWhole), { live, env });
    outcomes.push(outcomeOf(part, run, report, playwrightReport));
  }
  const sumOf = (key) => outcomes.reduce((total, outcome) => total + outcome[key], 0);
  return {
    passed: sumOf('passed'),
    failed: sumOf('failed'),
    skipped: sumOf('skipped'),
    files: outcomes.flatMap(({ files: each }) => each),
    failures: outcomes.flatMap(({ failures }) => failures),
    output: outcomes.map(({ output }) => output).join('\n'),
  };
}

/** What a test runner did, by its report. */
function outcomeOf(part, { ok, output }, report, read) {
  const told = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null;
  if (!told || !read.isComplete(told)) return { ...noTests, failed: 1, output };
  const counts = read.counts(told);
  const failures = read.failures(told).map((failure) => ({ part, ...failure }));
  return { ...counts, failed: Math.max(failures.length, counts.failed, ok ? 0 : 1), output, files: read.files(told), failures };
}

function vitestArguments(part, projects, only, report, isWhole) {
  // Architecture tests read files instead of importing them.
  const followsImports = isChanged && part !== 'architecture';
  return [
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    ...only,
    ...(isWhole && followsImports ? ['--changed', '--passWithNoTests'] : []),
    ...(isWhole && !isFull ? ['--exclude', '**/*.full.test.{ts,tsx}'] : []),
    ...(part === 'unit' ? [`--maxWorkers=${unitWorkers}`] : []),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
}

function playwrightArguments(project, config, only, isWhole) {
  const isTagged = !fullOnly.includes(project) && !namedOnly.includes(project);
  return [
    'test',
    ...(config ? ['--config', config] : []),
    `--project=${project}`,
    ...only,
    ...(isWhole && isChanged ? ['--only-changed', '--pass-with-no-tests'] : []),
    ...(isWhole && !isFull && !isChanged && isTagged ? ['--grep', '@core'] : []),
  ];
}

// --- The run

try {
  await ensureInstalled();
  await ensureGenerated();
  // Without the part `build`, tests would run on the sources of the last build.
  if (chosen.some((part) => needBuild.includes(part)) && !chosen.includes('build')) await ensureBuilt();
} catch (error) {
  console.log(`not ready for tests: ${error.message}\n0 passed, 1 failed`);
  process.exit(1);
}
async function requireS3Server() {
  const failure = await installS3Server();
  if (failure === null) return;
  console.log(`${failure.trimEnd()}\nthe S3 server could not be installed\n0 passed, 1 failed`);
  process.exit(1);
}

if (chosen.includes('cluster') || (isFull && chosen.some((part) => needS3Server.includes(part)))) await requireS3Server();
/** Meanwhile, the parts that need no browser run. */
const browser = chosen.some((part) => needBrowser.includes(part)) ? installBrowser() : null;
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

/** Outcomes by part. */
const table = new Map();

async function runPart(part, only = files.filter((file) => partOf(file) === part)) {
  console.log(isAlone ? `\n== ${part}` : `… ${part}`);
  const started = performance.now();
  const outcome = part === 'build' ? await runBuild() : part === 'check' ? await runCheck() : await runTests(part, only);
  table.set(part, { part, ...outcome, seconds: (performance.now() - started) / 1000 });
  if (!isAlone) console.log(`\n== ${part}\n${outcome.output.trimEnd()}`);
}

async function requireBrowser() {
  const failure = await browser;
  if (failure === null) return;
  console.log(`${failure.trimEnd()}\nthe browser could not be installed\n0 passed, 1 failed`);
  process.exit(1);
}

const begun = performance.now();
for (const lists of stages) {
  await Promise.all(
    lists.map(async (list) => {
      for (const part of list) {
        if (!chosen.includes(part)) continue;
        if (needBrowser.includes(part)) await requireBrowser();
        await runPart(part);
      }
    }),
  );
}
if (isChanged) await runFullTestsOfChangedFolders();

/** Runs what `--changed` leaves out because it belongs to the full tier or imports nothing of the product. */
async function runFullTestsOfChangedFolders() {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.split('\n').filter(Boolean);
  const changed = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')];
  const folders = Object.keys(fullTestsOf).filter((folder) => changed.some((file) => file.startsWith(folder)));
  const patterns = folders.flatMap((folder) => fullTestsOf[folder]).map((pattern) => `:(glob)${pattern}`);
  if (patterns.length === 0) return;
  if (patterns.some((pattern) => pattern.includes('storage'))) await requireS3Server();
  const more = git('ls-files', '--cached', '--others', '--exclude-standard', '--', ...patterns);
  for (const part of Object.keys(runners)) {
    const only = more.filter((file) => partOf(file) === part);
    if (only.length === 0) continue;
    console.log(`\n${folders.join(', ')} changed, so these run whole:\n${only.map((file) => `  ${file}`).join('\n')}`);
    await ensureBuilt();
    const before = table.get(part) ?? { part, ...noTests, seconds: 0 };
    await runPart(part, only);
    const after = table.get(part);
    for (const key of ['passed', 'failed', 'skipped', 'seconds']) after[key] += before[key];
    for (const key of ['files', 'failures']) after[key].push(...before[key]);
  }
}

const rows = [...table.values()];
const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
const verdict = await judgeFailures(
  rows.flatMap((row) => row.failures),
  (part, targets) => {
    console.log(`\n== second run of ${part}: ${targets.map(relative).join(' ')}`);
    return runTests(part, targets, { label: `${part}-second`, live: true });
  },
);
for (const row of rows) {
  const ofRow = (list) => list.filter(({ part }) => part === row.part).length;
  // Failures without a name, such as those of a runner that crashed, stay.
  const unnamed = row.failed - row.failures.length;
  const all = row.passed + row.failed;
  row.flaky = ofRow(verdict.flaky);
  row.failed = unnamed + ofRow(verdict.failed);
  row.passed = all - row.failed;
}

// --- The report

console.log('\nThe slowest files, in seconds:');
for (const { file, seconds } of rows
  .flatMap((row) => row.files)
  .toSorted((a, b) => b.seconds - a.seconds)
  .slice(0, 10))
  console.log(`${seconds.toFixed(1).padStart(8)}  ${relative(file)}`);

const describe = ({ file, name, lines }) => [`  ${relative(file)} › ${name}`, ...lines.map((text) => `      ${text}`)].join('\n');
if (verdict.flaky.length > 0) {
  console.log(`\nFlaky: failed, then passed when run again alone. Fix or delete each with the change that sees it:`);
  console.log(verdict.flaky.map(describe).join('\n'));
}
writeFileSync(
  path.join(root, 'test-results', 'flaky.json'),
  `${JSON.stringify(
    verdict.flaky.map(({ file, ...rest }) => ({ file: relative(file), ...rest })),
    null,
    2,
  )}\n`,
);
if (sum('failed') > 0) {
  console.log('\nWhat failed:');
  for (const { part, failed, failures } of rows) if (failed > 0 && failures.length === 0) console.log(`  ${part}: see its output above`);
  if (verdict.failed.length > 0) console.log(verdict.failed.map(describe).join('\n'));
}
if (verdict.reason) console.log(`\nRed: ${verdict.reason}`);

const line = (cells) => cells.map((cell, index) => (index === 0 ? String(cell).padEnd(13) : String(cell).padStart(9))).join('');
console.log(`\n${line(['', 'passed', 'failed', 'flaky', 'skipped', 'seconds'])}`);
for (const row of rows) console.log(line([row.part, row.passed, row.failed, row.flaky, row.skipped, row.seconds.toFixed(1)]));
const total = ((performance.now() - begun) / 1000).toFixed(1);
console.log(line(['all', sum('passed'), sum('failed'), sum('flaky'), sum('skipped'), total]));
const failed = sum('failed');
console.log(`\n${sum('passed')} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
