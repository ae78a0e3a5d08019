import { useLayoutEffect } from 'react';
import { eventTheme, themeProperties } from '#src/lib/event-theme.ts';
import type { Event } from './event.ts';

/**
 * Themes the whole document while an event's screens stand: sheets and dialogs lie outside the layout's element. `event-theme` keeps
 * near-black rooms inside from going back to the product's accent (styles.css).
 */
export function useEventTheme({ branding }: Pick<Event, 'branding'>): void {
  useLayoutEffect(() => {
    const theme = eventTheme(branding);
    if (!theme) return undefined;
    const { classList, style } = document.documentElement;
    const properties = Object.entries(themeProperties(theme));
    classList.add('event-theme');
    for (const [name, value] of properties) style.setProperty(name, value);
    return () => {
      classList.remove('event-theme');
      for (const [name] of properties) style.removeProperty(name);
    };
  }, [branding]);
}
