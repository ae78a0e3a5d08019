import { useState } from 'react';
import { MediaImage } from '#src/shell/media-image.tsx';
import { Button } from '#src/ui/button.tsx';
import { FieldError } from '#src/ui/field.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Brush, ImageUp, X } from '#src/ui/icons.ts';
import { MaskEditor } from './mask-editor.tsx';
import type { Stroke } from './mask-strokes.ts';
import type { RecipeSource } from './recipe.ts';
import { FileButton, useUpload } from './source-field.tsx';
import { sourceUrl } from './source-url.ts';

const NOTHING: readonly Stroke[] = [];

interface MaskFieldProps {
  mask: string | null;
  source: RecipeSource | null;
  /** Why no file can be sent now. */
  uploadRefusal: string | null;
  onMask: (mask: string | null) => void;
}

/** Where the picture may change: drawn over it, or a file. */
export function MaskField({ mask, source, uploadRefusal, onMask }: MaskFieldProps) {
  const { sending, failure, send } = useUpload(onMask);
  const [drawing, setDrawing] = useState(false);
  const src = source && sourceUrl(source, 'preview');
  const [drawn, setDrawn] = useState<{ src: string | null; strokes: readonly Stroke[] }>({ src: null, strokes: [] });
  /** Over another picture one begins anew. */
  const strokes = drawn.src === src ? drawn.strokes : NOTHING;
  const refusal = source ? uploadRefusal : 'Choose an image first.';
  return (
    <div role="group" aria-label="Mask" className="grid gap-1.5">
      <p className="text-sm font-medium">
        Mask<span className="font-normal text-ink-muted"> optional</span>
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {mask === null ? (
          <>
            <Button
              size="sm"
              loading={sending}
              disabledReason={refusal}
              icon={<Brush aria-hidden className="size-4" />}
              onClick={() => setDrawing(true)}
            >
              Draw a mask
            </Button>
            <FileButton label="Choose a mask" icon={<ImageUp aria-hidden className="size-4" />} refusal={refusal} onFile={send} />
          </>
        ) : (
          <>
            <span className="relative size-16 shrink-0 overflow-hidden rounded-sm bg-sunken">
              <MediaImage
                src={sourceUrl({ kind: 'upload', id: mask, event_id: null }, 'thumb')}
                alt="The mask"
                className="absolute inset-0 size-full object-cover"
              />
            </span>
            <span className="text-sm text-ink-muted">White areas may change.</span>
            <IconButton label="Remove mask" icon={<X aria-hidden className="size-4" />} onClick={() => onMask(null)} />
          </>
        )}
      </div>
      {failure !== null && <FieldError>{failure}</FieldError>}
      {mask === null && <p className="text-sm text-ink-muted">Marks the areas that may change. In a file, white on black.</p>}
      {drawing && src !== null && (
        <MaskEditor
          src={src}
          strokes={strokes}
          onStrokes={(change) => setDrawn((before) => ({ src, strokes: change(before.src === src ? before.strokes : NOTHING) }))}
          onMask={(file) => void send(file)}
          onClose={() => setDrawing(false)}
        />
      )}
    </div>
  );
}
