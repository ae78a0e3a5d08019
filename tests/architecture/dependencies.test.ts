import { describe, expect, test } from 'vitest';
import { readSource, sources } from '#tests/support/source.ts';

interface Locked {
  name?: string;
  version?: string;
}

const { packages } = JSON.parse(readSource('package-lock.json')) as { packages: Record<string, Locked> };
/** Each installed package with its versions; an alias counts as its target. */
const versions = new Map<string, Set<string>>();
for (const [folder, { name, version = '' }] of Object.entries(packages)) {
  const installed = name ?? folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
  if (folder !== '') versions.set(installed, (versions.get(installed) ?? new Set()).add(version));
}

/** Packages that once were half of the installation, and what does their work now (docs/how-to.md, Change a dependency). */
const tooLarge = [
  ['@tensorflow/tfjs', 'server/generation/builtin/neural/engine.ts on onnxruntime-node'],
  ['@tensorflow/tfjs-core', 'server/generation/builtin/neural/engine.ts on onnxruntime-node'],
  ['nsfwjs', 'server/generation/builtin/neural/weights'],
  ['@upscalerjs/default-model', 'server/generation/builtin/neural/weights'],
  ['emojibase-data', 'server/generation/builtin/illustrator/things'],
  ['lucide-react', 'src/ui/icons.ts'],
  ['dejavu-fonts-ttf', 'server/billing/fonts'],
  ['@img/sharp-wasm32', 'an override in package.json'],
  ['@redis/client', 'an override in package.json'],
  ['ioredis', 'an override in package.json'],
  ['bare-fs', 'an override in package.json'],
  ['@tailwindcss/oxide-wasm32-wasi', 'an override in package.json'],
];

const server = sources(/^server\/.*\.ts$/).filter((file) => !file.endsWith('.test.ts'));
const importing = (what: RegExp) => server.filter((file) => what.test(readSource(file)));

test('the packages for metrics and traces are loaded only if they are configured', () => {
  expect(importing(/from 'prom-client'/)).toEqual(['server/telemetry/prometheus.ts']);
  expect(importing(/from '@opentelemetry\//)).toEqual(['server/telemetry/opentelemetry.ts']);
  expect(importing(/from '#server\/telemetry\/(prometheus|opentelemetry)\.ts'/)).toEqual([]);
});

test('the packages for S3 are loaded only with a bucket', () => {
  expect(importing(/from '@aws-sdk\//)).toEqual(['server/storage/s3.ts']);
  expect(importing(/from '#server\/storage\/s3\.ts'/)).toEqual([]);
});

describe('the installed packages', () => {
  test.each(tooLarge)('do not include %s: instead there is %s', (name) => expect([...(versions.get(name) ?? [])]).toEqual([]));

  test.each(['esbuild', '@ai-sdk/provider-utils', '@types/node'])('include one version of %s', (name) =>
    expect([...(versions.get(name) ?? [])]).toHaveLength(1),
  );
});
