// Samples on the person's own image, made by the server for nothing: of one style, of all as tiles in one strip, or of an edit.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { EMPTY_RECIPE, type ImageRecipe, NO_SOURCE, type RecipeSource } from '#src/domains/generation/compose/recipe.ts';
import type { GenerationModel, ImageOwner } from '#src/domains/generation/generation.ts';
import { useConnection } from '#src/shell/connection.ts';
import { apiUrl } from '#src/transport/api-base.ts';
import { fetchImage } from '#src/transport/fetch-image.ts';
import { ApiError } from '#src/transport/problem.ts';
import { useSettled } from '#src/ui/use-settled.ts';
import { hasStylePictures, type StyleTiles } from './style-picture.tsx';

interface PictureOf {
  owner: ImageOwner;
  model: string;
  source: RecipeSource;
}

export interface PreviewOf extends PictureOf {
  style: string;
  /** Of the request, if it has one. */
  seed?: number | null;
}

interface TilesOf extends PictureOf {
  /** From 0 to 1. */
  strength: number;
  /** Of the request, if it has one. */
  seed?: number | null;
}

const PREVIEW_TIMEOUT_MS = 30_000;

/**
 * A free sample made by the server. It stays as it is.
 * @param key names what it is of
 * @param body of a POST; without one, a GET
 */
export const samplePictureQuery = <const Key extends readonly unknown[]>(key: Key, url: string, body?: object) =>
  queryOptions({
    queryKey: ['generation', ...key] as const,
    queryFn: ({ signal }) => fetchImage(url, { timeout: PREVIEW_TIMEOUT_MS, signal, ...(body && { body }) }),
    staleTime: Infinity,
    // Other refusals stay. While the page is hidden or the picture isn’t shown, nothing is asked for again.
    retry: (count, error) => error instanceof ApiError && count < (RETRIES.get(error.code) ?? 0),
    retryDelay: (count) => 1000 * 2 ** count,
  });

function pictureQuery(
  path: 'style-previews' | 'edit-previews',
  { owner, model, source: { kind, id, event_id: event } }: PictureOf,
  options: Record<string, string>,
) {
  const query = new URLSearchParams({ model, kind, source: id, ...options });
  if (event !== null) query.set('event_id', event);
  if (owner !== null) query.set('organization_id', owner);
  return samplePictureQuery([path, owner, model, kind, id, options], apiUrl(`/api/v1/${path}?${query}`));
}

/** Another preview was asked for meanwhile, as on a second tab; the server prepares a new photo within seconds; it has too much to do. */
const RETRIES: ReadonlyMap<string, number> = new Map([
  ['preview_replaced', 2],
  ['not_ready', 6],
  ['unavailable', 3],
]);

const seedOption = (seed: number | null): Record<string, string> => (seed === null ? {} : { seed: String(seed) });

export const stylePreviewQuery = ({ style, seed = null, ...of }: PreviewOf) =>
  pictureQuery('style-previews', of, { style, ...seedOption(seed) });

const styleTilesQuery = ({ strength, seed = null, ...of }: TilesOf) =>
  pictureQuery('style-previews', of, { strength: String(strength), ...seedOption(seed) });

export interface EditOf extends PictureOf {
  /** An upload id. */
  mask: string | null;
  outpaint: ImageRecipe['outpaint'];
  /** Behind a cut-out. */
  background?: string;
}

/** What a built-in model erases, extends or cuts out. */
export const editPreviewQuery = ({ mask, outpaint, background, ...of }: EditOf) =>
  pictureQuery('edit-previews', of, {
    ...(mask !== null && { mask }),
    ...(background !== undefined && { background }),
    ...(outpaint && { aspect: outpaint.aspect, anchor: outpaint.anchor }),
  });

/** The URL of a picture in memory. */
export function useObjectUrl(blob: Blob | undefined): string | null {
  const url = useMemo(() => (blob ? URL.createObjectURL(blob) : null), [blob]);
  useEffect(() => () => (url === null ? undefined : URL.revokeObjectURL(url)), [url]);
  return url;
}

/** Every request for tiles counts as four previews. */
const STRENGTH_SETTLES_MS = 600;

/**
 * All styles on one image as strong as their results, by one request. Until they are loaded, `own`: the image itself, if it is known. Null while there
 * are none: offline, if they can't be made, and for models without previews.
 */
export function useStyleTiles(
  owner: ImageOwner,
  model: GenerationModel | undefined,
  source: RecipeSource | null,
  { strength = EMPTY_RECIPE.strength, own = null, seed = null }: { strength?: number; own?: string | null; seed?: number | null } = {},
): StyleTiles | null {
  const isOnline = useConnection() === 'online';
  const settled = useSettled(strength, STRENGTH_SETTLES_MS);
  const { data, isError } = useQuery({
    ...styleTilesQuery({ owner, model: model?.id ?? '', strength: settled, seed, source: source ?? NO_SOURCE }),
    enabled: isOnline && source !== null && model !== undefined && hasStylePictures(model.id),
    // In the strength before, until they are there in another.
    placeholderData: (before, of) => (of?.queryKey[5] === source?.id ? before : undefined),
  });
  const url = useObjectUrl(data);
  if (!model || !hasStylePictures(model.id)) return null;
  const styles = model.capabilities.styles.map(({ id }) => id);
  if (url !== null) return { url, styles };
  return own !== null && isOnline && !isError ? { url: own, styles, isPlain: true } : null;
}
