// Bulk review: the photos of one status in a grid.
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import type { Photo } from '#src/domains/photos/photo.ts';
import { formatCount, pluralize } from '#src/lib/format.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { Button } from '#src/ui/button.tsx';
import { DropdownMenu, MenuItem, MenuSeparator } from '#src/ui/dropdown-menu.tsx';
import type { GridHandle } from '#src/ui/grid/grid.tsx';
import type { GridList } from '#src/ui/grid/selection.ts';
import { useSelection } from '#src/ui/grid/use-selection.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Check, FolderInput, Link2, MessageSquareX, Sparkles, Undo2, X } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { toast } from '#src/ui/toast.ts';
import { BulkGrid } from './bulk-grid.tsx';
import type { Decision, Status, Verdict } from './decisions.ts';
import { LazyReasonDialog } from './lazy-reason-dialog.tsx';
import { type Command, useModerationKeys } from './moderation-keys.ts';
import type { ModerationSession, SessionView } from './moderation-session.ts';
import { BulkEmpty, ListFailure } from './moderation-states.tsx';
import { presetReasons } from './preset-reasons.ts';
import { PreviewDialog } from './preview-dialog.tsx';
import { statusQuery } from './queries.ts';
import { decisionLabel } from './session-messages.ts';
import { BulkSkeleton } from './skeletons.tsx';

const MoveDialog = lazyPart(() => import('#src/domains/photos/sections/move-dialog.tsx'), {
  name: 'the dialog',
  close: ({ onClose }) => onClose(),
});

interface BulkModerationProps {
  eventId: string;
  account: string;
  status: Status;
  session: ModerationSession;
  view: SessionView;
  share: SharePhotos;
  restyle: SharePhotos;
}

/** Renders the sharing or restyling of photos, which belongs to another domain. */
export type SharePhotos = (photoIds: readonly string[], onClose: () => void) => ReactNode;

/** Photos of one link, or of one batch. */
const MAX_SHARED = 2_000;

const labels: Record<Status, string> = { pending: 'Pending photos', approved: 'Approved photos', rejected: 'Rejected photos' };

export function BulkModeration({ eventId, account, status, session, view, share, restyle }: BulkModerationProps) {
  const query = useInfiniteQuery(statusQuery(eventId, status));
  useRefetchOnReconnect(query);
  const photos = useListed(query.data?.pages, view, status);
  const [activeId, setActiveId] = useState<string | null>(null);
  const [previewId, setPreviewId] = useState<string | null>(null);
  const [asking, setAsking] = useState<readonly Photo[]>([]);
  const [sharing, setSharing] = useState<readonly string[] | null>(null);
  const [restyling, setRestyling] = useState<readonly string[] | null>(null);
  const [moving, setMoving] = useState<readonly string[] | null>(null);

  const grid = useRef<GridHandle>(null);
  const { fetchNextPage, hasNextPage, isFetching, isFetchNextPageError } = query;
  const more = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [fetchNextPage, hasNextPage, isFetching, isFetchNextPageError]);

  const list = useMemo(() => listOf(photos), [photos]);
  const selection = useSelection<Photo>({
    list,
    always: true,
    max: Infinity,
    isGone: (id) => list.indexOf(id) === -1,
    collect: (first, last) => Promise.resolve(photos.slice(first, last + 1)),
    async collectAll(progress, signal) {
      let { data, hasNextPage: isMore } = query;
      while (isMore && !signal.aborted) {
        progress(countIn(data?.pages));
        const next = await fetchNextPage();
        if (next.isError) break;
        ({ data, hasNextPage: isMore } = next);
      }
      return data?.pages.flatMap((page) => page.items) ?? [];
    },
    onTooMany: () => undefined,
    onFailure: (error) => toast.error('Couldn’t load all photos', { detail: describeFailure(error).detail }),
  });
  const { selected } = selection;

  /** The photos that keys and buttons apply to: the selection, else the focused one. */
  const targets = (): readonly Photo[] => photos.filter((photo) => (selected.size > 0 ? selected.has(photo.id) : photo.id === activeId));
  const decide = (photosToDecide: readonly Photo[], to: Status, reason: string | null = null) => {
    const moving = photosToDecide.filter((photo) => photo.status !== to);
    if (moving.length === 0 || !session.decide(moving, to, reason)) return;
    const next = focusAfter(photos, moving);
    if (next !== null) grid.current?.activate(next);
    selection.end();
  };
  useModerationKeys((command: Command) => {
    if (command.kind === 'undo') session.undo();
    else if (command.kind === 'ask-reason') setAsking(targets());
    else if (command.kind === 'approve') decide(targets(), 'approved');
    else if (command.kind === 'reject') decide(targets(), 'rejected', command.reason);
  }, false);

  const actions = {
    status,
    selected: selected.size,
    loaded: photos.length,
    isAll: !query.hasNextPage,
    reading: selection.reading,
    last: view.decided.at(-1) ?? null,
    onSelectAll: selection.all,
    onClear: selection.end,
    onDecide: (to: Status, reason: string | null) => decide(targets(), to, reason),
    onAskReason: () => setAsking(targets()),
    onUndo: session.undo,
    onShare: () => setSharing([...selected.keys()]),
    onMove: () => setMoving([...selected.keys()]),
    onRestyle: () => setRestyling([...selected.keys()]),
  };

  const state = query.isPending ? (
    <BulkSkeleton />
  ) : !query.data ? (
    <ListFailure error={query.error} retrying={query.isFetching} onRetry={() => void query.refetch()} />
  ) : (
    photos.length === 0 && !query.hasNextPage && <BulkEmpty status={status} />
  );
  return (
    <div className="grid gap-3">
      <ModerationBar {...actions} />
      {state || (
        <BulkGrid
          label={labels[status]}
          ref={grid}
          list={list}
          selection={selection}
          onActive={setActiveId}
          onPreview={setPreviewId}
          onNearEnd={more}
        />
      )}
      {query.isFetchNextPageError && (
        <div className="grid justify-items-center gap-2 p-4 text-sm text-ink-muted">
          <p>Couldn’t load older photos. {describeFailure(query.error).detail}</p>
          <Button onClick={() => void fetchNextPage()} loading={query.isFetchingNextPage}>
            Try again
          </Button>
        </div>
      )}
      {!state && !query.hasNextPage && (
        <p className="py-2 text-center text-sm text-ink-muted">{pluralize(photos.length, 'photo', 'photos')}</p>
      )}
      {selected.size > 0 && <BulkFoot {...actions} />}
      <PreviewDialog
        photos={photos}
        openId={previewId}
        onPreview={setPreviewId}
        onDecide={(photo: Photo, verdict: Verdict, reason) => decide([photo], verdict, reason)}
      />
      {sharing && share(sharing, () => setSharing(null))}
      {restyling && restyle(restyling, () => setRestyling(null))}
      {moving && <MoveDialog {...{ eventId, account }} photoIds={moving} onMoved={selection.end} onClose={() => setMoving(null)} />}
      <LazyReasonDialog
        count={asking.length}
        onClose={() => setAsking([])}
        onReason={(reason) => {
          decide(
            asking.filter((photo) => list.indexOf(photo.id) !== -1),
            'rejected',
            reason,
          );
          setAsking([]);
        }}
      />
    </div>
  );
}

