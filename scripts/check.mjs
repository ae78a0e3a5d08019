// `npm run check`: everything that can be said about the code without running it. All checks run at once, each prints one line;
// what fails is followed by its tool's own words. Exit code 1 when any fails.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const bin = (name) => path.join(root, 'node_modules', '.bin', name);
const cruised = ['src', 'sw', 'server', 'openapi', 'tests'].filter((folder) => existsSync(path.join(root, folder)));

/** Heaviest first: on two cores the short ones run beside the long one. */
const checks = [
  ['types', bin('tsc'), ['-b', '--pretty', process.stdout.isTTY ? 'true' : 'false']],
  ['lint', bin('oxlint'), ['--type-aware']],
  ['dead code', bin('knip'), ['--no-progress', '--cache']],
  ['import law', bin('depcruise'), [...cruised, '--output-type', 'err-long']],
  ['format', bin('prettier'), ['--check', '--log-level', 'warn', '--cache', '--cache-strategy', 'content', '.']],
  ['contract', process.execPath, ['scripts/generate.mjs', '--check']],
];

function run([name, command, args]) {
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }) },
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ name, ok: false, seconds: 0, output: String(error) }));
    child.on('close', (code) => resolve({ name, ok: code === 0, seconds: (performance.now() - started) / 1000, output }));
  });
}

const only = process.argv.slice(2);
const wanted = checks.filter(([name]) => only.length === 0 || only.includes(name));
const waiting = [...wanted];
let failed = 0;

async function worker() {
  for (let check = waiting.shift(); check; check = waiting.shift()) {
    const result = await run(check);
    if (!result.ok) failed += 1;
    console.log(`${result.ok ? 'ok  ' : 'FAIL'} ${result.name.padEnd(12)} ${result.seconds.toFixed(1).padStart(5)} s`);
    if (!result.ok) console.log(`${result.output.trimEnd()}\n`);
  }
}

const started = performance.now();
await Promise.all([worker(), worker(), worker()]);
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(`check: ${wanted.length - failed} passed, ${failed} failed in ${seconds} s`);
process.exitCode = failed === 0 ? 0 : 1;
