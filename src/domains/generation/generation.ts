import type { components } from '#openapi/api.ts';
import { apiUrl } from '#src/transport/api-base.ts';

type Schemas = components['schemas'];

export type Generation = Schemas['Generation'];
export type GeneratedImage = Schemas['GeneratedImage'];
export type GenerationModel = Schemas['GenerationModel'];
export type GenerationTask = Schemas['GenerationTask'];
export type GenerationRequest = Schemas['GenerationRequest'];
export type CreateGenerationRequest = Schemas['CreateGenerationRequest'];
/** Nothing left open, so that it can be edited and made again. */
export type CompleteRequest = GenerationRequest & { organization_id: ImageOwner };
export type Credits = Schemas['Credits'];

/** Whose images: an organization's, or with null one's own. */
export type ImageOwner = string | null;

export function generatedImageUrl(id: string, variant: 'thumb' | 'preview' | 'original'): string {
  return apiUrl(`/api/v1/generated-images/${id}/${variant}`);
}

export const isFinished = ({ status }: Pick<Generation, 'status'>): boolean => status !== 'queued' && status !== 'running';

/** For screen readers, and where the picture itself is not shown. */
export function describeImage({ prompt, model_name: model, is_sensitive: isSensitive }: GeneratedImage): string {
  const what = prompt === '' ? `Image created with ${model}` : `“${prompt.length > 120 ? `${prompt.slice(0, 120)}…` : prompt}”, ${model}`;
  return isSensitive ? `${what}, hidden` : what;
}
