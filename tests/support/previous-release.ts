// The release before this one, built in a folder of its own, for tests in which both run at the same time.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
/** Until there is a tag: the last commit from before several servers could share an installation. */
const UNTAGGED = '5f7edaa8';

const git = (...command: string[]) =>
  execFileSync('git', command, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

function newestTag(): string | null {
  try {
    return git('describe', '--tags', '--abbrev=0', 'HEAD^');
  } catch {
    // There is none.
    return null;
  }
}

/** `PREVIOUS_RELEASE`, a tag or commit; else the newest tag before this commit. @throws if this clone doesn't have it */
function previousCommit(): string {
  const ref = process.env['PREVIOUS_RELEASE'] ?? newestTag() ?? UNTAGGED;
  try {
    return git('rev-parse', '--verify', `${ref}^{commit}`);
  } catch {
    throw new Error(`The previous release (${ref}) is not in this clone: run \`git fetch --unshallow\`, or set PREVIOUS_RELEASE.`);
  }
}

/** Builds the previous release, once a commit. Returns its folder. */
export function buildPreviousRelease(): string {
  const commit = previousCommit();
  const folder = path.join(tmpdir(), `ais-release-${commit.slice(0, 12)}`);
  if (existsSync(path.join(folder, 'dist/server/main.js'))) return folder;
  const part = `${folder}.${process.pid}`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  const tar = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', part], { input: tar });
  installPackages(part);
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: part, stdio: 'inherit' });
  rmSync(folder, { recursive: true, force: true });
  renameSync(part, folder);
  return folder;
}

/** Those of this checkout if they are the same: without a copy of each file. */
function installPackages(folder: string): void {
  const lockOf = (of: string) => readFileSync(path.join(of, 'package-lock.json'), 'utf8');
  if (lockOf(folder) !== lockOf(root)) {
    execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder, stdio: 'inherit' });
    return;
  }
  const packages = path.join(root, 'node_modules');
  try {
    execFileSync('cp', ['-al', packages, path.join(folder, 'node_modules')], { stdio: 'ignore' });
  } catch {
    // The folder for temporary files is on another disk.
    execFileSync('cp', ['-a', packages, folder]);
  }
  rmSync(path.join(folder, 'node_modules', '.cache'), { recursive: true, force: true });
}
