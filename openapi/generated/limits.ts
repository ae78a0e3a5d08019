// Generated from openapi/ by `npm run generate`. Do not edit.

/** How long texts may be. */
export const limits = { cursor: 800, eventName: 120, eventDescription: 2000, eventLocation: 200 } as const;
