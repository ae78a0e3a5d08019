// Decides what a failed test means: it runs once more, alone, after everything else. A test that passes then is flaky. A run with many
// failures, or with one that luck must never excuse, is red at once.

const MAX_FLAKY = 3;

/** The words of the test helpers that find server errors, lost photos and leaks. */
const neverExcused = [
  { pattern: /never a server error|answered 5\d\d|expected 5\d\d to (?:be|equal|deeply equal)/, reason: 'the server answered 5xx' },
  { pattern: /exactly once on the server|the server's bytes of/, reason: 'a photo is lost, duplicated or damaged' },
  { pattern: /\bleak: /, reason: 'data leaked' },
];
/** Every test of these files looks for leaks. */
const leakTests = ['tests/contract/foreign.test.ts'];

/** Why this failure is red at once; null if a second run may decide. */
function unexcused({ file, target, lines }) {
  if (target === '') return 'the run itself failed';
  if (leakTests.some((test) => file.endsWith(test))) return 'data leaked';
  const text = lines.join('\n');
  return neverExcused.find(({ pattern }) => pattern.test(text))?.reason ?? null;
}

/** Sorts the failures of a run into flaky and failed. Its types are in second-run.d.mts. */
export async function judgeFailures(failures, runAgain) {
  if (failures.length === 0) return { flaky: [], failed: [], reason: null };
  const grave = failures.find(unexcused);
  if (grave) return { flaky: [], failed: failures, reason: `${unexcused(grave)}: ${grave.name}` };
  if (failures.length > MAX_FLAKY)
    return { flaky: [], failed: failures, reason: `${failures.length} failures; up to ${MAX_FLAKY} are run a second time` };
  const flaky = [];
  const failed = [];
  for (const part of new Set(failures.map((failure) => failure.part))) {
    const first = failures.filter((failure) => failure.part === part);
    const second = await runAgain(part, [...new Set(first.map(({ target }) => target))]);
    failed.push(...second.failures);
    // A second run without a report proves nothing.
    const isUnknown = second.failed > second.failures.length;
    for (const failure of first) {
      if (isUnknown) failed.push(failure);
      else if (!second.failures.some(({ file, name }) => file === failure.file && name === failure.name)) flaky.push(failure);
    }
  }
  return { flaky, failed, reason: null };
}
