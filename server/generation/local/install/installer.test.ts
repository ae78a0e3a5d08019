// From the click to the model and back: what is wanted, what each machine does about it, and what nobody asked for.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { creditEntries } from '#server/db/schema/generation.ts';
import { localModelInstallations, localModels } from '#server/db/schema/local-models.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { parseManifest } from '#server/generation/local/manifest.ts';
import { localModelCalls } from '#server/generation/operations/local-models.ts';
import { Problem } from '#server/http/problem.ts';
import type { Viewer } from '#server/viewer.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createUser, viewer } from '#tests/support/factories/database.ts';
import { fakeModel, openGenerator } from '#tests/support/fake-generator.ts';
import { type FakeModel, fakeLocalModel, quickTiming, sha256Of } from '#tests/support/local-models.ts';
import { answer, cutAfter, type LyingFileServer, stallAfter, startLyingFileServer } from '#tests/support/lying-file-server.ts';
import { askOperations, outcome } from '#tests/support/operations.ts';
import { installableModels } from './catalog.ts';
import { installedModels } from './installed-models.ts';
import { type InstallerOptions, type ModelInstaller, startModelInstaller } from './installer.ts';
import { modelsFolder } from './model-folder.ts';
import { CATALOG_RULE, createSourceOpener } from './open-source.ts';

const machine = { threads: 8, memoryBytes: 16e9 };

let deps: TestDeps;
let server: LyingFileServer;
let sam: Viewer;
let ana: Viewer;
let ask: ReturnType<typeof askOperations<keyof ReturnType<typeof localModelCalls>>>;
let model: FakeModel;
const installers: ModelInstaller[] = [];
beforeAll(async () => {
  deps = await openTestDeps();
  server = await startLyingFileServer();
  sam = viewer(await createUser(deps, { firstName: 'Sam', role: 'super_admin' }), { permissions: { all: true } });
  ana = viewer(await createUser(deps));
  ask = askOperations(localModelCalls(deps, { machine }));
}, 120_000);
afterAll(async () => {
  await server?.close();
  await deps?.dispose();
}, 60_000);
beforeEach(() => {
  model = fakeLocalModel();
  server.files.clear();
  for (const [name, bytes] of Object.entries(model.files)) server.files.set(name, bytes);
});
afterEach(async () => {
  for (const installer of installers.splice(0)) await installer.close();
  await deps.db.delete(localModels);
  await deps.db.delete(localModelInstallations);
  await rm(modelsFolder(deps.config.dataDir), { recursive: true, force: true });
  server.tellTruth();
  server.requests.length = 0;
  deps.config.generation.modelsFolder = null;
});

async function open(options: InstallerOptions = {}, of: TestDeps = deps): Promise<ModelInstaller> {
  const installer = await startModelInstaller(of, { timing: quickTiming, machine, ...options });
  installers.push(installer);
  return installer;
}
const mirror = () => ({ kind: 'mirror', address: server.url });
const put = (source: object = mirror(), changes: object = {}, name = 'tiny', who = sam) =>
  ask(
    'installLocalModel',
    who,
    { localModelName: name },
    {
      body: { source, manifest_sha256: sha256Of(model.manifestText), license_accepted: true, ...changes },
    },
  );
const remove = (name = 'tiny') => ask('removeLocalModel', sam, { localModelName: name });
const read = async (name = 'tiny') => (await ask('listLocalModels', sam)).items.find((item) => item.name === name);
const machinesOf = async () => (await read())?.installation?.machines.map(({ status, message }) => [status, message]);
const visible = async () => {
  const names = await readdir(modelsFolder(deps.config.dataDir)).catch(() => []);
  return names.filter((name) => !name.startsWith('.'));
};

