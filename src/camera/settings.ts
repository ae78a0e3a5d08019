import { storedAtom } from '#src/lib/stored-atom.ts';

/** Lines of thirds over the viewfinder. */
export const gridAtom = storedAtom<boolean>('camera.grid', false);

/** The camera last chosen by hand, by `deviceId`; null: the one that looks away from the holder. */
export const deviceAtom = storedAtom<string | null>('camera.device', null);

/** The browser's question for the camera has come here before: a visit that finds this set opens it at once. */
export const permissionAskedAtom = storedAtom<boolean>('camera.asked', false);

/** Show the front camera's picture as in a mirror. What is kept is never mirrored. */
export const mirrorAtom = storedAtom<boolean>('camera.mirror', true);
