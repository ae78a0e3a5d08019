import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serverSecrets } from '#server/db/schema/platform.ts';
import { hasWrappedSecrets, openSecretStore, type SecretName } from '#server/db/secret-store.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';

const [key, otherKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);
beforeEach(() => deps.db.delete(serverSecrets));

const stored = async (name: SecretName) => {
  const [row] = await deps.db.select().from(serverSecrets).where(eq(serverSecrets.name, name));
  return row?.value ?? '';
};

describe('a key in the database', () => {
  it('is made once, is the same for all processes, and cannot be read there', async () => {
    let made = 0;
    const make = () => `secret ${++made}`;
    const processes = [openSecretStore(deps.db, key), openSecretStore(deps.db, key)];
    const [first, second] = await Promise.all(processes.map((one) => one.getOrCreate('two-factor-key', make)));
    expect(second).toBe(first);
    expect(await openSecretStore(deps.db, key).getOrCreate('two-factor-key', make)).toBe(first);
    expect(await stored('two-factor-key')).not.toContain('secret');
    expect(await hasWrappedSecrets(deps.db)).toBe(true);
  });

  it('is opened by no other key, nor under another name', async () => {
    const secrets = openSecretStore(deps.db, key);
    await secrets.getOrCreate('two-factor-key', () => 'secret');
    await expect(openSecretStore(deps.db, otherKey).getOrCreate('two-factor-key', () => 'x')).rejects.toThrow(/wrapped by another key/);
    await deps.db.insert(serverSecrets).values({ name: 'device-key', value: await stored('two-factor-key') });
    await expect(secrets.getOrCreate('device-key', () => 'x')).rejects.toThrow(/wrapped by another key/);
  });

  it('that an earlier version kept in clear is wrapped; one that signs sessions is made anew, for old backups have it', async () => {
    const vapid = '{"publicKey":"a.b","privateKey":"c"}';
    await deps.db.insert(serverSecrets).values([
      { name: 'vapid-keys', value: vapid },
      { name: 'two-factor-key', value: 'sealing' },
      { name: 'access-token-key', value: 'signing' },
    ]);
    expect(await hasWrappedSecrets(deps.db)).toBe(false);
    const secrets = openSecretStore(deps.db, key);
    const read = (name: SecretName) => secrets.getOrCreate(name, () => 'new');
    expect([await read('vapid-keys'), await read('two-factor-key'), await read('access-token-key')]).toEqual([vapid, 'sealing', 'new']);
    expect([await read('vapid-keys'), await read('two-factor-key'), await read('access-token-key')]).toEqual([vapid, 'sealing', 'new']);
    expect(JSON.stringify(await deps.db.select().from(serverSecrets))).not.toMatch(/sealing|signing|publicKey/);
  });
});
