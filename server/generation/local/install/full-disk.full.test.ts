// A disk that is really full in the middle of a download.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fakeLocalModel, quickTiming } from '#tests/support/local-models.ts';
import { type LyingFileServer, startLyingFileServer } from '#tests/support/lying-file-server.ts';
import { SmallDisk } from '#tests/support/small-disk.ts';
import { findInstalledFolder, installModel, modelsFolder } from './model-folder.ts';
import { createSourceOpener, mirrorRule } from './open-source.ts';

const model = fakeLocalModel('tiny', 1_500_000);
let disk: SmallDisk;
let server: LyingFileServer;
beforeAll(async () => {
  disk = new SmallDisk(4, 'models');
  server = await startLyingFileServer(model.files);
});
afterAll(async () => {
  await server?.close();
  disk?.dispose();
});

it('refuses with a sentence, offers nothing, and continues once there is room', async () => {
  const install = () =>
    installModel({
      dataDir: disk.folder,
      requestId: '0199aa00-0000-7000-8000-00000000c002',
      manifest: model.manifest,
      manifestText: model.manifestText,
      source: { kind: 'network', addressOf: (file) => `${server.url}/${file.path}` },
      context: {
        open: createSourceOpener({ toLoopback: true }),
        rule: mirrorRule(server.url),
        timing: quickTiming,
        signal: new AbortController().signal,
        onBytes: () => undefined,
        onRetry: () => undefined,
        // As if the space had been there when it was measured.
        requireRoom: async () => undefined,
      },
    });
  const installed = () => findInstalledFolder(disk.folder, 'tiny', model.manifestText);
  disk.fill(700_000);
  await expect(install()).rejects.toThrow('The disk is full.');
  expect(await installed()).toBeNull();
  expect((await readdir(modelsFolder(disk.folder))).filter((name) => !name.startsWith('.'))).toEqual([]);
  disk.free();
  server.requests.length = 0;
  await install();
  expect(server.requests[0]?.range).toMatch(/^bytes=\d+-$/);
  expect((await installed())?.name).toBe('tiny');
  expect(await readdir(path.join(modelsFolder(disk.folder), 'tiny'))).toContain('manifest.json');
});
