import { storedAtom } from '#src/lib/stored-atom.ts';

/** Lines of thirds over the viewfinder. */
export const gridAtom = storedAtom<boolean>('camera.grid', false);

/** The camera last chosen by hand, by `deviceId`; null: the one that looks away from the holder. */
export const deviceAtom = storedAtom<string | null>('camera.device', null);

/** Show the front camera's picture as in a mirror. What is kept is never mirrored. */
export const mirrorAtom = storedAtom<boolean>('camera.mirror', true);
