import { useQuery } from '@tanstack/react-query';
import type { CreateGenerationRequest, ImageOwner } from '#src/domains/generation/generation.ts';
import { styleName } from '#src/domains/generation/labels.ts';
import { modelsQuery } from '#src/domains/generation/queries.ts';

/** The prompt, else the name of the style, else the name of the model. */
export function useRequestTitle(
  request: Pick<CreateGenerationRequest, 'model' | 'prompt' | 'style'>,
  owner: ImageOwner,
  modelName: string,
): string {
  const { data: models } = useQuery(modelsQuery(owner));
  return request.prompt || (styleName(request, models) ?? modelName);
}
