// Manifests that aren't valid, and what a model needs of a machine.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeTinyModel } from '#tests/support/tiny-onnx-model.ts';
import {
  estimateSeconds,
  fits,
  keepsNetworksLoaded,
  type LocalModelManifest,
  misfit,
  parseManifest,
  parseManifestFile,
  readMachine,
} from './manifest.ts';

let folder: string;
let valid: LocalModelManifest;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ais-manifest-'));
  valid = await writeTinyModel(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The manifest with one value changed; `undefined` removes it. */
function changed(where: string, value: unknown): unknown {
  const copy = structuredClone(valid) as unknown as Record<string, unknown>;
  const steps = where.split('.');
  let parent = copy;
  for (const step of steps.slice(0, -1)) parent = parent[step] as Record<string, unknown>;
  parent[steps.at(-1) ?? ''] = value;
  return JSON.parse(JSON.stringify(copy));
}

it('is read as it was written', () => {
  expect(parseManifestFile(JSON.stringify(valid))).toEqual(valid);
  for (const guidance of [
    { kind: 'classifier-free', scale: 7.5 },
    { kind: 'embedded', scale: 8, input: 'timestep_cond', dimension: 256 },
  ])
    expect(parseManifest(changed('pipeline.guidance', guidance))).toMatchObject({ pipeline: { guidance } });
  expect(parseManifest(changed('pipeline.vaeEncoder', null)).pipeline.vaeEncoder).toBeNull();
});

it.each<[string, unknown, string]>([
  ['name', 'Not A Name', 'manifest.name has the wrong format'],
  ['name', '../up', 'manifest.name has the wrong format'],
  ['title', undefined, 'manifest.title is required'],
  ['title', 'A\0B', 'manifest.title has the wrong format'],
  ['title', 'A\ud800B', 'manifest.title has the wrong format'],
  ['description', 'A \u202eB', 'manifest.description has the wrong format'],
  ['revision', 'A\u001b[31m', 'manifest.revision has the wrong format'],
  ['license.name', 'MIT\n', 'manifest.license.name has the wrong format'],
  ['more', 1, 'manifest.more is not supported'],
  ['license.url', 'javascript:alert(1)', 'manifest.license.url has the wrong format'],
  ['files', [], 'manifest.files must have at least 1 item'],
  ['files.0.path', '../../etc/passwd', 'manifest.files.0.path has the wrong format'],
  ['files.0.path', '/etc/passwd', 'manifest.files.0.path has the wrong format'],
  ['files.0.path', 'a/../b', 'manifest.files.0.path has the wrong format'],
  ['files.0.path', '.hidden', 'manifest.files.0.path has the wrong format'],
  ['files.0.path', 'a\\b', 'manifest.files.0.path has the wrong format'],
  ['files.0.path', 'manifest.json', 'manifest.files must not list the manifest'],
  ['files.0.path', 'unet/model.onnx', 'manifest.files lists a file twice'],
  ['files.0.path', 'unet', 'manifest.files lists a file and a folder with the same path'],
  ['files.0.bytes', 0, 'manifest.files.0.bytes must be at least 1'],
  ['files.0.sha256', 'abc', 'manifest.files.0.sha256 has the wrong format'],
  ['pipeline.kind', 'flux', 'manifest.pipeline.kind must be one of stable-diffusion'],
  ['pipeline.unet.file', 'other.onnx', 'manifest.pipeline names other.onnx, which manifest.files doesn’t list'],
  ['pipeline.unet.data', ['weights.bin'], 'manifest.pipeline names weights.bin, which manifest.files doesn’t list'],
  ['pipeline.unet.type', 'int8', 'manifest.pipeline.unet.type must be one of float32, float16'],
  ['pipeline.guidance', { kind: 'other' }, 'manifest.pipeline.guidance'],
  ['pipeline.guidance', { kind: 'embedded', scale: 1 }, 'manifest.pipeline.guidance.input is required'],
  ['pipeline.steps', { min: 4, max: 2, default: 3 }, 'manifest.pipeline.steps must be in the order min, default, max'],
  ['pipeline.scheduler.trainingSteps', 10, 'manifest.pipeline.steps.max must be at most the scheduler’s trainingSteps'],
  ['pipeline.scheduler.betaStart', 0.5, 'manifest.pipeline.scheduler.betaStart must be at most betaEnd'],
  ['pipeline.scheduler.kind', 'lcm', 'manifest.pipeline.scheduler.originalSteps must be at least steps.max for lcm'],
  ['pipeline.sizes', [{ width: 60, height: 64 }], 'manifest.pipeline.sizes must be multiples of downscale'],
  ['residentMemoryBytes', 1, 'manifest.residentMemoryBytes must be at least memoryBytes'],
  ['memoryBytes', '1 GB', 'manifest.memoryBytes must be a whole number'],
])('is refused with a sentence: %s', (where, value, sentence) => {
  expect(() => parseManifest(changed(where, value))).toThrow(sentence);
});

it.each(['', '{', 'null', '[]', '"text"'])('of %j is no manifest', (json) => {
  expect(() => parseManifestFile(json)).toThrow(/^The manifest (isn’t JSON|isn’t valid: manifest must be an object)\.$/);
});

it('says whether a model fits, and how long an image takes', () => {
  const large = {
    ...valid,
    memoryBytes: 3e9,
    residentMemoryBytes: 6e9,
    cost: { ...valid.cost, encodeText: 1e10, step: 8e11, decodeImage: 2.4e12 },
  };
  const machine = (threads: number, gigabytes: number) => ({ threads, memoryBytes: gigabytes * 1e9 });
  expect(misfit(large, machine(2, 4))).toBe('This model needs 4.5 GB of memory, and this machine has 4.0 GB.');
  expect([fits(large, machine(2, 4)), fits(large, machine(2, 5)), misfit(large, machine(2, 5))]).toEqual([false, true, null]);
  expect([keepsNetworksLoaded(large, machine(2, 5)), keepsNetworksLoaded(large, machine(2, 8))]).toEqual([false, true]);

  const two = estimateSeconds(large, machine(2, 8));
  expect(two).toBeGreaterThan(60);
  expect(two).toBeLessThan(120);
  expect(estimateSeconds(large, machine(8, 8))).toBeLessThan(two / 3);
  const guided = { ...large, pipeline: { ...large.pipeline, guidance: { kind: 'classifier-free', scale: 7 } as const } };
  expect(estimateSeconds(guided, machine(2, 8))).toBeGreaterThan(two * 1.3);
  const wide = { ...large, pipeline: { ...large.pipeline, sizes: [{ width: 128, height: 64 }] } };
  expect(estimateSeconds(wide, machine(2, 8))).toBeGreaterThan(two * 1.9);
});

it('reads this machine', () => {
  const { threads, memoryBytes } = readMachine();
  expect(threads).toBeGreaterThanOrEqual(1);
  expect(memoryBytes).toBeGreaterThan(1e8);
});
