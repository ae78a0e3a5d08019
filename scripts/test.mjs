// `npm test`: every check there is, from a bare clone. Installs what is missing (packages, the browser), builds, runs all parts one after
// the other, prints a table of counts and alone on the last line `N passed, N failed`. `npm test -- unit house` runs only those parts.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt, ensureInstalled, root } from './fresh.mjs';

const results = path.join(root, 'test-results', 'counts');
const bin = (name) => path.join(root, 'node_modules', '.bin', name);

/** Runs a program in the foreground. True when it succeeded. */
function run(program, args, env = {}) {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  if (error) console.error(String(error));
  return status === 0;
}

function mustRun(what, program, args) {
  console.log(`\n== ${what}`);
  if (run(program, args)) return;
  console.log(`${what} failed\n0 passed, 1 failed`);
  process.exit(1);
}

/** The system's Chromium where there is one; on Debian as root it is installed from there, else Playwright fetches its own. */
function installBrowser() {
  if (existsSync('/usr/bin/chromium')) return;
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    mustRun('browser', 'sh', ['-c', 'apt-get update -q && apt-get install -q -y --no-install-recommends chromium']);
    return;
  }
  mustRun('browser', bin('playwright'), ['install', 'chromium']);
}

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/** A vitest project. */
function vitest(name, projects) {
  return () => {
    const file = path.join(results, `${name}.json`);
    const chosen = projects.flatMap((project) => ['--project', project]);
    const ok = run(bin('vitest'), ['run', ...chosen, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]);
    const report = readJson(file);
    if (!report) return { passed: 0, failed: 1, skipped: 0 };
    const { numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped } = report;
    return { passed, failed: failed === 0 && !ok ? 1 : failed, skipped };
  };
}

/** A Playwright project. A test that passes only on a second try would count as failed, but there are no second tries. */
function playwright(project) {
  return () => {
    const file = path.join(results, `${project}.json`);
    const ok = run(bin('playwright'), ['test', '--project', project], { PLAYWRIGHT_JSON: file });
    const stats = readJson(file)?.stats;
    if (!stats) return { passed: 0, failed: 1, skipped: 0 };
    const failed = stats.unexpected + stats.flaky;
    return { passed: stats.expected, failed: failed === 0 && !ok ? 1 : failed, skipped: stats.skipped };
  };
}

function check() {
  const { stdout, status } = spawnSync(process.execPath, ['scripts/check.mjs'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.stdout.write(stdout);
  const counts = /^check: (\d+) passed, (\d+) failed/m.exec(stdout);
  return counts
    ? { passed: Number(counts[1]), failed: Number(counts[2]), skipped: 0 }
    : { passed: 0, failed: status === 0 ? 0 : 1, skipped: 0 };
}

const build = () =>
  run(process.execPath, ['scripts/build.mjs']) ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };

const parts = {
  build,
  check,
  unit: vitest('unit', ['node', 'dom']),
  house: vitest('house', ['house']),
  contract: vitest('contract', ['contract']),
  e2e: playwright('e2e'),
  chaos: playwright('chaos'),
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`no such part: ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`);
  process.exit(2);
}

const needBuild = ['contract', 'e2e', 'chaos'];
try {
  await ensureInstalled();
  // Asked for by name, these would test the sources of the last build.
  if (asked.some((name) => needBuild.includes(name)) && !asked.includes('build')) await ensureBuilt();
} catch (error) {
  console.log(`not ready for tests: ${error.message}\n0 passed, 1 failed`);
  process.exit(1);
}
installBrowser();
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const table = [];
for (const [name, part] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`\n== ${name}`);
  const started = performance.now();
  table.push({ name, ...part(), seconds: (performance.now() - started) / 1000 });
}

const sum = (key) => table.reduce((total, row) => total + row[key], 0);
const line = (cells) => cells.map((cell, index) => (index === 0 ? String(cell).padEnd(10) : String(cell).padStart(9))).join('');
console.log(`\n${line(['', 'passed', 'failed', 'skipped', 'seconds'])}`);
for (const row of table) console.log(line([row.name, row.passed, row.failed, row.skipped, row.seconds.toFixed(1)]));
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') === 0 ? 0 : 1;
