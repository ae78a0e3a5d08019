// TensorFlow.js on WebAssembly: it runs everywhere, with what npm has.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import vm from 'node:vm';
import type * as TensorFlow from '@tensorflow/tfjs';
import type * as Wasm from '@tensorflow/tfjs-backend-wasm';
import { packageRoot } from '#server/package-root.ts';

const require = createRequire(import.meta.url);

export type Tf = typeof TensorFlow;

let engine: Promise<Tf> | undefined;

export const tensorFlow = (): Promise<Tf> => (engine ??= start());

async function start(): Promise<Tf> {
  // By require: as a module it would be another instance than the backend registers with.
  const tf = require('@tensorflow/tfjs') as Tf;
  const wasm = require('@tensorflow/tfjs-backend-wasm') as typeof Wasm;
  wasm.setWasmPaths(`${path.dirname(require.resolve('@tensorflow/tfjs-backend-wasm'))}/`);
  await tf.setBackend('wasm');
  await tf.ready();
  return tf;
}

interface ModelFile {
  modelTopology: TensorFlow.io.ModelJSON['modelTopology'];
  weightsManifest: TensorFlow.io.WeightsManifestConfig;
}

interface Weights {
  modelTopology: TensorFlow.io.ModelJSON['modelTopology'];
  weightSpecs: TensorFlow.io.WeightsManifestEntry[];
  weightData: ArrayBuffer;
}

const assembled = ({ modelTopology, weightsManifest }: ModelFile, bytes: Buffer): Weights => ({
  modelTopology,
  weightSpecs: weightsManifest.flatMap(({ weights }) => weights),
  weightData: new Uint8Array(bytes).buffer,
});

/** The super-resolution of @upscalerjs/default-model. */
export function upscalerWeights(): Weights {
  const folder = path.join(packageFolder('@upscalerjs/default-model'), 'models');
  const model = JSON.parse(readFileSync(path.join(folder, 'model.json'), 'utf8')) as ModelFile;
  return assembled(model, readFileSync(path.join(folder, 'group1-shard1of1.bin')));
}

/** The MobileNetV2 of nsfwjs, which it ships as two scripts. */
export function nudityWeights(): Weights {
  const folder = path.join(packageFolder('nsfwjs'), 'dist/models/mobilenet_v2');
  const read = (name: string): unknown => {
    const module = { exports: null as unknown };
    vm.runInNewContext(readFileSync(path.join(folder, name), 'utf8'), { module, exports: {} });
    return module.exports;
  };
  // Out of the script's own world: objects of another one fail TensorFlow's checks.
  const model = JSON.parse(JSON.stringify(read('model.min.js'))) as ModelFile;
  return assembled(model, Buffer.from(String(read('group1-shard1of1.min.js')), 'base64'));
}

/** Selfie segmentation, which is part of this repository. */
export function personWeights(): Weights {
  const folder = ['dist/server/weights', 'server/generation/builtin/neural/weights']
    .map((name) => path.join(packageRoot, name))
    .find((name) => existsSync(path.join(name, 'selfie.json')));
  if (folder === undefined) throw new Error('the weights of the person mask are not there');
  const model = JSON.parse(readFileSync(path.join(folder, 'selfie.json'), 'utf8')) as ModelFile;
  return assembled(model, readFileSync(path.join(folder, 'selfie.bin')));
}

/** By what it exports: their package.json is not among it. */
function packageFolder(name: string): string {
  const file = require.resolve(name);
  return file.slice(0, file.indexOf(path.normalize(`node_modules/${name}`)) + path.normalize(`node_modules/${name}`).length);
}