describe('a model', () => {
  it('is installed by one call, offered without a restart, and gone after its removal', async () => {
    const installer = await open();
    await installer.idle();
    expect(server.requests).toEqual([]);
    expect(await readdir(deps.config.dataDir)).not.toContain('models');
    expect(await installedModels(deps)).toEqual([]);
    expect(await put()).toMatchObject({ name: 'tiny', installation: { accepted_by: expect.stringContaining('Sam') } });
    await installer.idle();
    expect(await machinesOf()).toEqual([['installed', null]]);
    await expect.poll(async () => (await installedModels(deps)).map(({ manifest }) => manifest.name)).toEqual(['tiny']);
    expect((await installedModels(deps))[0]?.folder).toBe(path.join(modelsFolder(deps.config.dataDir), 'tiny'));
    await remove();
    await installer.idle();
    await expect.poll(() => installedModels(deps)).toEqual([]);
    expect(await visible()).toEqual([]);
    expect(await read()).toBeUndefined();
  });

  it('is one that the person reviewed, whose license was accepted, on a machine that can run it', async () => {
    expect(await outcome(put(mirror(), { license_accepted: false }))).toBe('license_not_accepted');
    expect(await outcome(put(mirror(), { manifest_sha256: 'a'.repeat(64) }))).toBe('manifest_changed');
    expect(await outcome(put(mirror(), {}, 'other'))).toBe('manifest_changed');
    expect(await outcome(put(mirror(), {}, 'tiny', ana))).toBe('forbidden');
    model = fakeLocalModel('tiny', 1000, { memoryBytes: 15e9, residentMemoryBytes: 15e9 });
    server.files.set('manifest.json', Buffer.from(model.manifestText));
    const refused = await put().catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'model_does_not_fit', message: expect.stringContaining('needs 16.5 GB of memory') });
    expect(await deps.db.select().from(localModels)).toEqual([]);
  });

  it('gives its connection back if the server stops while it looks for what to install', async () => {
    await put();
    const installer = await open();
    const looked = installer.idle();
    await setImmediate();
    await installer.close();
    await looked;
    expect(deps.pool.totalCount - deps.pool.idleCount).toBe(0);
  });

  it('leaves in the log who accepted which license', async () => {
    await put();
    await remove();
    const rows = await deps.db.select().from(auditLog).where(eq(auditLog.subjectId, 'local:tiny')).orderBy(auditLog.id);
    const [accepted, removed] = rows.slice(-2);
    expect(accepted).toMatchObject({
      action: 'generation.install_model',
      actorId: sam.userId,
      detail: { license: 'MIT', license_url: 'https://example.org/license', manifest_sha256: sha256Of(model.manifestText) },
    });
    expect(removed).toMatchObject({ action: 'generation.remove_model', actorId: sam.userId });
  });

  it('fails with a sentence, keeps what arrived, and continues when it is asked for again', async () => {
    const installer = await open();
    server.lie((...asked) => asked[0].url === '/vae_decoder/model.onnx' && answer(500)(...asked));
    await put();
    await installer.idle();
    const [told] = (await machinesOf())!;
    expect(told).toEqual(['failed', expect.stringMatching(/^127.0.0.1:\d+ answered 500 for vae_decoder\/model.onnx.$/)]);
    expect(await visible()).toEqual([]);
    const failedAt = server.requests.length;
    // Neither time nor a restart tries it again.
    await installer.close();
    const next = await open();
    await next.idle();
    expect(server.requests).toHaveLength(failedAt);
    server.tellTruth();
    await put();
    await next.idle();
    expect(await machinesOf()).toEqual([['installed', null]]);
    const paths = server.requests.slice(failedAt).map((request) => request.path);
    expect(paths).not.toContain('unet/model.onnx');
    expect(paths).toContain('vae_decoder/model.onnx');
  });

  it('says what it waits for, and can be canceled', async () => {
    const installer = await open({ timing: { ...quickTiming, stallMs: 60_000 } });
    server.lie((...asked) => asked[0].url === '/unet/model.onnx' && stallAfter(100_000)(...asked));
    await put();
    const working = installer.idle();
    await expect.poll(async () => (await read())?.installation?.machines[0]?.bytes).toBe(100_000);
    await remove();
    await working;
    await installer.idle();
    expect(await read()).toBeUndefined();
    expect(await visible()).toEqual([]);
    expect(await readdir(path.join(modelsFolder(deps.config.dataDir), '.incoming'))).toEqual([]);
    expect(await deps.db.select().from(localModelInstallations)).toEqual([]);
  });

  it('continues by itself after the server stopped in the middle', async () => {
    const first = await open({ timing: { ...quickTiming, stallMs: 60_000 } });
    server.lie((...asked) => asked[0].url === '/unet/model.onnx' && stallAfter(100_000)(...asked));
    await put();
    await expect.poll(async () => (await read())?.installation?.machines[0]?.bytes).toBe(100_000);
    await first.close();
    expect(await machinesOf()).toEqual([['installing', null]]);
    server.tellTruth();
    server.requests.length = 0;
    const second = await open();
    await second.idle();
    expect(server.requests[0]).toEqual({ path: 'unet/model.onnx', range: 'bytes=100000-' });
    expect(await machinesOf()).toEqual([['installed', null]]);
  });

  it('whose files were changed on the disk is no longer offered after a start, and nothing is fetched', async () => {
    const first = await open();
    await put();
    await first.idle();
    await first.close();
    await writeFile(path.join(modelsFolder(deps.config.dataDir), 'tiny', 'unet', 'model.onnx'), 'short');
    server.requests.length = 0;
    const second = await open();
    await second.idle();
    expect(await machinesOf()).toEqual([['failed', 'Its files are missing or were changed. Install it again.']]);
    await expect.poll(() => installedModels(deps)).toEqual([]);
    expect(server.requests).toEqual([]);
    await put();
    await second.idle();
    expect(await machinesOf()).toEqual([['installed', null]]);
  });

  it('is updated by another manifest, and the old files go', async () => {
    const installer = await open();
    await put();
    await installer.idle();
    model = fakeLocalModel('tiny', 5000);
    server.files.set('unet/model.onnx', model.files['unet/model.onnx']!);
    for (const [name, bytes] of Object.entries(model.files)) server.files.set(name, bytes);
    await put();
    await installer.idle();
    expect(await machinesOf()).toEqual([['installed', null]]);
    expect((await read())?.bytes).toBe(model.manifest.files.reduce((sum, { bytes }) => sum + bytes, 0));
    expect(await visible()).toEqual(['tiny']);
  });

  it('that doesn’t fit on the disk of a machine isn’t fetched', async () => {
    const installer = await open({ measure: async () => ({ free: 1000, total: 1e12 }) });
    await put();
    server.requests.length = 0;
    await installer.idle();
    expect(await machinesOf()).toEqual([['failed', 'There isn’t enough free space: 0.0 GB more are needed, and 0.0 GB are free.']]);
    expect(server.requests).toEqual([]);
  });

  it('fails its waiting generations and refunds them when it is removed', async () => {
    const id = 'local:tiny';
    const generator = await openGenerator(deps, [fakeModel({ id, model: 'tiny', credits: 3 })]);
    await put();
    const { id: generation } = await generator.create(ana, { model: id, count: 2 });
    expect((await read())?.waiting).toBe(1);
    expect(await remove()).toEqual({ failed_generations: 1 });
    expect(await generator.ask('getGeneration', ana, { generationId: generation })).toMatchObject({
      status: 'failed',
      error: { code: 'model_unavailable', message: 'This model was removed from the server.' },
    });
    const entries = await deps.db.select().from(creditEntries).where(eq(creditEntries.generationId, generation));
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  });
});

