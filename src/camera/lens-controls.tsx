import { Flashlight, FlashlightOff, Grid3x3 } from 'lucide-react';
import { IconButton } from '#src/ui/icon-button.tsx';
import type { Camera, LiveState } from './camera.ts';

interface LensControlsProps {
  camera: Camera;
  live: LiveState;
  grid: boolean;
  onGrid: (on: boolean) => void;
}

const over = '!rounded-full bg-black/55 !text-white backdrop-blur-md hover:bg-black/70';
const sign = 'size-5 transition-transform rotate-(--lean)';

/** What this lens can do, over the viewfinder's lower edge: light, zoom, grid. What it cannot do is not shown. */
export function LensControls({ camera, live, grid, onGrid }: LensControlsProps) {
  const { torch, zoom } = live.optics;
  return (
    <div className="flex items-center gap-3">
      {torch && (
        <IconButton
          label={live.torch ? 'Light off' : 'Light on'}
          pressed={live.torch}
          icon={live.torch ? <Flashlight aria-hidden className={sign} /> : <FlashlightOff aria-hidden className={sign} />}
          onClick={() => void camera.setTorch(!live.torch)}
          className={over}
        />
      )}
      {zoom && (
        <label className="flex h-11 min-w-0 flex-1 items-center gap-3 rounded-full bg-black/55 px-4 text-sm text-white backdrop-blur-md">
          <span className="w-10 font-medium tabular-nums">{live.zoom.toFixed(1)}×</span>
          <input
            type="range"
            aria-label="Zoom"
            aria-valuetext={`${live.zoom.toFixed(1)} times`}
            min={zoom.min}
            max={zoom.max}
            step={zoom.step || 0.1}
            value={live.zoom}
            onChange={(event) => void camera.setZoom(event.target.valueAsNumber)}
            className="h-11 min-w-0 flex-1 accent-white"
          />
        </label>
      )}
      <span className="ml-auto">
        <IconButton
          label={grid ? 'Hide the grid' : 'Show the grid'}
          pressed={grid}
          icon={<Grid3x3 aria-hidden className={sign} />}
          onClick={() => onGrid(!grid)}
          className={over}
        />
      </span>
    </div>
  );
}
