import { useAtom, useAtomValue } from 'jotai';
import { type CSSProperties, type DragEvent, type ReactNode, useRef, useState } from 'react';
import { deviceLabel } from '#src/lib/device.ts';
import type { TimeZone } from '#src/lib/format.ts';
import type { CheckedCounts } from '#src/outbox/receipts.ts';
import type { CaptureTarget } from '#src/outbox/record.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Flashlight, FlashlightOff, Grid3x3, ImageUp, TriangleAlert } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import type { Camera, LiveState } from './camera.ts';
import { Dock } from './dock.tsx';
import { useFilePicker } from './file-picker.tsx';
import { UploadAnnouncement, UploadStatus } from './upload-status.tsx';
import { type Capture, gridAtom, mirrorAtom, useCapture } from './use-camera.ts';
import { CameraStarting, type ClosedStatus, Viewfinder } from './viewfinder.tsx';

interface LensControlsProps {
  camera: Camera;
  live: LiveState;
  grid: boolean;
  onGrid: (on: boolean) => void;
}

/** Controls of the lens above the viewfinder's lower edge: light, zoom, grid. Unsupported ones are hidden. */
function LensControls({ camera, live, grid, onGrid }: LensControlsProps) {
  const { torch, zoom } = live.optics;
  return (
    <div className="flex items-center gap-[12px]">
      {torch && (
        <IconButton
          label={live.torch ? 'Light off' : 'Light on'}
          pressed={live.torch}
          icon={live.torch ? <Flashlight aria-hidden className="camera-sign" /> : <FlashlightOff aria-hidden className="camera-sign" />}
          onClick={() => void camera.setTorch(!live.torch)}
          className="camera-over"
        />
      )}
      {zoom && (
        <label className="camera-zoom">
          <span className="min-w-10 font-medium">{live.zoom.toFixed(1)}×</span>
          <input
            type="range"
            aria-label="Zoom"
            aria-valuetext={`${live.zoom.toFixed(1)} ×`}
            min={zoom.min}
            max={zoom.max}
            step={zoom.step || 0.1}
            value={live.zoom}
            onChange={(event) => void camera.setZoom(event.target.valueAsNumber)}
          />
        </label>
      )}
      <span className="ml-auto">
        <IconButton
          label="Grid"
          pressed={grid}
          icon={<Grid3x3 aria-hidden className="camera-sign" />}
          onClick={() => onGrid(!grid)}
          className="camera-over"
        />
      </span>
    </div>
  );
}

// Rarely shown parts. The worker precaches them.
const OptionsSheet = lazyPart(() => import('./options-sheet.tsx'), {
  name: 'the camera options',
  close: ({ onOpenChange }) => onOpenChange(false),
});
const ImportCard = lazyPart(() => import('./import-card.tsx'), { name: 'the import', close: ({ imports }) => imports?.dismiss() });
const noPicture = () => import('./camera-unavailable.tsx');
const TurnOnCamera = lazyPart(async () => ({ default: (await noPicture()).TurnOnCamera }), { name: 'the camera' });
const CameraFailed = lazyPart(async () => ({ default: (await noPicture()).CameraFailed }), { name: 'the details' });
const StorageRefused = lazyPart(async () => ({ default: (await import('./storage-refused.tsx')).StorageRefused }), { name: 'the details' });
const CaptureClosed = lazyPart(async () => ({ default: (await noPicture()).CaptureClosed }), { name: 'the details' });

interface CaptureScreenProps {
  target: CaptureTarget;
  /** Undefined while loading. */
  counts: CheckedCounts | undefined;
  /** Why new shots are not accepted; null if they are. */
  closed: ClosedStatus | null;
  canImport: boolean;
  /** The link to sign in again after the session has ended; shooting continues. */
  signIn: ReactNode;
  /** A notice before the first shot. */
  notice: ReactNode;
  onOpenQueue: () => void;
  onOpenGallery: () => void;
  /** Opens a photo, queued or stored. */
  onOpenPhoto: (id: string) => void;
}

