import { count, eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { seedRolePermissions } from '#server/accounts/users-repository.ts';
import { users } from '#server/db/schema/accounts.ts';
import { generationModels } from '#server/db/schema/generation.ts';
import { photos } from '#server/db/schema/photos.ts';
import { generationServicesOf, syncCatalog } from '#server/generation/catalog.ts';
import { seed } from '#server/seed/seed.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';

let deps: TestDeps | undefined;
afterEach(() => deps?.dispose());

test('several servers that start at once on an empty database make one super admin, whose password one of them prints', async () => {
  deps = await openTestDeps({ DEMO: '0' });
  const { db } = deps;
  const reports = await Promise.all([1, 2, 3].map(() => seed(deps!, () => undefined)));
  expect(await db.select({ email: users.email }).from(users).where(eq(users.role, 'super_admin'))).toHaveLength(1);
  expect(reports.filter(({ lines }) => lines.length > 0)).toHaveLength(1);
  expect(reports.flatMap(({ lines }) => lines).join('\n')).toContain('This is printed once');
});

test('several servers that start at once make the demo data once', async () => {
  deps = await openTestDeps({ DEMO: '1' });
  const { db } = deps;
  const reports = await Promise.all([1, 2].map(() => seed(deps!, () => undefined)));
  expect(reports.map(({ hasDemoData }) => hasDemoData)).toEqual([true, true]);
  expect(reports.filter(({ lines }) => lines.length > 0)).toHaveLength(1);
  const [stored] = await db.select({ count: count() }).from(photos);
  expect(stored!.count).toBeGreaterThan(20);
}, 180_000);

test('several servers that start at once write the permissions and the models once', async () => {
  deps = await openTestDeps();
  const { db } = deps;
  const { catalog } = generationServicesOf(deps);
  await Promise.all(
    [1, 2, 3].map(async () => {
      await seedRolePermissions(db);
      await syncCatalog(db, catalog);
    }),
  );
  const [models] = await db.select({ count: count() }).from(generationModels);
  expect(models!.count).toBe(catalog.size);
});
