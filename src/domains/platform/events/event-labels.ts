export const photoStatusLabels = { pending: 'Pending', approved: 'Approved', rejected: 'Rejected' } as const;

/** What a pause means, before it is made. */
export const PAUSE_DESCRIPTION =
  'Its cameras close within 30 seconds. Photos waiting on phones are still accepted, and everything else continues. The organization sees the reason.';
