import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { prepareNewFolder } from '#server/backup/restore.ts';
import { storageKeys } from '#server/storage/storage.ts';
import { emptyFolders } from './folders.ts';

let folder: string;
const at = (...names: string[]) => path.join(folder, ...names);
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ais-folders-'));
  chmodSync(folder, 0o755);
  mkdirSync(at('data', 'photos', 'previews', 'ab'), { recursive: true });
  mkdirSync(at('disk', 'originals', 'cd'), { recursive: true });
  symlinkSync(at('disk', 'originals'), at('data', 'photos', 'originals'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('files behind a link are files: nothing is restored beside them', async () => {
  writeFileSync(at('disk', 'originals', 'cd', 'a.jpg'), 'a');
  await expect(prepareNewFolder(at('data'))).rejects.toThrow(`There are files in ${at('data', 'photos')} already.`);
  rmSync(at('disk', 'originals', 'cd', 'a.jpg'));
  await prepareNewFolder(at('data'));
});

test('the id of a storage without files is no file, and a restore removes it', async () => {
  mkdirSync(at('data', 'photos', 'migration'));
  writeFileSync(at('data', 'photos', storageKeys.storageId), 'of an empty installation');
  await prepareNewFolder(at('data'));
  await emptyFolders(at('data'));
  expect(existsSync(at('data', 'photos', storageKeys.storageId))).toBe(false);
});

test('a repeated restore empties the targets of links, and the links remain', async () => {
  writeFileSync(at('disk', 'originals', 'cd', 'a.jpg'), 'a');
  writeFileSync(at('data', 'photos', 'previews', 'ab', 'b.webp'), 'b');
  writeFileSync(at('disk', 'other.jpg'), 'c');
  symlinkSync(at('disk', 'other.jpg'), at('data', 'photos', 'previews', 'other.jpg'));
  await emptyFolders(at('data'));
  expect(readdirSync(at('data', 'photos'))).toEqual(['originals']);
  expect(lstatSync(at('data', 'photos', 'originals')).isSymbolicLink()).toBe(true);
  expect(readdirSync(at('disk', 'originals'))).toEqual([]);
  expect(existsSync(at('disk', 'other.jpg')), 'what a link to a file leads to is not ours').toBe(true);
});

test('a loop ends, and the file system’s own files at the root of a disk remain', async () => {
  symlinkSync(at('data', 'photos'), at('disk', 'originals', 'back'));
  mkdirSync(at('disk', 'originals', 'lost+found'));
  await prepareNewFolder(at('data'));
  await emptyFolders(at('data'));
  expect(readdirSync(at('disk', 'originals')).toSorted()).toEqual(['back', 'lost+found']);
});

test('a link that leads to nothing is refused before anything is put there', async () => {
  symlinkSync(at('unmounted'), at('data', 'mail'));
  await expect(prepareNewFolder(at('data'))).rejects.toThrow('mail is a broken link');
});
