import { useEffect, useRef, type RefObject } from 'react';
import { formatCount } from '#src/lib/format.ts';
import type { Shutter, ShutterState } from './shutter.ts';

/** Held longer than this, the shutter takes one after the other. */
const burstDelayMs = 350;

interface ShutterButtonProps {
  shutter: Shutter;
  state: ShutterState;
  /** Why no picture can be taken now; the button then says so and does nothing. */
  disabledReason: string | null;
  /** Keys pressed in here, outside of controls, shoot. */
  area: RefObject<HTMLElement | null>;
}

/** 76 px at thumb's reach. It shoots when it is pressed down, not when it is let go: the moment counts. */
export function ShutterButton({ shutter, state, disabledReason, area }: ShutterButtonProps) {
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
          // The finger may slide off while it holds.
          event.currentTarget.setPointerCapture(event.pointerId);
          hold.begin();
        }}
        onPointerUp={hold.end}
        onPointerCancel={hold.end}
        onContextMenu={(event) => event.preventDefault()}
        // Screen readers and switches press without pointer or key.
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

/** Press now, burst when it lasts. */
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

/** Space and enter shoot, unless another control has the focus or something lies over the screen. */
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
      // After a navigation the focus is on what the camera stands in; then there is nothing else the keys could mean.
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
    // A key let go in another window is never heard here.
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
