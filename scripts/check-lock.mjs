// Checks that npm can install package-lock.json: `npm ci --dry-run` with the npm of Node 20 and with the newest npm 11. An npm that cannot be
// downloaded is skipped with a message. Exit code 1 if an npm refuses the lockfile.
import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
// A copy, because a dry run still writes node_modules/.package-lock.json.
const copy = mkdtempSync(path.join(tmpdir(), 'check-lock-'));

/** Runs npm with few attempts to reach the registry. Returns its success and output. */
async function npm(...args) {
  try {
    const { stdout } = await promisify(execFile)('npm', ['--fetch-retries=0', '--fetch-timeout=20000', ...args], { cwd: copy });
    return { ok: true, stdout, output: stdout };
  } catch (error) {
    return { ok: false, stdout: error.stdout ?? '', output: error.stderr || String(error) };
  }
}

/** The newest published version in a range, or the range when the registry cannot be reached. */
async function newest(range) {
  const { ok, stdout } = await npm('view', `npm@${range}`, 'version', '--json');
  return ok ? JSON.parse(stdout).at(-1) : range;
}

async function check(version) {
  // The version is printed first: without it, npm itself could not be downloaded.
  const call = 'npm --version && npm ci --dry-run --ignore-scripts --loglevel=error';
  const { ok, stdout, output } = await npm('exec', '--yes', `--package=npm@${version}`, `--call=${call}`);
  if (!stdout.startsWith(version)) return console.log(`skipped: npm ${version} could not be fetched`);
  if (ok) return console.log(`npm ${version} accepts package-lock.json`);
  console.log(`npm ${version} refuses package-lock.json (docs/how-to.md, Change a dependency):\n${output.trimEnd()}`);
  process.exitCode = 1;
}

try {
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) copyFileSync(path.join(root, file), path.join(copy, file));
  await Promise.all([check('10.8.2'), newest('11').then(check)]);
} finally {
  rmSync(copy, { recursive: true, force: true });
}
