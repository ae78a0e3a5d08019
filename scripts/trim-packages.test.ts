import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { trimPackages } from './trim-packages.mjs';

let root: string;
const binaries = 'node_modules/onnxruntime-node/bin/napi-v6';
const machines = ['darwin/arm64', 'linux/arm64', 'linux/x64', 'win32/x64'];
const kept = () => machines.filter((machine) => existsSync(path.join(root, binaries, machine, 'binding.node')));

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'ais-trim-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function install(): void {
  for (const machine of machines) {
    mkdirSync(path.join(root, binaries, machine), { recursive: true });
    writeFileSync(path.join(root, binaries, machine, 'binding.node'), machine);
  }
}

it('keeps the binaries of this machine, also when it runs again', () => {
  install();
  for (const run of [1, 2]) {
    trimPackages(root, { platform: 'linux', arch: 'x64' });
    expect(kept(), `run ${run}`).toEqual(['linux/x64']);
  }
});

it('removes nothing where there are none for this machine', () => {
  install();
  trimPackages(root, { platform: 'linux', arch: 'riscv64' });
  trimPackages(root, { platform: 'freebsd', arch: 'x64' });
  expect(kept()).toEqual(machines);
});

it('does nothing without the package', () => expect(() => trimPackages(root)).not.toThrow());
