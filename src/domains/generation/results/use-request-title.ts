import { useQuery } from '@tanstack/react-query';
import type { CreateGenerationRequest, ImageOwner } from '#src/domains/generation/generation.ts';
import { modelsQuery } from '#src/domains/generation/queries.ts';

/** The prompt, else the name of the style, else the name of the model. */
export function useRequestTitle(
  { model: modelId, prompt, style }: Pick<CreateGenerationRequest, 'model' | 'prompt' | 'style'>,
  owner: ImageOwner,
  modelName: string,
): string {
  const { data: models } = useQuery(modelsQuery(owner));
  const styles = models?.find(({ id }) => id === modelId)?.capabilities.styles;
  return prompt || (styles?.find(({ id }) => id === style)?.name ?? modelName);
}
