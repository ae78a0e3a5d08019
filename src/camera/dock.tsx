import { ImageUp, Images, Settings2, SwitchCamera } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { cn } from '#src/ui/cn.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import type { Picker } from './file-picker.tsx';
import { ShutterButton } from './shutter-button.tsx';
import type { Capture } from './use-capture.ts';

interface DockProps {
  capture: Capture;
  picker: Picker;
  area: RefObject<HTMLElement | null>;
  disabledReason: string | null;
  onOpenLast: () => void;
  onOpenOptions: () => void;
}

const sign = 'size-6 transition-transform rotate-(--lean)';
const roundButton = '!rounded-full !size-12 bg-hover !text-ink';

/** At thumb's reach: below on an upright phone, on the right of everything wider. */
export function Dock({ capture, picker, area, disabledReason, onOpenLast, onOpenOptions }: DockProps) {
  const { session, shutter, facts, devices, camera } = capture;
  return (
    <div
      data-dock
      className="flex items-center justify-between gap-2 px-4 py-4 landscape:w-32 landscape:flex-col-reverse landscape:justify-center landscape:gap-[clamp(0.5rem,3vh,2rem)] landscape:px-3 landscape:py-2"
    >
      <Side>
        <button
          type="button"
          onClick={onOpenLast}
          aria-label={facts.lastThumb ? 'Last photo: open the queue or the gallery' : 'Open the gallery'}
          className={cn(
            'grid size-13 place-items-center overflow-hidden bg-hover text-ink',
            facts.lastThumb ? 'rounded-lg border-2 border-white/80' : 'rounded-full',
          )}
        >
          {facts.lastThumb ? (
            <img key={facts.lastThumb} src={facts.lastThumb} alt="" className="size-full animate-pop-in object-cover" />
          ) : (
            <Images aria-hidden className="size-6" />
          )}
        </button>
        <IconButton
          label="Import photos"
          icon={<ImageUp aria-hidden className={sign} />}
          onClick={picker.openFiles}
          className={roundButton}
        />
      </Side>
      <ShutterButton shutter={session.shutter} state={shutter} disabledReason={disabledReason} area={area} />
      <Side>
        <IconButton
          label="Switch camera"
          icon={<SwitchCamera aria-hidden className={sign} />}
          disabledReason={devices.length < 2 && 'There is only one camera'}
          onClick={() => void camera.flip()}
          className={roundButton}
        />
        <IconButton
          label="Camera options"
          icon={<Settings2 aria-hidden className={sign} />}
          onClick={onOpenOptions}
          className={roundButton}
        />
      </Side>
    </div>
  );
}

function Side({ children }: { children: ReactNode }) {
  return (
    <div
      className={cn(
        'flex flex-1 items-center justify-around gap-2 landscape:flex-none landscape:flex-col-reverse landscape:gap-3 landscape:[@media(max-height:430px)]:flex-row-reverse landscape:[@media(max-height:430px)]:gap-2',
      )}
    >
      {children}
    </div>
  );
}
