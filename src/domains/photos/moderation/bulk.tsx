// Many at once: everything of one status as a grid, to choose from and decide on.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { describeFailure } from '#src/shell/failure.ts';
import { useRefetchOnReturn } from '#src/shell/use-refetch-on-return.ts';
import { Button } from '#src/ui/button.tsx';
import type { Photo } from '#src/domains/photos/photo.ts';
import { counted } from '#src/lib/format.ts';
import { BulkActions, BulkFoot } from './bulk-actions.tsx';
import { BulkGrid } from './bulk-grid.tsx';
import { statusQuery } from './queries.ts';
import type { Status, Verdict } from './decisions.ts';
import type { ModerationSession, SessionView } from './moderation-session.ts';
import { BulkEmpty, BulkSkeleton, ListFailure } from './states.tsx';
import type { Command } from './keys.ts';
import { PreviewDialog } from './preview-dialog.tsx';
import { AskReason } from './ask-reason.tsx';
import { everything, kept, nothingSelected, type Selection } from './selection.ts';
import { useKeys } from './use-keys.ts';

interface BulkProps {
  eventId: string;
  status: Status;
  session: ModerationSession;
  view: SessionView;
}

const labels: Record<Status, string> = { pending: 'Waiting photos', approved: 'Approved photos', rejected: 'Rejected photos' };

export function Bulk({ eventId, status, session, view }: BulkProps) {
  const query = useInfiniteQuery(statusQuery(eventId, status));
  useRefetchOnReturn(query);
  const photos = useListed(query.data?.pages, view, status);
  const [picked, setPicked] = useState<Selection>(nothingSelected);
  const [activeId, setActiveId] = useState<string | null>(null);
  const [lookId, setLookId] = useState<string | null>(null);
  const [asking, setAsking] = useState<readonly Photo[]>([]);
  const [gathering, setGathering] = useState(false);

  const present = useMemo(() => new Set(photos.map((photo) => photo.id)), [photos]);
  const selection = kept(picked, present);
  const { fetchNextPage, hasNextPage, isFetching, isFetchNextPageError } = query;
  const more = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [fetchNextPage, hasNextPage, isFetching, isFetchNextPageError]);

  /** What keys and buttons act on: what is chosen, else the one that has the focus. */
  const meant = (): readonly Photo[] =>
    photos.filter((photo) => (selection.ids.size > 0 ? selection.ids.has(photo.id) : photo.id === activeId));
  const decide = (these: readonly Photo[], to: Status, reason: string | null = null) => {
    const moving = these.filter((photo) => photo.status !== to);
    if (moving.length === 0 || !session.decide(moving, to, reason)) return;
    setActiveId(after(photos, moving) ?? activeId);
    setPicked(nothingSelected);
  };
  const selectAll = async () => {
    setGathering(true);
    let { data, hasNextPage: isMore } = query;
    while (isMore) {
      const next = await fetchNextPage();
      if (next.isError) break;
      ({ data, hasNextPage: isMore } = next);
    }
    setGathering(false);
    setPicked(everything(data?.pages.flatMap((page) => page.items.map((photo) => photo.id)) ?? []));
  };

  useKeys((command: Command) => {
    if (command.kind === 'take-back') session.takeBack();
    else if (command.kind === 'ask-reason') setAsking(meant());
    else if (command.kind === 'approve') decide(meant(), 'approved');
    else decide(meant(), 'rejected', command.reason);
  }, false);

  const actions = {
    status,
    selected: selection.ids.size,
    loaded: photos.length,
    isAll: !query.hasNextPage,
    gathering,
    last: view.decided.at(-1) ?? null,
    onSelectAll: () => void selectAll(),
    onClear: () => setPicked(nothingSelected),
    onDecide: (to: Status, reason: string | null) => decide(meant(), to, reason),
    onAskReason: () => setAsking(meant()),
    onTakeBack: session.takeBack,
  };

  if (query.isPending) return <BulkSkeleton />;
  if (!query.data) return <ListFailure error={query.error} retrying={query.isFetching} onRetry={() => void query.refetch()} />;
  if (photos.length === 0 && !query.hasNextPage) return <BulkEmpty status={status} />;
  return (
    <div className="grid gap-3">
      <BulkActions {...actions} />
      <BulkGrid
        label={labels[status]}
        photos={photos}
        selection={selection}
        onSelect={setPicked}
        activeId={activeId}
        onActive={setActiveId}
        onLook={setLookId}
        onNearEnd={more}
      />
      {query.isFetchNextPageError && (
        <div className="grid justify-items-center gap-2 p-4 text-sm text-ink-muted">
          <p>Older photos could not be loaded. {describeFailure(query.error).detail}</p>
          <Button onClick={() => void fetchNextPage()} loading={query.isFetchingNextPage}>
            Try again
          </Button>
        </div>
      )}
      {!query.hasNextPage && <p className="py-2 text-center text-sm text-ink-muted">{counted(photos.length, 'photo', 'photos')}</p>}
      {selection.ids.size > 0 && <BulkFoot {...actions} />}
      <PreviewDialog
        photos={photos}
        openId={lookId}
        onLook={setLookId}
        onDecide={(photo: Photo, verdict: Verdict, reason) => decide([photo], verdict, reason)}
      />
      <AskReason
        count={asking.length}
        onClose={() => setAsking([])}
        onReason={(reason) => {
          decide(
            asking.filter((photo) => present.has(photo.id)),
            'rejected',
            reason,
          );
          setAsking([]);
        }}
      />
    </div>
  );
}

/** What lies in the list, without what was decided here and is not told yet. */
function useListed(pages: readonly { items: Photo[] }[] | undefined, { unsent }: SessionView, status: Status): readonly Photo[] {
  return useMemo(() => {
    const moved = new Map(unsent.flatMap((sending) => sending.photos.map((photo) => [photo.id, sending.to] as const)));
    const seen = new Set<string>();
    return (pages ?? []).flatMap((page) =>
      page.items.filter((photo) => (moved.get(photo.id) ?? photo.status) === status && !seen.has(photo.id) && seen.add(photo.id)),
    );
  }, [pages, unsent, status]);
}

/** Where the focus goes when these leave: the next that stays, else the one before. */
function after(photos: readonly Photo[], leaving: readonly Photo[]): string | null {
  const gone = new Set(leaving.map((photo) => photo.id));
  const last = photos.findLastIndex((photo) => gone.has(photo.id));
  const next = photos.slice(last + 1).find((photo) => !gone.has(photo.id)) ?? photos.findLast((photo) => !gone.has(photo.id));
  return next?.id ?? null;
}
