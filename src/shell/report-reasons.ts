import type { components } from '#openapi/api.ts';

/** The reasons of reports, in the words of the person who reports. */
export const reportReasons: Record<components['schemas']['ReportReason'], string> = {
  in_photo: 'I’m in it and want it removed',
  not_here: 'It should not be here',
  other: 'Something else',
};
