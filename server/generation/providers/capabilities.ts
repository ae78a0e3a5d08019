// What the models of providers take, and the refusal of all else before anything is sent.
import { GeneratorError, type CatalogModel, type Generator, type GeneratorRequest } from '#server/generation/generator.ts';

type Capabilities = CatalogModel['capabilities'];

/** A model that takes a prompt, and of the rest what is told. */
export const defineCapabilities = (some: Partial<Capabilities> & Pick<Capabilities, 'max_count' | 'max_prompt_length'>): Capabilities => ({
  prompt: 'required',
  negative_prompt: false,
  seed: false,
  strength: false,
  source: 'none',
  mask: false,
  background: false,
  progress: false,
  max_source_pixels: null,
  sizes: [],
  aspect_ratios: [],
  styles: [],
  ...some,
});

export const imageSizes = (...texts: `${number}x${number}`[]): Capabilities['sizes'] =>
  texts.map((text) => {
    const [width = 0, height = 0] = text.split('x').map(Number);
    return { width, height };
  });

/** Also the longest that the contract lets through. */
export const MAX_PROMPT_LENGTH = 4000;

/** What is not taken, in a sentence; null where everything is. The contract's own check comes before; rows of the database may lag behind. */
function unsupportedReason({ name, capabilities }: CatalogModel, request: GeneratorRequest): string | null {
  const { size, aspectRatio } = request;
  const fits = (list: Capabilities['sizes']) => list.some(({ width, height }) => width === size?.width && height === size.height);
  const refusals: [boolean, string][] = [
    [capabilities.prompt === 'required' && request.prompt.trim() === '', 'needs a prompt'],
    [request.prompt.length > capabilities.max_prompt_length, `takes a prompt of at most ${capabilities.max_prompt_length} characters`],
    [request.negativePrompt !== '' && !capabilities.negative_prompt, 'takes no negative prompt'],
    [request.seed !== null && !capabilities.seed, 'takes no seed'],
    [request.strength !== null && !capabilities.strength, 'takes no strength'],
    [request.source === null && capabilities.source === 'required', 'needs a source picture'],
    [request.source !== null && capabilities.source === 'none', 'takes no source picture'],
    [request.mask !== null && !capabilities.mask, 'takes no mask'],
    [request.mask !== null && request.source === null, 'takes a mask only with a source picture'],
    [request.background !== null && !capabilities.background, 'takes no background'],
    [request.style !== null && !capabilities.styles.some(({ id }) => id === request.style), 'does not know this style'],
    [request.count > capabilities.max_count, `makes at most ${capabilities.max_count} images at once`],
    [size !== null && !fits(capabilities.sizes), 'does not make this size'],
    [aspectRatio !== null && !capabilities.aspect_ratios.includes(aspectRatio), 'does not make this aspect ratio'],
  ];
  const [first] = refusals.filter(([refused]) => refused);
  return first ? `${name} ${first[1]}.` : null;
}

/** The generator of a provider, which is handed only what its models take. */
export function rejectUnsupported(models: readonly CatalogModel[], provider: string, generator: Generator): Generator {
  return {
    async generate(request, context) {
      context.signal.throwIfAborted();
      const model = models.find((candidate) => candidate.model === request.model);
      if (!model) throw new GeneratorError('model_unavailable', `${provider} doesn’t offer this model.`);
      const refused = unsupportedReason(model, request);
      if (refused !== null) throw new GeneratorError('unsupported', refused);
      return generator.generate(request, context);
    },
  };
}
