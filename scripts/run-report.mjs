// Reads the JSON reports of Vitest and Playwright: counts, seconds per file, and failures.
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** The tests of a Playwright suite and of the suites in it. */
const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];

const triesOf = (spec) => spec.tests.flatMap((test) => test.results);

/** The beginning of an error, without colors. */
const beginningOf = (error) =>
  stripVTControlCharacters(error ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.includes('node_modules'))
    .slice(0, 8)
    .map((line) => line.slice(0, 240));

export const vitestReport = {
  isComplete: (report) => Array.isArray(report.testResults),

  counts: ({ numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped }) => ({ passed, failed, skipped }),

  files: (report) =>
    report.testResults.map(({ name, startTime, endTime }) => ({ file: name, seconds: Math.max(0, endTime - startTime) / 1000 })),

  failures: (report) =>
    report.testResults.flatMap(({ name: file, status, message, assertionResults }) => {
      const tests = assertionResults.filter((test) => test.status === 'failed');
      // It could not be loaded, or one of its hooks failed.
      const isFileFailed = status === 'failed' && (tests.length === 0 || message !== '');
      // The tests of a file may build on each other, so the whole file runs again.
      return [
        ...(isFileFailed ? [{ file, name: 'the file itself', target: file, lines: beginningOf(message) }] : []),
        ...tests.map(({ fullName, failureMessages }) => ({
          file,
          name: fullName,
          target: file,
          lines: beginningOf(failureMessages.join('\n')),
        })),
      ];
    }),
};

export const playwrightReport = {
  isComplete: (report) => report.stats !== undefined,

  counts: ({ stats: { expected, unexpected, flaky, skipped } }) => ({ passed: expected, failed: unexpected + flaky, skipped }),

  files: (report) =>
    report.suites.map((suite) => {
      const seconds = specsOf(suite)
        .flatMap(triesOf)
        .reduce((total, { duration }) => total + duration, 0);
      return { file: path.join(report.config.rootDir, suite.file), seconds: seconds / 1000 };
    }),

  failures: (report) => [
    ...report.suites.flatMap((suite) =>
      specsOf(suite)
        .filter((spec) => !spec.ok)
        .map((spec) => {
          const file = path.join(report.config.rootDir, suite.file);
          const errors = triesOf(spec).flatMap((result) => result.errors.map(({ message }) => message));
          return { file, name: spec.title, target: `${file}:${spec.line}`, lines: beginningOf(errors.join('\n')) };
        }),
    ),
    // Of the set-up or the teardown.
    ...(report.errors ?? []).map(({ message }) => ({
      file: 'playwright.config.ts',
      name: 'the run itself',
      target: '',
      lines: beginningOf(message),
    })),
  ],
};
