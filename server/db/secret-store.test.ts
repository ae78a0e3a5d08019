import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { serverSecrets } from '#server/db/schema/platform.ts';
import { findWrappedSecret, openSecretStore, openWrappingKey, type SecretName, WRAPPING_KEY } from '#server/db/secret-store.ts';
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
    expect(await findWrappedSecret(deps.db)).not.toBeNull();
  });

  it('is opened by no other key, nor under another name', async () => {
    const secrets = openSecretStore(deps.db, key);
    await secrets.getOrCreate('two-factor-key', () => 'secret');
    await expect(openSecretStore(deps.db, otherKey).getOrCreate('two-factor-key', () => 'x')).rejects.toThrow(/wrapped by another key/);
    await deps.db.insert(serverSecrets).values({ name: 'device-key', value: await stored('two-factor-key') });
    await expect(secrets.getOrCreate('device-key', () => 'x')).rejects.toThrow(/wrapped by another key/);
  });

  it('stored in plain text by an earlier version is wrapped; one that signs sessions is replaced, because old backups contain it', async () => {
    const vapid = '{"publicKey":"a.b","privateKey":"c"}';
    await deps.db.insert(serverSecrets).values([
      { name: 'vapid-keys', value: vapid },
      { name: 'two-factor-key', value: 'sealing' },
      { name: 'access-token-key', value: 'signing' },
    ]);
    expect(await findWrappedSecret(deps.db)).toBeNull();
    const secrets = openSecretStore(deps.db, key);
    const read = (name: SecretName) => secrets.getOrCreate(name, () => 'new');
    expect([await read('vapid-keys'), await read('two-factor-key'), await read('access-token-key')]).toEqual([vapid, 'sealing', 'new']);
    expect([await read('vapid-keys'), await read('two-factor-key'), await read('access-token-key')]).toEqual([vapid, 'sealing', 'new']);
    expect(JSON.stringify(await deps.db.select().from(serverSecrets))).not.toMatch(/sealing|signing|publicKey/);
  });
});

describe('the wrapping key', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(path.join(tmpdir(), 'ais-key-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  const file = () => path.join(dataDir, WRAPPING_KEY);
  const openKey = (isNeeded = false, secretKey: string | null = null) =>
    openWrappingKey({ secretKey, dataDir }, async () => (isNeeded ? { name: 'two-factor-key', value: 'not read without a key' } : null));

  test('the key is made at the first start, once for processes that start together, and only its owner reads it', async () => {
    const keys = await Promise.all(Array.from({ length: 5 }, () => openKey()));
    for (const key of keys) expect(key.equals(await openKey(true))).toBe(true);
    expect(keys[0]).toHaveLength(32);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir)).toEqual([WRAPPING_KEY]);
  });

  test('the key and its missing folder are created, for example with DATABASE_URL set', async () => {
    rmSync(dataDir, { recursive: true });
    expect(await openKey()).toHaveLength(32);
    expect(statSync(dataDir).mode & 0o077).toBe(0);
  });

  test('a missing key is an error if secrets are wrapped, and none is created', async () => {
    await expect(openKey(true)).rejects.toThrow(/secret\.key is missing/);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test('a damaged file is an error and remains', async () => {
    writeFileSync(file(), 'half a k');
    await expect(openKey()).rejects.toThrow(/is damaged/);
  });

  test('SECRET_KEY determines the key on every machine, regardless of the key file', async () => {
    const given = 'of 32 characters or more, and random';
    const key = await openKey(true, given);
    expect(key).toHaveLength(32);
    expect(key.equals(await openKey(false, given))).toBe(true);
    expect(key.equals(await openKey(false, `${given}.`))).toBe(false);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test('SECRET_KEY with the text of the key file opens what the file wrapped, on servers without the file', async () => {
    const find = () => findWrappedSecret(deps.db);
    const ofFile = await openWrappingKey({ secretKey: null, dataDir }, find);
    const secretKey = readFileSync(file(), 'utf8').trim();
    // Such a value was a passphrase before, and stays one where the file wrapped nothing.
    const asPassphrase = await openWrappingKey({ secretKey, dataDir }, find);
    expect(asPassphrase.equals(ofFile)).toBe(false);
    await openSecretStore(deps.db, ofFile).getOrCreate('two-factor-key', () => 'secret');
    rmSync(file());
    const opened = await openWrappingKey({ secretKey, dataDir }, find);
    expect(await openSecretStore(deps.db, opened).getOrCreate('two-factor-key', () => 'x')).toBe('secret');
    await deps.db.delete(serverSecrets);
    await openSecretStore(deps.db, asPassphrase).getOrCreate('two-factor-key', () => 'secret');
    expect((await openWrappingKey({ secretKey, dataDir }, find)).equals(asPassphrase)).toBe(true);
  });
});