describe('a generation whose server has not installed the model', () => {
  it('waits for one that has, and fails once it is no longer wanted', async () => {
    const id = 'local:tiny';
    const generator = await openGenerator(deps, [fakeModel({ id, provider: 'local', model: 'tiny' })]);
    await put();
    const { id: generation } = await generator.create(ana, { model: id });
    const other = await openGenerator(deps, [fakeModel()]);
    await other.run(generation);
    const read = () => generator.ask('getGeneration', ana, { generationId: generation });
    expect(await read()).toMatchObject({ status: 'queued', message: 'This server has not installed the model yet. We’ll retry.' });
    await deps.db.delete(localModels);
    await other.run(generation);
    expect(await read()).toMatchObject({ status: 'failed', credits: 0, error: { code: 'not_configured' } });
  });
});

describe('the manifest of', () => {
  const manifestOf = (source: object) => ask('readLocalModelManifest', sam, {}, { body: { source } });
  const refusal = async (source: object) => {
    const error: unknown = await manifestOf(source).catch((failure: unknown) => failure);
    return error instanceof Problem ? `${error.code}: ${error.message}` : error;
  };

  it('a mirror is shown with its hash before anything else is fetched', async () => {
    expect(await manifestOf(mirror())).toMatchObject({
      name: 'tiny',
      manifest_sha256: sha256Of(model.manifestText),
      license: { name: 'MIT', text: 'Do what you want.' },
      installation: null,
    });
    expect(server.requests.map((request) => request.path)).toEqual(['manifest.json']);
  });

  it.each([
    ['http://example.org/models', 'http is only possible for a server in your private network. Use https for this address.'],
    ['http://93.184.216.34/models', 'http is only possible for a server in your private network. Use https for this address.'],
    ['https://169.254.169.254/latest', '169.254.169.254 isn’t an address that this server connects to.'],
    ['https://user:secret@example.org', 'The address can’t contain a user, a password, a question mark or a hash.'],
    ['ftp://example.org', 'Enter an address that begins with https://.'],
    ['models', 'Enter an address that begins with https://.'],
    ['', 'Enter the address of the mirror.'],
  ])('%s is refused', async (address, sentence) => {
    const open = createSourceOpener({ resolve: (_host, done) => done(null, [{ address: '93.184.216.34', family: 4 }]), toLoopback: false });
    const asked = askOperations(localModelCalls(deps, { machine, open }));
    await expect(asked('readLocalModelManifest', sam, {}, { body: { source: { kind: 'mirror', address } } })).rejects.toMatchObject({
      code: 'manifest_unavailable',
      message: sentence,
    });
  });

  it('a mirror that has none, or something else, is refused with a sentence', async () => {
    server.files.delete('manifest.json');
    expect(await refusal(mirror())).toMatch(/^manifest_unavailable: 127.0.0.1:\d+ answered 404 for manifest.json.$/);
    server.files.set('manifest.json', Buffer.from('<html>'));
    expect(await refusal(mirror())).toBe('manifest_unavailable: The manifest isn’t JSON.');
    server.files.set('manifest.json', Buffer.from('{"name": "../evil"}'));
    expect(await refusal(mirror())).toMatch(/^manifest_unavailable: The manifest isn’t valid: /);
    server.files.set('manifest.json', Buffer.alloc(1_000_001, ' '));
    expect(await refusal(mirror())).toBe('manifest_unavailable: manifest.json is larger than 1 MB.');
    server.lie(cutAfter(0));
    expect(await refusal(mirror())).toMatch(/^manifest_unavailable: The connection to 127.0.0.1:\d+ broke \(/);
  });

  it('a mirror whose name isn’t known is refused in the words of the catalog', async () => {
    const open = () => Promise.reject(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }));
    const asked = askOperations(localModelCalls(deps, { machine, open }));
    const source = { kind: 'mirror' as const, address: 'https://mirror.example.org/x' };
    await expect(asked('readLocalModelManifest', sam, {}, { body: { source } })).rejects.toMatchObject({
      code: 'manifest_unavailable',
      message: 'The name mirror.example.org can’t be resolved. Is this server online?',
    });
  });

  it('a folder of the server is copied without a network', async () => {
    const folder = path.join(deps.config.dataDir, 'offered');
    for (const [name, bytes] of Object.entries(model.files)) {
      await mkdir(path.dirname(path.join(folder, 'mine', name)), { recursive: true });
      await writeFile(path.join(folder, 'mine', name), bytes);
    }
    const source = { kind: 'folder', address: 'mine' };
    expect(await refusal(source)).toBe('manifest_unavailable: MODELS_FOLDER isn’t set on this server.');
    deps.config.generation.modelsFolder = folder;
    expect((await ask('listLocalModels', sam)).folders).toEqual(['mine']);
    expect(await refusal({ kind: 'folder', address: '../offered/mine' })).toBe('manifest_unavailable: This isn’t the name of a folder.');
    expect(await refusal({ kind: 'folder', address: 'other' })).toBe('manifest_unavailable: The folder has no manifest.json.');
    const installer = await open();
    await put(source);
    await installer.idle();
    expect(await machinesOf()).toEqual([['installed', null]]);
    expect(server.requests).toEqual([]);
    await writeFile(path.join(folder, 'mine', 'unet', 'model.onnx'), Buffer.alloc(model.files['unet/model.onnx']!.length));
    await remove();
    await installer.idle();
    await put(source);
    await installer.idle();
    expect(await machinesOf()).toEqual([['failed', 'unet/model.onnx isn’t the file of the manifest: its SHA-256 differs.']]);
    expect(await visible()).toEqual([]);
  });
});

