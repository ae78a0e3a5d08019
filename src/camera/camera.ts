import type { CameraDevice, CameraMedia, OpticsCapabilities, OpticsConstraintSet, OpticsSettings } from './media.ts';

/**
 * Why there is no picture:
 * `refused` by the user or the system · `none` no camera found · `in-use` by another app ·
 * `insecure` the page is not on https · `unsupported` by the browser · `lost` disconnected and not back ·
 * `unknown` any other error of the browser.
 */
export type CameraFailure = 'refused' | 'none' | 'in-use' | 'insecure' | 'unsupported' | 'lost' | 'unknown';

// Names from the Media Capture and Streams specification, and those of older engines.
const byName: Record<string, CameraFailure> = {
  NotAllowedError: 'refused',
  PermissionDeniedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'none',
  DevicesNotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'in-use',
  TrackStartError: 'in-use',
  AbortError: 'in-use',
};

/** The failure for an error of `getUserMedia`. */
function failureOf(error: unknown): CameraFailure {
  const name = typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : '';
  return byName[name] ?? 'unknown';
}

/** The direction of the lens; `unknown` if the browser does not report it (most desktop cameras). */
type Facing = 'user' | 'environment' | 'unknown';

/** Capabilities of the track; a control is shown only if its field is not null or false. */
interface Optics {
  torch: boolean;
  zoom: { min: number; max: number; step: number } | null;
  focus: boolean;
}

export interface LiveState {
  phase: 'live';
  stream: MediaStream;
  track: MediaStreamTrack;
  deviceId: string;
  facing: Facing;
  /** Actual resolution, which may be lower than requested. */
  width: number;
  height: number;
  optics: Optics;
  torch: boolean;
  zoom: number;
  /** The system has paused the stream (a call, the app in the background). */
  muted: boolean;
}

export type CameraState =
  | { phase: 'idle' }
  | { phase: 'starting' }
  | LiveState
  | { phase: 'failed'; reason: CameraFailure }
  | { phase: 'stopped' };

export interface Camera {
  getState(): CameraState;
  getDevices(): CameraDevice[];
  subscribe(listener: () => void): () => void;
  /** Opens the camera unless it is open. Never rejects: the outcome is the state. */
  start(deviceId?: string | null): Promise<void>;
  stop(): void;
  /** Switches to the next camera with another direction (phones), or the next in the list. */
  flip(): Promise<void>;
  choose(deviceId: string): Promise<void>;
  setTorch(on: boolean): Promise<void>;
  setZoom(zoom: number): Promise<void>;
  /** Focuses on a point of the unmirrored frame; coordinates 0..1 from the top left. */
  focusAt(x: number, y: number): Promise<void>;
}

const resolution = { width: { ideal: 4096 }, height: { ideal: 3072 } };
/** How long the system may report a released camera as busy. */
const settleMs = 400;
/** How long the stream may stay paused, with the page visible, before the camera is reopened. */
const mutedMs = 3_000;

/**
 * The camera as a state machine: idle → starting → live → failed | stopped.
 * It uses one `getUserMedia` while it is live (iOS may prompt at each call), and a new one only to switch cameras or after the system ended
 * the track.
 */
