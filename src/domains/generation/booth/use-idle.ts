import { useEffect, useEffectEvent, useState } from 'react';

interface Idle {
  /** Null: nothing is waited for, and nobody is sent away. */
  afterMs: number | null;
  /** How long before that the seconds are counted aloud. */
  countMs: number;
  onIdle: () => void;
}

const TOUCHES = ['pointerdown', 'keydown', 'wheel'] as const;

/** Ends what somebody has left: after so long without a touch. @returns the seconds that are left, once they are counted */
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
