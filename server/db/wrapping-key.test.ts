import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openWrappingKey, WRAPPING_KEY } from '#server/db/wrapping-key.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'ais-key-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const file = () => path.join(dataDir, WRAPPING_KEY);
const openKey = (isNeeded = false, secretKey: string | null = null) =>
  openWrappingKey({ secretKey, dataDir }, () => Promise.resolve(isNeeded));

test('the key is made at the first start, once for processes that start together, and only its owner reads it', async () => {
  const keys = await Promise.all(Array.from({ length: 5 }, () => openKey()));
  for (const key of keys) expect(key.equals(await openKey(true))).toBe(true);
  expect(keys[0]).toHaveLength(32);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(readdirSync(dataDir)).toEqual([WRAPPING_KEY]);
});

test('the key is made where the folder is not there yet, as beside a database of one’s own', async () => {
  rmSync(dataDir, { recursive: true });
  expect(await openKey()).toHaveLength(32);
  expect(statSync(dataDir).mode & 0o077).toBe(0);
});

test('one that is missing where something is wrapped is said, and none is made in its place', async () => {
  await expect(openKey(true)).rejects.toThrow(/secret\.key is missing/);
  expect(readdirSync(dataDir)).toEqual([]);
});

test('a damaged file is said and stays', async () => {
  writeFileSync(file(), 'half a k');
  await expect(openKey()).rejects.toThrow(/is damaged/);
});

test('SECRET_KEY is the key of every machine that is given it, whatever lies in its folder', async () => {
  const given = 'of 32 characters or more, and random';
  const key = await openKey(true, given);
  expect(key).toHaveLength(32);
  expect(key.equals(await openKey(false, given))).toBe(true);
  expect(key.equals(await openKey(false, `${given}.`))).toBe(false);
  expect(readdirSync(dataDir)).toEqual([]);
});
