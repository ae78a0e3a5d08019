// A small sample of a style on the chosen image, before the image of full size is requested. The server makes it at full strength; a lower
// strength is the same blend of it with the source as in the full image, so moving the slider needs no server.
import './style-preview.css';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { GenerationModel, ImageOwner } from '#src/domains/generation/generation.ts';
import { useConnection } from '#src/shell/connection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { MediaImage } from '#src/shell/media-image.tsx';
import { apiUrl } from '#src/transport/api-base.ts';
import { fetchImage } from '#src/transport/fetch-image.ts';
import { ApiError } from '#src/transport/problem.ts';
import { Button, Spinner } from '#src/ui/button.tsx';
import type { RecipeSource } from './recipe.ts';
import { sourceUrl } from './source-field.tsx';

/** The built-in filters: they cost the server little. */
const PREVIEWED = 'builtin:restyle';

export const hasStylePreview = ({ id, capabilities }: GenerationModel, style: string | null): boolean =>
  id === PREVIEWED && capabilities.styles.some((each) => each.id === style);

interface PreviewOf {
  owner: ImageOwner;
  model: string;
  style: string;
  /** Of the request, if it has one. */
  seed?: number | null;
  source: RecipeSource;
}

const PREVIEW_TIMEOUT_MS = 20_000;

const stylePreviewQuery = ({ owner, model, style, seed = null, source: { kind, id, event_id: event } }: PreviewOf) =>
  queryOptions({
    queryKey: ['generation', 'style-preview', owner, model, style, seed, kind, id] as const,
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ model, style, kind, source: id });
      if (seed !== null) query.set('seed', String(seed));
      if (event !== null) query.set('event_id', event);
      if (owner !== null) query.set('organization_id', owner);
      return fetchImage(apiUrl(`/api/v1/style-previews?${query}`), PREVIEW_TIMEOUT_MS, signal);
    },
    staleTime: Infinity,
    // Another preview was asked for meanwhile, as on a second tab; other refusals stay.
    retry: (count, error) => count < 2 && error instanceof ApiError && error.code === 'preview_replaced',
  });

/** Arrow keys run through the styles: only where they stop is a preview needed. */
const SETTLE_MS = 120;

function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** The URL of a picture in memory. */
function useObjectUrl(blob: Blob | undefined): string | null {
  const url = useMemo(() => (blob ? URL.createObjectURL(blob) : null), [blob]);
  useEffect(() => () => (url === null ? undefined : URL.revokeObjectURL(url)), [url]);
  return url;
}

interface StylePreviewProps extends PreviewOf {
  /** From 0 to 1. */
  strength: number;
}

export function StylePreview({ owner, model, style, seed = null, strength, source }: StylePreviewProps) {
  const asked = useSettled(style);
  const { data, error, isFetching, refetch } = useQuery(stylePreviewQuery({ owner, model, style: asked, seed, source }));
  const url = useObjectUrl(data);
  const isOnline = useConnection() === 'online';
  const isCurrent = asked === style && url !== null;
  return (
    <figure className="style-preview">
      <div className="style-preview-frame">
        <MediaImage src={sourceUrl(source, 'preview')} alt="" className="style-preview-source" />
        {url !== null && (
          <img
            src={url}
            alt="Preview of the style"
            draggable={false}
            className="style-preview-styled"
            style={{ opacity: isCurrent ? strength : 0 }}
          />
        )}
      </div>
      <figcaption className="flex min-h-6 flex-wrap items-center gap-2 text-sm text-ink-muted" aria-live="polite">
        {isFetching && (
          <>
            <Spinner /> Previewing…
          </>
        )}
        {!isFetching && error && (isOnline ? <>{describeFailure(error).detail}</> : <>You’re offline. The preview needs a connection.</>)}
        {!isFetching && error && isOnline && (
          <Button size="sm" onClick={() => void refetch()}>
            Retry
          </Button>
        )}
        {!isFetching && !error && isCurrent && 'Preview, free. The result is larger and sharper.'}
      </figcaption>
    </figure>
  );
}