/** Quick capture: viewfinder, shutter, and a permanent upload status. */
export function CaptureScreen({
  target,
  counts,
  closed,
  canImport,
  signIn,
  notice,
  onOpenQueue,
  onOpenGallery,
  onOpenPhoto,
}: CaptureScreenProps) {
  const capture = useCapture(target, closed === null);
  const { session, status, shutter, state, tilt } = capture;
  const [optionsOpen, setOptionsOpen] = useState<boolean | null>(null);
  const root = useRef<HTMLElement>(null);
  const importAllowed = closed === null || canImport;
  const { picker, inputs } = useFilePicker(session.importFiles);
  const drop = useFileDrop(importAllowed, session.importFiles);
  const live = state.phase === 'live' ? state : null;
  const waiting = counts?.waiting ?? 0;

  return (
    <section
      ref={root}
      aria-label="Camera"
      style={{ '--lean': `${tilt === 270 ? 90 : -tilt}deg` } as CSSProperties}
      className="venue relative flex min-h-0 flex-1 flex-col"
      {...drop.handlers}
    >
      {inputs}
      {signIn && (
        <div role="status" className="camera-ended">
          <TriangleAlert aria-hidden className="size-5 shrink-0 text-warning" />
          <p className="min-w-0 flex-1">
            <span className="font-semibold">Your session has ended.</span> Keep shooting: photos stay on this {deviceLabel} until you log
            in.
          </p>
          {signIn}
        </div>
      )}
      {notice}
      <div className="flex min-h-0 flex-1 flex-col landscape:flex-row">
        <div className="relative flex min-h-0 flex-1 flex-col">
          <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
            <Stage
              capture={capture}
              closed={closed}
              canImport={canImport}
              picker={picker}
              waiting={waiting}
              eventZone={target.eventZone}
              onOpenQueue={onOpenQueue}
              onOpenGallery={onOpenGallery}
            />
          </div>
          <div className="camera-top">
            <UploadStatus
              counts={counts}
              saving={shutter.pending > 0 || status.importing?.running === true}
              refused={shutter.refused?.reason ?? null}
              isLive={live !== null}
              onOpen={onOpenQueue}
            />
            {status.error && (
              <p role="alert" className="camera-missed">
                {status.error} No photo taken. Try again.
              </p>
            )}
          </div>
          <div className="absolute inset-x-0 bottom-0 grid gap-2 p-3">
            {status.importing && <ImportCard facts={status.importing} imports={session.imports()} onPick={picker.openFiles} />}
            {live && !shutter.refused && <LiveControls capture={capture} />}
          </div>
        </div>
        {closed === null && (
          <Dock
            capture={capture}
            picker={picker}
            area={root}
            disabledReason={shutterBlocked(capture, closed)}
            onOpenLast={() => (status.last ? onOpenPhoto(status.last.id) : onOpenGallery())}
            onOpenOptions={() => setOptionsOpen(true)}
          />
        )}
      </div>
      <UploadAnnouncement counts={counts} burst={shutter.burst} />
      {drop.over && (
        <div aria-hidden className="camera-drop">
          <span className="flex items-center gap-3">
            <ImageUp className="size-6" /> Drop photos to import them
          </span>
        </div>
      )}
      {optionsOpen !== null && (
        <OptionsSheet open={optionsOpen} onOpenChange={setOptionsOpen} camera={capture.camera} live={live} devices={capture.devices} />
      )}
    </section>
  );
}

function shutterBlocked({ state, shutter }: Capture, closed: ClosedStatus | null): string | null {
  if (closed) return 'The camera is closed';
  if (shutter.refused) return `Can’t save more photos on this ${deviceLabel}`;
  return state.phase === 'live' ? null : 'The camera is off';
}

function LiveControls({ capture: { camera, state } }: { capture: Capture }) {
  const [grid, setGrid] = useAtom(gridAtom);
  return state.phase === 'live' && <LensControls camera={camera} live={state} grid={grid} onGrid={setGrid} />;
}

interface StageProps {
  capture: Capture;
  closed: ClosedStatus | null;
  canImport: boolean;
  picker: ReturnType<typeof useFilePicker>['picker'];
  waiting: number;
  eventZone: TimeZone;
  onOpenQueue: () => void;
  onOpenGallery: () => void;
}

/** The center of the screen: the picture, or the reason without one. */
function Stage({ capture, closed, canImport, picker, waiting, eventZone, onOpenQueue, onOpenGallery }: StageProps) {
  const { camera, state, session, shutter, status, onVideo } = capture;
  const grid = useAtomValue(gridAtom);
  const mirror = useAtomValue(mirrorAtom);
  if (shutter.refused)
    return (
      <StorageRefused
        refused={shutter.refused}
        shutter={session.shutter}
        waiting={waiting}
        eventZone={eventZone}
        onOpenQueue={onOpenQueue}
      />
    );
  if (closed) return <CaptureClosed status={closed} picker={picker} canImport={canImport} onOpenGallery={onOpenGallery} />;
  if (capture.turnOn) return <TurnOnCamera picker={picker} onTurnOn={capture.turnOn} />;
  if (state.phase === 'failed') return <CameraFailed reason={state.reason} picker={picker} onRetry={() => void camera.start()} />;
  if (state.phase !== 'live') return <CameraStarting />;
  return (
    <Viewfinder
      camera={camera}
      live={state}
      onVideo={onVideo}
      mirrored={mirror && state.facing === 'user'}
      grid={grid}
      flashes={status.flashes}
    />
  );
}

/** Photos dropped on the page. */
function useFileDrop(allowed: boolean, onFiles: (files: File[]) => void) {
  const [over, setOver] = useState(false);
  const hasFiles = (event: DragEvent) => allowed && event.dataTransfer.types.includes('Files');
  return {
    over,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave(event: DragEvent) {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      },
      onDrop(event: DragEvent) {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      },
    },
  };
}