const countIn = (pages: readonly { items: readonly Photo[] }[] = []): number => pages.reduce((sum, { items }) => sum + items.length, 0);

function listOf(photos: readonly Photo[]): GridList<Photo> {
  const places = new Map(photos.map(({ id }, index) => [id, index]));
  return { length: photos.length, at: (index) => photos[index], indexOf: (id) => places.get(id) ?? -1 };
}

/** The loaded photos, with unsent decisions applied. */
function useListed(pages: readonly { items: Photo[] }[] | undefined, { unsent }: SessionView, status: Status): readonly Photo[] {
  return useMemo(() => {
    const moved = new Map(unsent.flatMap((sending) => sending.photos.map((photo) => [photo.id, sending.to] as const)));
    const seen = new Set<string>();
    return (pages ?? []).flatMap((page) =>
      page.items.filter((photo) => (moved.get(photo.id) ?? photo.status) === status && !seen.has(photo.id) && seen.add(photo.id)),
    );
  }, [pages, unsent, status]);
}

/** The next photo to focus after these leave, else the previous one. */
function focusAfter(photos: readonly Photo[], leaving: readonly Photo[]): string | null {
  const gone = new Set(leaving.map((photo) => photo.id));
  const last = photos.findLastIndex((photo) => gone.has(photo.id));
  const next = photos.slice(last + 1).find((photo) => !gone.has(photo.id)) ?? photos.findLast((photo) => !gone.has(photo.id));
  return next?.id ?? null;
}

interface ModerationBarProps {
  status: Status;
  selected: number;
  loaded: number;
  /** Whether the whole list is loaded. */
  isAll: boolean;
  /** The number of loaded photos while selecting all; else null. */
  reading: number | null;
  last: Decision | null;
  onSelectAll: () => void;
  onClear: () => void;
  onDecide: (to: Status, reason: string | null) => void;
  onAskReason: () => void;
  onUndo: () => void;
  onShare: () => void;
  onMove: () => void;
  onRestyle: () => void;
}

