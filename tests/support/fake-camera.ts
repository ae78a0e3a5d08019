// A camera without a camera, for unit tests: a scripted `getUserMedia`, tracks whose events can be fired, and a clock that does not wait.
import type { CameraDevice, CameraMedia, OpticsCapabilities, OpticsSettings } from '#src/camera/media.ts';

type Outcome = FakeTrack | { fails: string };

export class FakeTrack extends EventTarget {
  kind = 'video';
  label: string;
  muted = false;
  readyState: 'live' | 'ended' = 'live';
  settings: OpticsSettings;
  capabilities: OpticsCapabilities;
  applied: MediaTrackConstraints[] = [];

  constructor(settings: OpticsSettings = {}, capabilities: OpticsCapabilities = {}, label = 'fake camera') {
    super();
    this.settings = { width: 1920, height: 1080, deviceId: 'cam-1', ...settings };
    this.capabilities = capabilities;
    this.label = label;
  }

  getSettings() {
    return this.settings;
  }
  getCapabilities() {
    return this.capabilities;
  }
  async applyConstraints(constraints: MediaTrackConstraints) {
    this.applied.push(constraints);
  }
  stop() {
    this.readyState = 'ended';
  }
  /** What the system does: takes the camera away. */
  end() {
    this.readyState = 'ended';
    this.dispatchEvent(new Event('ended'));
  }
  setMuted(muted: boolean) {
    this.muted = muted;
    this.dispatchEvent(new Event(muted ? 'mute' : 'unmute'));
  }
}

/** @param outcomes what each `getUserMedia` gives, in order; the last one repeats */
export function fakeMedia(outcomes: Outcome[], list: CameraDevice[] = [{ deviceId: 'cam-1', label: 'fake camera' }]) {
  const visible = new Set<() => void>();
  const calls: MediaStreamConstraints[] = [];
  const fake = {
    calls,
    present: true,
    inView: true,
    /** The person comes back to the page. */
    show() {
      fake.inView = true;
      for (const listener of visible) listener();
    },
  };
  const media: CameraMedia = {
    available: () => fake.present,
    async open(constraints) {
      const outcome = outcomes[Math.min(calls.length, outcomes.length - 1)];
      calls.push(constraints);
      if (!outcome || 'fails' in outcome) throw new DOMException('scripted', outcome?.fails ?? 'NotFoundError');
      return streamOf(outcome);
    },
    devices: async () => list,
    focusesOnPoint: () => true,
    onDevicesChanged: () => () => undefined,
    onVisible(listener) {
      visible.add(listener);
      return () => void visible.delete(listener);
    },
    visible: () => fake.inView,
    wait: async () => undefined,
  };
  return { media, fake };
}

function streamOf(track: FakeTrack): MediaStream {
  const tracks = [track] as unknown as MediaStreamTrack[];
  return { getTracks: () => tracks, getVideoTracks: () => tracks } as MediaStream;
}
