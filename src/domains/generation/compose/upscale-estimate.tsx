import { useQuery } from '@tanstack/react-query';
import type { GenerationModel, ImageOwner } from '#src/domains/generation/generation.ts';
import { upscaleEstimateQuery } from '#src/domains/generation/queries.ts';
import type { RecipeSource } from './recipe.ts';

interface UpscaleEstimateProps {
  owner: ImageOwner;
  model: GenerationModel;
  source: RecipeSource;
}

/** "4000 × 3000 → 8000 × 6000, about 2 minutes". Models elsewhere have no estimate. */
export function UpscaleEstimate({ owner, model, source }: UpscaleEstimateProps) {
  const { data, isPending } = useQuery(upscaleEstimateQuery(owner, model.id, source));
  return (
    <p role="status" className="min-h-5 text-sm text-ink-muted tabular-nums">
      {data?.message ?? (isPending ? 'Estimating the time…' : '')}
    </p>
  );
}
