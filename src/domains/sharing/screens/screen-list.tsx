// The screens of an event, for its organization.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatRelativeTime } from '#src/lib/format.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { optimisticMutation } from '#src/shell/optimistic-mutation.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Monitor, PencilLine, Play, Plus, RotateCcw } from '#src/ui/icons.ts';
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx';
import { useNow } from '#src/ui/use-now.ts';
import { invalidateScreens, restoreScreen, type Screen, screenOverlay, screensQuery, unpairScreen } from './queries.ts';
import { PairForm, ScreenForm } from './screen-forms.tsx';
import { SHOWS_WALL, type WallFacts, wallStatus } from './wall-status.ts';

interface ScreenListProps {
  event: WallFacts & { id: string; join_policy: string; can: { manage: boolean } };
}

/** Connected screens are seen once a minute. */
const CONNECTED_MS = 150_000;

export function ScreenList({ event }: ScreenListProps) {
  const query = useQuery(screensQuery(event.id));
  const offline = useConnection() !== 'online';
  const patched = screenOverlay.usePatched();
  const actions = useScreenActions(event);
  const [opened, setOpened] = useState<'pair' | Screen | null>(null);
  const close = () => setOpened(null);
  const suspended = event.can.manage ? null : 'Your organization is suspended. You can view its screens, but not change them.';
  const disabledReason = (offline && NEEDS_CONNECTION) || suspended;
  const pairButton = (
    <Button variant="primary" icon={<Plus aria-hidden className="size-4" />} disabledReason={disabledReason} onClick={() => setOpened('pair')}>
      Pair a screen
    </Button>
  );
  const wallLink = (
    <Link to="/event/$id/gallery" params={{ id: event.id }} search={{ view: 'wall' }} className={buttonClass({})}>
      <Play aria-hidden className="size-4" />
      Open the wall here
    </Link>
  );
  return (
    <section aria-label="Screens" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <QueryState
        query={query}
        skeleton={<RowsSkeleton label="Loading screens" rows={2} className="grid gap-2" row="flex rounded-lg border border-line p-3" lines={['h-5 w-40', 'h-4 w-56']} />}
        failed="Couldn’t load the screens"
        offline="Screens need a connection."
      >
        {(screens) => {
          const rows = screens.flatMap((screen) => patched(screen.id, screen) ?? []);
          const paired = rows.filter((screen) => screen.unpaired_at === null);
          const unpaired = rows.filter((screen) => screen.unpaired_at !== null);
          return (
            <>
              <DataAge at={query.dataUpdatedAt} />
              {paired.length === 0 ? (
                <EmptyState icon={<Monitor />} title="No screens yet" actions={
                    <>
                      {pairButton}
                      {wallLink}
                    </>
                  }>
                  A television or projector at the venue shows new photos as they are taken. Open {location.host}/wall on it, and enter its
                  code here.
                </EmptyState>
              ) : (
                <>
                  <div className="flex flex-wrap justify-end gap-2">
                    {wallLink}
                    {pairButton}
                  </div>
                  <ul className="grid gap-2">
                    {paired.map((screen) => (
                      <ScreenRow key={screen.id} screen={screen} event={event}>
                        <Button
                          size="sm"
                          aria-label={`Edit ${screen.name}`}
                          icon={<PencilLine aria-hidden className="size-4" />}
                          disabledReason={disabledReason}
                          onClick={() => setOpened(screen)}
                        >
                          Edit
                        </Button>
                        <Button
                          size="sm"
                          aria-label={`Unpair ${screen.name}`}
                          disabledReason={disabledReason}
                          onClick={() => actions.unpair({ screen })}
                        >
                          Unpair
                        </Button>
                      </ScreenRow>
                    ))}
                  </ul>
                </>
              )}
              {unpaired.length > 0 && (
                <section aria-labelledby="unpaired-screens" className="grid gap-2">
                  <h2 id="unpaired-screens" className="text-sm font-medium text-ink-muted">
                    Unpaired
                  </h2>
                  <ul className="grid gap-2">
                    {unpaired.map((screen) => (
                      <ScreenRow key={screen.id} screen={screen} event={event}>
                        <Button
                          size="sm"
                          aria-label={`Pair ${screen.name} again`}
                          icon={<RotateCcw aria-hidden className="size-4" />}
                          disabledReason={disabledReason}
                          onClick={() => actions.restore({ screen })}
                        >
                          Pair again
                        </Button>
                      </ScreenRow>
                    ))}
                  </ul>
                </section>
              )}
            </>
          );
        }}
      </QueryState>
      {opened === 'pair' && <PairForm event={event} onClose={close} />}
      {opened !== null && opened !== 'pair' && <ScreenForm screen={opened} canJoin={event.join_policy === 'code'} onClose={close} />}
    </section>
  );
}

function ScreenRow({ screen, event, children }: { screen: Screen; event: WallFacts; children: React.ReactNode }) {
  const now = useNow();
  const isConnected = now - Date.parse(screen.last_seen_at) < CONNECTED_MS;
  const seen = isConnected ? 'Connected' : `Last seen ${formatRelativeTime(screen.last_seen_at, now)}`;
  const status = wallStatus(event, now);
  const waits = status !== SHOWS_WALL && `${status[0]?.toUpperCase()}${status.slice(1)}`;
  const facts = [waits, `${screen.seconds} s per photo`, screen.shows_join_code && 'QR code to join', !screen.shows_photographer && 'No names'];
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-surface p-3">
      <Monitor aria-hidden className="size-5 shrink-0 text-ink-muted" />
      <div className="mr-auto min-w-40 flex-1">
        <p className="line-clamp-2 text-sm font-medium wrap-anywhere">{screen.name}</p>
        <p className="text-xs text-ink-muted">
          {screen.unpaired_at === null
            ? [seen, ...facts.filter((fact) => fact !== false)].join(' · ')
            : `Unpaired ${formatRelativeTime(screen.unpaired_at, now)}`}
        </p>
      </div>
      <div className="flex gap-2">{children}</div>
    </li>
  );
}

function useScreenActions(event: WallFacts) {
  const client = useQueryClient();
  const ofScreen = {
    item: ({ screen }: { screen: Screen }) => screen.id,
    settle: () => invalidateScreens(client),
  };
  const asUnpaired = ({ screen }: { screen: Screen }) => screenOverlay.add(screen.id, { unpaired_at: new Date().toISOString() });
  const asPaired = ({ screen }: { screen: Screen }) => screenOverlay.add(screen.id, { unpaired_at: null });
  const unpair = optimisticMutation<{ screen: Screen }>({
    ...ofScreen,
    apply: asUnpaired,
    send: ({ screen }) => unpairScreen(screen),
    applyRevert: asPaired,
    revert: ({ screen }) => restoreScreen(screen),
    done: ({ screen }) => `“${screen.name}” unpaired`,
    failed: 'Couldn’t unpair the screen',
  });
  const restore = optimisticMutation<{ screen: Screen }>({
    ...ofScreen,
    apply: asPaired,
    send: ({ screen }) => restoreScreen(screen),
    applyRevert: asUnpaired,
    revert: ({ screen }) => unpairScreen(screen),
    done: ({ screen }) => {
      const status = wallStatus(event, Date.now());
      return `“${screen.name}” ${status}${status === SHOWS_WALL ? ' again' : ''}`;
    },
    failed: 'Couldn’t pair the screen again',
  });
  return { unpair, restore };
}
