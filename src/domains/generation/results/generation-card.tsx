import { useEffect, useRef, useState } from 'react';
import {
  describeImage,
  type GeneratedImage,
  type Generation,
  type GenerationTask,
  isFinished,
} from '#src/domains/generation/generation.ts';
import { progressLabel, totalCost } from '#src/domains/generation/labels.ts';
import { toLibraryImage } from '#src/domains/generation/library/library-image.ts';
import { formatTime, pluralize } from '#src/lib/format.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { Badge, type Tone } from '#src/ui/badge.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { cn } from '#src/ui/cn.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Columns2, Copy, Eye, Heart, PencilLine, RotateCw, X } from '#src/ui/icons.ts';
import { Progress } from '#src/ui/progress.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import './over-image.css';
import { CompareDialog, MAX_COMPARED } from './compare-dialog.tsx';
import { GeneratedPicture } from './generated-picture.tsx';
import { ImageMenu, ResultActions } from './image-menu.tsx';
import type { ImageActions } from './use-image-actions.ts';
import { useRequestTitle } from './use-request-title.ts';

interface GenerationCardProps {
  generation: Generation;
  /** Without deleted images, and with optimistic changes. */
  images: readonly GeneratedImage[];
  actions: ImageActions;
  onCancel: () => void;
  /** Repeats the request. */
  onRetry: () => void;
  onOpen: (imageId: string) => void;
}

/** Of a warning that is true of each result of a large photo, and needs no attention. */
const REDUCED = 'source_reduced';

/** A single image is larger, and leaves room for its actions below. Several have two columns on a phone, four beside the form. */
const columnsOf = ({ request: { count } }: Generation, [image]: readonly GeneratedImage[]) => ({
  gridTemplateColumns:
    count === 1
      ? `minmax(0, min(24rem, ${((image ? image.width / image.height : 1) * 55).toFixed(1)}dvh))`
      : 'repeat(auto-fill, minmax(8.5rem, 1fr))',
});

const FINAL_ERRORS: ReadonlySet<string> = new Set(['invalid_request', 'source_unavailable', 'unsupported']);

/** The same request would fail again. To cut out people where there are none makes nothing each time. */
const isFinal = ({ error }: Generation, task: GenerationTask | undefined): boolean =>
  error !== null && (FINAL_ERRORS.has(error.code) || (error.code === 'empty_result' && task === 'cut-out'));

const states: Record<Generation['status'], { words: string; tone: Tone }> = {
  queued: { words: 'Queued', tone: 'info' },
  running: { words: 'In progress', tone: 'accent' },
  succeeded: { words: 'Done', tone: 'success' },
  failed: { words: 'Failed', tone: 'danger' },
  cancelled: { words: 'Canceled', tone: 'neutral' },
};

/** What a finished request cost. */
const chargeLabel = ({ credits, status }: Generation): string =>
  credits > 0 ? pluralize(credits, 'credit', 'credits') : status === 'succeeded' ? 'Free' : 'Not charged';

/** On a phone, a result that has just grown below the fold is brought into view, unless the person is elsewhere. */
function showWhole(card: HTMLElement | null): void {
  const { top = 0, bottom = 0 } = card?.getBoundingClientRect() ?? {};
  const isBeside = matchMedia('(width >= 64rem)').matches;
  if (!isBeside && top >= 0 && top < window.innerHeight && bottom > window.innerHeight) card?.scrollIntoView({ block: 'start' });
}

