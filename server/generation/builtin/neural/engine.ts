// TensorFlow.js on WebAssembly: it runs everywhere, without a native binary.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as wasm from '@tensorflow/tfjs-backend-wasm';
import * as tf from '@tensorflow/tfjs-core';
import { loadGraph, type GraphFile, type GraphModel } from '#server/generation/builtin/neural/graph.ts';
import { assetPath } from '#server/package-root.ts';

const models = new Map<string, Promise<GraphModel>>();

/** Loads a model of `weights/` once. */
export function loadModel(name: 'esrgan' | 'nsfw' | 'selfie'): Promise<GraphModel> {
  const model = models.get(name) ?? startEngine().then(() => readModel(name));
  models.set(name, model);
  return model;
}

let engine: Promise<void> | undefined;

const startEngine = (): Promise<void> => (engine ??= openBackend());

async function openBackend(): Promise<void> {
  const inPackage = () => path.dirname(createRequire(import.meta.url).resolve('@tensorflow/tfjs-backend-wasm'));
  wasm.setWasmPaths(`${assetPath(import.meta.url, 'wasm', inPackage)}/`);
  await tf.setBackend('wasm');
  await tf.ready();
}

function readModel(name: string): GraphModel {
  const folder = assetPath(import.meta.url, 'weights');
  const graph = JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8')) as GraphFile;
  return loadGraph(graph, new Uint8Array(readFileSync(path.join(folder, `${name}.bin`))).buffer);
}
