import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseManifestFile } from '#server/generation/local/manifest.ts';
import { fakeLocalModel, sha256Of } from '#tests/support/local-models.ts';
import { makeManifest } from './make-manifest.ts';

const model = fakeLocalModel('mine', 5000);
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ais-manifest-'));
  for (const [name, bytes] of Object.entries(model.files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), bytes);
  }
  await rm(path.join(folder, 'manifest.json'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const describeModel = (description: object) => writeFile(path.join(folder, 'model.json'), JSON.stringify(description));

it('hashes the files of a model that model.json describes', async () => {
  const { files, ...description } = model.manifest;
  await describeModel(description);
  const { manifest, sha256, notes } = await makeManifest(folder, null);
  const written = await readFile(path.join(folder, 'manifest.json'), 'utf8');
  expect(parseManifestFile(written)).toEqual(manifest);
  expect(manifest.files.toSorted((a, b) => a.path.localeCompare(b.path))).toEqual(files.toSorted((a, b) => a.path.localeCompare(b.path)));
  expect([sha256, notes]).toEqual([sha256Of(written), []]);
});

it('says what is missing or wrong, and writes nothing', async () => {
  await expect(makeManifest(folder, null)).rejects.toThrow(/Say which model it is with --model \(sdxs-512-dreamshaper, /);
  await describeModel({ name: 'x' });
  await expect(makeManifest(folder, null)).rejects.toThrow(/The manifest isn’t valid: /);
  await writeFile(path.join(folder, 'model.json'), '{');
  await expect(makeManifest(folder, null)).rejects.toThrow('model.json isn’t JSON.');
  await expect(makeManifest(folder, 'sdxs-512-dreamshaper')).rejects.toThrow(
    /unet\/model.fp16.onnx is missing|text_encoder\/model.fp16.onnx is missing/,
  );
  await expect(readFile(path.join(folder, 'manifest.json'))).rejects.toThrow();
});

it('compares with the catalog', async () => {
  const { manifest, notes } = await makeManifest(folder, 'sd-turbo');
  expect(manifest.title).toBe('SD-Turbo');
  expect(notes).toContain('unet/model.onnx has 5000 bytes; the catalog’s has 1733430199.');
});
