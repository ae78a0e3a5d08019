// What a built-in model makes of a mask or another format, small and free, before it costs anything.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { GenerationModel } from '#src/domains/generation/generation.ts';
import { type EditOf, editPreviewQuery, useObjectUrl } from '#src/domains/generation/looks/style-previews.ts';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { useSettled } from '#src/ui/use-settled.ts';
import { PreviewCaption } from './style-preview.tsx';

/** Models that cost the server little. */
const PREVIEWED: ReadonlySet<string> = new Set(['builtin:erase', 'builtin:extend', 'builtin:cut-out']);

export const hasEditPreview = ({ id }: GenerationModel): boolean => PREVIEWED.has(id);

/** Arrow keys run through formats and positions: only where they stop is a preview needed. */
const SETTLE_MS = 250;

interface EditPreviewProps extends EditOf {
  /** What is shown until the preview is there, and below it. */
  children: ReactNode;
  /** Of the frame around both. */
  className: string;
}

export function EditPreview({ owner, model, source, mask, outpaint, background, className, children }: EditPreviewProps) {
  const asked = useSettled(outpaint, SETTLE_MS);
  const behind = useSettled(background, SETTLE_MS);
  const query = useQuery(
    editPreviewQuery({ owner, model, source, mask, outpaint: asked, ...(behind !== undefined && { background: behind }) }),
  );
  useRefetchOnReconnect(query);
  const url = useObjectUrl(query.data);
  const isShown = url !== null && asked === outpaint && behind === background;
  return (
    <figure className="edit-preview">
      <div className={className}>
        {children}
        {isShown && <img src={url} alt="Preview of the result" draggable={false} className="edit-preview-result" />}
      </div>
      <PreviewCaption query={query} isShown={isShown} />
    </figure>
  );
}
