// A file server that lies: each lie is refused with a sentence, and nothing is left that looks like a model.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fakeLocalModel, quickTiming } from '#tests/support/local-models.ts';
import {
  answer,
  cutAfter,
  endless,
  gzipped,
  type Lie,
  type LyingFileServer,
  send,
  sendFile,
  stallAfter,
  startLyingFileServer,
} from '#tests/support/lying-file-server.ts';
import type { DownloadContext } from './download.ts';
import { InstallError } from './install-error.ts';
import { findInstalledFolder, installModel, modelsFolder } from './model-folder.ts';
import { createSourceOpener, mirrorRule } from './open-source.ts';

const model = fakeLocalModel();
const unet = model.files['unet/model.onnx']!;
const UNET = 'unet/model.onnx';
const REQUEST = '0199aa00-0000-7000-8000-00000000c001';

let server: LyingFileServer;
let other: LyingFileServer;
let dataDir: string;
beforeAll(async () => {
  server = await startLyingFileServer(model.files);
  other = await startLyingFileServer(model.files);
});
afterAll(async () => {
  await server.close();
  await other.close();
});
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'ais-models-'));
});
afterEach(async () => {
  server.tellTruth();
  server.requests.length = 0;
  other.requests.length = 0;
  await rm(dataDir, { recursive: true, force: true });
});

let received = 0;
const install = (context: Partial<DownloadContext> = {}, toLoopback = true, from = server) => {
  received = 0;
  return installModel({
    dataDir,
    requestId: REQUEST,
    manifest: model.manifest,
    manifestText: model.manifestText,
    source: { kind: 'network', addressOf: (file) => `${from.url}/${file.path}` },
    context: {
      open: createSourceOpener({ toLoopback }),
      rule: mirrorRule(from.url),
      timing: quickTiming,
      signal: new AbortController().signal,
      onBytes: (count) => void (received += count),
      onRetry: () => undefined,
      requireRoom: async () => undefined,
      ...context,
    },
  });
};
const installed = () => findInstalledFolder(dataDir, model.manifest.name, model.manifestText);
const refusal = (installation: Promise<void>) =>
  installation.then(
    () => 'installed',
    (error: unknown) => (error instanceof InstallError ? error.message : Promise.reject(error)),
  );
const onlyFor =
  (name: string, lie: Lie): Lie =>
  (request, response, content) =>
    request.url === `/${name}` && lie(request, response, content);
const total = model.manifest.files.reduce((sum, { bytes }) => sum + bytes, 0);

it('installs a model whole, with every byte counted', async () => {
  await install();
  expect((await installed())?.name).toBe('tiny');
  expect(received).toBe(total);
  expect(await readFile(path.join(modelsFolder(dataDir), 'tiny', UNET))).toEqual(unet);
  expect(await readdir(path.join(modelsFolder(dataDir), '.incoming'))).toEqual([]);
});

