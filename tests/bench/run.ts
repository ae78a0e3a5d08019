// `npm run bench`: runs the benches one after the other, never two at once, and judges them. `npm run bench -- streams live` runs those.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '#tests/support/source.ts';
import { alive } from './alive.ts';
import { batch } from './batch.ts';
import { judge, type Bench, type Judged } from './bench.ts';
import { cluster } from './cluster.ts';
import { derivatives } from './derivatives.ts';
import { download, downloadLarge } from './download.ts';
import { drain } from './drain.ts';
import { firstLoad } from './first-load.ts';
import { firstPage } from './first-page.ts';
import { galleryScroll } from './gallery-scroll.ts';
import { generation } from './generation.ts';
import { importing } from './importing.ts';
import { ingest } from './ingest.ts';
import { library } from './library.ts';
import { lighthouse } from './lighthouse.ts';
import { limits } from './limits.ts';
import { live } from './live.ts';
import { logs } from './logs.ts';
import { isBusy, machine, measureLoad, type MachineLoad } from './machine.ts';
import { night } from './night.ts';
import { notify } from './notify.ts';
import { outbox } from './outbox.ts';
import { describeProgress, describeTotal, listBenches } from './plan.ts';
import { platform } from './platform.ts';
import { formatTable } from './report.ts';
import { shutterDurable } from './shutter-durable.ts';
import { streams } from './streams.ts';
import { validation } from './validation.ts';
import { wall } from './wall.ts';

const benches: readonly Bench[] = [
  firstLoad,
  lighthouse,
  galleryScroll,
  firstPage,
  library,
  platform,
  logs,
  live,
  night,
  alive,
  ingest,
  importing,
  derivatives,
  download,
  downloadLarge,
  generation,
  batch,
  streams,
  validation,
  limits,
  shutterDurable,
  outbox,
  drain,
  wall,
  cluster,
  notify,
];

const usage = `Usage
  npm run bench                      all of them, one after the other
  npm run bench -- streams live      only these
  npm run bench -- wall --minutes 30 how long the live wall is watched (2)

Other programs on the machine spoil the figures. ${describeTotal(benches)}; their limits are in docs/decisions/006-benches.md:
${listBenches(benches)}`;
if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) {
  console.log(usage);
  process.exit();
}

// `--minutes 30` belongs to the wall.
const asked = process.argv.slice(2).filter((name, at, all) => name !== '--minutes' && all[at - 1] !== '--minutes');
const unknown = asked.filter((name) => !benches.some((bench) => bench.name === name));
if (unknown.length > 0) {
  console.error(`No such bench: ${unknown.join(', ')}\n\n${usage}`);
  process.exit(2);
}

const lines: Judged[] = [];
const runs: { bench: string; seconds: number; before: MachineLoad; after: MachineLoad; error: string | null }[] = [];
const chosen = asked.length === 0 ? benches : benches.filter(({ name }) => asked.includes(name));
console.log(`${describeTotal(chosen)}.`);
for (const [index, bench] of chosen.entries()) {
  console.log(`\n${describeProgress(chosen, index)}`);
  const started = performance.now();
  const before = measureLoad();
  let error: string | null = null;
  try {
    lines.push(...(await bench.run()).map((figure) => judge(bench.name, figure)));
  } catch (thrown) {
    error = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    console.error(error);
  }
  const seconds = Math.round((performance.now() - started) / 1000);
  runs.push({ bench: bench.name, seconds, before, after: measureLoad(), error });
}

console.log();
console.log(formatTable(lines));
const meanwhile = runs.map(({ bench, seconds, before, after }) => {
  const [least, p95] = [
    Math.min(before.yardstickMs.least, after.yardstickMs.least),
    Math.max(before.yardstickMs.p95, after.yardstickMs.p95),
  ];
  return `  ${bench}: ${seconds} s, load ${before.load[0]} to ${after.load[0]}, the same small work in ${least.toFixed(1)} ms at best and ${p95.toFixed(1)} ms at p95`;
});
console.log(`\nThe machine during the run\n${meanwhile.join('\n')}`);
// The load before a bench isn't its own, except for the minute after another one.
const disturbed = runs.filter(({ before }, index) => isBusy(before, index === 0)).map(({ bench }) => bench);
if (disturbed.length > 0)
  console.log(
    `\nWarning: the machine was busy with something else when these began: ${disturbed.join(', ')}. Measure again when it is quiet.`,
  );

const having = (verdict: Judged['verdict']) => lines.filter((line) => line.verdict === verdict).length;
const [kept, missed] = [having('kept'), having('missed')];
const failed = runs.filter((run) => run.error !== null).length;
const results = { at: new Date().toISOString(), machine: machine(), runs, lines, kept, missed, failed };
writeFileSync(path.join(root, 'bench-results.json'), `${JSON.stringify(results, null, 2)}\n`);
console.log(`\n${kept} limits kept, ${missed} missed, ${failed} benches failed. bench-results.json has everything.`);
process.exitCode = missed + failed > 0 ? 1 : 0;
