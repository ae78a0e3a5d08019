import { isMigrated } from '#server/db/migrate.ts';
import type { Deps } from '#server/deps.ts';
import type { Operations } from '#server/http/operation.ts';

export function platformOperations({ pool, storage, log }: Deps): Operations<'getHealth' | 'getReadiness'> {
  const holds = async (name: string, check: () => Promise<boolean>): Promise<boolean> => {
    try {
      return await check();
    } catch (error) {
      log.warn({ reason: error instanceof Error ? error.message : String(error) }, `not ready: ${name}`);
      return false;
    }
  };
  return {
    getHealth: async () => ({ status: 200, body: { status: 'ok' } }),
    async getReadiness() {
      const [database, migrations, files] = await Promise.all([
        holds('database', async () => (await pool.query('select 1')).rowCount === 1),
        holds('migrations', () => isMigrated(pool)),
        holds('storage', () => storage.ready()),
      ]);
      const checks = { database, migrations, storage: files };
      return database && migrations && files
        ? { status: 200, body: { status: 'ready', checks } }
        : { status: 503, body: { status: 'unready', checks } };
    },
  };
}
