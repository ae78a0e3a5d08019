import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root, runTool } from '#tests/support/source.ts';

describe('the migrations', () => {
  test('create exactly the schema of server/db/schema', () => {
    const cache = path.join(root, 'node_modules/.cache');
    mkdirSync(cache, { recursive: true });
    const copy = mkdtempSync(path.join(cache, 'migrations-'));
    try {
      cpSync(path.join(root, 'server/db/migrations'), copy, { recursive: true });
      const before = readdirSync(copy).sort();
      const out = path.relative(root, copy);
      const { code, output } = runTool('drizzle-kit', [
        'generate',
        '--dialect',
        'postgresql',
        '--schema',
        'server/db/schema/*.ts',
        '--out',
        out,
        '--name',
        'drift',
      ]);
      expect(code, output).toBe(0);
      expect(readdirSync(copy).sort(), 'run `npx drizzle-kit generate --name what_changed`').toEqual(before);
      expect(runTool('drizzle-kit', ['check', '--dialect', 'postgresql', '--out', 'server/db/migrations']).code).toBe(0);
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  });
});
