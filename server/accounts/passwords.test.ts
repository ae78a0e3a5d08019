import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';

test('a password is hashed with the parameters that OWASP recommends', async () => {
  await hashPassword('correct horse battery staple');
  expect(hash).toHaveBeenLastCalledWith('correct horse battery staple', { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
});

test('no password matches an account without one', async () => {
  const stored = await hashPassword('correct horse');
  expect(await verifyPassword(stored, 'correct horse')).toBe(true);
  expect(await verifyPassword(stored, 'wrong horse')).toBe(false);
  for (const none of [undefined, '']) expect(await verifyPassword(none, 'a password without an account')).toBe(false);
});
