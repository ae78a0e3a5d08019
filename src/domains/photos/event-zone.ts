import { createContext, useContext } from 'react';
import type { TimeZone } from '#src/lib/format.ts';

/** The clock of the event whose photos are looked at. Whoever puts photos on a screen tells it; null: that of whoever looks. */
export const EventZone = createContext<TimeZone>(null);

export const useEventZone = (): TimeZone => useContext(EventZone);
