import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root, runTool } from '#tests/support/source.ts';

/** For each rule an import that breaks it, and no other file's import does. */
const violations: Record<string, [from: string, to: string]> = {
  'no-cycles': ['src/lib/circle-a.ts', 'src/lib/circle-b.ts'],
  'no-unresolved': ['src/lib/a.ts', 'src/lib/missing.ts'],
  'nothing-imports-tests': ['server/b.ts', 'tests/support/x.ts'],
  'lib-is-pure': ['src/lib/b.ts', 'src/ui/x.ts'],
  'transport-stands-low': ['src/transport/a.ts', 'src/session/x.ts'],
  'outbox-stands-low': ['src/outbox/a.ts', 'src/session/x.ts'],
  'session-stands-low': ['src/session/a.ts', 'src/shell/x.ts'],
  'ui-stands-low': ['src/ui/a.ts', 'src/outbox/x.ts'],
  'camera-stands-in-the-middle': ['src/camera/a.ts', 'src/domains/photos/x.ts'],
  'shell-stands-in-the-middle': ['src/shell/a.ts', 'src/domains/photos/x.ts'],
  'domains-stand-in-the-middle': ['src/domains/photos/a.ts', 'src/routes/x.ts'],
  'no-domain-imports-another': ['src/domains/photos/b.ts', 'src/domains/events/x.ts'],
  'nothing-imports-routes': ['src/shell/b.ts', 'src/routes/x.ts'],
  'kit-shows-the-parts': ['src/kit/a.ts', 'src/domains/photos/x.ts'],
  'nothing-imports-the-kit': ['src/routes/b.ts', 'src/kit/x.ts'],
  'worker-stands-on-the-outbox': ['sw/a.ts', 'src/session/x.ts'],
  'server-stands-on-the-contract': ['server/a.ts', 'src/lib/x.ts'],
  'server-base': ['server/db/a.ts', 'server/organizations/x.ts'],
  'server-own-data': ['server/own-data/a.ts', 'server/platform/x.ts'],
  'server-images': ['server/images/a.ts', 'server/own-data/x.ts'],
  'server-sharing': ['server/sharing/a.ts', 'server/images/x.ts'],
  'server-photos': ['server/photos/a.ts', 'server/generation/x.ts'],
  'server-generation': ['server/generation/a.ts', 'server/photos/x.ts'],
  'server-events': ['server/events/a.ts', 'server/photos/x.ts'],
  'server-accounts': ['server/accounts/a.ts', 'server/events/x.ts'],
  'server-integrations': ['server/integrations/a.ts', 'server/accounts/x.ts'],
  'server-organizations': ['server/organizations/a.ts', 'server/accounts/x.ts'],
  'server-billing': ['server/billing/a.ts', 'server/organizations/x.ts'],
  'server-notifications': ['server/notifications/a.ts', 'server/billing/x.ts'],
  'server-support': ['server/support/a.ts', 'server/billing/x.ts'],
  'server-backup': ['server/backup/a.ts', 'server/photos/x.ts'],
  'server-platform': ['server/platform/a.ts', 'server/accounts/x.ts'],
  'web-app-knows-no-server': ['src/routes/a.ts', 'server/x.ts'],
  'contract-imports-nothing': ['openapi/generated/a.ts', 'src/lib/x.ts'],
};

const copy = mkdtempSync(path.join(tmpdir(), 'ais-import-law-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const aliasOf = (file: string) => `#${file.replace('openapi/generated/', 'openapi/')}`;

/** A small tree in which every rule is broken once. */
function build(): void {
  const imports = {
    '#src/*': './src/*',
    '#sw/*': './sw/*',
    '#server/*': './server/*',
    '#openapi/*': './openapi/generated/*',
    '#tests/*': './tests/*',
  };
  writeFileSync(path.join(copy, 'package.json'), JSON.stringify({ type: 'module', imports }));
  const compilerOptions = { module: 'ESNext', moduleResolution: 'bundler', allowImportingTsExtensions: true, noEmit: true };
  writeFileSync(path.join(copy, 'tsconfig.tests.json'), JSON.stringify({ compilerOptions }));
  const write = (file: string, source: string) => {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    writeFileSync(path.join(copy, file), source);
  };
  const pairs = Object.values(violations);
  for (const [, to] of pairs) if (to !== violations['no-unresolved']?.[1]) write(to, 'export const value = 1;\n');
  for (const [from, to] of pairs) write(from, `import { value } from '${aliasOf(to)}';\nexport const used = value;\n`);
  const [first, second] = violations['no-cycles'] ?? ['', ''];
  // One of the two imports is for types alone: it counts too.
  write(second, `import type { used } from '${aliasOf(first)}';\nexport const value: () => typeof used = () => 1;\n`);
}

function cruise(): string {
  const config = path.join(root, '.dependency-cruiser.cjs');
  const folders = ['src', 'sw', 'server', 'openapi', 'tests'];
  return runTool('depcruise', [...folders, '--config', config, '--output-type', 'err', '--no-cache'], copy).output;
}

// `npm run check` proves that the code complies with the rules.
describe('the import law', () => {
  test('has a violation here for each of its rules', async () => {
    const { default: config } = (await import(path.join(root, '.dependency-cruiser.cjs'))) as {
      default: { forbidden: { name: string }[] };
    };
    expect(Object.keys(violations).sort()).toEqual(config.forbidden.map((rule) => rule.name).sort());
  });

  describe('is reported when violated:', () => {
    let told = '';
    beforeAll(() => {
      build();
      told = cruise();
    });

    test.each(Object.entries(violations))('%s', (rule, [from, to]) => {
      const at = told.indexOf(`error ${rule}: ${from}`);
      expect(at, told).toBeGreaterThanOrEqual(0);
      expect(told.slice(at, at + 200)).toContain(path.basename(to));
    });
  });
});
