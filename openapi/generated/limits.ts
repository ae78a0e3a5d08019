// Generated from openapi/ by `npm run generate`. Do not edit.

/** How long texts may be. */
export const limits = {
  eventName: 120,
  eventDescription: 2000,
  eventLocation: 200,
  organizationName: 120,
  ticketMessage: 4000,
  organizationDescription: 2000,
} as const;
