// Runs `npm run backup` and `npm run restore`, and reads the contents of a backup.
import { execFileSync, spawn } from 'node:child_process';
import path from 'node:path';
import { readChecksums, readManifest, type Checksum, type Manifest } from '#server/backup/manifest.ts';

export const program = path.resolve(import.meta.dirname, '../../dist/server/backup-command.js');

export interface Ended {
  code: number | null;
  out: string;
  told: string;
}

/**
 * @param more.preload code that the program runs first
 * @param more.option after the file
 */
export const run = (
  command: string,
  file: string,
  dataDir: string,
  more: { preload?: string; option?: string; env?: Record<string, string> } = {},
) =>
  runProgram(
    [
      ...(more.preload === undefined ? [] : ['--import', `data:text/javascript,${encodeURIComponent(more.preload)}`]),
      program,
      command,
      file,
      ...(more.option === undefined ? [] : [more.option]),
    ],
    { DATA_DIR: dataDir, ...more.env },
  );

export function runProgram(args: string[], env: Record<string, string>): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH, ...env } });
    let [out, told] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (told += chunk.toString()));
    child.on('close', (code) => resolve({ code, out, told }));
  });
}

/** Reads an entry with another program than the one that wrote it. */
const entry = (file: string, name: string) => execFileSync('tar', ['-xOf', file, name], { encoding: 'utf8', maxBuffer: 100_000_000 });
export const manifestOf = (file: string): Manifest => readManifest(entry(file, 'manifest.json'));
export const contentsOf = (file: string): Checksum[] =>
  readChecksums(entry(file, 'checksums.json')).filter(({ name }) => name !== 'manifest.json');
