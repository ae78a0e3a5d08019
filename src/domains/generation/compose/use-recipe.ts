// The state of the Generate form. What ends late, such as the upload of a file, changes only what it was started for.
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ComposePrefill } from '#src/domains/generation/compose-prefill.ts';
import { findExample } from '#src/domains/generation/examples/example-list.ts';
import { examplePicture } from '#src/domains/generation/examples/example-pictures.ts';
import type { GenerationModel, ImageOwner } from '#src/domains/generation/generation.ts';
import { generationQuery, uploadSource } from '#src/domains/generation/queries.ts';
import { useDraft } from '#src/shell/draft.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { fetchImage } from '#src/transport/fetch-image.ts';
import { toast } from '#src/ui/toast.ts';
import { parseRecipeText } from './recipe-text.ts';
import { changedRecipe, EMPTY_RECIPE, type ImageRecipe, type RecipeChange, recipeOf } from './recipe.ts';

interface RecipeState {
  recipe: ImageRecipe;
  change: (change: RecipeChange) => void;
  /** Applies a prefill to the form. */
  prefill: (from: ComposePrefill) => void;
  /** Id of the next request. */
  id: string;
  /** Call after saving a request: the next one gets a new id, and the form stays filled, without a variation number. */
  markUsed: () => void;
}

/** Applies an example, or model and source of a prefill. Switches the model if it doesn't accept a source image. */
function applyPrefill(
  recipe: ImageRecipe,
  { model, source, photo, event, recipe: copied, example }: ComposePrefill,
  models: readonly GenerationModel[],
): ImageRecipe {
  const pasted = copied === undefined ? null : parseRecipeText(copied, models);
  if (pasted) return { ...EMPTY_RECIPE, ...pasted };
  const wantedExample = example === undefined ? undefined : findExample(example);
  if (wantedExample) return wantedExample.recipe;
  const wanted = model ?? recipe.model;
  const picture = prefillSource({ source, photo, event });
  if (!picture) return changedRecipe(recipe, { model: wanted });
  const takesPictures = (each: GenerationModel | undefined) => each !== undefined && each.capabilities.source !== 'none';
  const now = models.find(({ id }) => id === wanted) ?? models[0];
  const fit = takesPictures(now) ? now : (models.find(({ task }) => task === 'image-to-image') ?? models.find(takesPictures));
  return changedRecipe(recipe, { model: fit?.id ?? wanted, source: picture, sourceTask: fit?.task ?? null, mask: null });
}

function prefillSource({ source, photo, event }: ComposePrefill): ImageRecipe['source'] {
  if (photo !== undefined && event !== undefined) return { kind: 'photo', id: photo, event_id: event };
  return source === undefined ? null : { kind: 'image', id: source, event_id: null };
}

/**
 * State of the form, saved so that it survives reloads and navigation.
 * @param from the prefill, applied once; `onTaken` is called afterwards
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
  const latest = useRef(recipe);
  useEffect(() => {
    latest.current = recipe;
  }, [recipe]);
  const takeRequest = useMutation({
    mutationFn: (generationId: string) => client.ensureQueryData(generationQuery(generationId)),
    onMutate: () => latest.current,
    onSuccess({ request }, _id, before) {
      if (latest.current === before) setRecipe(recipeOf(request));
      else toast.info('The request wasn’t opened', { detail: 'You changed the form while it loaded.' });
    },
    onError: (error) => void toast.error('Couldn’t open the request', { detail: describeFailure(error).detail }),
    // It may be stored on this device.
    networkMode: 'always',
  });

  // The form has the recipe of an example already: its source picture follows as an upload.
  const [exampleId, setExampleId] = useState(from.example);
  const exampleSource = useQuery({ ...exampleSourceQuery(exampleId ?? ''), enabled: exampleId !== undefined });
  if (exampleId !== undefined && exampleSource.isFetched && !exampleSource.isFetching) {
    setExampleId(undefined);
    const { data: source } = exampleSource;
    // Unless something else was chosen meanwhile.
    if (source && recipe.source === null && recipe.model === findExample(exampleId)?.recipe.model) setRecipe({ ...recipe, source });
  }

  const isNews = Object.values(from).some((value) => value !== undefined);
  const taken = useEffectEvent(() => {
    if (from.again !== undefined) takeRequest.mutate(from.again);
    onTaken();
  });
  useEffect(() => {
    if (isNews) taken();
  }, [isNews]);
  return {
    recipe,
    change: (part) => setRecipe((now) => changedRecipe(now, typeof part === 'function' ? part(now) : part)),
    prefill(next) {
      if (next.again === undefined) setRecipe((now) => applyPrefill(now, next, models));
      else takeRequest.mutate(next.again);
      setExampleId(next.example);
    },
    id,
    markUsed() {
      clear();
      // Its number was of this request only.
      setRecipe((now) => ({ ...now, seed: '' }));
      save({ ...recipe, seed: '' });
    },
  };
}

/** Uploads an example’s photo as the source of a request. Null if the example has none, or it can't be loaded. */
const exampleSourceQuery = (exampleId: string) =>
  queryOptions({
    queryKey: ['generation', 'example-source', exampleId] as const,
    queryFn: async (): Promise<ImageRecipe['source']> => {
      const name = findExample(exampleId)?.source;
      const address = name ? examplePicture(name) : null;
      if (address === null) return null;
      try {
        const { id } = await uploadSource(await fetchImage(address));
        return { kind: 'upload', id, event_id: null };
      } catch (error) {
        toast.error('Couldn’t load the example’s photo', { detail: describeFailure(error).detail });
        return null;
      }
    },
    // The server deletes it after a day.
    gcTime: 0,
    networkMode: 'always',
  });
