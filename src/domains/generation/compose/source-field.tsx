import { useInfiniteQuery } from '@tanstack/react-query';
import { type DragEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { components } from '#openapi/api.ts';
import { describeImage, generatedImageUrl, type ImageOwner } from '#src/domains/generation/generation.ts';
import { imagesQuery, uploadSource } from '#src/domains/generation/queries.ts';
import { untilRead } from '#src/domains/generation/until-read.ts';
import { ACCEPTED_IMAGE_TYPES } from '#src/lib/image-types.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { MediaImage } from '#src/shell/media-image.tsx';
import { LoadMore, QueryState } from '#src/shell/query-state.tsx';
import { apiUrl } from '#src/transport/api-base.ts';
import { Button, Spinner } from '#src/ui/button.tsx';
import { cn } from '#src/ui/cn.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { FieldError } from '#src/ui/field.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { CalendarDays, Camera, Images, ImageUp, RotateCw, X } from '#src/ui/icons.ts';
import { pictureSizeError } from '#src/ui/picture-file.tsx';
import { Sheet } from '#src/ui/sheet.tsx';
import { toast } from '#src/ui/toast.ts';
import { EventPhotoPicker, ThumbChoice, ThumbsSkeleton } from './event-photo-picker.tsx';
import type { RecipeSource } from './recipe.ts';
import { rotatedFile } from './rotated-file.ts';

/** The server's limit for `uploadGenerationSource`, minus room for the multipart overhead. */
const MAX_BYTES = 30_000_000;

interface SourceFieldProps {
  owner: ImageOwner;
  label: string;
  optional: boolean;
  source: RecipeSource | null;
  /** Why no file can be uploaded now. */
  uploadRefusal: string | null;
  /** @param instead the image that was chosen when an upload started: it replaces no other one */
  onSource: (source: RecipeSource | null, instead?: RecipeSource | null) => void;
}

/** The source image: a file, a camera shot, a generated image or an event photo. */
export function SourceField({ owner, label, optional, source, uploadRefusal, onSource }: SourceFieldProps) {
  const [picking, setPicking] = useState<'images' | 'photos' | null>(null);
  const [reduced, setReduced] = useState<{ id: string; words: string } | null>(null);
  const { sending, failure, send, forget } = useUpload((id, upload) => {
    setReduced({ id, words: reductionNote(upload) });
    onSource({ kind: 'upload', id, event_id: null }, source);
  });
  const latest = useRef(source);
  useEffect(() => {
    // Another image was chosen meanwhile, here or in the results.
    if (latest.current !== source) forget();
    latest.current = source;
  }, [source, forget]);
  const rotate = async (url: string) => {
    try {
      await send(await rotatedFile(url));
    } catch (error) {
      toast.error('Couldn’t rotate the image', { detail: describeFailure(error).detail });
    }
  };
  const [over, setOver] = useState(false);
  const drop = {
    onDragOver(event: DragEvent) {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault();
      setOver(false);
      const [file] = event.dataTransfer.files;
      if (file && uploadRefusal === null) void send(file);
    },
  };
  return (
    <div role="group" aria-label={label} className="grid gap-1.5">
      <p className="text-sm font-medium">
        {label}
        {optional && <span className="font-normal text-ink-muted"> optional</span>}
      </p>
      <div
        {...drop}
        className={cn(
          // Nothing can be dropped with a finger.
          'rounded-md border border-dashed border-line-strong p-3 touch:max-sm:border-0 touch:max-sm:p-0',
          over && 'border-accent-text bg-accent-soft',
        )}
      >
        {source && !sending ? (
          <Chosen
            source={source}
            reduction={reduced?.id === source.id ? reduced.words : ''}
            rotateRefusal={uploadRefusal}
            onRotate={source.kind === 'upload' ? () => rotate(sourceUrl(source, 'preview')) : undefined}
            onRemove={() => onSource(null)}
          />
        ) : (
          <div className="grid gap-3">
            <div className="flex flex-wrap gap-2 max-sm:grid max-sm:grid-cols-2">
              <FileButton label="Choose a file" icon={<ImageUp aria-hidden className="size-4" />} refusal={uploadRefusal} onFile={send} />
              <FileButton
                label="Take a photo"
                icon={<Camera aria-hidden className="size-4" />}
                refusal={uploadRefusal}
                onFile={send}
                capture
              />
              <Button size="sm" icon={<Images aria-hidden className="size-4" />} onClick={() => setPicking('images')}>
                My images
              </Button>
              <Button size="sm" icon={<CalendarDays aria-hidden className="size-4" />} onClick={() => setPicking('photos')}>
                Event photos
              </Button>
            </div>
            {sending && (
              <p role="status" className="flex items-center gap-2 text-sm text-ink-muted">
                <Spinner /> Uploading the image…
              </p>
            )}
          </div>
        )}
      </div>
      <div aria-live="polite" className="contents">
        {failure !== null && <FieldError>{failure}</FieldError>}
      </div>
      {picking === 'images' && (
        <OwnImagePicker
          owner={owner}
          onClose={() => setPicking(null)}
          onChoose={(id) => {
            onSource({ kind: 'image', id, event_id: null });
            setPicking(null);
          }}
        />
      )}
      {picking === 'photos' && (
        <EventPhotoPicker
          onClose={() => setPicking(null)}
          onChoose={(eventId, id) => {
            onSource({ kind: 'photo', id, event_id: eventId });
            setPicking(null);
          }}
        />
      )}
    </div>
  );
}

type Upload = components['schemas']['GenerationUpload'];

/** Empty if the image has its size. */
const reductionNote = ({ width, height, reduced_from: from }: Upload): string =>
  from === null ? '' : `Reduced from ${from.width} × ${from.height} to ${width} × ${height} pixels, the most we use.`;

interface ChosenProps {
  source: RecipeSource;
  /** What happened to its size. */
  reduction: string;
  /** Why it can't be rotated now. */
  rotateRefusal: string | null;
  /** Undefined for images that aren't files of the person. */
  onRotate: (() => Promise<void>) | undefined;
  onRemove: () => void;
}

function Chosen({ source, reduction, rotateRefusal, onRotate, onRemove }: ChosenProps) {
  return (
    <div className="flex items-center gap-3">
      <span className="relative grid size-20 shrink-0 place-items-center overflow-hidden rounded-sm bg-sunken">
        <MediaImage
          src={sourceUrl(source, 'thumb')}
          alt="Chosen image"
          className="absolute inset-0 size-full object-cover"
          unavailable={<span className="p-1 text-center text-xs text-ink-muted">No preview</span>}
        />
      </span>
      <p className="min-w-0 flex-1 text-sm text-ink-muted">
        {sourceNotes[source.kind]} {reduction}
      </p>
      {onRotate && (
        <IconButton
          label="Rotate"
          disabledReason={rotateRefusal}
          icon={<RotateCw aria-hidden className="size-4" />}
          onClick={() => void onRotate()}
        />
      )}
      <IconButton label="Remove image" icon={<X aria-hidden className="size-4" />} onClick={onRemove} />
    </div>
  );
}

const sourceNotes: Record<RecipeSource['kind'], string> = {
  upload: 'Your image. We delete it from the server after a day.',
  image: 'One of your images.',
  photo: 'A photo from an event.',
};

interface FileButtonProps {
  label: string;
  icon: React.ReactNode;
  refusal: string | null;
  capture?: boolean;
  onFile: (file: File) => Promise<void>;
}

export function FileButton({ label, icon, refusal, capture = false, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED_IMAGE_TYPES}
        {...(capture && { capture: 'environment' as const })}
        tabIndex={-1}
        aria-label={`${label}: file`}
        className="sr-only"
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          target.value = '';
          if (chosen) void onFile(chosen);
        }}
      />
      <Button size="sm" icon={icon} disabledReason={refusal} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}

