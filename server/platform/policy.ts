import type { Viewer } from '#server/viewer.ts';

/** Whether somebody sees how the whole platform is: super administrators alone. */
export const canRunPlatform = (viewer: Viewer): boolean => viewer.permissions.all === true;

/** Whether somebody reads what everybody did, and sets how long that is kept. */
export const canReadLogs = (viewer: Viewer): boolean => viewer.permissions.all === true;
