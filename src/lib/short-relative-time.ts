import { formatRelativeTime } from './format.ts';

const short = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' });

/** `formatRelativeTime` for narrow places: "just now", "5 min. ago". */
export const formatShortRelativeTime = (at: string | number, now: number): string => formatRelativeTime(at, now, short);
