import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useDraft } from '#src/shell/draft.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { toast } from '#src/ui/toast.ts';
import type { ComposePrefill } from './compose-prefill.ts';
import { EMPTY_RECIPE, recipeOf, type ImageRecipe } from './compose/recipe.ts';
import type { GenerationModel, ImageOwner } from './generation.ts';
import { generationQuery } from './queries.ts';

interface RecipeState {
  recipe: ImageRecipe;
  change: (change: Partial<ImageRecipe>) => void;
  /** Fills in what one comes from. */
  prefill: (from: ComposePrefill) => void;
  /** The id that the next request is sent under. */
  id: string;
  /** It was written down: what is asked for next has another id, and the same words. */
  markUsed: () => void;
}

/** With the model or the picture that one came with; a model that takes no picture makes way for one that does. */
function applyPrefill(
  recipe: ImageRecipe,
  { model, source, photo, event }: ComposePrefill,
  models: readonly GenerationModel[],
): ImageRecipe {
  const wanted = model ?? recipe.model;
  const picture = prefillSource({ source, photo, event });
  if (!picture) return { ...recipe, model: wanted };
  const takesPictures = (each: GenerationModel | undefined) => each !== undefined && each.capabilities.source !== 'none';
  const now = models.find(({ id }) => id === wanted) ?? models[0];
  const fit = takesPictures(now) ? now : (models.find(({ task }) => task === 'image-to-image') ?? models.find(takesPictures));
  return { ...recipe, model: fit?.id ?? wanted, source: picture, mask: null };
}

function prefillSource({ source, photo, event }: ComposePrefill): ImageRecipe['source'] {
  if (photo !== undefined && event !== undefined) return { kind: 'photo', id: photo, event_id: event };
  return source === undefined ? null : { kind: 'image', id: source, event_id: null };
}

/**
 * What stands in the form. It outlives a reload and leaving the screen.
 * @param from what one came with: filled in once, then `onTaken` is called
 */
export function useRecipe(
  account: string,
  owner: ImageOwner,
  models: readonly GenerationModel[],
  from: ComposePrefill,
  onTaken: () => void,
): RecipeState {
  const client = useQueryClient();
  const { id, values, save, clear } = useDraft(`generation:${account}:${owner ?? 'own'}`, EMPTY_RECIPE);
  const [recipe, setRecipe] = useState(() => applyPrefill(values, from, models));
  useEffect(() => save(recipe), [save, recipe]);
  const takeRequest = async (generationId: string) => {
    try {
      setRecipe(recipeOf((await client.ensureQueryData(generationQuery(generationId))).request));
    } catch (error) {
      toast.error('Couldn’t open the request', { detail: describeFailure(error).detail });
    }
  };

  const [again, setAgain] = useState(from.again);
  const asked = useQuery({ ...generationQuery(again ?? ''), enabled: again !== undefined });
  if (again !== undefined && (asked.data || asked.error)) {
    setAgain(undefined);
    if (asked.data) setRecipe(recipeOf(asked.data.request));
  }
  const isNews = Object.values(from).some((value) => value !== undefined);
  const taken = useEffectEvent(onTaken);
  useEffect(() => {
    if (isNews) taken();
  }, [isNews]);
  return {
    recipe,
    change: (part) => setRecipe({ ...recipe, ...part }),
    prefill(next) {
      if (next.again === undefined) setRecipe(applyPrefill(recipe, next, models));
      else void takeRequest(next.again);
    },
    id,
    markUsed() {
      clear();
      save(recipe);
    },
  };
}
