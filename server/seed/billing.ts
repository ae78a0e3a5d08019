// The demo's plan, and what it has been billed: one invoice paid, one to pay.
import { invoices, subscriptions } from '#server/db/schema/billing.ts';
import type { Tx } from '#server/db/types.ts';
import { demoId, demoInvoice } from './ids.ts';
import { demoOrganizations } from './people.ts';

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
