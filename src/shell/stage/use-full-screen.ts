import { useEffect, useRef, useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}
const read = () => document.fullscreenElement !== null;

/** Fullscreen of the whole document, so that toasts and menus stay visible. Null where the browser does not support it (iPhones). */
export function useFullScreen(): { on: boolean; toggle: () => void } | null {
  const on = useSyncExternalStore(subscribe, read);
  const enteredHere = useRef(false);

  useEffect(
    () => () => {
      if (enteredHere.current && document.fullscreenElement) void document.exitFullscreen();
    },
    [],
  );

  if (!document.fullscreenEnabled) return null;
  const toggle = async () => {
    try {
      if (document.fullscreenElement) await document.exitFullscreen();
      else await document.documentElement.requestFullscreen({ navigationUI: 'hide' });
      enteredHere.current = read();
    } catch (error) {
      console.warn('The browser didn’t allow full screen.', error);
    }
  };
  return { on, toggle: () => void toggle() };
}
