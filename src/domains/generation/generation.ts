import type { components } from '#openapi/api.ts';
import { shorten } from '#src/lib/shorten.ts';
import { apiUrl } from '#src/transport/api-base.ts';

type Schemas = components['schemas'];

export type Generation = Schemas['Generation'];
export type GeneratedImage = Schemas['GeneratedImage'];
export type GenerationModel = Schemas['GenerationModel'];
export type GenerationTask = Schemas['GenerationTask'];
export type GenerationRequest = Schemas['GenerationRequest'];
export type CreateGenerationRequest = Schemas['CreateGenerationRequest'];
/** Every field is set, so that the request can be edited and repeated. */
export type CompleteRequest = GenerationRequest & { organization_id: ImageOwner } & Pick<CreateGenerationRequest, 'derived_from'>;
export type Credits = Schemas['Credits'];

/** The owner of images: an organization's id, or null for the signed-in person. */
export type ImageOwner = string | null;

export function generatedImageUrl(id: string, variant: 'thumb' | 'preview' | 'original'): string {
  return apiUrl(`/api/v1/generated-images/${id}/${variant}`);
}

export const isFinished = ({ status }: Pick<Generation, 'status'>): boolean => status !== 'queued' && status !== 'running';

/** Alternative text for an image. */
export function describeImage({ prompt, model_name: model, is_sensitive: isSensitive }: GeneratedImage): string {
  const what = prompt === '' ? `Image created with ${model}` : `“${shorten(prompt, 120)}”, ${model}`;
  return isSensitive ? `${what}, hidden` : what;
}
