import { useAtom, useAtomValue } from 'jotai';
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { storedAtom } from '#src/lib/stored-atom.ts';
import type { CaptureTarget } from '#src/outbox/record.ts';
import { acquireWakeLock } from '#src/ui/wake-lock.ts';
import { type Camera, type CameraState, createCamera } from './camera.ts';
import { captureSession, type CaptureSession, type CaptureStatus } from './capture-session.ts';
import { browserMedia, type CameraDevice, cameraPermission, queryCamera } from './media.ts';
import { type OrientationSensor, type QuarterTurn, uprightTurn, watchOrientation } from './orientation.ts';
import { createStillTaker, videoSource } from './shoot.ts';
import type { ShutterState } from './shutter.ts';

export interface Capture {
  camera: Camera;
  state: CameraState;
  devices: CameraDevice[];
  /** Starts the camera after the explanation that precedes the browser's first prompt; null without one. */
  turnOn: (() => void) | null;
  session: CaptureSession;
  status: CaptureStatus;
  shutter: ShutterState;
  /** Ref callback of the video element. */
  onVideo: (element: HTMLVideoElement | null) => void;
  /** Clockwise angle between interface and world: icons are rotated back by it. */
  tilt: QuarterTurn;
}

/**
 * The state of the capture screen.
 * @param open whether the camera is needed
 */
export function useCapture(target: CaptureTarget, open: boolean): Capture {
  const session = captureSession(target);
  const facts = useSyncExternalStore(session.subscribe, session.getStatus);
  const shutter = useSyncExternalStore(session.shutter.subscribe, session.shutter.getState);
  const { camera, state, devices, turnOn } = useCamera(open, useAtomValue(deviceAtom));
  const [video, onVideo] = useState<HTMLVideoElement | null>(null);
  const { sensor, lean } = useOrientationSensor(open);

  const track = state.phase === 'live' ? state.track : null;
  const front = state.phase === 'live' && state.facing === 'user';
  useEffect(() => {
    if (!track || !video) return;
    const taker = createStillTaker(videoSource(track, video));
    session.setLens({ taker, turn: () => currentTurn(sensor.current, front) });
    return () => session.setLens(null);
  }, [session, track, video, front, sensor]);

  useEffect(() => (track ? acquireWakeLock() : undefined), [track]);
  return { camera, state, devices, turnOn, session, status: facts, shutter, onVideo, tilt: lean };
}

const currentTurn = (sensor: OrientationSensor | null, front: boolean) =>
  sensor ? uprightTurn(sensor.turn(), sensor.screenAngle(), front) : 0;

function useOrientationSensor(open: boolean): { sensor: RefObject<OrientationSensor | null>; lean: QuarterTurn } {
  const sensor = useRef<OrientationSensor | null>(null);
  const [lean, setLean] = useState<QuarterTurn>(0);
  useEffect(() => {
    if (!open) return;
    const watching = watchOrientation();
    sensor.current = watching;
    const unsubscribe = watching.subscribe(() => setLean(currentTurn(watching, false)));
    return () => {
      unsubscribe();
      watching.stop();
      sensor.current = null;
    };
  }, [open]);
  return { sensor, lean };
}

/** Rule-of-thirds lines over the viewfinder. */
export const gridAtom = storedAtom<boolean>('camera.grid', false);

/** `deviceId` of the last chosen camera; null for the rear camera. */
export const deviceAtom = storedAtom<string | null>('camera.device', null);

/** Whether the browser's prompt was shown before: then the camera opens at once. */
const permissionAskedAtom = storedAtom<boolean>('camera.asked', false);

/** Mirrors the preview of the front camera. Photos are never mirrored. */
export const mirrorAtom = storedAtom<boolean>('camera.mirror', true);

/** One camera per page: a second `getUserMedia` may prompt again. */
const camera = createCamera(browserMedia);

/**
 * How long the camera stays open after the screen was left: a visit to the gallery must not cost another prompt, nor leave the light on.
 */
const closeDelayMs = 20_000;
let closeTimer: ReturnType<typeof setTimeout> | undefined;

interface CameraHandle {
  camera: Camera;
  state: CameraState;
  devices: CameraDevice[];
  /** The browser would prompt for the first time: explain why, then call this. Null if no explanation is needed. */
  turnOn: (() => void) | null;
}

/**
 * The camera, open while `wanted`.
 * @param deviceId the camera chosen before, or null
 */
export function useCamera(wanted: boolean, deviceId: string | null): CameraHandle {
  const { mayAsk, turnOn } = usePermissionPrimer(wanted);
  const state = useSyncExternalStore(camera.subscribe, camera.getState);
  const devices = useSyncExternalStore(camera.subscribe, camera.getDevices);
  useEffect(() => {
    if (!wanted || !mayAsk) return;
    clearTimeout(closeTimer);
    void camera.start(deviceId);
    return () => {
      closeTimer = setTimeout(() => camera.stop(), closeDelayMs);
    };
  }, [wanted, mayAsk, deviceId]);
  useEffect(() => retryWhenAllowed(), []);
  return { camera, state, devices, turnOn };
}

/** An explanation precedes the browser's first prompt; later ones need none. */
function usePermissionPrimer(wanted: boolean): { mayAsk: boolean; turnOn: (() => void) | null } {
  const [asked, setAsked] = useAtom(permissionAskedAtom);
  const [isFirst, setFirst] = useState(false);
  useEffect(() => {
    if (!wanted || asked) return undefined;
    let gone = false;
    void cameraPermission().then((permission) => {
      if (gone) return;
      if (permission === 'prompt') setFirst(true);
      else setAsked(true);
    });
    return () => void (gone = true);
  }, [wanted, asked, setAsked]);
  return { mayAsk: asked, turnOn: wanted && !asked && isFirst ? () => setAsked(true) : null };
}

/** The user has granted access in the browser's settings: no press needed. */
function retryWhenAllowed(): () => void {
  let status: PermissionStatus | null = null;
  let gone = false;
  const onChange = () => {
    const now = camera.getState();
    if (status?.state === 'granted' && now.phase === 'failed' && now.reason === 'refused') void camera.start();
  };
  queryCamera()?.then(
    (found) => {
      if (gone) return;
      status = found;
      found.addEventListener('change', onChange);
    },
    // Engines without this permission name: the "Try again" button remains.
    () => undefined,
  );
  return () => {
    gone = true;
    status?.removeEventListener('change', onChange);
  };
}
