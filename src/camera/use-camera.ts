import { useAtom } from 'jotai';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createCamera, type Camera, type CameraState } from './camera.ts';
import { browserMedia, cameraPermission, queryCamera, type CameraDevice } from './media.ts';
import { permissionAskedAtom } from './settings.ts';

/** One camera per page: a second `getUserMedia` may ask the person a second time. */
const camera = createCamera(browserMedia);

/** How long the camera stays open after the screen has gone: a look at the gallery must not cost another prompt, nor the light burn on. */
const closeDelayMs = 20_000;
let closeTimer: ReturnType<typeof setTimeout> | undefined;

interface CameraHandle {
  camera: Camera;
  state: CameraState;
  devices: CameraDevice[];
  /** The browser would ask, for the first time here: the person is told why, and calls this. Null where nothing has to be said before. */
  turnOn: (() => void) | null;
}

/**
 * The camera, open as long as `wanted`.
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

/** Before the browser's first question stands a word of ours; one that was answered, either way, needs none. */
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

/** The person has allowed the camera in the browser's settings: no further press needed. */
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
