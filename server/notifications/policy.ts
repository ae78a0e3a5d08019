import type { Viewer } from '#server/viewer.ts';

/** Tell people something in the platform's name: super administrators alone. */
export const canAnnounce = (viewer: Viewer): boolean => viewer.permissions.all === true;
