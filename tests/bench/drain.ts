// How fast a full queue leaves the phone: 100 photos of 4 MB, delivered by the app to its own server, which also makes their thumbnails. By turns with
// three peers that send as many bytes from the same browser to a server that only writes and syncs: a bare loop of fetch, workbox-background-sync,
// and tus-js-client, which @uppy/tus sends with. A debugger copies every body, so no browser has one while it sends, and the servers do the timing: from the
// first photo that has arrived to the last one.
import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';
import { chromium } from 'playwright';
import { build } from 'vite';
import { demoEvents } from '#server/seed/ids.ts';
import { openCamera, signInByForm } from '#tests/support/app.ts';
import { executablePath, launchArgs, Phone } from '#tests/support/browser.ts';
import { newGuest } from '#tests/support/e2e-steps.ts';
import { picture } from '#tests/support/pictures.ts';
import { commandOf, everyPid, waitUntil } from '#tests/support/processes.ts';
import type { TestServer } from '#tests/support/server.ts';
import { root } from '#tests/support/source.ts';
import { percentile, spreadOf, type Bench, type Figure } from './bench.ts';
import { withServer } from './server.ts';

const PHOTOS = 100;
const BYTES = 4_000_000;
const ROUNDS = 3;
const WAIT_MS = 300_000;
const PEERS = ['fetch', 'workbox', 'tus'] as const;

type Peer = (typeof PEERS)[number];

export const drain: Bench = {
  name: 'drain',
  minutes: 4,
  description: `${PHOTOS} photos of ${BYTES / 1e6} MB delivered, against fetch, workbox-background-sync and tus`,
  run: () =>
    withServer({}, async (server) => {
      const guest = await newGuest(server.url);
      const phone = await Phone.start({ baseURL: server.url, wholeBrowser: true });
      const peers = await startPeers(path.join(server.dataDir, 'peers'));
      try {
        await signInByForm(await phone.page(), guest.email);
        const rates = { app: [] as number[], fetch: [] as number[], workbox: [] as number[], tus: [] as number[] };
        for (let round = 0; round < ROUNDS; round += 1) {
          await fill(phone, await writePhotos(path.join(server.dataDir, `card-${round}`)));
          rates.app.push(await deliver(server, phone.profile, guest.id));
          for (const peer of PEERS) rates[peer].push(await peers.measure(peer));
          if (round < ROUNDS - 1) await phone.restart();
        }
        const app = spreadOf(rates.app);
        const rate = (peer: Peer) => percentile(rates[peer], 0.5);
        const figures: Figure[] = [
          {
            what: 'photos per second',
            value: app.p50,
            unit: '/s',
            limit: { least: 0.6 * rate('fetch') },
            peer: { what: 'a bare loop of fetch, three at once', value: rate('fetch') },
            spread: app,
          },
          {
            what: 'photos per second',
            value: app.p50,
            unit: '/s',
            limit: { least: rate('workbox') },
            peer: { what: 'workbox-background-sync', value: rate('workbox') },
          },
          {
            what: 'photos per second',
            value: app.p50,
            unit: '/s',
            limit: { least: rate('tus') },
            peer: { what: 'tus-js-client, three at once', value: rate('tus') },
          },
        ];
        return figures;
      } finally {
        await phone.dispose();
        await peers.stop();
      }
    }),
};

/** JPEGs, most of whose bytes are comments, so that what is measured is the delivery and not their decoding. */
async function writePhotos(folder: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const { bytes } = await picture({ width: 1600, height: 1200, noise: true });
  return Array.from({ length: PHOTOS }, (_, number) => {
    const parts = [bytes.subarray(0, 2)];
    for (let length = bytes.length; length < BYTES; length += 65_537)
      parts.push(Buffer.from([0xff, 0xfe, 0xff, 0xff]), randomBytes(65_533));
    const file = path.join(folder, `DSC_${number}.JPG`);
    writeFileSync(file, Buffer.concat([...parts, bytes.subarray(2)]));
    return file;
  });
}

/** Imports the photos without a network, and ends the browser. */
async function fill(phone: Phone, files: string[]): Promise<void> {
  const page = await phone.page();
  await openCamera(page, demoEvents.live);
  await phone.context.setOffline(true);
  await page.getByLabel('Photos to import').setInputFiles(files);
  await page.getByRole('status').getByText(`${files.length} photos saved on this phone`).waitFor({ timeout: WAIT_MS });
  await phone.context.close();
}

