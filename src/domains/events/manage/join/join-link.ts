import { slugify } from '#src/lib/slug.ts';

/** The URL of a join code, for QR codes and copying. */
export const joinLink = (code: string, origin: string): string => `${origin}/join/${encodeURIComponent(code)}`;

/** The address to type: "photos.example.org/join". */
export const joinAddress = (origin: string): string => `${new URL(origin).host}/join`;

/** The base of a file name: "harbour-lights-qr". */
export const fileName = (eventName: string, what: string): string => [slugify(eventName) || 'event', what].join('-');
