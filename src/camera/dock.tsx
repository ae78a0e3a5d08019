import { useState, type RefObject } from 'react';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Images, ImageUp, Settings2, SwitchCamera } from '#src/ui/icons.ts';
import type { Picker } from './file-picker.tsx';
import { ShutterButton } from './shutter-button.tsx';
import type { Capture } from './use-capture.ts';

/** Within a minute or two its picture has been made, or there is none. */
const MAX_TRIES = 5;

interface DockProps {
  capture: Capture;
  picker: Picker;
  area: RefObject<HTMLElement | null>;
  disabledReason: string | null;
  onOpenLast: () => void;
  onOpenOptions: () => void;
}

/** At thumb's reach: below on an upright phone, on the right of everything wider. In pixels: larger text must not push the shutter away. */
export function Dock({ capture, picker, area, disabledReason, onOpenLast, onOpenOptions }: DockProps) {
  const { session, shutter, status, devices, camera } = capture;
  const thumb = status.last?.thumb;
  return (
    <div data-dock className="camera-dock">
      <div className="camera-side">
        <button
          type="button"
          onClick={onOpenLast}
          aria-label={status.last ? 'Open the last photo' : 'Open gallery'}
          className="camera-last"
        >
          {thumb ? <LastPicture key={thumb} src={thumb} /> : noPicture}
        </button>
        <IconButton
          label="Import photos"
          icon={<ImageUp aria-hidden className="camera-sign" />}
          onClick={picker.openFiles}
          className="camera-round"
        />
      </div>
      <ShutterButton shutter={session.shutter} state={shutter} disabledReason={disabledReason} area={area} />
      <div className="camera-side">
        <IconButton
          label="Switch camera"
          icon={<SwitchCamera aria-hidden className="camera-sign" />}
          disabledReason={devices.length < 2 && 'There’s only one camera'}
          onClick={() => void camera.flip()}
          className="camera-round"
        />
        <IconButton
          label="Camera options"
          icon={<Settings2 aria-hidden className="camera-sign" />}
          onClick={onOpenOptions}
          className="camera-round"
        />
      </div>
    </div>
  );
}

const noPicture = <Images aria-hidden className="size-6" />;

/** The server's picture of it may be out of reach, or not made yet; the photo opens all the same. */
function LastPicture({ src }: { src: string }) {
  const [failures, setFailures] = useState(0);
  const [isShown, setShown] = useState(true);
  const tryLater = () => {
    setShown(false);
    setFailures(failures + 1);
    if (failures < MAX_TRIES) setTimeout(() => setShown(true), 2000 * 2 ** failures);
  };
  return isShown ? <img src={src} alt="" onError={tryLater} className="size-full animate-pop-in object-cover" /> : noPicture;
}
