import type { Tone } from '#src/ui/badge.tsx';
import type { OrganizationState, PlatformOrganization } from './queries.ts';

export const organizationStateLabels: Record<OrganizationState, { name: string; tone: Tone }> = {
  waiting: { name: 'Waiting for approval', tone: 'warning' },
  rejected: { name: 'Rejected', tone: 'neutral' },
  active: { name: 'Active', tone: 'success' },
  suspended: { name: 'Suspended', tone: 'warning' },
};

export const planNames = { free: 'Free', pro: 'Pro', studio: 'Studio' } as const;

/** How it can be reached: "hello@aurora.example · +49 30 1234". */
export const contactLine = ({ contact_email: email, phone_number: phone }: PlatformOrganization['organization']): string =>
  [email, phone].filter(Boolean).join(' · ') || 'No contact address';
