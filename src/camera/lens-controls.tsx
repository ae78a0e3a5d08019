import { IconButton } from '#src/ui/icon-button.tsx';
import { Flashlight, FlashlightOff, Grid3x3 } from '#src/ui/icons.ts';
import type { Camera, LiveState } from './camera.ts';

interface LensControlsProps {
  camera: Camera;
  live: LiveState;
  grid: boolean;
  onGrid: (on: boolean) => void;
}

/** What this lens can do, over the viewfinder's lower edge: light, zoom, grid. What it cannot do is not shown. */
export function LensControls({ camera, live, grid, onGrid }: LensControlsProps) {
  const { torch, zoom } = live.optics;
  return (
    <div className="flex items-center gap-[12px]">
      {torch && (
        <IconButton
          label={live.torch ? 'Light off' : 'Light on'}
          pressed={live.torch}
          icon={live.torch ? <Flashlight aria-hidden className="camera-sign" /> : <FlashlightOff aria-hidden className="camera-sign" />}
          onClick={() => void camera.setTorch(!live.torch)}
          className="camera-over"
        />
      )}
      {zoom && (
        <label className="camera-zoom">
          <span className="min-w-10 font-medium">{live.zoom.toFixed(1)}×</span>
          <input
            type="range"
            aria-label="Zoom"
            aria-valuetext={`${live.zoom.toFixed(1)} ×`}
            min={zoom.min}
            max={zoom.max}
            step={zoom.step || 0.1}
            value={live.zoom}
            onChange={(event) => void camera.setZoom(event.target.valueAsNumber)}
          />
        </label>
      )}
      <span className="ml-auto">
        <IconButton
          label="Grid"
          pressed={grid}
          icon={<Grid3x3 aria-hidden className="camera-sign" />}
          onClick={() => onGrid(!grid)}
          className="camera-over"
        />
      </span>
    </div>
  );
}
