// `npm run check`: all static checks, in parallel. Each prints one line, and failures are followed by the tool's output. Exit code 1 if any fails.
// `npm run check -- contract` runs only the checks of that name, `--core` leaves out those that the core tests do not need, and `--full` adds those
// of the full tests.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ensureGenerated, root } from './ensure-built.mjs';

const bin = (name) => path.join(root, 'node_modules', '.bin', name);
const cruised = ['src', 'sw', 'server', 'openapi', 'tests', 'scripts'].filter((folder) => existsSync(path.join(root, folder)));

const plain = process.stdout.isTTY ? 'true' : 'false';

/**
 * Name, aliases, program and arguments. Slowest first: on two cores the short ones run beside the long one. oxlint reports lint and type errors of
 * every file in its own project. Code shared by web app and worker belongs to two projects, and generated code is not linted: tsc checks both.
 */
const checks = [
  ['lint', ['types'], bin('oxlint'), ['--type-aware', '--type-check']],
  ['import law', [], bin('depcruise'), [...cruised, '--output-type', 'err-long']],
  ['worker types', ['types'], bin('tsc'), ['-p', 'tsconfig.sw.json', '--pretty', plain]],
  ['dead code', [], bin('knip'), ['--no-progress', '--cache']],
  ['API lint', ['contract'], process.execPath, ['scripts/lint-contract.mjs']],
  ['format', [], bin('oxfmt'), ['--list-different', '.']],
];

/** Checks that run only with `--full` or by name. This one downloads two versions of npm and takes eight processor seconds. */
const fullChecks = [['lockfile', [], process.execPath, ['scripts/check-lock.mjs']]];

function run([name, , command, args]) {
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

/** Not in the core tests: dead code does no immediate harm. */
const notCore = ['dead code'];

const words = process.argv.slice(2);
const only = words.filter((word) => !word.startsWith('--'));
const wanted =
  only.length > 0
    ? [...checks, ...fullChecks].filter(([name, others]) => only.some((word) => word === name || others.includes(word)))
    : [...checks.filter(([name]) => !words.includes('--core') || !notCore.includes(name)), ...(words.includes('--full') ? fullChecks : [])];
const waiting = [...wanted];
let failed = 0;

async function worker() {
  for (let check = waiting.shift(); check; check = waiting.shift()) {
    const result = await run(check);
    if (!result.ok) failed += 1;
    console.log(`${result.ok ? 'ok  ' : 'FAIL'} ${result.name.padEnd(12)} ${result.seconds.toFixed(1).padStart(5)} s`);
    if (result.ok) for (const line of result.output.match(/^skipped: .*$/gm) ?? []) console.log(`     ${line}`);
    else console.log(`${result.output.trimEnd()}\n`);
  }
}

const started = performance.now();
await ensureGenerated();
await Promise.all([worker(), worker(), worker()]);
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(`check: ${wanted.length - failed} passed, ${failed} failed in ${seconds} s`);
process.exitCode = failed === 0 ? 0 : 1;
