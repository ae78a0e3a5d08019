import { useQuery } from '@tanstack/react-query';
import type { GenerationModel, ImageOwner } from '#src/domains/generation/generation.ts';
import { generationEstimateQuery } from '#src/domains/generation/queries.ts';
import { useConnection } from '#src/shell/connection.ts';
import type { RecipeSource } from './recipe.ts';

interface GenerationEstimateProps {
  owner: ImageOwner;
  model: GenerationModel;
  source: RecipeSource | null;
  /** An upload id. */
  mask?: string | null;
  /** That the image is extended to. */
  aspect?: string | null;
}

/** "4000 × 3000 → 8000 × 6000, about 2 minutes", that a large image becomes smaller, or that too much is marked: before it is paid for. */
export function GenerationEstimate({ owner, model, source, mask = null, aspect = null }: GenerationEstimateProps) {
  const isOnline = useConnection() === 'online';
  if (!source || !isOnline || model.capabilities.estimate !== true) return null;
  return <Estimate owner={owner} model={model} source={source} mask={mask} aspect={aspect} />;
}

function Estimate({ owner, model, source, mask, aspect }: Required<GenerationEstimateProps> & { source: RecipeSource }) {
  const { data, isPending } = useQuery(generationEstimateQuery(owner, model.id, source, { mask, aspect }));
  const words = data?.message ?? (isPending && model.task === 'upscale' ? 'Estimating the time…' : '');
  return (
    // An upscale always has one, so its room is reserved.
    <p role="status" className={words === '' && model.task !== 'upscale' ? 'sr-only' : 'min-h-5 text-sm text-ink-muted tabular-nums'}>
      {words}
    </p>
  );
}
