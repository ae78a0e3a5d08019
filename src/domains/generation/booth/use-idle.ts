import { useEffect, useEffectEvent, useState } from 'react';

interface Idle {
  /** Null disables the timer. */
  afterMs: number | null;
  /** Length of the visible countdown before that. */
  countMs: number;
  onIdle: () => void;
}

const TOUCHES = ['pointerdown', 'keydown', 'wheel'] as const;

/** Calls `onIdle` after `afterMs` without input. @returns seconds left during the countdown, else null */
export function useIdle({ afterMs, countMs, onIdle }: Idle): number | null {
  const [left, setLeft] = useState<number | null>(null);
  const end = useEffectEvent(onIdle);
  useEffect(() => {
    if (afterMs === null) return undefined;
    let touched = Date.now();
    const touch = () => {
      touched = Date.now();
      setLeft(null);
    };
    const look = () => {
      const rest = afterMs - (Date.now() - touched);
      if (rest <= 0) end();
      else setLeft(rest <= countMs ? Math.ceil(rest / 1000) : null);
    };
    const timer = setInterval(look, 250);
    for (const type of TOUCHES) window.addEventListener(type, touch, { passive: true });
    return () => {
      clearInterval(timer);
      for (const type of TOUCHES) window.removeEventListener(type, touch);
      setLeft(null);
    };
  }, [afterMs, countMs]);
  return left;
}
