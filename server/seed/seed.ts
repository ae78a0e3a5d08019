// The first start: creates demo data in an empty installation, or else the first super admin.
import { randomBytes } from 'node:crypto';
import { hashPassword } from '#server/accounts/passwords.ts';
import { audit } from '#server/audit/audit.ts';
import { users } from '#server/db/schema/accounts.ts';
import { invoices, subscriptions } from '#server/db/schema/billing.ts';
import { memberships, organizations } from '#server/db/schema/organizations.ts';
import { dataRequests } from '#server/db/schema/own-data.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { seedEvents } from '#server/seed/events.ts';
import { demoId, demoInvoice, demoJoinCode } from '#server/seed/ids.ts';
import { demoAccounts, demoMemberships, demoOrganizations, demoPassword, demoPeople } from '#server/seed/people.ts';
import { hasOtherUsers, hasSuperAdmin, hasUser, insertFirstSuperAdmin, withDemoDataLock } from '#server/seed/seed-repository.ts';
import { uuid7 } from '#server/uuid.ts';

export interface SeedReport {
  /** Whether the published password works: then the server listens on loopback unless configured otherwise. */
  hasDemoData: boolean;
  /** To be printed. */
  lines: string[];
}

/** @param say called before steps that take some seconds */
export async function seed(deps: Deps, say: (text: string) => void): Promise<SeedReport> {
  const lines: string[] = [];
  if (deps.config.demo && (await mayHaveDemoData(deps.db)))
    await withDemoDataLock(deps.db, async () => {
      // Another server may have made it meanwhile.
      if (!(await mayHaveDemoData(deps.db))) return;
      say('Making demo data …');
      await seedDemo(deps);
      lines.push(...accountTable());
    });
  lines.push(...(await ensureSuperAdmin(deps)));
  return { hasDemoData: await hasUser(deps.db, demoPeople.super.id), lines };
}

/** True while there are only demo users and the demo is incomplete: the super admin is created last, so an interrupted seed continues. */
async function mayHaveDemoData(db: Queryable): Promise<boolean> {
  const others = demoAccounts.map((person): string => person.id).filter((id) => id !== demoPeople.super.id);
  return !(await hasOtherUsers(db, others));
}

async function seedDemo(deps: Deps): Promise<void> {
  const passwordHash = await hashPassword(demoPassword);
  // Before their first event.
  const createdAt = new Date('2026-05-04T09:00:00Z');
  const toUser = ({ id, email, firstName, lastName, role }: (typeof demoAccounts)[number]) => ({
    id,
    email,
    firstName,
    lastName,
    role,
    passwordHash,
    createdAt,
    isVerified: true,
  });
  await deps.db.transaction(async (tx) => {
    await tx
      .insert(users)
      .values(demoAccounts.filter((person) => person !== demoPeople.super).map(toUser))
      .onConflictDoNothing();
    const companies = Object.values(demoOrganizations).map((organization) => ({ ...organization, createdAt }));
    await tx.insert(organizations).values(companies).onConflictDoNothing();
    await seedBilling(tx);
    await seedDataRequests(tx);
    await tx
      .insert(memberships)
      .values(demoMemberships.map((membership) => ({ ...membership, joinedAt: createdAt })))
      .onConflictDoNothing();
  });
  await seedEvents(deps);
  await deps.db.insert(users).values(toUser(demoPeople.super)).onConflictDoNothing();
}

function accountTable(): string[] {
  const width = Math.max(...demoAccounts.map((person) => person.email.length));
  return [
    `Demo data was made. Everyone's password is ${demoPassword}`,
    ...demoAccounts.map(({ email, what }) => `  ${email.padEnd(width)}  ${what}`),
    `Anyone may join the live event with the code ${demoJoinCode}`,
    '',
  ];
}

/** From SUPER_ADMIN_EMAIL and SUPER_ADMIN_PASSWORD, or with a random password that is printed once. */
async function ensureSuperAdmin({ db, config }: Deps): Promise<string[]> {
  if (await hasSuperAdmin(db)) return [];
  const told = config.superAdmin;
  const email = told?.email ?? 'super@ai-image-suite.local';
  const password = told?.password ?? randomBytes(15).toString('base64url');
  const passwordHash = await hashPassword(password);
  const id = uuid7();
  const made = await db.transaction(async (tx) => {
    // Several servers may start at once, and the address may be registered already.
    if (!(await insertFirstSuperAdmin(tx, { id, email, passwordHash, firstName: 'Super', lastName: 'Admin' }))) return false;
    await audit(tx, { action: 'account.create_super_admin', subjectType: 'user', subjectId: id });
    return true;
  });
  if (!made && (await hasSuperAdmin(db))) return [];
  if (!made) return [`No super admin was made: ${email} has an account already.`];
  return told
    ? [`The super admin ${email} was made.`]
    : ['The first super admin was made. This is printed once:', `  ${email}  ${password}`, ''];
}

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

/** A subscription with a paid and an open invoice. */
async function seedBilling(tx: Tx): Promise<void> {
  await tx
    .insert(subscriptions)
    .values({ organizationId, planId: 'studio', since: new Date('2026-11-01T09:00:00Z') })
    .onConflictDoNothing();
  await tx
    .insert(invoices)
    .values([...billed])
    .onConflictDoNothing();
}

const DAY_MS = 86_400_000;

/** A request for an export, and one for deletion. */
async function seedDataRequests(tx: Tx): Promise<void> {
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
