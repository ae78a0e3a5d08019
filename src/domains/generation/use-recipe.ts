import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useDraft } from '#src/shell/draft.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { toast } from '#src/ui/toast.ts';
import type { ComposeFrom } from './compose-from.ts';
import { EMPTY_RECIPE, recipeOf, type ImageRecipe } from './compose/recipe.ts';
import type { GenerationModel, ImageOwner } from './generation.ts';
import { generationQuery } from './queries.ts';

interface RecipeState {
  recipe: ImageRecipe;
  change: (change: Partial<ImageRecipe>) => void;
  /** The id that the next request is sent under. */
  id: string;
  /** It was written down: what is asked for next has another id, and the same words. */
  used: () => void;
}

/**
 * What stands in the form. It outlives a reload and leaving the screen.
 * @param from filled in once, then `onTaken` is called
 */
export function useRecipe(
  account: string,
  owner: ImageOwner,
  models: readonly GenerationModel[],
  from: ComposeFrom,
  onTaken: () => void,
): RecipeState {
  const client = useQueryClient();
  const { id, values, keep, drop } = useDraft(`generation:${account}:${owner ?? 'own'}`, EMPTY_RECIPE);
  const [recipe, setRecipe] = useState(values);
  const change = (part: Partial<ImageRecipe>) => {
    const next = { ...recipe, ...part };
    setRecipe(next);
    keep(next);
  };
  const take = useEffectEvent(async ({ again, source, model }: ComposeFrom) => {
    onTaken();
    if (model !== undefined) change({ model });
    if (source !== undefined) {
      const takesPictures = (each: GenerationModel) => each.capabilities.source !== 'none';
      const now = models.find((each) => each.id === recipe.model) ?? models[0];
      const fit = now && takesPictures(now) ? now : (models.find((each) => each.task === 'image-to-image') ?? models.find(takesPictures));
      change({ source: { kind: 'image', id: source, event_id: null }, mask: null, ...(fit && { model: fit.id }) });
    }
    if (again === undefined) return;
    try {
      change(recipeOf((await client.ensureQueryData(generationQuery(again))).request));
    } catch (error) {
      toast.error('The request could not be opened again', { detail: describeFailure(error).detail });
    }
  });
  const { again, source, model } = from;
  useEffect(() => {
    if (again !== undefined || source !== undefined || model !== undefined) void take({ again, source, model });
  }, [again, source, model]);
  return {
    recipe,
    change,
    id,
    used() {
      drop();
      keep(recipe);
    },
  };
}
