const patterns = { shot: 12, missed: [40, 60, 40], refused: [120, 60, 120] };

/** Vibrates briefly, where supported. */
export function haptic(kind: keyof typeof patterns): void {
  if ('vibrate' in navigator) navigator.vibrate(patterns[kind]);
}

// The browser interfaces that the camera needs, so that tests can use a fake.

/** Non-standard optical controls of browsers (W3C MediaStream Image Capture, section "MediaTrackCapabilities"). */
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

/** A selectable camera. `label` is empty before the user has granted access. */
export interface CameraDevice {
  deviceId: string;
  label: string;
  /** `user` or `environment`, if known. */
  facing?: string;
}

export interface CameraMedia {
  /** Whether this page can request a camera (a secure context with `mediaDevices`). */
  available(): boolean;
  /** Rejects with a DOMException; its `name` is the reason. */
  open(constraints: MediaStreamConstraints): Promise<MediaStream>;
  devices(): Promise<CameraDevice[]>;
  /** Whether the browser supports points of interest for focusing. */
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

/** Undefined in engines without permissions; rejects in those without this one. */
export const queryCamera = () => navigator.permissions?.query({ name: 'camera' });

/** The permission for the camera: `prompt` if unknown, `denied` if the browser cannot even ask. */
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
