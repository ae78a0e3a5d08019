// A small sample of a style on the chosen image, before the image of full size is requested. The server makes it at full strength; a lower
// strength is the same blend of it with the source as in the full image, so moving the slider needs no server.
import './style-preview.css';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { GenerationModel } from '#src/domains/generation/generation.ts';
import { type PreviewOf, stylePreviewQuery, useObjectUrl } from '#src/domains/generation/looks/style-previews.ts';
import { useConnection } from '#src/shell/connection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { MediaImage } from '#src/shell/media-image.tsx';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { Button, Spinner } from '#src/ui/button.tsx';
import { useSettled } from '#src/ui/use-settled.ts';
import { sourceUrl } from './source-field.tsx';

/** The built-in filters: they cost the server little. */
const PREVIEWED = 'builtin:restyle';

export const hasStylePreview = ({ id, capabilities }: GenerationModel, style: string | null): boolean =>
  id === PREVIEWED && capabilities.styles.some((each) => each.id === style);

/** Arrow keys run through the styles: only where they stop is a preview needed. */
const SETTLE_MS = 120;

interface StylePreviewProps extends PreviewOf {
  /** From 0 to 1. */
  strength: number;
}

export function StylePreview({ owner, model, style, seed = null, strength, source }: StylePreviewProps) {
  const asked = useSettled(style, SETTLE_MS);
  const query = useQuery(stylePreviewQuery({ owner, model, style: asked, seed, source }));
  useRefetchOnReconnect(query);
  const url = useObjectUrl(query.data);
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
      <PreviewCaption query={query} isShown={isCurrent} />
    </figure>
  );
}

interface PreviewCaptionProps {
  query: Pick<UseQueryResult<Blob>, 'error' | 'isFetching' | 'refetch'>;
  /** Whether the preview of what is chosen now can be seen. */
  isShown: boolean;
}

/** What a preview is, or why there is none. */
export function PreviewCaption({ query: { error, isFetching, refetch }, isShown }: PreviewCaptionProps) {
  const isOnline = useConnection() === 'online';
  return (
    <figcaption className="flex min-h-6 flex-wrap items-center gap-2 text-sm text-ink-muted" aria-live="polite">
      {isFetching && (
        <>
          <Spinner /> Previewing…
        </>
      )}
      {!isFetching && !isShown && !isOnline && 'You’re offline. The preview needs a connection.'}
      {!isFetching && error && isOnline && (
        <>
          {describeFailure(error).detail}
          <Button size="sm" onClick={() => void refetch()}>
            Retry
          </Button>
        </>
      )}
      {!isFetching && !error && isShown && 'Preview, free. The result is larger and sharper.'}
    </figcaption>
  );
}
