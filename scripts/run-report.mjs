// What the runners' JSON reports tell of a run: how long each file took, and what failed.
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** The stories of a suite and of the suites in it. */
const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];

const triesOf = (spec) => spec.tests.flatMap((test) => test.results);

/** The beginning of an error, without colours: enough to know it again in the output of its part. */
const beginningOf = (error) =>
  stripVTControlCharacters(error ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.includes('node_modules'))
    .slice(0, 8)
    .map((line) => line.slice(0, 240));

const failure = (file, name, error) => ({ file, name, lines: beginningOf(error) });

export const vitestReport = {
  files: (report) =>
    report.testResults.map(({ name, startTime, endTime }) => ({ file: name, seconds: Math.max(0, endTime - startTime) / 1000 })),

  failures: (report) =>
    report.testResults.flatMap(({ name, status, message, assertionResults }) => {
      const failed = assertionResults.filter((test) => test.status === 'failed');
      // A file that could not be loaded has no tests to tell of.
      if (failed.length === 0 && status === 'failed') return [failure(name, 'the file itself', message)];
      return failed.map(({ fullName, failureMessages }) => failure(name, fullName, failureMessages.join('\n')));
    }),
};

export const playwrightReport = {
  files: (report) =>
    report.suites.map((suite) => {
      const seconds = specsOf(suite)
        .flatMap(triesOf)
        .reduce((total, { duration }) => total + duration, 0);
      return { file: path.join(report.config.rootDir, suite.file), seconds: seconds / 1000 };
    }),

  failures: (report) =>
    report.suites.flatMap((suite) =>
      specsOf(suite)
        .filter((spec) => !spec.ok)
        .map((spec) => {
          const errors = triesOf(spec).flatMap((result) => result.errors.map(({ message }) => message));
          return failure(path.join(report.config.rootDir, suite.file), spec.title, errors.join('\n'));
        }),
    ),
};