/** A request with its status and images. */
export function GenerationCard({ generation, images, actions, onCancel, onRetry, onOpen }: GenerationCardProps) {
  const { request, status } = generation;
  const [comparing, setComparing] = useState(false);
  const offline = useConnection() !== 'online' && NEEDS_CONNECTION;
  const model = actions.modelOf({ model: request.model });
  const cost = model ? ` (${totalCost(model, request.count).toLowerCase()})` : '';
  const title = useRequestTitle(request, generation.organization_id, generation.model_name);
  // Of several images each has its own in its menu.
  const [only] = images.length === 1 ? images : [];
  const variations = only && actions.variations(only);
  const card = useRef<HTMLElement>(null);
  const isDone = isFinished(generation);
  const [wasDone] = useState(isDone);
  useEffect(() => {
    if (isDone && !wasDone) showWhole(card.current);
  }, [isDone, wasDone]);
  return (
    <article ref={card} aria-label={title} className="scroll-mt-20 grid gap-3 rounded-lg border border-line bg-surface p-4 shadow-1">
      <header className="grid gap-1">
        <div className="flex items-start gap-3">
          <h3 className="line-clamp-3 min-w-0 flex-1 text-sm font-medium wrap-anywhere">{title}</h3>
          {status !== 'succeeded' && <Badge tone={states[status].tone}>{states[status].words}</Badge>}
        </div>
        <p className="text-sm text-ink-muted">
          {title !== generation.model_name && `${generation.model_name} · `}
          {formatTime(generation.created_at)}
          {isFinished(generation) && ` · ${chargeLabel(generation)}`}
        </p>
      </header>
      {!isFinished(generation) && <GenerationProgress generation={generation} refusal={offline} onCancel={onCancel} />}
      {generation.error && (
        <Banner tone="danger" title="Couldn’t create the image">
          <p>{generation.error.message}</p>
        </Banner>
      )}
      {generation.warnings
        .filter(({ code }) => code !== REDUCED)
        .map(({ code, message }) => (
          <Banner key={`${code} ${message}`} tone="warning" title={message} />
        ))}
      {(images.length > 0 || !isFinished(generation)) && (
        <ul aria-label="Results" style={columnsOf(generation, images)} className="grid items-start gap-2">
          {images.map((image) => (
            <ImageCard key={image.id} image={image} actions={actions} onOpen={() => onOpen(image.id)} />
          ))}
          {!isFinished(generation) && <Placeholders generation={generation} />}
        </ul>
      )}
      {generation.warnings
        .filter(({ code }) => code === REDUCED)
        .map(({ message }) => (
          <p key={message} className="text-sm text-ink-muted">
            {message}
          </p>
        ))}
      {isFinished(generation) && (
        <div className="flex flex-wrap gap-2">
          {only && (
            <ResultActions
              image={only}
              actions={actions}
              eventId={request.source?.kind === 'photo' ? (request.source.event_id ?? null) : null}
            />
          )}
          {status === 'failed' || status === 'cancelled'
            ? !isFinal(generation, model?.task) && (
                <Button size="sm" icon={<RotateCw aria-hidden className="size-4" />} onClick={onRetry}>
                  {`${status === 'failed' ? 'Retry' : 'Try again'}${cost}`}
                </Button>
              )
            : variations && (
                <Button
                  size="sm"
                  icon={<Copy aria-hidden className="size-4" />}
                  disabledReason={offline || variations.disabledReason}
                  onClick={() => only && void actions.vary(only)}
                >
                  {variations.label}
                </Button>
              )}
          <Button size="sm" icon={<PencilLine aria-hidden className="size-4" />} onClick={() => actions.compose({ again: generation.id })}>
            Edit request
          </Button>
          {images.length > 1 && (
            <Button size="sm" icon={<Columns2 aria-hidden className="size-4" />} onClick={() => setComparing(true)}>
              Compare
            </Button>
          )}
        </div>
      )}
      <CompareDialog
        images={comparing ? images.slice(0, MAX_COMPARED).map(toLibraryImage) : []}
        onOpen={onOpen}
        onFavorite={(image, favorite) => image.generated && actions.setFavorite(image.generated, favorite)}
        onClose={() => setComparing(false)}
      />
    </article>
  );
}

/** Few models report progress. For the others the bar is indeterminate. */
function GenerationProgress({ generation, refusal, onCancel }: { generation: Generation; refusal: string | false; onCancel: () => void }) {
  const { status, progress, can } = generation;
  const words = progressLabel(generation);
  return (
    <div className="flex items-center gap-3">
      <div className="grid min-w-0 flex-1 gap-1.5">
        <p className="text-sm text-ink-muted" aria-live="polite">
          {words}
        </p>
        <Progress label={words} value={status === 'queued' ? 0 : progress} />
      </div>
      {can.cancel && (
        <Button size="sm" icon={<X aria-hidden className="size-4" />} disabledReason={refusal} onClick={onCancel}>
          Cancel
        </Button>
      )}
    </div>
  );
}

/** Of images that aren't made yet: they come after the finished ones. */
function Placeholders({ generation: { request, images } }: { generation: Generation }) {
  return Array.from({ length: Math.max(0, request.count - images.length) }, (_, place) => (
    <li key={`placeholder ${place}`} aria-hidden style={{ aspectRatio: `${request.width ?? 1} / ${request.height ?? 1}` }}>
      <Skeleton className="size-full !rounded-md" />
    </li>
  ));
}

interface ImageCardProps {
  image: GeneratedImage;
  actions: ImageActions;
  onOpen: () => void;
}

/** A result that opens in the viewer, with its most frequent actions on top; the menu has the others. */
function ImageCard({ image, actions, onOpen }: ImageCardProps) {
  const [revealed, setRevealed] = useState(false);
  const hidden = image.is_sensitive && !revealed;
  return (
    <li className="group/image relative overflow-hidden rounded-md bg-sunken" style={{ aspectRatio: `${image.width} / ${image.height}` }}>
      <GeneratedPicture image={image} revealed={revealed} />
      <button
        type="button"
        data-photo={image.id}
        aria-label={hidden ? `Show: ${describeImage(image)}` : `Open ${describeImage(image)}`}
        onClick={hidden ? () => setRevealed(true) : onOpen}
        className="absolute inset-0 focus-visible:outline-none focus-visible:shadow-[inset_0_0_0_3px_var(--accent-text),inset_0_0_0_6px_var(--canvas)]"
      >
        {hidden && (
          <span
            aria-hidden
            className="absolute bottom-2 left-2 inline-flex items-center gap-1 rounded-full bg-black/70 px-2 py-1 text-xs font-medium text-white"
          >
            <Eye className="size-3.5" /> Show
          </span>
        )}
      </button>
      <span className="over-image top-0">
        <ImageMenu image={image} actions={actions} />
      </span>
      <span className="over-image bottom-0">
        <IconButton
          size="sm"
          label={image.is_favourite ? 'Remove from favorites' : 'Add to favorites'}
          icon={<Heart aria-hidden className={cn('size-4', image.is_favourite && 'fill-current text-[#ff6b81]')} />}
          onClick={() => actions.setFavorite(image, !image.is_favourite)}
        />
      </span>
    </li>
  );
}
