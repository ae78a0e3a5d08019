/** Keeps the screen awake while the page is in view. Where the system refuses (battery saver), the screen dims as usual. Returns the release. */
export function acquireWakeLock(): () => void {
  if (!('wakeLock' in navigator)) return () => undefined;
  let wanted = true;
  let lock: WakeLockSentinel | null = null;
  const acquire = async () => {
    if (document.visibilityState !== 'visible' || (lock && !lock.released)) return;
    try {
      const got = await navigator.wakeLock.request('screen');
      if (wanted) lock = got;
      else await got.release();
    } catch {
      lock = null;
    }
  };
  const again = () => void acquire();
  // The system drops the lock whenever the page goes out of view.
  document.addEventListener('visibilitychange', again);
  void acquire();
  return () => {
    wanted = false;
    document.removeEventListener('visibilitychange', again);
    void lock?.release();
  };
}

const patterns = { shot: 12, missed: [40, 60, 40], refused: [120, 60, 120] };

/** A touch for the hand, where the device can. */
export function haptic(kind: keyof typeof patterns): void {
  if ('vibrate' in navigator) navigator.vibrate(patterns[kind]);
}

// What the camera needs of the browser, in one interface, so that the state machine can be driven by a fake one in tests.

/** Optical controls that browsers offer beside the standard ones (W3C MediaStream Image Capture, section "MediaTrackCapabilities"). */
export interface OpticsCapabilities extends MediaTrackCapabilities {
  torch?: boolean;
  zoom?: { min: number; max: number; step: number };
  focusMode?: string[];
}

export interface OpticsSettings extends MediaTrackSettings {
  torch?: boolean;
  zoom?: number;
}

export interface OpticsConstraintSet extends MediaTrackConstraintSet {
  torch?: boolean;
  zoom?: number;
  focusMode?: string;
  pointsOfInterest?: { x: number; y: number }[];
}

interface OpticsSupported extends MediaTrackSupportedConstraints {
  pointsOfInterest?: boolean;
}

/** One camera that may be chosen. `label` is empty until the person has allowed the camera. */
export interface CameraDevice {
  deviceId: string;
  label: string;
  /** `user` or `environment`, where the browser says it. */
  facing?: string;
}

export interface CameraMedia {
  /** True when this page may ask for a camera at all (a secure context with `mediaDevices`). */
  available(): boolean;
  /** Rejects with a DOMException whose `name` tells why. */
  open(constraints: MediaStreamConstraints): Promise<MediaStream>;
  devices(): Promise<CameraDevice[]>;
  /** True when the browser understands a point to focus on. */
  focusesOnPoint(): boolean;
  onDevicesChanged(listener: () => void): () => void;
  onVisible(listener: () => void): () => void;
  visible(): boolean;
  wait(ms: number): Promise<void>;
}

function deviceOf(info: MediaDeviceInfo | InputDeviceInfo): CameraDevice {
  const { deviceId, label } = info;
  const facing = 'getCapabilities' in info ? info.getCapabilities().facingMode?.[0] : undefined;
  return { deviceId, label, facing };
}

/** Undefined in engines without permissions; rejected in those without this one. */
export const queryCamera = () => navigator.permissions?.query({ name: 'camera' });

/** How the browser stands to a question for the camera: `prompt` where it does not tell, `denied` where the question cannot even come. */
export async function cameraPermission(): Promise<PermissionState> {
  if (!browserMedia.available()) return 'denied';
  try {
    return (await queryCamera())?.state ?? 'prompt';
  } catch {
    return 'prompt'; // engines without this permission's name
  }
}

export const browserMedia: CameraMedia = {
  available: () => window.isSecureContext && typeof navigator.mediaDevices?.getUserMedia === 'function',
  open: (constraints) => navigator.mediaDevices.getUserMedia(constraints),
  async devices() {
    const all = await navigator.mediaDevices.enumerateDevices();
    return all.filter((d) => d.kind === 'videoinput').map(deviceOf);
  },
  focusesOnPoint() {
    const supported: OpticsSupported = navigator.mediaDevices.getSupportedConstraints();
    return supported.pointsOfInterest === true;
  },
  onDevicesChanged(listener) {
    navigator.mediaDevices.addEventListener('devicechange', listener);
    return () => navigator.mediaDevices.removeEventListener('devicechange', listener);
  },
  onVisible(listener) {
    const heard = () => {
      if (document.visibilityState === 'visible') listener();
    };
    document.addEventListener('visibilitychange', heard);
    // iOS restores a frozen page without a visibilitychange.
    window.addEventListener('pageshow', heard);
    return () => {
      document.removeEventListener('visibilitychange', heard);
      window.removeEventListener('pageshow', heard);
    };
  },
  visible: () => document.visibilityState === 'visible',
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};