describe('the catalog', () => {
  it('recommends a pinned model that fits, and knows what it doesn’t know', async () => {
    const { items, machine: told } = await ask('listLocalModels', sam);
    expect(told).toMatchObject({ threads: 8, memory_bytes: 16e9 });
    expect(items.map(({ name, is_recommended: isRecommended }) => [name, isRecommended])).toEqual([
      ['sdxs-512-dreamshaper', true],
      ['sd-turbo', false],
      ['stable-diffusion-1.5', false],
    ]);
    const turbo = items.find(({ name }) => name === 'sd-turbo');
    expect(turbo).toMatchObject({ manifest_sha256: null, bytes: 2_515_502_262, installation: null });
    expect(await outcome(put({ kind: 'catalog', address: null }, {}, 'sd-turbo'))).toBe('manifest_unavailable');
    expect(server.requests).toEqual([]);
  });

  it('says why a model doesn’t fit', async () => {
    const small = askOperations(localModelCalls(deps, { machine: { threads: 1, memoryBytes: 2e9 } }));
    const { items } = await small('listLocalModels', sam);
    expect(items.every(({ misfit, is_recommended: isRecommended }) => misfit !== null && !isRecommended)).toBe(true);
    expect(items[0]?.misfit).toBe('This model needs 4.5 GB of memory, and this machine has 2.0 GB.');
    const slow = askOperations(localModelCalls(deps, { machine: { threads: 1, memoryBytes: 16e9 } }));
    const slowest = (await slow('listLocalModels', sam)).items.find(({ name }) => name === 'stable-diffusion-1.5');
    expect(slowest?.misfit).toMatch(/^An image would take about \d+ minutes on this machine. Generations end after 10 minutes/);
  });

  it('is valid', () => {
    for (const { manifest, files } of installableModels) {
      const pinned = files.map(({ path: name, bytes, sha256 }) => ({ path: name, bytes, sha256: sha256 ?? '0'.repeat(64) }));
      expect(() => parseManifest({ ...manifest, files: pinned })).not.toThrow();
      const { hostname } = new URL(CATALOG_RULE.baseUrl);
      for (const { address } of files) {
        expect(new URL(address).hostname).toBe(hostname);
        expect(address).toMatch(/\/resolve\/[0-9a-f]{40}\//);
      }
    }
  });
});

describe('a machine that died in the middle', () => {
  const age = (minutes: number) =>
    deps.db
      .update(localModelInstallations)
      .set({ changedAt: new Date(Date.now() - minutes * 60_000) })
      .where(eq(localModelInstallations.name, 'tiny'));
  const cut = async () => {
    const installer = await open();
    server.lie((...asked) => asked[0].url === '/unet/model.onnx' && stallAfter(100_000)(...asked));
    await put();
    await expect.poll(machinesOf).toEqual([['installing', null]]);
    await installer.close();
    server.tellTruth();
  };

  it('is said to have stopped, and continues when it is back', async () => {
    await cut();
    await age(4);
    expect(await machinesOf()).toEqual([['installing', null]]);
    await age(6);
    const stopped = 'This server stopped during the installation. It continues when the server runs again.';
    expect(await machinesOf()).toEqual([['failed', stopped]]);
    await (await open()).idle();
    expect(await machinesOf()).toEqual([['installed', null]]);
  });

  it('is forgotten when somebody tries again', async () => {
    await cut();
    await age(6);
    await put();
    expect(await machinesOf()).toEqual([]);
    await (await open()).idle();
    expect(await machinesOf()).toEqual([['installed', null]]);
  });

  it('is none that hashes, or installs another model first: it says that it is alive', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const installer = await open({ timing: { ...quickTiming, stallMs: 3_600_000 } });
      let isHeld: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (isHeld = resolve));
      server.lie(({ url }) => {
        if (url !== '/unet/model.onnx') return false;
        isHeld();
        return true;
      });
      await put();
      await held;
      await expect.poll(machinesOf).toEqual([['installing', null]]);
      await age(6);
      vi.advanceTimersByTime(30_000);
      await expect.poll(machinesOf).toEqual([['installing', null]]);
      await installer.close();
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('two machines', () => {
  it('install for themselves', async () => {
    const other = await openSecondMachine();
    const installers = [await open(), await open({}, other)];
    await put();
    for (const installer of installers) await installer.idle();
    expect(await machinesOf()).toEqual([
      ['installed', null],
      ['installed', null],
    ]);
    expect(await readdir(path.join(other.config.dataDir, 'models', 'tiny'))).toContain('manifest.json');
    await remove();
    for (const installer of installers) await installer.idle();
    expect(await readdir(path.join(other.config.dataDir, 'models'))).not.toContain('tiny');
    await rm(other.config.dataDir, { recursive: true, force: true });
  });

  it('of which two processes share a disk download once', async () => {
    const installers = [await open(), await open()];
    await put();
    await Promise.all(installers.map((installer) => installer.idle()));
    await expect.poll(machinesOf).toEqual([['installed', null]]);
    expect(server.requests.filter((request) => request.path === 'unet/model.onnx')).toHaveLength(1);
  });

  async function openSecondMachine(): Promise<TestDeps> {
    const dataDir = path.join(deps.config.dataDir, 'second');
    await mkdir(dataDir, { recursive: true });
    return { ...deps, config: { ...deps.config, dataDir } };
  }
});