/** Uploads a file. If several are chosen in a row, only the last one counts, regardless of which upload finishes first. */
export function useUpload(onSent: (id: string, upload: Upload) => void) {
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const latest = useRef<File | null>(null);
  /** @param check why the file can't be used; null if it can */
  const send = async (file: File, check?: (file: File) => Promise<string | null>) => {
    latest.current = file;
    const tooLarge = pictureSizeError(file, MAX_BYTES);
    setSending(tooLarge === null);
    setFailure(tooLarge);
    if (tooLarge !== null) return;
    try {
      const refusal = (await check?.(file)) ?? null;
      if (latest.current !== file) return;
      setFailure(refusal);
      if (refusal !== null) return;
      const upload = await uploadSource(file);
      if (latest.current === file) onSent(upload.id, upload);
    } catch (error) {
      if (latest.current === file) setFailure(describeFailure(error).detail);
    } finally {
      if (latest.current === file) setSending(false);
    }
  };
  /** The upload that is under way doesn't count any more. */
  const forget = useCallback(() => {
    latest.current = null;
    setSending(false);
  }, []);
  return { sending, failure, send, forget };
}

interface OwnImagePickerProps {
  owner: ImageOwner;
  onChoose: (imageId: string) => void;
  onClose: () => void;
}

function OwnImagePicker({ owner, onChoose, onClose }: OwnImagePickerProps) {
  return (
    <Sheet open onOpenChange={(open) => open || onClose()} title="Choose an image" description="Generated images, newest first.">
      <OwnImages owner={owner} onChoose={onChoose} />
    </Sheet>
  );
}

function OwnImages({ owner, onChoose }: Omit<OwnImagePickerProps, 'onClose'>) {
  const query = useInfiniteQuery(imagesQuery(owner));
  return (
    <QueryState query={untilRead(query)} skeleton={<ThumbsSkeleton label="Loading your images" />} failed="Couldn’t load your images">
      {({ pages }) => {
        const images = pages.flatMap(({ items }) => items);
        if (images.length === 0)
          return (
            <EmptyState icon={<Images />} title="No images yet">
              Images you generate appear here.
            </EmptyState>
          );
        return (
          <div className="grid gap-4 pt-1">
            <ThumbChoice
              items={images.map((image) => ({
                id: image.id,
                src: generatedImageUrl(image.id, 'thumb'),
                label: describeImage(image),
                blurred: image.is_sensitive,
              }))}
              onChoose={onChoose}
            />
            <LoadMore query={query} />
          </div>
        );
      }}
    </QueryState>
  );
}

/** URL of a source's rendition. Uploads have a single size. */
export function sourceUrl({ kind, id, event_id: event }: RecipeSource, size: 'thumb' | 'preview'): string {
  if (kind === 'image') return generatedImageUrl(id, size);
  return apiUrl(kind === 'upload' ? `/api/v1/generation-sources/${id}` : `/api/v1/event/${event}/photos/${id}/${size}`);
}
