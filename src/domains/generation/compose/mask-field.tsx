// The mask of an inpainting request, drawn over the image or uploaded as a file: white areas may change.
import { useEffect, useState } from 'react';
import { useSession } from '#src/session/use-session.ts';
import { useDraft } from '#src/shell/draft.ts';
import { MediaImage } from '#src/shell/media-image.tsx';
import { Button } from '#src/ui/button.tsx';
import { FieldError } from '#src/ui/field.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Brush, ImageUp, X } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import type { MaskDrawing, MaskEditorProps } from './mask-editor.tsx';
import { maskFileError } from './mask-file.ts';
import type { RecipeSource } from './recipe.ts';
import { FileButton, sourceUrl, useUpload } from './source-field.tsx';

const MaskEditor = lazyPart<MaskEditorProps>(() => import('./mask-editor.tsx'), {
  name: 'the brush',
  close: ({ onClose }) => onClose(),
});

interface MaskDraft extends MaskDrawing {
  /** The image that was drawn on. */
  src: string;
}

const NO_DRAFT: MaskDraft = { src: '', steps: [], undone: [], feather: 0.01 };

/** What was drawn on an image. It survives a reload, until something is drawn on another image. */
function useMaskDrawing(src: string | null): [MaskDrawing, (drawing: MaskDrawing) => void] {
  const account = useSession()?.user.id ?? '';
  const { values, save } = useDraft(`mask:${account}`, NO_DRAFT);
  const [draft, setDraft] = useState(values);
  useEffect(() => save(draft), [save, draft]);
  return [draft.src === src ? draft : NO_DRAFT, (drawing) => setDraft({ ...drawing, src: src ?? '' })];
}

interface MaskFieldProps {
  mask: string | null;
  source: RecipeSource | null;
  /** For a model that fills the marked area, and does nothing without one. */
  isRequired: boolean;
  /** Why no file can be uploaded now. */
  uploadRefusal: string | null;
  onMask: (mask: string | null) => void;
}

export function MaskField({ mask, source, isRequired, uploadRefusal, onMask }: MaskFieldProps) {
  const { sending, failure, send } = useUpload(onMask);
  const [isOpen, setOpen] = useState(false);
  const src = source && sourceUrl(source, 'preview');
  const [drawing, setDrawing] = useMaskDrawing(src);
  const name = isRequired ? 'Area to erase' : 'Area to change';
  const refusal = source ? uploadRefusal : 'Choose an image first.';
  return (
    <div role="group" aria-label={name} className="grid gap-1.5">
      <p className="text-sm font-medium">
        {name}
        {!isRequired && <span className="font-normal text-ink-muted"> optional</span>}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {mask === null ? (
          <>
            <Button
              size="sm"
              loading={sending}
              disabledReason={refusal}
              icon={<Brush aria-hidden className="size-4" />}
              onClick={() => setOpen(true)}
            >
              Paint over it
            </Button>
            <FileButton
              label="Use a prepared file"
              icon={<ImageUp aria-hidden className="size-4" />}
              refusal={refusal}
              onFile={(file) => send(file, maskFileError)}
            />
          </>
        ) : (
          <>
            <span className="relative size-16 shrink-0 overflow-hidden rounded-sm bg-sunken">
              <MediaImage
                src={sourceUrl({ kind: 'upload', id: mask, event_id: null }, 'thumb')}
                alt="The marked area, in white"
                className="absolute inset-0 size-full object-cover"
              />
            </span>
            <span className="text-sm text-ink-muted">
              {isRequired ? 'What is white here is erased.' : 'What is white here can change.'}
            </span>
            <Button size="sm" icon={<Brush aria-hidden className="size-4" />} disabledReason={refusal} onClick={() => setOpen(true)}>
              Change the area
            </Button>
            <IconButton label="Remove the area" icon={<X aria-hidden className="size-4" />} onClick={() => onMask(null)} />
          </>
        )}
      </div>
      {failure !== null && <FieldError>{failure}</FieldError>}
      {mask === null && (
        <p className="text-sm text-ink-muted">
          {isRequired ? 'Paint over what should vanish, up to half of the image.' : 'Only what you paint over changes.'} A prepared file is
          black, with the area in white.
        </p>
      )}
      {isOpen && src !== null && (
        <MaskEditor src={src} drawing={drawing} onDrawing={setDrawing} onMask={(file) => void send(file)} onClose={() => setOpen(false)} />
      )}
    </div>
  );
}
