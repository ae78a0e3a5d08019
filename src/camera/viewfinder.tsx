import { type PointerEvent, type ReactNode, useCallback, useRef, useState } from 'react';
import { cn } from '#src/ui/cn.ts';
import { Camera as CameraIcon } from '#src/ui/icons.ts';
import type { Camera, LiveState } from './camera.ts';

/**
 * Why new shots are not accepted: the event's status; else the server's reason for this person; `suspended` organizations and paused
 * events accept none.
 */
export type ClosedStatus = 'draft' | 'ended' | 'archived' | 'suspended' | 'viewing' | { reason: string };

interface CardProps {
  icon: ReactNode;
  title: string;
  children: ReactNode;
  actions?: ReactNode;
  role?: 'alert' | 'status';
  /** At the bottom, in reach of the thumb. */
  isLow?: boolean;
}

/** Replaces the picture. It scrolls in landscape on a phone. */
export function StageCard({ icon, title, children, actions, role, isLow }: CardProps) {
  return (
    <div role={role} className={cn('mx-auto mt-auto grid max-w-sm justify-items-center gap-2 px-6 py-4 text-center', !isLow && 'mb-auto')}>
      <span
        aria-hidden
        className="mb-1 grid size-14 place-items-center rounded-full bg-hover text-ink-muted landscape:max-lg:hidden [&_svg]:size-6"
      >
        {icon}
      </span>
      <h2 className="text-lg font-semibold text-balance">{title}</h2>
      <p className="text-sm text-ink-muted text-balance">{children}</p>
      {actions && <div className="mt-3 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}

/** Brief, so it has no actions: the dock below still imports photos. */
export function CameraStarting() {
  return (
    <StageCard role="status" icon={<CameraIcon className="animate-pulse" />} title="Starting the camera">
      When the browser asks, allow the camera.
    </StageCard>
  );
}

interface ViewfinderProps {
  camera: Camera;
  live: LiveState;
  /** The element that shows the stream; stills are taken from it. */
  onVideo: (element: HTMLVideoElement | null) => void;
  mirrored: boolean;
  grid: boolean;
  /** Changes with each shot. */
  flashes: number;
}

interface Point {
  x: number;
  y: number;
}

/** The whole frame, never cropped. A tap focuses and two fingers zoom, where supported. */
export function Viewfinder({ camera, live, onVideo, mirrored, grid, flashes }: ViewfinderProps) {
  const [ratio, setRatio] = useState(live.width / live.height || 3 / 4);
  const [focus, setFocus] = useState<(Point & { key: number }) | null>(null);
  const pinch = usePinch(camera, live);

  const attach = useCallback(
    (element: HTMLVideoElement | null) => {
      if (!element) return;
      element.srcObject = live.stream;
      playing(element);
      onVideo(element);
      return () => {
        element.srcObject = null;
        onVideo(null);
      };
    },
    [live.stream, onVideo],
  );

  const onTap = (event: PointerEvent<HTMLDivElement>) => {
    const element = event.currentTarget.querySelector('video');
    if (element) playing(element);
    if (!live.optics.focus || pinch.pinched()) return;
    const box = event.currentTarget.getBoundingClientRect();
    const at = { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
    setFocus({ ...at, key: Date.now() });
    void camera.focusAt(mirrored ? 1 - at.x : at.x, at.y);
  };

  return (
    <div className="absolute inset-0 grid place-items-center overflow-hidden [container-type:size]">
      <div
        className="relative touch-none overflow-hidden bg-black"
        style={{ aspectRatio: ratio, width: `min(100cqw, 100cqh * ${ratio})` }}
        onPointerDown={pinch.onDown}
        onPointerMove={pinch.onMove}
        onPointerUp={(event) => {
          onTap(event);
          pinch.onUp(event);
        }}
        onPointerCancel={pinch.onUp}
      >
        <video
          ref={attach}
          autoPlay
          muted
          playsInline
          aria-label="Camera preview"
          onResize={(event) => setRatio(event.currentTarget.videoWidth / event.currentTarget.videoHeight || ratio)}
          onLoadedMetadata={(event) => setRatio(event.currentTarget.videoWidth / event.currentTarget.videoHeight || ratio)}
          className={cn('size-full object-contain', mirrored && '-scale-x-100')}
        />
        {grid && <Grid />}
        {focus && (
          <span
            key={focus.key}
            aria-hidden
            onAnimationEnd={() => setFocus(null)}
            style={{ left: `${focus.x * 100}%`, top: `${focus.y * 100}%` }}
            className="pointer-events-none absolute -mt-9 -ml-9 size-18 animate-[fade-out_1.2s_ease-in_forwards] rounded-lg border-2 border-white"
          />
        )}
        {flashes > 0 && (
          <span
            key={flashes}
            aria-hidden
            className="pointer-events-none absolute inset-0 animate-[fade-out_160ms_ease-out_forwards] bg-black"
          />
        )}
        {live.muted && (
          <p role="status" className="absolute inset-0 grid place-items-center bg-black/70 p-6 text-center text-white">
            The camera is paused. It resumes automatically.
          </p>
        )}
      </div>
    </div>
  );
}

/** Refused only if autoplay is blocked: the first touch starts it then. */
function playing(element: HTMLVideoElement) {
  if (element.paused) element.play().catch(() => undefined);
}

function Grid() {
  return (
    <span aria-hidden className="pointer-events-none absolute inset-0">
      {['left-1/3', 'left-2/3'].map((place) => (
        <span key={place} className={cn('absolute inset-y-0 w-px bg-white/45 shadow-[0_0_1px_black]', place)} />
      ))}
      {['top-1/3', 'top-2/3'].map((place) => (
        <span key={place} className={cn('absolute inset-x-0 h-px bg-white/45 shadow-[0_0_1px_black]', place)} />
      ))}
    </span>
  );
}

/** Pinch to zoom, in proportion to the distance of the fingers. */
function usePinch(camera: Camera, live: LiveState) {
  const fingers = useRef(new Map<number, Point>());
  const start = useRef<{ distance: number; zoom: number } | null>(null);
  const wasPinch = useRef(false);
  const distance = () => {
    const [a, b] = [...fingers.current.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  };
  return {
    pinched: () => wasPinch.current,
    onDown(event: PointerEvent) {
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (fingers.current.size === 1) wasPinch.current = false;
      if (fingers.current.size === 2) {
        wasPinch.current = true;
        start.current = { distance: distance(), zoom: live.zoom };
      }
    },
    onMove(event: PointerEvent) {
      if (!fingers.current.has(event.pointerId)) return;
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (start.current && start.current.distance > 0 && live.optics.zoom) {
        void camera.setZoom((start.current.zoom * distance()) / start.current.distance);
      }
    },
    onUp(event: PointerEvent) {
      fingers.current.delete(event.pointerId);
      if (fingers.current.size < 2) start.current = null;
    },
  };
}
