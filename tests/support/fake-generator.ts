// A fake provider, and the generation operations that use it, for unit tests.
import sharp from 'sharp';
import type { components } from '#openapi/api.ts';
import type { Deps } from '#server/deps.ts';
import { catalogOfProviders, syncCatalog, type Catalog } from '#server/generation/catalog.ts';
import type {
  CatalogModel,
  Generator,
  GeneratorContext,
  GeneratorRequest,
  GeneratorResult,
  Provider,
} from '#server/generation/generator.ts';
import { generationOperations } from '#server/generation/operations.ts';
import type { SensitiveCheck } from '#server/generation/provenance.ts';
import { openProviderKeys } from '#server/generation/provider-keys.ts';
import { generationRunner } from '#server/generation/run-generation.ts';
import type { PhotoSource } from '#server/generation/sources.ts';
import { Problem } from '#server/http/problem.ts';
import { derivativesOf } from '#server/media/derivatives.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';
import { askOperations, type AskAs } from './operations.ts';

type Asked = Partial<components['schemas']['CreateGenerationRequest']>;

const capabilities: CatalogModel['capabilities'] = {
  prompt: 'required',
  negative_prompt: false,
  seed: true,
  steps: null,
  strength: false,
  source: 'optional',
  mask: false,
  background: false,
  progress: true,
  max_count: 4,
  max_prompt_length: 100,
  max_source_pixels: 200_000,
  sizes: [
    { width: 64, height: 64 },
    { width: 128, height: 64 },
  ],
  aspect_ratios: [],
  styles: [],
};

/** A model of the fake provider. */
export const fakeModel = (changes: Partial<CatalogModel> = {}): CatalogModel => ({
  id: 'builtin:fake',
  provider: 'builtin',
  model: 'fake',
  name: 'Fake',
  task: 'text-to-image',
  isAi: false,
  description: 'One colour for each seed.',
  licence: 'MIT',
  credits: 2,
  capabilities,
  digitalSourceType: 'algorithmicMedia',
  ...changes,
});

export type FakeMake = (request: GeneratorRequest, context: GeneratorContext) => Promise<GeneratorResult>;

/** Images of one color each. */
export const drawFake: FakeMake = async ({ count, seed, size }) => {
  const { width, height } = size ?? { width: 64, height: 64 };
  const seeds = Array.from({ length: count }, (_, at) => (seed ?? 0) + at);
  const images = seeds.map(async (of) => {
    const background = { r: of % 256, g: (of >> 8) % 256, b: 99 };
    const bytes = await sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer();
    return { bytes, contentType: 'image/png' as const, seed: of };
  });
  return { images: await Promise.all(images), warnings: [] };
};

export const unlimited: Parameters<typeof generationOperations>[1]['limits'] = {
  limitAttempts: (_request, _isMiss, attempt) => attempt(),
  count: () => Promise.resolve(),
};

export interface TestGenerator {
  catalog: Catalog;
  /** Requests that the provider received. */
  calls: GeneratorRequest[];
  /** With each of them, the reference of an earlier submission. */
  submittedReferences: (string | null | undefined)[];
  /** Replaces what the provider does. */
  makeBy(make: FakeMake): void;
  /** Replaces the nudity check. */
  judgeBy(judge: SensitiveCheck['judge']): void;
  ask: AskAs<keyof ReturnType<typeof generationOperations>, Viewer>;
  /** Requests images, with a new idempotency key unless one is given. */
  create(who: Viewer, asked?: Asked, key?: string): Promise<components['schemas']['Generation']>;
  /** Runs the job, as a worker would. */
  run(id: string, stop?: AbortSignal): Promise<void>;
}

export async function openGenerator(
  deps: Deps,
  models: CatalogModel[] = [fakeModel()],
  photoSource: PhotoSource = () => Promise.reject(new Problem(404, 'not_found', 'There is no such photo.')),
  { others = [], sourceCheck = () => null }: { others?: readonly Provider[]; sourceCheck?: Generator['sourceCheck'] } = {},
): Promise<TestGenerator> {
  let makeNow = drawFake;
  let judgeNow: SensitiveCheck['judge'] = () => Promise.resolve(0);
  const calls: GeneratorRequest[] = [];
  const taken: TestGenerator['submittedReferences'] = [];
  const generate: FakeMake = (request, context) => {
    calls.push(request);
    taken.push(context.submittedReference);
    return makeNow(request, context);
  };
  const provider: Provider = { id: 'builtin', name: 'Built in', models, generator: { generate, sourceCheck } };
  const catalog = catalogOfProviders([provider, ...others]);
  await syncCatalog(deps.db, catalog);
  const pictures = derivativesOf(deps);
  const keyServices = { keys: openProviderKeys(deps), keyedProviders: [] };
  const ask = askOperations(generationOperations(deps, { catalog, pictures, photoSource, keyServices, limits: unlimited }));
  const runner = generationRunner(deps, { catalog, pictures, sensitive: { judge: (picture) => judgeNow(picture) } });
  return {
    catalog,
    calls,
    submittedReferences: taken,
    makeBy: (make) => void (makeNow = make),
    judgeBy: (judge) => void (judgeNow = judge),
    ask,
    create: (who, asked = {}, key = uuid7()) => {
      const body = { model: models[0]?.id, prompt: 'A cat', ...asked };
      return ask('createGeneration', who, {}, { body, header: { 'idempotency-key': key } });
    },
    run: (id, stop = new AbortController().signal) => runner(id, stop),
  };
}