/** Starts the app with its full queue. Returns photos per second. */
async function deliver(server: TestServer, profile: string, uploader: string): Promise<number> {
  const begun = new Date();
  const arrived = async () => {
    const [row] = await server.sql<{ count: number; seconds: number }>(
      `select count(*)::int as count, extract(epoch from max(uploaded_at) - min(uploaded_at))::float as seconds from photos
        where uploader_id = $1 and uploaded_at > $2`,
      [uploader, begun],
    );
    return row!;
  };
  const done = async () => (await arrived()).count === PHOTOS;
  await inBrowser(`${server.url}/event/${demoEvents.live}`, profile, () =>
    waitUntil(done, WAIT_MS, () => 'not all photos were delivered', 500),
  );
  return (PHOTOS - 1) / (await arrived()).seconds;
}

/** A browser without a debugger. */
async function inBrowser(address: string, profile: string, work: () => Promise<void>): Promise<void> {
  const args = ['--headless', '--password-store=basic', ...launchArgs, `--user-data-dir=${profile}`, address];
  const browser = spawn(executablePath ?? chromium.executablePath(), args, { stdio: 'ignore' });
  const isEnded = () => everyPid().every((pid) => !commandOf(pid).includes(profile));
  try {
    await work();
  } finally {
    browser.kill('SIGTERM');
    await waitUntil(isEnded, 30_000, () => 'the browser did not end');
  }
}

async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.sync();
  await handle.close();
}

/** The peers' server. It only writes and syncs what it receives. */
async function startPeers(folder: string): Promise<{ measure: (peer: Peer) => Promise<number>; stop: () => Promise<void> }> {
  const script = await bundle(path.join(import.meta.dirname, 'drain-peers.ts'));
  let arrivals: number[] = [];
  let failure: string | null = null;
  const datastore = new FileStore({ directory: folder });
  const tus = new Server({
    path: '/tus',
    datastore,
    async onUploadFinish(_request, { id }) {
      await sync(path.join(folder, id));
      arrivals.push(performance.now());
      return {};
    },
  });
  const write = async (request: IncomingMessage) => {
    const file = path.join(folder, randomUUID());
    await pipeline(request, createWriteStream(file));
    await sync(file);
    arrivals.push(performance.now());
  };
  const server = createServer((request, response) => {
    const fail = (error: unknown) => {
      failure = String(error);
      response.writeHead(500).end();
    };
    if (request.url?.startsWith('/tus')) void tus.handle(request, response).catch(fail);
    else if (request.url === '/plain') void write(request).then(() => response.writeHead(201).end(), fail);
    else if (request.url === '/failed') void text(request).then(fail, fail);
    else if (request.url === '/peers.js') response.setHeader('content-type', 'text/javascript').end(script);
    else response.setHeader('content-type', 'text/html').end('<!doctype html><title>Peers</title><script src="/peers.js" defer></script>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const done = () => {
    if (failure !== null) throw new Error(failure);
    return arrivals.length === PHOTOS;
  };
  return {
    async measure(peer) {
      mkdirSync(folder, { recursive: true });
      const profile = mkdtempSync(path.join(tmpdir(), 'ais-bench-profile-'));
      arrivals = [];
      const address = `http://127.0.0.1:${port}/?peer=${peer}&count=${PHOTOS}&bytes=${BYTES}`;
      try {
        await inBrowser(address, profile, () => waitUntil(done, WAIT_MS, () => `${arrivals.length} of ${PHOTOS} arrived by ${peer}`, 100));
      } finally {
        for (const used of [profile, folder]) rmSync(used, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
      }
      return ((PHOTOS - 1) * 1000) / (Math.max(...arrivals) - Math.min(...arrivals));
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function bundle(entry: string): Promise<string> {
  const made = await build({
    root,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, lib: { entry, formats: ['iife'], name: 'bench' } },
  });
  const [output] = Array.isArray(made) ? made : [made];
  const chunk = output && 'output' in output ? output.output.find((file) => file.type === 'chunk') : undefined;
  if (!chunk) throw new Error('the peers were not bundled');
  return chunk.code;
}