describe('is refused:', () => {
  const web = '<!doctype html><title>Log in</title>';
  it.each<[string, Lie, RegExp]>([
    ['a wrong hash', send(Buffer.alloc(unet.length, 1)), /isn’t the file of the manifest: its SHA-256 differs/],
    ['a file that isn’t there', answer(404), /doesn’t have unet\/model.onnx \(404\)/],
    ['a file that isn’t free', answer(403), /refuses access to unet\/model.onnx \(403\)/],
    ['an error of the server', answer(500), /answered 500 for unet\/model.onnx/],
    ['a stalled answer', stallAfter(1000), /has stalled/],
    ['a connection that always breaks', cutAfter(0), /broke \(ECONNRESET\)/],
    ['a length that is too small', send(unet.subarray(0, 50), { 'content-length': 50 }), /announces 50 bytes .* instead of 300000/],
    ['a length that is too large', send(unet, { 'content-length': unet.length + 1 }), /announces 300001 bytes .* instead of 300000/],
    ['a body that never ends', endless, /is longer than the 300000 bytes of the manifest/],
    ['a body that ends early', send(unet.subarray(0, 50)), /ended after 50 of 300000 bytes/],
    ['a page of a captive portal', send(Buffer.from(web), { 'content-type': 'text/html; charset=utf-8' }), /a web page instead of/],
    ['a compressed file', gzipped, /compressed \(gzip\)/],
    ['a part that nobody asked for', answer(206, { 'content-range': `bytes 0-9/${unet.length}` }, '0123456789'), /answered 206/],
    ['no content', answer(204), /answered 204/],
  ])('%s', async (_what, lie, sentence) => {
    server.lie(onlyFor(UNET, lie));
    expect(await refusal(install())).toMatch(sentence);
    expect(await installed()).toBeNull();
    expect((await readdir(modelsFolder(dataDir))).filter((name) => !name.startsWith('.'))).toEqual([]);
    // The next attempt isn’t poisoned by the last one.
    server.tellTruth();
    await install();
    expect(await installed()).not.toBeNull();
    expect(received).toBe(total);
  });

  it.each<[string, () => Lie, RegExp]>([
    [
      'to another host',
      () => answer(302, { location: `${other.url}/${UNET}` }),
      /redirects to http:\/\/127.0.0.1:\d+, which isn’t allowed/,
    ],
    [
      'to http elsewhere',
      () => answer(302, { location: 'http://example.org/model' }),
      /redirects to http:\/\/example.org, which isn’t allowed/,
    ],
    [
      'to a private address',
      () => answer(302, { location: 'https://10.0.0.1/model' }),
      /redirects to https:\/\/10.0.0.1, which isn’t allowed/,
    ],
    ['to cloud metadata', () => answer(302, { location: 'http://169.254.169.254/latest' }), /redirects to http:\/\/169.254.169.254/],
    ['to a file', () => answer(302, { location: 'file:///etc/passwd' }), /redirects to file:, which isn’t allowed/],
    ['to itself, forever', () => answer(302, { location: `/${UNET}` }), /redirects in a loop/],
    ['to nowhere', () => answer(302), /redirects to an address that isn’t valid/],
  ])('a redirect %s', async (_where, lie, sentence) => {
    server.lie(onlyFor(UNET, lie()));
    expect(await refusal(install())).toMatch(sentence);
    expect(other.requests).toEqual([]);
    expect(await installed()).toBeNull();
  });

  it('this machine as a mirror, in production', async () => {
    expect(await refusal(install({}, false))).toBe(
      'http is only possible for a server in your private network. Use https for this address.',
    );
    expect(server.requests).toEqual([]);
  });

  it('a disk without room, before and while it downloads', async () => {
    const full = () => Promise.reject(new InstallError('There isn’t enough free space.'));
    expect(await refusal(install({ requireRoom: full }))).toBe('There isn’t enough free space.');
    expect(server.requests).toEqual([]);
    let asked = 0;
    expect(await refusal(install({ requireRoom: async () => ((asked += 1) > 2 ? full() : undefined) }))).toBe(
      'There isn’t enough free space.',
    );
    expect(await installed()).toBeNull();
  });
});

