import { useEffect, useSyncExternalStore } from 'react';
import { createCamera, type Camera, type CameraState } from './camera.ts';
import { browserMedia, type CameraDevice } from './media.ts';

/** One camera per page: a second `getUserMedia` may ask the person a second time. */
const camera = createCamera(browserMedia);

/** How long the camera stays open after the screen has gone: a look at the gallery must not cost another prompt, nor the light burn on. */
const lingerMs = 20_000;
let release: ReturnType<typeof setTimeout> | undefined;

/**
 * The camera, open as long as `wanted`.
 * @param deviceId the camera chosen before, or null
 */
export function useCamera(wanted: boolean, deviceId: string | null): { camera: Camera; state: CameraState; devices: CameraDevice[] } {
  const state = useSyncExternalStore(camera.subscribe, camera.getState);
  const devices = useSyncExternalStore(camera.subscribe, camera.getDevices);
  useEffect(() => {
    if (!wanted) return;
    clearTimeout(release);
    void camera.start(deviceId);
    return () => {
      release = setTimeout(() => camera.stop(), lingerMs);
    };
  }, [wanted, deviceId]);
  useEffect(() => retryWhenAllowed(), []);
  return { camera, state, devices };
}

/** The person has allowed the camera in the browser's settings: no further press needed. */
function retryWhenAllowed(): () => void {
  let status: PermissionStatus | null = null;
  let gone = false;
  const onChange = () => {
    const now = camera.getState();
    if (status?.state === 'granted' && now.phase === 'failed' && now.reason === 'refused') void camera.start();
  };
  navigator.permissions?.query({ name: 'camera' }).then(
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