export function createCamera(media: CameraMedia): Camera {
  let state: CameraState = { phase: 'idle' };
  let devices: CameraDevice[] = [];
  let wanted: { deviceId: string | null; facing: 'user' | 'environment' } = { deviceId: null, facing: 'environment' };
  let attempt = 0;
  let unlisten: (() => void)[] = [];
  const listeners = new Set<() => void>();

  const set = (next: CameraState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const patch = (part: Partial<Omit<LiveState, 'phase'>>) => {
    if (state.phase === 'live') set({ ...state, ...part });
  };

  function letGo() {
    for (const off of unlisten) off();
    unlisten = [];
    if (state.phase === 'live') for (const track of state.stream.getTracks()) track.stop();
  }

  async function request(): Promise<MediaStream> {
    const { deviceId, facing } = wanted;
    if (deviceId) {
      try {
        return await media.open({ audio: false, video: { ...resolution, deviceId: { exact: deviceId } } });
      } catch (error) {
        // A stored camera may be unplugged or have a new id: fall back to any camera.
        if (failureOf(error) !== 'none') throw error;
        wanted = { deviceId: null, facing };
      }
    }
    return media.open({ audio: false, video: { ...resolution, facingMode: { ideal: facing } } });
  }

  async function open(lostBefore = false): Promise<void> {
    const mine = ++attempt;
    letGo();
    set({ phase: 'starting' });
    if (!media.available()) return set({ phase: 'failed', reason: window.isSecureContext ? 'unsupported' : 'insecure' });
    let stream: MediaStream;
    try {
      try {
        stream = await request();
      } catch (error) {
        if (failureOf(error) !== 'in-use') throw error;
        await media.wait(settleMs);
        if (mine !== attempt) return;
        stream = await request();
      }
    } catch (error) {
      if (mine !== attempt) return;
      const reason = failureOf(error);
      return set({ phase: 'failed', reason: lostBefore && reason === 'unknown' ? 'lost' : reason });
    }
    const track = stream.getVideoTracks()[0];
    if (mine !== attempt || !track) {
      for (const t of stream.getTracks()) t.stop();
      if (mine === attempt) set({ phase: 'failed', reason: 'none' });
      return;
    }
    goLive(stream, track);
    await readDevices();
  }

  function goLive(stream: MediaStream, track: MediaStreamTrack) {
    const settings: OpticsSettings = track.getSettings();
    // Older Firefox has no getCapabilities: then there are no controls.
    const abilities: OpticsCapabilities = typeof track.getCapabilities === 'function' ? track.getCapabilities() : {};
    const focusModes = abilities.focusMode ?? [];
    const zoom = abilities.zoom && abilities.zoom.max > abilities.zoom.min ? abilities.zoom : null;
    const listen = (target: EventTarget, type: string, heard: () => void) => {
      target.addEventListener(type, heard);
      unlisten.push(() => target.removeEventListener(type, heard));
    };
    listen(track, 'ended', () => void recover());
    listen(track, 'mute', () => {
      patch({ muted: true });
      void recoverIfStillMuted();
    });
    listen(track, 'unmute', () => patch({ muted: false }));
    unlisten.push(media.onVisible(() => void onVisible()));
    unlisten.push(media.onDevicesChanged(() => void readDevices()));
    set({
      phase: 'live',
      stream,
      track,
      deviceId: settings.deviceId ?? '',
      facing: facingOf(settings.facingMode, track.label),
      width: settings.width ?? 0,
      height: settings.height ?? 0,
      optics: { torch: abilities.torch === true, zoom, focus: media.focusesOnPoint() && focusModes.includes('single-shot') },
      torch: settings.torch === true,
      zoom: settings.zoom ?? zoom?.min ?? 1,
      muted: track.muted,
    });
  }

  async function readDevices() {
    try {
      devices = await media.devices();
    } catch {
      // The list is optional: without it there is no choice.
      devices = [];
    }
    for (const listener of listeners) listener();
  }

  /** The system ended the track. In the background a new request would be refused, so the camera is reopened when the page is visible. */
  async function recover() {
    if (state.phase === 'live' && media.visible()) await open(true);
  }

  async function recoverIfStillMuted() {
    const before = state;
    await media.wait(mutedMs);
    if (state.phase === 'live' && before.phase === 'live' && state.track === before.track && state.track.muted && media.visible())
      await open(true);
  }

  async function onVisible() {
    if (state.phase !== 'live') return;
    if (state.track.readyState === 'ended') await open(true);
    else if (state.track.muted) await recoverIfStillMuted();
    else if (state.torch) await setTorch(true);
  }

  async function constrain(set: OpticsConstraintSet): Promise<boolean> {
    if (state.phase !== 'live') return false;
    try {
      await state.track.applyConstraints({ advanced: [set] });
      return true;
    } catch {
      // A control that fails needs no message; the state stays correct.
      return false;
    }
  }

  async function setTorch(on: boolean) {
    if (await constrain({ torch: on })) patch({ torch: on });
  }

  return {
    getState: () => state,
    getDevices: () => devices,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async start(deviceId) {
      if (state.phase === 'live' || state.phase === 'starting') return;
      if (deviceId !== undefined) wanted = { ...wanted, deviceId };
      await open();
    },
    stop() {
      attempt += 1;
      letGo();
      set({ phase: 'stopped' });
    },
    async flip() {
      if (state.phase !== 'live') return;
      const { facing, deviceId } = state;
      if (facing !== 'unknown') {
        wanted = { deviceId: null, facing: facing === 'user' ? 'environment' : 'user' };
        return open();
      }
      const next = devices[(devices.findIndex((d) => d.deviceId === deviceId) + 1) % Math.max(devices.length, 1)];
      if (!next || next.deviceId === deviceId) return;
      wanted = { ...wanted, deviceId: next.deviceId };
      await open();
    },
    async choose(deviceId) {
      wanted = { ...wanted, deviceId };
      if (state.phase !== 'live' || state.deviceId !== deviceId) await open();
    },
    setTorch,
    async setZoom(zoom) {
      if (state.phase !== 'live' || !state.optics.zoom) return;
      const { min, max } = state.optics.zoom;
      const value = Math.min(max, Math.max(min, zoom));
      if (await constrain({ zoom: value })) patch({ zoom: value });
    },
    async focusAt(x, y) {
      if (state.phase === 'live' && state.optics.focus) await constrain({ pointsOfInterest: [{ x, y }], focusMode: 'single-shot' });
    },
  };
}

function facingOf(mode: string | undefined, label: string): Facing {
  if (mode === 'user' || mode === 'environment') return mode;
  if (/\b(back|rear|environment)\b/i.test(label)) return 'environment';
  if (/\b(front|user|facetime|selfie)\b/i.test(label)) return 'user';
  return 'unknown';
}
