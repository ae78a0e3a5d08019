// Samples of styles on the person's own image, made by the server for nothing: of one style, or of all as tiles in one strip.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { RecipeSource } from '#src/domains/generation/compose/recipe.ts';
import type { GenerationModel, ImageOwner } from '#src/domains/generation/generation.ts';
import { useConnection } from '#src/shell/connection.ts';
import { apiUrl } from '#src/transport/api-base.ts';
import { fetchImage } from '#src/transport/fetch-image.ts';
import { ApiError } from '#src/transport/problem.ts';
import { hasStylePictures, type StyleTiles } from './style-picture.tsx';

export interface PreviewOf {
  owner: ImageOwner;
  model: string;
  /** Null for all styles. */
  style: string | null;
  /** Of the request, if it has one. */
  seed?: number | null;
  source: RecipeSource;
}

const PREVIEW_TIMEOUT_MS = 20_000;

export const stylePreviewQuery = ({ owner, model, style, seed = null, source: { kind, id, event_id: event } }: PreviewOf) =>
  queryOptions({
    queryKey: ['generation', 'style-preview', owner, model, style, seed, kind, id] as const,
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ model, kind, source: id });
      if (style !== null) query.set('style', style);
      if (seed !== null) query.set('seed', String(seed));
      if (event !== null) query.set('event_id', event);
      if (owner !== null) query.set('organization_id', owner);
      return fetchImage(apiUrl(`/api/v1/style-previews?${query}`), PREVIEW_TIMEOUT_MS, signal);
    },
    staleTime: Infinity,
    // Another preview was asked for meanwhile, as on a second tab; other refusals stay.
    retry: (count, error) => count < 2 && error instanceof ApiError && error.code === 'preview_replaced',
  });

/** The URL of a picture in memory. */
export function useObjectUrl(blob: Blob | undefined): string | null {
  const url = useMemo(() => (blob ? URL.createObjectURL(blob) : null), [blob]);
  useEffect(() => () => (url === null ? undefined : URL.revokeObjectURL(url)), [url]);
  return url;
}

const NONE: RecipeSource = { kind: 'upload', id: '', event_id: null };

/** All styles on one image, by one request. Null while there are none: before they are loaded, offline, and for models without previews. */
export function useStyleTiles(owner: ImageOwner, model: GenerationModel | undefined, source: RecipeSource | null): StyleTiles | null {
  const isOnline = useConnection() === 'online';
  const { data } = useQuery({
    ...stylePreviewQuery({ owner, model: model?.id ?? '', style: null, source: source ?? NONE }),
    enabled: isOnline && source !== null && model !== undefined && hasStylePictures(model.id),
  });
  const url = useObjectUrl(data);
  return model && url !== null ? { url, styles: model.capabilities.styles.map(({ id }) => id) } : null;
}
