import { atomWithStorage } from 'jotai/utils';

/** Lines of thirds over the viewfinder. */
export const gridAtom = atomWithStorage('camera.grid', false, undefined, { getOnInit: true });

/** The camera last chosen by hand, by `deviceId`; null: the one that looks away from the holder. */
export const deviceAtom = atomWithStorage<string | null>('camera.device', null, undefined, { getOnInit: true });

/** Show the front camera's picture as in a mirror. What is kept is never mirrored. */
export const mirrorAtom = atomWithStorage('camera.mirror', true, undefined, { getOnInit: true });
