import { expect, it } from 'vitest';
import { presentReadiness } from './readiness.ts';

const checks = { database: true, migrations: true, storage: true };

it('a process is ready if every check holds and it was not told to stop', () => {
  expect(presentReadiness(checks, false)).toEqual({ status: 200, body: { status: 'ready', checks } });
  expect(presentReadiness({ ...checks, storage: false }, false)).toMatchObject({ status: 503, body: { status: 'unready' } });
  expect(presentReadiness(checks, true)).toEqual({ status: 503, body: { status: 'stopping', checks } });
});
