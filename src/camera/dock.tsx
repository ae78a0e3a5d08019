import { type RefObject, useEffect, useRef, useState } from 'react';
import { formatCount } from '#src/lib/format.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Images, ImageUp, Settings2, SwitchCamera } from '#src/ui/icons.ts';
import type { Picker } from './file-picker.tsx';
import type { Shutter, ShutterState } from './shutter.ts';
import type { Capture } from './use-camera.ts';

/** A longer press starts a burst. */
const burstDelayMs = 350;

interface ShutterButtonProps {
  shutter: Shutter;
  state: ShutterState;
  /** Why no picture can be taken now; the button shows it and is disabled. */
  disabledReason: string | null;
  /** Key presses in here, outside of controls, shoot. */
  area: RefObject<HTMLElement | null>;
}

/** 76 px, in reach of the thumb. It shoots on press, not on release: the moment counts. */
function ShutterButton({ shutter, state, disabledReason, area }: ShutterButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const enabled = disabledReason === null;
  const hold = usePressAndHold(shutter, enabled);
  useShutterKeys(area, button, hold);

  const taking = state.burst !== null && !state.burst.over;
  return (
    <div className="relative shrink-0">
      {taking && (
        <span aria-hidden data-burst className="camera-burst">
          {formatCount(state.burst?.count ?? 0)}
        </span>
      )}
      <button
        ref={button}
        type="button"
        aria-label={state.bursting ? 'Taking a burst' : 'Take photo'}
        aria-disabled={!enabled || undefined}
        title={disabledReason ?? undefined}
        data-in-hand={state.pending || undefined}
        aria-keyshortcuts="Space Enter"
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          // The finger may slide off during a press.
          event.currentTarget.setPointerCapture(event.pointerId);
          hold.begin();
        }}
        onPointerUp={hold.end}
        onPointerCancel={hold.end}
        onContextMenu={(event) => event.preventDefault()}
        // Screen readers and switch devices press without pointer or key.
        onClick={(event) => event.detail === 0 && enabled && shutter.press()}
        className="camera-shutter"
        data-taking={state.bursting ? 'burst' : state.pending > 0 ? 'shot' : undefined}
      >
        <span aria-hidden />
      </button>
    </div>
  );
}

interface Hold {
  begin(): void;
  end(): void;
}

/** Shoots on press, and continues as a burst. */
function usePressAndHold(shutter: Shutter, enabled: boolean): Hold {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      shutter.release();
    },
    [shutter],
  );
  return {
    begin() {
      if (!enabled) return;
      shutter.press();
      clearTimeout(timer.current);
      timer.current = setTimeout(() => shutter.hold(), burstDelayMs);
    },
    end() {
      clearTimeout(timer.current);
      shutter.release();
    },
  };
}

const controls = 'button, a[href], input, select, textarea, summary, [role="button"], [role="slider"], [role="menuitem"]';

/** Space and Enter shoot, unless another control has the focus or a dialog is open. */
function useShutterKeys(area: RefObject<HTMLElement | null>, button: RefObject<HTMLButtonElement | null>, hold: Hold) {
  const latest = useRef(hold);
  useEffect(() => {
    latest.current = hold;
  });
  useEffect(() => {
    const mine = (event: KeyboardEvent) => {
      if (event.key !== ' ' && event.key !== 'Enter') return false;
      const target = event.target;
      if (!(target instanceof Element)) return false;
      if (target === button.current) return true;
      const camera = area.current;
      // After a navigation the focus is on an ancestor of the camera; then the keys can only mean the shutter.
      const inArea = camera !== null && (camera.contains(target) || target.contains(camera));
      return inArea && target.closest(controls) === null;
    };
    const down = (event: KeyboardEvent) => {
      if (!mine(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      if (!event.repeat) latest.current.begin();
    };
    const up = (event: KeyboardEvent) => {
      if (!mine(event)) return;
      event.preventDefault();
      latest.current.end();
    };
    // A key released in another window is not reported.
    const blur = () => latest.current.end();
    window.addEventListener('keydown', down);
    window.addEventListener('keyup', up);
    window.addEventListener('blur', blur);
    return () => {
      window.removeEventListener('keydown', down);
      window.removeEventListener('keyup', up);
      window.removeEventListener('blur', blur);
    };
  }, [area, button]);
}

/** Within a minute or two its thumbnail exists, or never will. */
const MAX_TRIES = 5;

interface DockProps {
  capture: Capture;
  picker: Picker;
  area: RefObject<HTMLElement | null>;
  disabledReason: string | null;
  onOpenLast: () => void;
  onOpenOptions: () => void;
}

/** In reach of the thumb: at the bottom in portrait, at the right otherwise. In pixels: larger text must not push the shutter away. */
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

/** The server's thumbnail may be unreachable or not ready; the photo opens all the same. */
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
