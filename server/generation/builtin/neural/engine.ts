// Runs the built-in neural networks with ONNX Runtime, a native library. It is loaded in child processes only, when a network is first asked for:
// the server starts and does everything else on machines that it doesn't support.
import path from 'node:path';
import type * as onnxruntime from 'onnxruntime-node';
import { networkThreads } from '#server/generation/builtin/neural/threads.ts';
import { GeneratorError } from '#server/generation/generator.ts';
import { assetPath } from '#server/package-root.ts';

export type NetworkName = 'esrgan' | 'nsfw' | 'selfie';

export interface Network {
  /** @param pixels red, green and blue, a byte each */
  run(pixels: Uint8Array, size: { width: number; height: number }): Promise<Float32Array | Uint8Array>;
}

type Runtime = Pick<typeof onnxruntime, 'InferenceSession' | 'Tensor'>;

const sessionOptions = (): onnxruntime.InferenceSession.SessionOptions => ({
  intraOpNumThreads: networkThreads(),
  interOpNumThreads: 1,
  // Waiting threads sleep.
  extra: { session: { intra_op: { allow_spinning: '0' } } },
});

/** @throws {GeneratorError} `not_configured` where the library doesn't run */
export async function loadRuntime(load: () => Promise<Runtime> = () => import('onnxruntime-node')): Promise<Runtime> {
  try {
    return await load();
  } catch (error) {
    throw new GeneratorError('not_configured', 'Neural networks aren’t available on this server’s machine.', { cause: error });
  }
}

const networks = new Map<NetworkName, Promise<Network>>();

/** Loads a network of `weights/` once. */
export function loadNetwork(name: NetworkName): Promise<Network> {
  const network = networks.get(name) ?? openNetwork(path.join(assetPath(import.meta.url, 'weights'), `${name}.onnx`));
  networks.set(name, network);
  return network;
}

/** @param model a file, or its bytes, with the input `pixels` and the output `result` of scripts/tensorflow-to-onnx.ts */
export async function openNetwork(model: string | Uint8Array): Promise<Network> {
  const { InferenceSession: Session, Tensor } = await loadRuntime();
  const session = typeof model === 'string' ? await Session.create(model, sessionOptions()) : await Session.create(model, sessionOptions());
  return {
    async run(pixels, { width, height }) {
      const input = new Tensor('uint8', pixels, [1, height, width, 3]);
      const { result } = await session.run({ pixels: input });
      const values = result?.data;
      if (!(values instanceof Float32Array) && !(values instanceof Uint8Array)) throw new Error('the network has no result');
      return values;
    },
  };
}
