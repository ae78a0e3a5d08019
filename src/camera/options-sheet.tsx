// Camera names for users. Browsers report the system's names: "camera2 0, facing back" on Android, "Back Ultra Wide Camera" on an iPhone,
// and on a computer the product name of the webcam, the only useful one.
import { useAtom } from 'jotai';
import { Checkbox } from '#src/ui/checkbox.tsx';
import { RadioGroup } from '#src/ui/radio-group.tsx';
import { Sheet } from '#src/ui/sheet.tsx';
import type { Camera, LiveState } from './camera.ts';
import type { CameraDevice } from './media.ts';
import { deviceAtom, gridAtom, mirrorAtom } from './use-camera.ts';

const lenses: [pattern: RegExp, name: string][] = [
  [/dual.?wide/i, 'dual wide'],
  [/wide|weitwinkel|grand.?angle/i, 'wide'],
  [/tele/i, 'telephoto'],
  [/triple/i, 'triple'],
  [/dual/i, 'dual'],
  [/depth/i, 'depth'],
];

/** These names imply a camera on the back. */
const ownName = new Set(['wide', 'telephoto']);

/** Numbers and addresses of the system that mean nothing to users. */
const isRaw = (label: string) => label === '' || /^(camera2?\s*\d+|fake_device|video\s?\d*$|\/dev\/|unknown|[\da-f]{16,})/i.test(label);

/** The USB address after a webcam's name. */
const withoutAddress = (label: string) => label.replace(/\s*\([\da-f]{4}:[\da-f]{4}\)$/i, '').trim();

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

function facingOf({ label, facing }: CameraDevice): 'Back' | 'Front' | null {
  if (/\b(back|rear)\b/i.test(label) || facing === 'environment') return 'Back';
  if (/\b(front|selfie)\b/i.test(label) || facing === 'user') return 'Front';
  return null;
}

function nameOf(device: CameraDevice): string {
  const facing = facingOf(device);
  const lens = lenses.find(([pattern]) => pattern.test(device.label))?.[1];
  // Computers report webcams as user-facing; the product name is more useful.
  const isWebcam = facing === null || (device.facing === 'user' && !/front|camera2?\s*\d/i.test(device.label) && !isRaw(device.label));
  if (isWebcam) return isRaw(device.label) ? 'Camera' : withoutAddress(device.label);
  if (!lens) return facing;
  return facing === 'Back' && ownName.has(lens) ? capital(lens) : `${facing} (${lens})`;
}

/** The names of all cameras in their order; duplicates are numbered. */
export function cameraNames(devices: readonly CameraDevice[]): string[] {
  const names = devices.map(nameOf);
  const times = new Map<string, number>();
  return names.map((name) => {
    const time = (times.get(name) ?? 0) + 1;
    times.set(name, time);
    return time === 1 && (name !== 'Camera' || names.filter((each) => each === name).length === 1) ? name : `${name} ${time}`;
  });
}

interface OptionsSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  camera: Camera;
  live: LiveState | null;
  devices: readonly CameraDevice[];
}

/** Persistent options: camera, grid, mirror. Loaded when first opened. */
export default function OptionsSheet({ open, onOpenChange, camera, live, devices }: OptionsSheetProps) {
  const names = cameraNames(devices);
  const [, setDevice] = useAtom(deviceAtom);
  const [grid, setGrid] = useAtom(gridAtom);
  const [mirror, setMirror] = useAtom(mirrorAtom);
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title="Camera options"
      description={live ? `Preview: ${live.width} × ${live.height}. Photos may be larger.` : undefined}
      className="venue !bg-raised"
    >
      <div className="grid gap-6 pb-2">
        {devices.length > 0 && (
          <RadioGroup
            legend="Camera"
            name="camera"
            value={live?.deviceId ?? ''}
            options={devices.map(({ deviceId }, index) => ({ value: deviceId, label: names[index] ?? '' }))}
            onChange={(event) => {
              setDevice(event.target.value);
              void camera.choose(event.target.value);
            }}
          />
        )}
        <div className="grid gap-2">
          <Checkbox label="Grid" checked={grid} onChange={(event) => setGrid(event.target.checked)} />
          <Checkbox
            label="Mirror front camera preview"
            help="Photos themselves are never mirrored."
            checked={mirror}
            onChange={(event) => setMirror(event.target.checked)}
          />
        </div>
      </div>
    </Sheet>
  );
}
