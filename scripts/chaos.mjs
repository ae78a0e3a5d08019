// `npm run chaos`: failures that only show in many repetitions; too long for `npm test`. `npm run chaos -- full-disk --times 20` runs the files of
// tests/chaos-long whose name contains "full-disk", each test 20 times (1 without `--times`). Tests report counts by `tell` of
// tests/support/report-counts.ts; they are printed at the end, by test. Exit code 1 if a run failed.
import { rmSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt, ensureInstalled, root, run } from './ensure-built.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string', default: '1' }, grep: { type: 'string' }, workers: { type: 'string', default: '1' } },
});
const times = Number(values.times);
if (!Number.isInteger(times) || times < 1) {
  console.error('--times is a whole number of at least 1');
  process.exit(2);
}

const file = path.join(root, 'test-results', 'chaos-long.json');

/** All tests of a report, at any depth. */
const testsOf = (suite) => [
  ...(suite.suites ?? []).flatMap(testsOf),
  ...(suite.specs ?? []).flatMap((spec) => spec.tests.map((test) => ({ name: `${spec.file}: ${spec.title}`, ...test }))),
];

async function report() {
  const { suites } = JSON.parse(await readFile(file, 'utf8'));
  const byName = new Map();
  for (const test of suites.flatMap(testsOf)) byName.set(test.name, [...(byName.get(test.name) ?? []), test]);
  for (const [name, runs] of byName) {
    const passed = runs.filter(({ status }) => status === 'expected').length;
    console.log(`\n${name}\n  ${runs.length} runs: ${passed} passed, ${runs.length - passed} did not`);
    for (const [index, { results }] of runs.entries()) {
      const told = results.flatMap(({ annotations = [] }) => annotations.filter(({ type }) => type === 'told'));
      for (const { description } of told) console.log(`  ${String(index + 1).padStart(3)}  ${description}`);
    }
  }
}

try {
  await ensureInstalled();
  await ensureBuilt();
  rmSync(file, { force: true });
  await mkdir(path.dirname(file), { recursive: true });
  const args = ['test', '--project', 'chaos-long', '--workers', values.workers, '--repeat-each', String(times)];
  if (values.grep) args.push('--grep', values.grep);
  await run(path.join(root, 'node_modules', '.bin', 'playwright'), [...args, ...positionals], { ...process.env, PLAYWRIGHT_JSON: file });
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
await report().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
