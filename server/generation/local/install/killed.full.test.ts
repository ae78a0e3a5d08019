// A server that is killed in the middle of a download: the next one continues where it was, and nothing half-installed was ever there.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { localModelCalls } from '#server/generation/operations/local-models.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createUser, viewer } from '#tests/support/factories/database.ts';
import type { KilledInstaller } from '#tests/support/killed-installer.ts';
import { fakeLocalModel, quickTiming, sha256Of } from '#tests/support/local-models.ts';
import { type LyingFileServer, stallAfter, startLyingFileServer } from '#tests/support/lying-file-server.ts';
import { askOperations } from '#tests/support/operations.ts';
import { installedModels } from './installed-models.ts';
import { startModelInstaller } from './installer.ts';
import { modelsFolder } from './model-folder.ts';

const model = fakeLocalModel();
let deps: TestDeps;
let server: LyingFileServer;
let child: ChildProcess | undefined;
beforeAll(async () => {
  deps = await openTestDeps();
  server = await startLyingFileServer(model.files);
}, 120_000);
afterAll(async () => {
  child?.kill('SIGKILL');
  await server?.close();
  await deps?.dispose();
}, 60_000);

it('continues in the next process', async () => {
  const { dataDir } = deps.config;
  const ask = askOperations(localModelCalls(deps));
  const sam = viewer(await createUser(deps, { role: 'super_admin' }), { permissions: { all: true } });
  server.lie((...asked) => asked[0].url === '/unet/model.onnx' && stallAfter(100_000)(...asked));
  const body = { source: { kind: 'mirror', address: server.url }, manifest_sha256: sha256Of(model.manifestText), license_accepted: true };
  const { name } = await ask('installLocalModel', sam, { localModelName: 'tiny' }, { body });
  const program = path.resolve('tests/support/killed-installer.ts');
  const argument: KilledInstaller = { connection: deps.connection, dataDir };
  child = spawn(process.execPath, ['--import', 'tsx', program, JSON.stringify(argument)], { stdio: 'inherit' });
  const progress = async () => (await ask('listLocalModels', sam)).items.find((item) => item.name === name)?.installation?.machines[0];
  await expect.poll(async () => (await progress())?.bytes, { timeout: 60_000 }).toBe(100_000);
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  expect(await installedModels(deps)).toEqual([]);
  expect((await readdir(modelsFolder(dataDir))).filter((entry) => !entry.startsWith('.'))).toEqual([]);

  server.tellTruth();
  server.requests.length = 0;
  const next = await startModelInstaller(deps, { timing: quickTiming });
  try {
    // The database may need a moment to see that the killed process has gone.
    await expect
      .poll(async () => {
        await next.idle();
        return (await progress())?.status;
      })
      .toBe('installed');
  } finally {
    await next.close();
  }
  expect(server.requests[0]).toEqual({ path: 'unet/model.onnx', range: 'bytes=100000-' });
  await expect.poll(async () => (await installedModels(deps)).map(({ manifest }) => manifest.name)).toEqual(['tiny']);
  const file = path.join(modelsFolder(dataDir), 'tiny', 'unet', 'model.onnx');
  expect((await stat(file)).size).toBe(model.files['unet/model.onnx']!.length);
  expect(await readdir(path.join(modelsFolder(dataDir), '.incoming'))).toEqual([]);
}, 120_000);
