// Whether packages, generated files and build are those of the present sources. Plain Node: it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** There while `npm ci` runs, and left by one that was interrupted. */
const installing = path.join(root, 'dist', '.installing');
const buildStamp = path.join(root, 'dist', '.built-sources');
const sources = [
  'src',
  'sw',
  'server',
  'openapi/generated/.stamp',
  'public',
  'index.html',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'vite.server.config.ts',
];
const outputs = ['dist/web/index.html', 'dist/server/main.js'];

const readOr = (file, otherwise) => (existsSync(file) ? readFileSync(file, 'utf8') : otherwise);

/** The version in a package's own description: a copy may lack what npm noted about the installation, or share it with another one. */
function installedVersion(name) {
  const file = path.join(root, name, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined;
}

/** True if the packages are those of the lockfile, however they got here: by npm, a copy or links. */
function isInstalled() {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages).every(([name, { version, optional, devOptional }]) => {
    if (name === '') return true;
    const installed = installedVersion(name);
    return installed === version || (installed === undefined && Boolean(optional || devOptional));
  });
}

/** Adds the variables of the file .env, if there is one, to those of the environment, which take precedence. */
export function loadEnvFile() {
  const file = path.join(root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}

/** Runs `npm ci` where packages are missing or are others than the lock's, or where it ran before and did not finish. */
export async function ensureInstalled() {
  if (!existsSync(installing) && isInstalled()) return;
  console.log('Installing packages …');
  mkdirSync(path.dirname(installing), { recursive: true });
  writeFileSync(installing, '');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  await run(...(npm ? [process.execPath, [npm, ...args]] : ['npm', args]));
  rmSync(installing, { force: true });
}

/** Generates from openapi/ if the contract or a generated file has changed. */
export function ensureGenerated() {
  return run(process.execPath, [path.join(root, 'scripts', 'generate.mjs')]);
}

function sourcesHash() {
  const hash = createHash('sha256');
  const add = (name) => {
    const file = path.join(root, name);
    if (!existsSync(file)) return;
    if (statSync(file).isDirectory()) for (const entry of readdirSync(file).sort()) add(`${name}/${entry}`);
    else if (!/\.test\.tsx?$/.test(name)) hash.update(`${name}\0`).update(readFileSync(file));
  };
  sources.forEach(add);
  return hash.digest('hex');
}

/** Builds where the build is missing or the sources have changed since. */
export async function ensureBuilt() {
  await ensureGenerated();
  const whole = outputs.every((file) => existsSync(path.join(root, file)));
  if (whole && readOr(buildStamp, '') === sourcesHash()) return;
  console.log('Building …');
  await run(process.execPath, [path.join(root, 'scripts', 'build.mjs')]);
}

/**
 * Runs a built program of the server in this terminal, after an installation and a build where they are missing.
 * @returns its exit code
 */
export async function runBuilt(program, args) {
  loadEnvFile();
  await ensureInstalled();
  await ensureBuilt();
  return spawnSync(process.execPath, [path.join(root, 'dist', 'server', program), ...args], { stdio: 'inherit' }).status ?? 1;
}

/** Called by a finished build. It may have rewritten generated sources, so they are read again. */
export function stampBuild() {
  writeFileSync(buildStamp, sourcesHash());
}

/** Runs a program to its end; a signal to us ends it too. Rejects when it fails. */
export function run(program, args, env = process.env) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, env, stdio: 'inherit' });
    const passOn = (signal) => {
      child.kill(signal);
      child.once('exit', () => process.exit(1));
    };
    const signals = ['SIGINT', 'SIGTERM'];
    for (const signal of signals) process.once(signal, passOn);
    child.once('error', reject);
    child.once('exit', (code) => {
      for (const signal of signals) process.off(signal, passOn);
      if (code === 0) resolve();
      else reject(new Error(`${path.basename(program)} ${args.map((arg) => path.basename(arg)).join(' ')} failed`));
    });
  });
}
