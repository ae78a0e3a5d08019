import { useAtom } from 'jotai';
import { Checkbox } from '#src/ui/checkbox.tsx';
import { RadioGroup } from '#src/ui/radio-group.tsx';
import { Sheet } from '#src/ui/sheet.tsx';
import { cameraNames } from './camera-names.ts';
import type { Camera, LiveState } from './camera.ts';
import type { CameraDevice } from './media.ts';
import { deviceAtom, gridAtom, mirrorAtom } from './settings.ts';

interface OptionsSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  camera: Camera;
  live: LiveState | null;
  devices: readonly CameraDevice[];
}

/** What is set once and kept: which camera, grid, mirror. Loaded when it is first opened. */
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