describe('a download that was cut', () => {
  it('resumes where it was, and hashes all of it', async () => {
    let cuts = 0;
    server.lie(onlyFor(UNET, (...asked) => (cuts += 1) <= 2 && cutAfter(100_000)(...asked)));
    await install();
    // Of a cut answer, the last bytes may be lost.
    const [first, ...resumed] = server.requests.flatMap(({ path: name, range }) => (name === UNET ? [range] : []));
    const offsets = resumed.map((range) => Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1]));
    expect(first).toBeUndefined();
    expect(offsets).toHaveLength(2);
    expect(offsets[0]).toBeGreaterThan(0);
    expect(offsets[1]).toBeGreaterThan(offsets[0]!);
    expect(await installed()).not.toBeNull();
    expect(received).toBe(total);
  });

  it('resumes after the process ended', async () => {
    const abort = new AbortController();
    server.lie(onlyFor(UNET, stallAfter(100_000)));
    const cut = install({ signal: abort.signal, timing: { ...quickTiming, stallMs: 60_000 } });
    await expect.poll(() => received).toBe(100_000);
    abort.abort(new Error('The process ends.'));
    await expect(cut).rejects.toThrow();
    server.tellTruth();
    server.requests.length = 0;
    await install();
    expect(server.requests[0]).toEqual({ path: UNET, range: 'bytes=100000-' });
    expect(received).toBe(total);
    expect(await installed()).not.toBeNull();
  });

  it('goes on at another source, whatever it calls its version of the file', async () => {
    server.lie(onlyFor(UNET, cutAfter(100_000)));
    await refusal(install({ timing: { ...quickTiming, attempts: 1 } }));
    const elsewhere: Lie = (request, response, content) => {
      const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1]);
      const headers = { etag: '"another"', 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` };
      response.writeHead(206, headers).end(content.subarray(from));
      return true;
    };
    other.lie(onlyFor(UNET, elsewhere));
    await install({}, true, other);
    other.tellTruth();
    expect(other.requests[0]?.range).toMatch(/^bytes=\d+-$/);
    expect(await installed()).not.toBeNull();
  });

  it('begins again at a server that ignores Range', async () => {
    let asked = 0;
    const ignores: Lie = (request, response, content) => {
      asked += 1;
      if (asked === 1) return cutAfter(100_000)(request, response, content);
      delete request.headers.range;
      sendFile(request, response, content);
      return true;
    };
    server.lie(onlyFor(UNET, ignores));
    await install();
    expect(await installed()).not.toBeNull();
    expect(received).toBe(total);
  });

  it('is refused when the file changed meanwhile, and can be started again', async () => {
    let asked = 0;
    const changed = Buffer.alloc(unet.length, 7);
    server.lie(
      onlyFor(UNET, (request, response, content) => {
        asked += 1;
        if (asked === 1) return cutAfter(100_000)(request, response, content);
        sendFile(request, response, changed);
        return true;
      }),
    );
    expect(await refusal(install())).toMatch(/changed on the server during the download/);
    server.tellTruth();
    await install();
    expect(await installed()).not.toBeNull();
  });

  it.each([
    ['another part', { 'content-range': `bytes 5-${unet.length - 1}/${unet.length}` }],
    ['another length', { 'content-range': `bytes 100000-${unet.length}/${unet.length + 1}` }],
    ['no range', {}],
  ])('is refused when the server continues with %s', async (_what, headers) => {
    let asked = 0;
    server.lie(
      onlyFor(UNET, (request, response, content) => {
        asked += 1;
        if (asked === 1) return cutAfter(100_000)(request, response, content);
        response.writeHead(206, headers).end(content.subarray(100_000));
        return true;
      }),
    );
    expect(await refusal(install())).toMatch(/changed on the server during the download/);
    expect(await installed()).toBeNull();
  });

  it('that is too long on the disk begins again', async () => {
    server.lie(onlyFor(UNET, answer(404)));
    await refusal(install());
    server.tellTruth();
    const content = path.join(modelsFolder(dataDir), '.incoming', `tiny.${REQUEST}`, 'content', UNET);
    await writeFile(content, Buffer.alloc(unet.length + 5));
    await install();
    expect(await installed()).not.toBeNull();
    expect(received).toBe(total);
  });
});

describe('an installed model', () => {
  it('isn’t one when a file is missing, shorter, or the manifest is another', async () => {
    await install();
    expect(await findInstalledFolder(dataDir, 'tiny', fakeLocalModel().manifestText)).toBeNull();
    await rm(path.join(modelsFolder(dataDir), 'tiny', UNET));
    expect(await installed()).toBeNull();
  });
});
