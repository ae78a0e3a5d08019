// The booth camera: one large button, a countdown of three seconds that another press skips, and file import as a fallback.
import './booth-camera.css';
import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { platform } from '#src/lib/platform.ts';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Camera, CameraOff, ImageUp, RotateCw, SwitchCamera } from '#src/ui/icons.ts';
import { acquireWakeLock } from '#src/ui/wake-lock.ts';
import { failureMessage } from './camera-unavailable.tsx';
import type { LiveState } from './camera.ts';
import { useFilePicker } from './file-picker.tsx';
import { haptic } from './media.ts';
import { createStillTaker, CaptureError, videoSource, type StillTaker } from './shoot.ts';
import { deviceAtom, useCamera } from './use-camera.ts';
import { Viewfinder } from './viewfinder.tsx';

const COUNT_FROM = 3;

interface BoothCameraProps {
  /** Shown above the picture. */
  title: string;
  /** Whether files may be chosen while there is a camera: the device's files are not for every visitor. */
  picksFiles: boolean;
  /** Whether a countdown comes before the picture. Asked at each press: staff may change it meanwhile. */
  counts: () => boolean;
  onPhoto: (photo: Blob) => void;
}

export function BoothCamera({ title, picksFiles, counts, onPhoto }: BoothCameraProps) {
  const { camera, state, devices, turnOn } = useCamera(true, useAtomValue(deviceAtom));
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const live = state.phase === 'live' ? state : null;
  const { count, missed, press } = useSelfTimer(live, video, counts, onPhoto);
  const { picker, inputs } = useFilePicker(([file]) => file && onPhoto(file));
  useEffect(() => (live ? acquireWakeLock() : undefined), [live]);

  const pick = (
    <Button size="lg" className="booth-press" icon={<ImageUp aria-hidden className="size-5" />} onClick={picker.openFiles}>
      Choose a photo
    </Button>
  );
  return (
    <div className="booth-camera">
      {inputs}
      <div className="booth-finder">
        {live && (
          <Viewfinder camera={camera} live={live} onVideo={setVideo} mirrored={live.facing !== 'environment'} grid={false} flashes={0} />
        )}
        {turnOn && (
          <Placeholder icon={<Camera />} title="Ready to take a photo?" advice="The browser will ask to use the camera. Allow it.">
            <Button size="lg" variant="primary" className="booth-press" icon={<Camera aria-hidden className="size-5" />} onClick={turnOn}>
              Turn on camera
            </Button>
            {pick}
          </Placeholder>
        )}
        {state.phase === 'failed' && <Failed reason={state.reason} pick={pick} onRetry={() => void camera.start()} />}
        {!live && !turnOn && state.phase !== 'failed' && (
          <Placeholder
            icon={<Camera className="animate-pulse" />}
            title="Starting the camera"
            advice="When the browser asks, allow the camera."
          >
            {pick}
          </Placeholder>
        )}
        {live && <h1 className="booth-over">{title}</h1>}
        {count !== null && (
          <>
            <p aria-live="assertive" className="booth-count">
              {count}
            </p>
            <p className="booth-skip">Press again to take it now</p>
          </>
        )}
        {missed !== null && (
          <p role="alert" className="booth-missed">
            {missed} Try again.
          </p>
        )}
      </div>
      {live && (
        <div className="booth-dock">
          {picksFiles ? (
            <IconButton
              label="Choose a photo"
              variant="secondary"
              className="booth-round"
              icon={<ImageUp aria-hidden className="size-6" />}
              onClick={picker.openFiles}
            />
          ) : (
            <span aria-hidden className="booth-round" />
          )}
          <button type="button" aria-label={count === null ? 'Take photo' : 'Take it now'} className="booth-shutter" onClick={press}>
            <span aria-hidden />
          </button>
          <IconButton
            label="Switch camera"
            variant="secondary"
            className="booth-round"
            disabledReason={devices.length < 2 && 'There’s only one camera'}
            icon={<SwitchCamera aria-hidden className="size-6" />}
            onClick={() => void camera.flip()}
          />
        </div>
      )}
    </div>
  );
}

/** From the press to the picture: a countdown, which another press skips, then one still. */
function useSelfTimer(live: LiveState | null, video: HTMLVideoElement | null, counts: () => boolean, onPhoto: (photo: Blob) => void) {
  const [count, setCount] = useState<number | null>(null);
  const [missed, setMissed] = useState<string | null>(null);
  const taker = useRef<StillTaker | null>(null);
  const isTaking = useRef(false);
  const track = live?.track;
  useEffect(() => {
    taker.current = track && video ? createStillTaker(videoSource(track, video)) : null;
    // The camera was disconnected.
    return () => setCount(null);
  }, [track, video]);
  const take = useCallback(async () => {
    setCount(null);
    if (isTaking.current) return;
    isTaking.current = true;
    try {
      if (!taker.current) throw new CaptureError('The camera isn’t ready yet.');
      const { blob } = await taker.current.take(0, false);
      haptic('shot');
      onPhoto(blob);
    } catch (error) {
      haptic('missed');
      setMissed(error instanceof CaptureError ? error.message : 'The camera didn’t return a photo.');
    }
    isTaking.current = false;
  }, [onPhoto]);
  useEffect(() => {
    if (count === null) return undefined;
    let gone = false;
    const timer = setTimeout(() => !gone && (count > 1 ? setCount(count - 1) : void take()), 1000);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [count, take]);
  return {
    count,
    missed,
    press() {
      setMissed(null);
      if (count === null && counts()) setCount(COUNT_FROM);
      else void take();
    },
  };
}

function Failed({ reason, pick, onRetry }: { reason: Parameters<typeof failureMessage>[0]; pick: ReactNode; onRetry: () => void }) {
  const { title, advice, retry } = failureMessage(reason, platform(navigator));
  return (
    <Placeholder role="alert" icon={<CameraOff />} title={title} advice={advice}>
      {retry && (
        <Button size="lg" className="booth-press" icon={<RotateCw aria-hidden className="size-5" />} onClick={onRetry}>
          Try again
        </Button>
      )}
      {pick}
    </Placeholder>
  );
}

interface PlaceholderProps {
  icon: ReactNode;
  title: string;
  advice: string;
  role?: 'alert';
  children: ReactNode;
}

/** Replaces the picture. */
function Placeholder({ icon, title, advice, role, children }: PlaceholderProps) {
  return (
    <div role={role} className="booth-instead">
      <span aria-hidden className="grid size-14 place-items-center rounded-full bg-hover text-ink-muted [&_svg]:size-6">
        {icon}
      </span>
      <h1 className="text-2xl font-semibold text-balance">{title}</h1>
      <p className="text-ink-muted text-balance">{advice}</p>
      <div className="booth-presses">{children}</div>
    </div>
  );
}
