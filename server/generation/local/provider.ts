// The provider of models that were installed on this server.
import { openTaskProcess, type StartTaskProcess, type TaskProcessLimits } from '#server/generation/builtin/task-process.ts';
import {
  type CatalogModel,
  GeneratorError,
  LOCAL,
  type GeneratorContext,
  type GeneratorRequest,
  type GeneratorResult,
  type MadeImage,
  type Provider,
} from '#server/generation/generator.ts';
import type { InstalledModel } from '#server/generation/local/install/installed-models.ts';
import {
  filesOfPipeline,
  keepsNetworksLoaded,
  type LocalModelManifest,
  type Machine,
  misfit,
  readMachine,
} from '#server/generation/local/manifest.ts';
import { defineCapabilities, seedOf, unsupportedReason } from '#server/generation/providers/payload.ts';

export interface LocalProvider extends Provider {
  close(): void;
}

interface Options {
  /** Asked whenever models are used: they change while the server runs. */
  installedModels: () => Promise<InstalledModel[]>;
  start?: StartTaskProcess;
  machine?: Machine;
  limits?: Partial<TaskProcessLimits>;
}

/** A prompt has fewer tokens than characters, and models read about 75 tokens. */
const MAX_PROMPT_LENGTH = 1000;
const MAX_COUNT = 4;
const CREDITS = 2;
const DEFAULT_STRENGTH = 0.6;

/** The generation itself has a timeout. Unloads an idle model; ends a cancelled step that takes too long. */
const localLimits: TaskProcessLimits = {
  taskMs: 3600_000,
  idleMs: 120_000,
  recycleBytes: Infinity,
  maxBytes: Infinity,
  cancelGraceMs: 30_000,
};

export function openLocalProvider({ installedModels, start, machine = readMachine(), limits }: Options): LocalProvider {
  // One for all models: two of them together would need too much memory.
  const lane = openTaskProcess({ ...localLimits, ...limits }, start);

  async function generate(request: GeneratorRequest, context: GeneratorContext): Promise<GeneratorResult> {
    context.signal.throwIfAborted();
    const installed = (await installedModels()).find(({ manifest }) => manifest.name === request.model);
    if (!installed) throw new GeneratorError('model_unavailable', 'This model was removed from the server.');
    const { folder, manifest } = installed;
    const refusal = unsupportedReason(localModel(manifest), request) ?? misfit(manifest, machine);
    if (refusal !== null) throw new GeneratorError('unsupported', refusal);

    // A missing readme doesn't matter.
    const used = new Set(filesOfPipeline(manifest.pipeline));
    const files = manifest.files.filter((file) => used.has(file.path));
    const keepsLoaded = keepsNetworksLoaded(manifest, machine);
    const maxBytes = keepsLoaded ? manifest.residentMemoryBytes : manifest.memoryBytes;
    const [firstSize] = manifest.pipeline.sizes;
    const size = request.size ?? firstSize;
    if (!size) throw new GeneratorError('invalid_request', 'This model requires a size.');
    const { count, prompt, negativePrompt, source, mask } = request;
    const first = request.seed ?? 0;
    const images: MadeImage[] = [];
    let isTruncated = false;
    for (let index = 0; index < count; index++) {
      const seed = seedOf(first, index);
      const ask = {
        folder,
        manifest: { ...manifest, files },
        threads: machine.threads,
        keepsLoaded,
        prompt,
        negativePrompt,
        size,
        seed,
        steps: request.steps ?? manifest.pipeline.steps.default,
        source,
        mask,
        strength: source ? (request.strength ?? DEFAULT_STRENGTH) : 1,
      };
      const onProgress: GeneratorContext['onProgress'] = ({ progress, message }) =>
        context.onProgress({
          progress: (index + (progress ?? 0)) / count,
          message: count === 1 ? message : `Image ${index + 1} of ${count}: ${message ?? ''}`,
        });
      const answer = await lane.run('make-local-image', ask, { signal: context.signal, onProgress }, { maxBytes });
      const image = { bytes: Buffer.from(answer.bytes), contentType: answer.contentType, seed };
      images.push(image);
      context.onImage?.(image, index);
      isTruncated ||= answer.isTruncated;
    }
    context.onProgress({ progress: 1 });
    const warnings = isTruncated
      ? [{ code: 'prompt_truncated', message: 'The end of the description was not used: it was too long.' }]
      : [];
    return { images, warnings };
  }

  return {
    id: LOCAL,
    name: 'On this server',
    models: [],
    currentModels: async () => (await installedModels()).map(({ manifest }) => localModel(manifest)),
    generator: { generate },
    close: () => lane.close(),
  };
}

/** An installed model for the catalog. */
const localModel = ({ name, title, description, license, pipeline }: LocalModelManifest): CatalogModel => ({
  id: `${LOCAL}:${name}`,
  provider: LOCAL,
  model: name,
  name: title,
  task: 'text-to-image',
  isAi: true,
  description,
  licence: license.name,
  credits: CREDITS,
  capabilities: defineCapabilities({
    negative_prompt: pipeline.guidance.kind === 'classifier-free',
    seed: true,
    steps: pipeline.steps.min === pipeline.steps.max ? null : pipeline.steps,
    // Images and masks start with the latents of the source.
    source: pipeline.vaeEncoder ? 'optional' : 'none',
    strength: pipeline.vaeEncoder !== null,
    mask: pipeline.vaeEncoder !== null,
    progress: true,
    max_count: MAX_COUNT,
    max_prompt_length: MAX_PROMPT_LENGTH,
    sizes: pipeline.sizes,
  }),
  digitalSourceType: 'trainedAlgorithmicMedia',
});