/** Actions for the selection. Sticky, and present even without photos, so that the last decision can be undone. */
function ModerationBar(props: ModerationBarProps) {
  const { selected, loaded, isAll, reading, last, onSelectAll, onClear, onUndo } = props;
  return (
    <div className="sticky top-[calc(3.5rem+var(--safe-top))] z-10 -mx-4 flex flex-wrap items-center gap-2 bg-canvas px-4 py-2 sm:mx-0 sm:px-0">
      <p aria-live="polite" className="mr-auto min-w-0 text-sm text-ink-muted tabular-nums">
        {reading !== null && `Loading: ${formatCount(loaded)} so far…`}
        {reading === null && selected > 0 && `${formatCount(selected)} selected`}
        {reading === null && selected === 0 && loaded > 0 && 'Select photos to review several at once.'}
      </p>
      {selected > 0 ? (
        <Button onClick={onClear}>Cancel</Button>
      ) : (
        <Button loading={reading !== null} disabledReason={loaded === 0 && 'There are no photos to select.'} onClick={onSelectAll}>
          {isAll && loaded > 0 ? `Select all ${formatCount(loaded)}` : 'Select all'}
        </Button>
      )}
      <IconButton
        variant="secondary"
        label={last ? `Undo: ${decisionLabel(last)}` : 'Undo'}
        disabledReason={last ? null : 'Nothing to undo.'}
        icon={<Undo2 aria-hidden className="size-4" />}
        onClick={onUndo}
      />
      <span className="hidden gap-2 sm:flex">
        <Verdicts {...props} />
      </span>
    </div>
  );
}

/** The same actions within thumb reach on a phone. */
function BulkFoot(props: ModerationBarProps) {
  return (
    <div
      role="toolbar"
      aria-label="Selected photos"
      className="fixed inset-x-0 bottom-0 z-20 flex flex-wrap gap-2 border-t border-line bg-canvas px-4 pt-3 pb-[max(--spacing(3),var(--safe-bottom))] sm:hidden"
    >
      <Verdicts {...props} />
    </div>
  );
}

function Verdicts(props: ModerationBarProps) {
  const { status, selected, onDecide, onShare, onMove, onRestyle } = props;
  const disabledReason = noneSelected(selected);
  return (
    <>
      {status !== 'rejected' && <Reject {...props} />}
      {status !== 'pending' && (
        <Button disabledReason={disabledReason} onClick={() => onDecide('pending', null)} className="max-sm:flex-1">
          Back to pending
        </Button>
      )}
      {status !== 'approved' && (
        <Button
          variant="primary"
          disabledReason={disabledReason}
          icon={<Check aria-hidden className="size-4" />}
          onClick={() => onDecide('approved', null)}
          className="max-sm:flex-1"
        >
          Approve
        </Button>
      )}
      {status === 'approved' && (
        // Apart from the decisions; on a phone in a row of their own if there is no room beside them.
        <span className="ml-auto flex gap-2 sm:ml-4">
          <IconButton
            variant="secondary"
            label="Move to section"
            disabledReason={disabledReason}
            icon={<FolderInput aria-hidden className="size-4" />}
            onClick={onMove}
          />
          <IconButton
            variant="secondary"
            label="Restyle selection"
            disabledReason={
              disabledReason ?? (selected > MAX_SHARED ? `You can restyle up to ${formatCount(MAX_SHARED)} photos at once.` : null)
            }
            icon={<Sparkles aria-hidden className="size-4" />}
            onClick={onRestyle}
          />
          <IconButton
            variant="secondary"
            label="Share selection"
            disabledReason={disabledReason ?? (selected > MAX_SHARED ? `A link shows up to ${formatCount(MAX_SHARED)} photos.` : null)}
            icon={<Link2 aria-hidden className="size-4" />}
            onClick={onShare}
          />
        </span>
      )}
    </>
  );
}

const noneSelected = (selected: number): string | null => (selected === 0 ? 'Select photos first.' : null);

/** Rejecting an approved photo hides it. */
function Reject({ status, selected, onDecide, onAskReason }: ModerationBarProps) {
  const disabledReason = noneSelected(selected);
  return (
    <>
      <Button
        disabledReason={disabledReason}
        icon={<X aria-hidden className="size-4 text-danger" />}
        onClick={() => onDecide('rejected', null)}
        className="max-sm:flex-1"
      >
        {status === 'approved' ? 'Hide' : 'Reject'}
      </Button>
      <DropdownMenu
        trigger={
          <IconButton
            variant="secondary"
            label={status === 'approved' ? 'Hide with a reason' : 'Reject with a reason'}
            icon={<MessageSquareX aria-hidden className="size-4" />}
          />
        }
      >
        {presetReasons.map(({ label, text }) => (
          <MenuItem key={label} disabledReason={disabledReason} onSelect={() => onDecide('rejected', text)}>
            {label}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem disabledReason={disabledReason} onSelect={onAskReason}>
          Custom reason…
        </MenuItem>
      </DropdownMenu>
    </>
  );
}
