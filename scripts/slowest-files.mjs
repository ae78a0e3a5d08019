// How long each file of a run took, as the runners' JSON reports tell it.
import path from 'node:path';

/** The stories of a suite and of the suites in it. */
const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];

export const slowestFiles = {
  vitest: (report) =>
    report.testResults.map(({ name, startTime, endTime }) => ({ file: name, seconds: Math.max(0, endTime - startTime) / 1000 })),

  playwright: (report) =>
    report.suites.map((suite) => {
      const tries = specsOf(suite).flatMap((spec) => spec.tests.flatMap((test) => test.results));
      const seconds = tries.reduce((total, { duration }) => total + duration, 0) / 1000;
      return { file: path.join(report.config.rootDir, suite.file), seconds };
    }),
};
