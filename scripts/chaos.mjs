// `npm run chaos`: failures that only show in many repetitions; too long for `npm test`. `npm run chaos -- full-disk --times 20` runs the files of
// tests/chaos-long whose name contains "full-disk", each test 20 times (1 without `--times`). Tests report counts by `tell` of
// tests/support/report-counts.ts; they are printed at the end, by test. Exit code 1 if a run failed.
// `npm run chaos -- --photos 2000 --seed 7` runs the campaign of tests/chaos/campaign.spec.ts. If it fails, parts of its history are repeated, at most
// `--shrink` times (12; 0: never), to find the shortest that fails. `--steps 3,8` repeats only these steps of a history.
import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt, ensureInstalled, root, run } from './ensure-built.mjs';
import { shrinkHistory } from './shrink-history.mjs';

const USAGE = `Usage
  npm run chaos                              the long tests, each once
  npm run chaos -- full-disk --times 20      files of tests/chaos-long by name, each test 20 times
  npm run chaos -- --photos 2000 --seed 7    the campaign: faults strike while a phone takes photos (docs/reliability.md)

  --photos N      photos of the campaign (60)
  --seed N        decides its history (random); the same seed and number of photos give the same history
  --steps 3,8     only these steps of that history
  --shrink N      repetitions to find the shortest history that fails (12; 0: none)
  --times N       repetitions of the long tests (1)
  --grep TEXT     long tests with this title
  --workers N     long tests at once (1)`;

/** @returns {never} */
function refuse(reason) {
  console.error(`${reason}\n\n${USAGE}`);
  process.exit(2);
}

function readArguments(config) {
  try {
    return parseArgs(config);
  } catch (error) {
    return refuse(error.message);
  }
}

const { values, positionals } = readArguments({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', short: 'h' },
    times: { type: 'string', default: '1' },
    grep: { type: 'string' },
    workers: { type: 'string', default: '1' },
    photos: { type: 'string' },
    seed: { type: 'string' },
    steps: { type: 'string' },
    shrink: { type: 'string', default: '12' },
  },
});

function wholeNumber(name, least, otherwise) {
  const given = Number(values[name] ?? otherwise);
  if (Number.isInteger(given) && given >= least) return given;
  return refuse(`--${name} is a whole number of at least ${least}`);
}

if (values.help) {
  console.log(USAGE);
  process.exit();
}
if (values.steps !== undefined && !/^\d+(,\d+)*$/.test(values.steps)) refuse('--steps is a list of numbers, such as 3,8');
if (values.steps !== undefined && values.seed === undefined) refuse('--steps needs the --seed of their history');

const times = wholeNumber('times', 1);
const photos = wholeNumber('photos', 1, 60);
const seed = wholeNumber('seed', 0, Math.floor(Math.random() * 1_000_000));
const limit = wholeNumber('shrink', 0);
const isCampaign = values.photos !== undefined || values.seed !== undefined;
if (isCampaign && positionals.length > 0) refuse(`The campaign has no files: ${positionals.join(' ')}`);

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

const playwright = path.join(root, 'node_modules', '.bin', 'playwright');

async function repeatLongTests() {
  rmSync(file, { force: true });
  await mkdir(path.dirname(file), { recursive: true });
  const args = ['test', '--project', 'chaos-long', '--workers', values.workers, '--repeat-each', String(times)];
  if (values.grep) args.push('--grep', values.grep);
  try {
    await run(playwright, [...args, ...positionals], { ...process.env, PLAYWRIGHT_JSON: file });
  } finally {
    await report();
  }
}

const campaignReport = path.join(root, 'test-results', 'campaign.json');

/** @returns the report; `failedAt` is the index of a step, and null also if the final comparison failed */
async function runCampaign(steps) {
  rmSync(campaignReport, { force: true });
  const env = { ...process.env, CAMPAIGN_PHOTOS: String(photos), CAMPAIGN_SEED: String(seed), CAMPAIGN_REPORT: campaignReport };
  if (steps) env.CAMPAIGN_STEPS = steps;
  const args = ['test', '--project', 'chaos', '--workers', '1', 'tests/chaos/campaign.spec.ts'];
  const passed = await run(playwright, args, { ...env, PLAYWRIGHT_JSON: file }).then(
    () => true,
    () => false,
  );
  const found = await readFile(campaignReport, 'utf8').then(JSON.parse, () => null);
  if (found === null) throw new Error('The campaign did not begin: see above.');
  return { ...found, passed };
}

/** The first line of a failure, with the number that was found, if there is one. */
function headline(message) {
  const [first, ...rest] = (message ?? 'see above').split('\n');
  const found = rest.map((line) => line.trim()).find((line) => line.startsWith('Received:'));
  return found && !/\d/.test(first) ? `${first} (${found})` : first;
}

/** The position of the failure among the steps that ran. After the last step for a failure of the final comparison or of the console. */
const failurePosition = ({ passed, steps, failedAt }) => {
  if (passed) return null;
  const at = steps.findIndex(({ index }) => index === failedAt);
  return at === -1 ? steps.length - 1 : at;
};

async function campaign() {
  const first = await runCampaign(values.steps);
  const failedAt = failurePosition(first);
  if (failedAt === null) return;
  const command = (steps) => `npm run chaos -- --photos ${photos} --seed ${seed} --steps ${steps.map(({ index }) => index).join(',')}`;
  const begun = first.steps.slice(0, failedAt + 1);
  const reason = headline(first.message);
  console.log(`\nFailed: ${reason}\nUntil the failure: ${command(begun)}`);
  if (first.serverLog && existsSync(first.serverLog)) {
    // Repetitions replace it.
    const log = path.join(root, 'test-results', `campaign-${seed}-server.log`);
    copyFileSync(first.serverLog, log);
    console.log(`Log of the server: ${path.relative(root, log)}`);
  }
  if (limit > 0) {
    let repetition = 0;
    const again = async (steps) => {
      const indexes = steps.map(({ index }) => index).join(',');
      repetition += 1;
      console.log(
        `\nLooking for a shorter history, repetition ${repetition} of at most ${limit}: ${steps.length} of ${begun.length} steps (${indexes})`,
      );
      return failurePosition(await runCampaign(indexes));
    };
    const { steps, runs, isMinimal } = await shrinkHistory(begun, again, limit);
    console.log(`\nThe shortest history that fails, after ${runs} more runs${isMinimal ? '' : ' (there may be a shorter one)'}:`);
    for (const { index, fault, before, during, lastsMs } of steps)
      console.log(`  ${index}: ${fault}, ${before} + ${during} photos, ${lastsMs / 1000} s`);
    console.log(`Repeat it: ${command(steps)}`);
  }
  throw new Error(`The campaign with seed ${seed} failed: ${reason}`);
}

try {
  await ensureInstalled();
  await ensureBuilt();
  await (isCampaign ? campaign() : repeatLongTests());
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
