import type { Viewer } from '#server/viewer.ts';

/** Whether somebody sees how the whole platform is: super administrators alone. */
export const canRunPlatform = (viewer: Viewer): boolean => viewer.permissions.all === true;
