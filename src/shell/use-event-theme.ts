import { useLayoutEffect } from 'react';
import type { components } from '#openapi/api.ts';
import { eventTheme, themeProperties } from '#src/lib/color.ts';

/**
 * Themes the whole document while an event's screens are mounted, because sheets and dialogs render outside the layout. `event-theme` stops
 * nested dark areas from resetting the accent (styles.css).
 */
export function useEventTheme({ branding }: { branding: components['schemas']['Branding'] }): void {
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
