// Demo records of billing and data requests: one paid and one open invoice, one request for an export and one for deletion.
import { invoices, subscriptions } from '#server/db/schema/billing.ts';
import { dataRequests } from '#server/db/schema/own-data.ts';
import type { Tx } from '#server/db/types.ts';
import { demoId, demoInvoice } from './ids.ts';
import { demoOrganizations, demoPeople } from './people.ts';

const { id: organizationId, name: billedToName, contactEmail: billedToEmail } = demoOrganizations.aurora;
const STUDIO = { organizationId, billedToName, billedToEmail, amount: 19_900, currency: 'EUR' };

const billed: readonly (typeof invoices.$inferInsert)[] = [
  {
    ...STUDIO,
    id: demoInvoice,
    number: 1,
    status: 'paid',
    description: 'Studio, November 2026',
    periodStart: '2026-11-01',
    periodEnd: '2026-11-30',
    issuedAt: new Date('2026-11-01T09:00:00Z'),
    dueOn: '2026-11-15',
    paidAt: new Date('2026-11-12T10:30:00Z'),
  },
  {
    ...STUDIO,
    id: demoId('c2'),
    number: 2,
    description: 'Studio, December 2026',
    periodStart: '2026-12-01',
    periodEnd: '2026-12-31',
    issuedAt: new Date('2026-11-20T09:00:00Z'),
    dueOn: '2026-12-15',
  },
];

export async function seedBilling(tx: Tx, since: Date): Promise<void> {
  await tx.insert(subscriptions).values({ organizationId, planId: 'studio', since }).onConflictDoNothing();
  await tx
    .insert(invoices)
    .values([...billed])
    .onConflictDoNothing();
}

const DAY_MS = 86_400_000;

export async function seedDataRequests(tx: Tx): Promise<void> {
  const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
  await tx
    .insert(dataRequests)
    .values([
      {
        id: demoId('91'),
        userId: demoPeople.user.id,
        kind: 'export',
        note: 'The download keeps failing on my home connection. Can you send me a link that I can open at work?',
        askedAt: daysAgo(4),
      },
      {
        id: demoId('92'),
        userId: demoPeople.pending.id,
        kind: 'deletion',
        photos: 'delete',
        note: 'We are closing the business.',
        askedAt: daysAgo(26),
      },
    ])
    .onConflictDoNothing();
}
