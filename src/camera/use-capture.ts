import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import type { CaptureTarget } from '#src/outbox/record.ts';
import type { Camera, CameraState } from './camera.ts';
import { captureSession, type CaptureStatus, type CaptureSession } from './capture-session.ts';
import type { CameraDevice } from './media.ts';
import { uprightTurn, watchOrientation, type OrientationSensor, type QuarterTurn } from './orientation.ts';
import { deviceAtom } from './settings.ts';
import { createStillTaker, videoSource } from './shoot.ts';
import type { ShutterState } from './shutter.ts';
import { useCamera } from './use-camera.ts';
import { acquireWakeLock } from './wake-lock.ts';

export interface Capture {
  camera: Camera;
  state: CameraState;
  devices: CameraDevice[];
  /** Set while the browser's first question for the camera waits for a word before it: the press that lets it come. */
  turnOn: (() => void) | null;
  session: CaptureSession;
  status: CaptureStatus;
  shutter: ShutterState;
  /** To be told the element that shows the stream. */
  onVideo: (element: HTMLVideoElement | null) => void;
  /** How far the interface leans clockwise from the world: its signs turn back by as much. */
  tilt: QuarterTurn;
}

/**
 * Everything the capture screen stands on.
 * @param open whether the camera is wanted at all
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
