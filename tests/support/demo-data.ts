// The demo data, made once per build and copied for every server: drawing its photos takes longer than most tests.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isAlive, waitUntil } from './processes.ts';
import { cheapPasswords, makeDataDir, startServerOn } from './server-process.ts';
import { root } from './source.ts';

const prefix = `ais-demo-data-${process.getuid?.() ?? 0}-`;

/** With owners and modes: the database's files belong to its own user. */
export function copyData(from: string, to: string): void {
  execFileSync('cp', ['-a', '--reflink=auto', `${from}/.`, to]);
}

/** Changes with the built server, so that no test runs on another build's data. */
function key(): string {
  const hash = createHash('sha256');
  for (const folder of ['dist/server', 'server/db/migrations']) {
    const files = readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    for (const file of files) hash.update(readFileSync(path.join(file.parentPath, file.name)));
  }
  hash.update(readFileSync(cheapPasswords));
  return hash.digest('hex').slice(0, 16);
}

/** Those of builds before yesterday: no run uses them any more. */
function removeOldBuilds(): void {
  const yesterday = Date.now() - 24 * 60 * 60 * 1000;
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const folder = path.join(tmpdir(), name);
    if (statSync(folder).ctimeMs < yesterday) rmSync(folder, { recursive: true, force: true });
  }
}

/** True while a living run makes it; what a killed one left is removed. */
function isBeingMade(making: string): boolean {
  const pidFile = path.join(making, 'pid');
  if (!existsSync(pidFile)) return false;
  if (isAlive(Number(readFileSync(pidFile, 'utf8')))) return true;
  rmSync(making, { recursive: true, force: true });
  return false;
}

/** The folder with the demo data at rest. */
export async function demoData(): Promise<string> {
  const whole = path.join(tmpdir(), prefix + key());
  const making = `${whole}.making`;
  await waitUntil(
    () => !isBeingMade(making),
    240_000,
    () => `${making} is still being made by another run`,
    200,
  );
  if (existsSync(whole)) return whole;
  mkdirSync(making, { recursive: true });
  writeFileSync(path.join(making, 'pid'), String(process.pid));
  removeOldBuilds();
  const dataDir = makeDataDir();
  try {
    const server = await startServerOn(dataDir);
    const unready = async () => (await server.sql<{ count: string }>(`select count(*) from photos where state = 'processing'`))[0]?.count;
    await waitUntil(
      async () => (await unready()) === '0',
      120_000,
      () => 'the demo photos were not made ready',
      250,
    );
    await server.stop();
    renameSync(dataDir, whole);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
  return whole;
}
