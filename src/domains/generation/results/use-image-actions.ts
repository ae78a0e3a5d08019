import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { createElement, type ReactNode, useMemo, useState } from 'react';
import type { ComposePrefill } from '#src/domains/generation/compose-prefill.ts';
import { hasPromptPreview } from '#src/domains/generation/compose/prompt-preview.tsx';
import { recipeText } from '#src/domains/generation/compose/recipe-text.ts';
import { canVary, EMPTY_RECIPE, requestOf, variationOf } from '#src/domains/generation/compose/recipe.ts';
import { hasStylePreview } from '#src/domains/generation/compose/style-preview.tsx';
import type { GeneratedImage, GenerationModel, GenerationRequest, ImageOwner } from '#src/domains/generation/generation.ts';
import { creditsDisabledReason, styleName, totalCost } from '#src/domains/generation/labels.ts';
import {
  creditsQuery,
  deleteImage,
  generationQuery,
  invalidateImagesAndGenerations,
  modelsQuery,
  restoreImage,
  setFavorite,
} from '#src/domains/generation/queries.ts';
import { submitRequest } from '#src/domains/generation/requests.ts';
import { uuid7 } from '#src/lib/uuid7.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { optimisticMutation } from '#src/shell/optimistic-mutation.ts';
import { createOverlay } from '#src/shell/overlay.ts';
import { Brush, Eraser, Maximize, Scissors } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { toast } from '#src/ui/toast.ts';
import { saveOriginal, shareOriginal } from './original-file.ts';

/** Optimistic patches, by image id. */
const overlay = createOverlay<GeneratedImage>();

export const usePatchedImages = overlay.usePatched;

const removing = (client: QueryClient) =>
  optimisticMutation<GeneratedImage>({
    item: ({ id }) => `image ${id}`,
    apply: ({ id }) => overlay.add(id, null),
    send: ({ id }) => deleteImage(id),
    revert: ({ id }) => restoreImage(id),
    done: () => 'Image deleted',
    failed: 'Couldn’t delete the image',
    settle: (image) => invalidateImagesAndGenerations(client, image),
  });

const favoriteMutation = (client: QueryClient) =>
  optimisticMutation<{ image: GeneratedImage; favorite: boolean }>({
    item: ({ image }) => `image ${image.id}`,
    apply: ({ image, favorite }) => overlay.add(image.id, { is_favourite: favorite }),
    send: ({ image, favorite }) => setFavorite(image.id, favorite),
    failed: 'Couldn’t change your favorites',
    settle: ({ image }) => invalidateImagesAndGenerations(client, image),
  });

export interface ImageEdit {
  /** Its id. */
  model: string;
  label: string;
  Icon: typeof Brush;
}

export interface ImageActions {
  /** Undefined if no model upscales. */
  upscaler: GenerationModel | undefined;
  /** The model that created an image; undefined if it isn't available any more. */
  modelOf: (image: Pick<GeneratedImage, 'model'>) => GenerationModel | undefined;
  /** How a part of an image can be changed, or the image extended. */
  edits: readonly ImageEdit[];
  remove: (image: GeneratedImage) => void;
  setFavorite: (image: GeneratedImage, favorite: boolean) => void;
  restore: (image: GeneratedImage) => Promise<void>;
  save: (image: GeneratedImage) => Promise<void>;
  share: (image: GeneratedImage) => Promise<void>;
  /** Copies the recipe as text. */
  copyRecipe: (image: GeneratedImage) => Promise<void>;
  /** What "Variation" asks for, with its cost. Null if the model always makes the same image. */
  variations: (image: Pick<GeneratedImage, 'model' | 'style'>) => { label: string; disabledReason: string | null } | null;
  vary: (image: GeneratedImage) => Promise<void>;
  /** Where a variation is chosen. The screen shows it. */
  dialog: ReactNode;
  upscale: (image: GeneratedImage) => Promise<void>;
  compose: (from: ComposePrefill) => void;
}

async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(done);
  } catch {
    // Refused by the browser, or an insecure page: shows the text to copy it by hand.
    toast.warning('Couldn’t copy', { detail: text });
  }
}

export function editsOf(models: readonly GenerationModel[]): ImageEdit[] {
  const painter = models.find(({ capabilities }) => capabilities.mask && capabilities.prompt !== 'none');
  const ofTask = (wanted: GenerationModel['task']) => models.find(({ task }) => task === wanted);
  const edits = [
    { by: painter, label: 'Edit a part, or extend', Icon: Brush },
    { by: ofTask('erase'), label: 'Erase a part', Icon: Eraser },
    { by: ofTask('extend'), label: 'Extend', Icon: Maximize },
    { by: ofTask('cut-out'), label: 'Cut out', Icon: Scissors },
  ];
  return edits.flatMap(({ by, label, Icon }) => (by ? [{ model: by.id, label, Icon }] : []));
}

