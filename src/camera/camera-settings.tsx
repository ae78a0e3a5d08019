import { useAtom } from 'jotai';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Switch } from '#src/ui/switch.tsx';
import { deviceAtom, gridAtom, mirrorAtom } from './use-camera.ts';

/** The camera's defaults, as in its own options, without opening it. */
export function CameraSettings() {
  const [grid, setGrid] = useAtom(gridAtom);
  const [mirror, setMirror] = useAtom(mirrorAtom);
  const [chosen, setChosen] = useAtom(deviceAtom);
  return (
    <Card title="Camera" lead="Defaults for every event.">
      <div className="grid gap-4">
        <Switch label="Grid" help="Show a rule-of-thirds grid." checked={grid} onChange={(event) => setGrid(event.target.checked)} />
        <Switch
          label="Mirror front camera preview"
          help="Photos themselves are never mirrored."
          checked={mirror}
          onChange={(event) => setMirror(event.target.checked)}
        />
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <div className="grid min-w-0 flex-1 basis-48 gap-0.5 text-sm">
            <p className="font-medium">Camera</p>
            <p className="text-ink-muted">
              {chosen === null ? 'Rear camera. Choose another in the camera options.' : 'The camera you used last.'}
            </p>
          </div>
          {chosen !== null && (
            <Button size="sm" onClick={() => setChosen(null)}>
              Use the rear camera
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}
