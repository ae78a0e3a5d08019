// Pages and workers of the previous release call the new server until people accept the new version.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { breakingChanges, type ApiDocument } from '#tests/support/contract-changes.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { buildPreviousRelease } from '#tests/support/previous-release.ts';

/** Changes that the previous release's app was looked at for, with what it does. Empty it with each release. */
const ACCEPTED: Record<string, string> = {
  'GET /readyz 200 (Readiness).status: the value "stopping" is new to the receiver': 'read by load balancers, which read the status code',
};

test('the contract of the previous release is still answered', () => {
  const read = (folder: string) => JSON.parse(readFileSync(path.join(folder, 'openapi/generated/openapi.json'), 'utf8')) as ApiDocument;
  const changes = breakingChanges(read(buildPreviousRelease()), read(process.cwd()));
  expect(changes.filter((change) => !(change in ACCEPTED))).toEqual([]);
});