const VariationsSheet = lazyPart(() => import('./variations-sheet.tsx'), { name: 'the variations', close: ({ onClose }) => onClose() });

/** Whether each number has a free preview of what it makes, so that a variation is chosen and not bought blindly. */
const hasVariationPreviews = (model: GenerationModel, image: Pick<GeneratedImage, 'style'>): boolean =>
  hasStylePreview(model, image.style ?? null) || hasPromptPreview(model);

/** @param onCompose opens the Generate screen with this prefill */
export function useImageActions(account: string, owner: ImageOwner, onCompose: (from: ComposePrefill) => void): ImageActions {
  const client = useQueryClient();
  const { data: models } = useQuery(modelsQuery(owner));
  const { data: credits } = useQuery(creditsQuery(owner));
  const [varied, setVaried] = useState<GeneratedImage | null>(null);
  return useMemo(() => {
    const upscaler = models?.find(({ task }) => task === 'upscale');
    const trying = async (failed: string, work: () => Promise<void>) => {
      try {
        await work();
      } catch (error) {
        toast.error(failed, { detail: describeFailure(error).detail });
      }
    };
    const modelOf = ({ model }: Pick<GeneratedImage, 'model'>) => models?.find(({ id }) => id === model);
    const make = async (image: GeneratedImage, model: GenerationModel, request: GenerationRequest, seed: number | null) => {
      const sending = submitRequest({ id: uuid7(), account, body: variationOf(image, request, model, owner, seed), modelName: model.name });
      onCompose({});
      await sending;
    };
    const variedModel = varied && modelOf(varied);
    return {
      upscaler,
      modelOf,
      edits: editsOf(models ?? []),
      variations(image) {
        const model = modelOf(image);
        if (!model)
          return { label: 'Variation', disabledReason: models ? 'This model is no longer available.' : 'The models are still loading.' };
        if (!canVary(model)) return null;
        if (hasVariationPreviews(model, image)) return { label: 'Variations', disabledReason: null };
        return {
          label: `Variation (${totalCost(model, 1).toLowerCase()})`,
          disabledReason: creditsDisabledReason(credits, model.credits),
        };
      },
      remove: removing(client),
      setFavorite: (image, favorite) => favoriteMutation(client)({ image, favorite }),
      restore: (image) =>
        trying('Couldn’t restore the image', async () => {
          await restoreImage(image.id);
          await invalidateImagesAndGenerations(client, image);
        }),
      save: (image) => trying('Couldn’t download the image', () => saveOriginal(image)),
      share: (image) => trying('Couldn’t share the image', () => shareOriginal(image)),
      copyRecipe: (image) =>
        trying('Couldn’t read the recipe', async () => {
          const { request, model_name: modelName } = await client.ensureQueryData(generationQuery(image.generation_id));
          await copyText(
            recipeText({ ...request, seed: image.seed, modelName, styleName: styleName(request, models) }, location.origin, owner),
            'Recipe copied',
          );
        }),
      vary: (image) =>
        trying('Couldn’t create a variation', async () => {
          const model = modelOf(image);
          if (!model) return;
          if (hasVariationPreviews(model, image)) {
            setVaried(image);
            return;
          }
          const { request } = await client.ensureQueryData(generationQuery(image.generation_id));
          await make(image, model, request, null);
        }),
      upscale: (image) =>
        trying('Couldn’t upscale the image', async () => {
          if (!upscaler) return;
          const body = requestOf({ ...EMPTY_RECIPE, source: { kind: 'image', id: image.id, event_id: null } }, upscaler, owner);
          const sending = submitRequest({ id: uuid7(), account, body, modelName: upscaler.name });
          onCompose({});
          await sending;
        }),
      compose: onCompose,
      dialog:
        varied && variedModel
          ? createElement(VariationsSheet, {
              image: varied,
              model: variedModel,
              owner,
              disabledReason: creditsDisabledReason(credits, variedModel.credits),
              onMake: (request, seed) => {
                setVaried(null);
                void trying('Couldn’t create a variation', () => make(varied, variedModel, request, seed));
              },
              onClose: () => setVaried(null),
            })
          : null,
    };
  }, [client, account, owner, models, credits, varied, onCompose]);
}
