// The repository of who issues the invoices.
import { sql } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import { billingSeller } from '#server/db/schema/billing.ts';
import type { Queryable, Tx } from '#server/db/types.ts';

type Seller = components['schemas']['Seller'];

/** Until somebody says it. */
export const UNNAMED_SELLER: Seller = { name: 'AI Image Suite', address: '', email: '', tax_id: '', payment_note: '' };

export async function readSeller(db: Queryable): Promise<Seller> {
  const [row] = await db.select().from(billingSeller);
  return row?.facts ?? UNNAMED_SELLER;
}

/** Held until the transaction ends, also where nobody has said it yet. */
export async function lockSeller(tx: Tx): Promise<Seller> {
  await tx.execute(sql`lock table ${billingSeller} in share row exclusive mode`);
  return readSeller(tx);
}

export async function writeSeller(tx: Tx, facts: Seller): Promise<void> {
  await tx.insert(billingSeller).values({ facts }).onConflictDoUpdate({ target: billingSeller.id, set: { facts } });
}
