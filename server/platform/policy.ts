import type { Viewer } from '#server/viewer.ts';

/** Runs the platform: super admins. */
export const canRunPlatform = (viewer: Viewer): boolean => viewer.permissions.all === true;

/** Reads the audit log and sets its retention: super admins. */
export const canReadLogs = (viewer: Viewer): boolean => viewer.permissions.all === true;
