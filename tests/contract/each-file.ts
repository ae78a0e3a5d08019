// Runs before each file. Files share their modules, but not the sessions that one of them may have ended. What the server logs while a file runs is
// that file's doing.
import { afterAll, inject } from 'vitest';
import { clearSignIns } from '#tests/support/api.ts';
import { expectNoNewServerErrors } from '#tests/support/server-errors.ts';

clearSignIns();
afterAll(() => expectNoNewServerErrors(inject('serverLog')));
