/** What moderation shows; it stands in the URL. */
export const moderationViews = ['queue', 'waiting', 'approved', 'rejected'] as const;
export type ModerationView = (typeof moderationViews)[number];

export const moderationViewOf = (value: unknown): ModerationView => moderationViews.find((view) => view === value) ?? 'queue';
