// What the demo's people ask of their data: one copy, and one deletion that has to wait until somebody else is an admin.
import { dataRequests } from '#server/db/schema/own-data.ts';
import type { Tx } from '#server/db/types.ts';
import { demoId } from './ids.ts';
import { demoPeople } from './people.ts';

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
