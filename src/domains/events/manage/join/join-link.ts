import { slugify } from '#src/lib/slug.ts';

/** Where a code leads: what its QR code says, and what one copies. */
export const joinLink = (code: string, origin: string): string => `${origin}/join/${encodeURIComponent(code)}`;

/** The same as people type it: "photos.example.org/join". */
export const joinAddress = (origin: string): string => `${new URL(origin).host}/join`;

/** A name for files: "harbour-lights-qr". */
export const fileName = (eventName: string, what: string): string => [slugify(eventName) || 'event', what].join('-');
