// The wall: a slideshow of an event's photos, for a television, a projector or a laptop at the venue.
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { formatTime } from '#src/lib/format.ts';
import { QueryFailure } from '#src/shell/query-state.tsx';
import { useFullScreen } from '#src/shell/stage/use-full-screen.ts';
import { cn } from '#src/ui/cn.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { ChevronLeft, ChevronRight, CloudOff, Images, Maximize, Minimize, Pause, Play, X } from '#src/ui/icons.ts';
import { acquireWakeLock } from '#src/ui/wake-lock.ts';
import { type WallState, WallPlayer } from './wall-player.ts';
import type { WallSource } from './wall-source.ts';
import { WallStage } from './wall-stage.tsx';

const QrCode = lazy(() => import('#src/ui/qr-code.tsx'));

export interface WallProps {
  /** Must be referentially stable. */
  source: WallSource;
  eventName: string;
  seconds: number;
  showsPhotographer: boolean;
  /** Shown as a QR code; null if the wall must not show it. */
  joinAddress: string | null;
  /** Null: there is nowhere to go back to. */
  onLeave: (() => void) | null;
  /** More controls. */
  children?: ReactNode;
}

export function Wall({ source, eventName, seconds, showsPhotographer, joinAddress, onLeave, children }: WallProps) {
  const [player] = useState(() => new WallPlayer({ source, seconds }));
  const state = useSyncExternalStore(player.subscribe, player.read);
  useEffect(() => player.start(), [player]);
  useEffect(() => player.setSeconds(seconds), [player, seconds]);
  useEffect(acquireWakeLock, []);
  const fullScreen = useFullScreen();
  const { shown, wake } = useIdleControls();
  const bar = useRef<HTMLDivElement>(null);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : null;
    // An open menu or dialog handles its keys.
    if (event.defaultPrevented || target?.closest('[role="menu"], [role="dialog"], input, select')) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    wake();
    if (!press(event.key, target)) return;
    event.preventDefault();
  });
  /** Whether the key did something. */
  function press(key: string, target: Element | null): boolean {
    if (key === 'ArrowRight' || key === 'MediaTrackNext') player.next();
    else if (key === 'ArrowLeft' || key === 'MediaTrackPrevious') player.previous();
    else if (key === ' ' || key === 'MediaPlayPause') player.togglePause();
    else if (key.toLowerCase() === 'f' && fullScreen) fullScreen.toggle();
    else if (key === 'Escape' && onLeave) onLeave();
    // The OK button of a remote control: to the controls, and there it presses them.
    else if (key === 'Enter' && !target?.closest('button, a')) bar.current?.querySelector<HTMLElement>('[data-first]')?.focus();
    else return false;
    return true;
  }
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);

  const isCovered = state.slide !== null;
  return (
    <div
      className={cn('venue relative size-full overflow-hidden', isCovered && !shown && 'cursor-none')}
      onPointerMove={wake}
      onPointerDown={wake}
    >
      <h1 className="sr-only">Live wall of {eventName}</h1>
      {isCovered ? (
        <WallStage slide={state.slide} showsPhotographer={showsPhotographer} />
      ) : (
        <NoSlide state={state} onRetry={player.retry} />
      )}
      {state.offlineSince !== null && isCovered && (
        <p role="status" className="absolute top-3 left-3 flex items-center gap-2 rounded-md bg-black/70 px-3 py-1.5 text-sm text-white">
          <CloudOff aria-hidden className="size-4" />
          Offline since {formatTime(state.offlineSince)}
        </p>
      )}
      {joinAddress !== null && (
        <JoinQrCode address={joinAddress} eventName={eventName} className="absolute top-[1.5vmax] right-[1.5vmax] w-[max(6rem,12vmax)]" />
      )}
      <div
        ref={bar}
        role="toolbar"
        aria-label="Wall controls"
        className={cn(
          'absolute inset-x-0 bottom-[max(--spacing(4),var(--safe-bottom))] mx-auto flex w-fit items-center gap-1 rounded-full bg-surface p-1.5 text-ink shadow-3 transition-opacity motion-reduce:transition-none',
          shown ? 'opacity-100' : 'pointer-events-none opacity-0',
        )}
      >
        <IconButton size="lg" label="Previous photo" icon={<ChevronLeft aria-hidden className="size-6" />} onClick={player.previous} />
        <IconButton
          size="lg"
          data-first
          label={state.isPaused ? 'Play' : 'Pause'}
          icon={state.isPaused ? <Play aria-hidden className="size-6" /> : <Pause aria-hidden className="size-6" />}
          onClick={player.togglePause}
        />
        <IconButton size="lg" label="Next photo" icon={<ChevronRight aria-hidden className="size-6" />} onClick={player.next} />
        {children}
        {fullScreen && (
          <IconButton
            size="lg"
            label={fullScreen.on ? 'Exit full screen' : 'Full screen'}
            icon={fullScreen.on ? <Minimize aria-hidden className="size-6" /> : <Maximize aria-hidden className="size-6" />}
            onClick={fullScreen.toggle}
          />
        )}
        {onLeave && <IconButton size="lg" label="Leave the wall" icon={<X aria-hidden className="size-6" />} onClick={onLeave} />}
      </div>
    </div>
  );
}

interface JoinQrCodeProps {
  address: string;
  eventName: string;
  /** Its width, and its place. */
  className: string;
}

export function JoinQrCode({ address, eventName, className }: JoinQrCodeProps) {
  return (
    <div
      className={cn(
        'grid justify-items-center overflow-hidden rounded-md bg-white text-[max(0.75rem,1.3vmax)] font-medium text-black',
        className,
      )}
    >
      <Suspense fallback={<span className="aspect-square w-full" />}>
        <QrCode text={address} label={`QR code to join ${eventName}`} className="w-full" />
      </Suspense>
      <p className="-mt-[0.6vmax] pb-[0.6vmax]">Scan to join</p>
    </div>
  );
}

function NoSlide({ state: { phase, error, offlineSince }, onRetry }: { state: WallState; onRetry: () => void }) {
  return (
    <div className="grid size-full content-center">
      {phase === 'empty' ? (
        <EmptyState icon={<Images />} title="Photos appear here as they are taken" />
      ) : phase === 'failed' || offlineSince !== null ? (
        <QueryFailure error={error} failed="Couldn’t load the photos" offline="The wall goes on by itself." onRetry={onRetry} />
      ) : (
        <p role="status" className="text-center text-ink-muted">
          Loading photos…
        </p>
      )}
    </div>
  );
}

const SHOWN_MS = 3_000;

/** Controls that appear with a movement or a key, and vanish after three seconds. */
function useIdleControls(): { shown: boolean; wake: () => void } {
  const [shown, setShown] = useState(true);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wake = () => {
    setShown(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setShown(false), SHOWN_MS);
  };
  useEffect(() => {
    timer.current = setTimeout(() => setShown(false), SHOWN_MS);
    return () => clearTimeout(timer.current);
  }, []);
  return { shown, wake };
}
