// Ids of the demo data: fixed, so that tests, screenshots and people can name them.

/** @param tail up to twelve hexadecimal digits. A valid UUID of version 7 comes out. */
export const demoId = (tail: string) => `0199aa00-0000-7000-8000-${tail.padStart(12, '0')}`;

/** As people.ts describes them. */
export const demoOrganizationIds = {
  aurora: demoId('a1'),
  borealis: demoId('a2'),
} as const;

/** Aurora's events, one in each status. */
export const demoEvents = {
  live: demoId('e1'),
  active: demoId('e2'),
  draft: demoId('e3'),
  ended: demoId('e4'),
  archived: demoId('e5'),
} as const;

/** Of Aurora, paid. */
export const demoInvoice = demoId('c1');

/** The device that the demo photos were taken with. */
export const demoDevice = demoId('d1');

/** Join code of the live event. Stored without its separator. */
export const demoJoinCode = 'HARBOUR-26';

/** @param number 1 for the first taken of the live event's photos */
export const demoPhoto = (number: number) => demoId(`f${number.toString(16).padStart(4, '0')}`);

/** @param number 1 for the first taken of the photos of the event that asks for approval */
export const demoStudioPhoto = (number: number) => demoPhoto(0x1000 + number);

/** @param number 1 for the first taken of the ended event's photos */
export const demoWeddingPhoto = (number: number) => demoPhoto(0x2000 + number);

/** @param number 1 for the first taken of the archived event's photos */
export const demoRegattaPhoto = (number: number) => demoPhoto(0x3000 + number);
