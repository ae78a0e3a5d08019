// `npm run logs:verify` while a server is running: recorded checkpoints are always compared.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, inject, test } from 'vitest';

const program = path.resolve(import.meta.dirname, '../../dist/server/verify-logs.js');
const verify = (...args: string[]) => {
  const env = { PATH: process.env.PATH, DATA_DIR: inject('dataDir') };
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { env, encoding: 'utf8' });
  return { status, told: stdout + stderr };
};
const beyond = `999999:${'a'.repeat(64)}`;

test.each([[['--expect', beyond]], [[`--expect=${beyond}`]]])('a head beyond the end is not there: %j', (args) => {
  const { status, told } = verify(...args);
  expect(told).toContain('WRONG: block 999999 was noted, and is not there any more');
  expect(status).toBe(1);
});

test.each([[['--expct', beyond]], [[beyond]], [['--expect']], [['--expect', '12:ab']]])('invalid input proves nothing: %j', (args) => {
  expect(verify(...args)).toMatchObject({ status: 2, told: expect.stringContaining('could not be verified') as string });
});
