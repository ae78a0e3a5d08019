import { atom } from 'jotai';

/** The two rooms: at a venue, and everywhere else. In the app the sidebar stands open on a desktop; in the venue it is closed until asked for. */
export type Area = 'app' | 'venue';

const DESKTOP = '(min-width: 48rem)';

const stored = atom<Partial<Record<Area, boolean>>>({});

const openByDefault = (area: Area) => area === 'app' && window.matchMedia(DESKTOP).matches;

/** Open or closed, per area, for as long as the page lives. */
export const sidebarOpenAtom = atom(
  (get) => (area: Area) => get(stored)[area] ?? openByDefault(area),
  (get, set, area: Area, open: boolean) => set(stored, { ...get(stored), [area]: open }),
);
