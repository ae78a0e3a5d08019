import { formatAge } from './format.ts';

const short = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' });

/** As `formatAge`, where there is room for a figure: "just now", "5 min. ago". */
export const formatShortAge = (at: string | number, now: number): string => formatAge(at, now, short);
