import { useLayoutEffect } from 'react';
import type { components } from '#openapi/api.ts';
import { showEventTheme } from '#src/lib/color.ts';

/** Themes the document while an event's screens are mounted. */
export function useEventTheme({ branding }: { branding: components['schemas']['Branding'] }): void {
  useLayoutEffect(() => showEventTheme(document.documentElement, branding), [branding]);
}
