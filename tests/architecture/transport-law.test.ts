import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSource, runTool, sources } from '#tests/support/source.ts';

const copy = mkdtempSync(path.join(tmpdir(), 'ais-transport-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Ways to bypass the transport, one file each. */
const ways: Record<string, string> = {
  'src/shell/a.ts': "export const asked = fetch('/healthz');",
  'src/domains/b.ts': "export const source = new EventSource('/stream');",
  'src/outbox/c.ts': 'export const request = new XMLHttpRequest();',
  'src/lib/d.ts': "export const socket = new WebSocket('ws://x');",
  'src/ui/e.ts': "export const sent = navigator.sendBeacon('/x');",
  'src/session/f.ts': "export const asked = globalThis.fetch('/x');",
  'src/camera/g.ts': "export const asked = window.fetch('/x');",
  'sw/h.ts': "export const asked = self.fetch('/x');",
};
const allowed = ['src/transport/fetch.ts', 'src/shell/a.test.ts', 'server/a.ts'];
let told = '';

beforeAll(() => {
  const config = JSON.parse(readSource('.oxlintrc.json')) as { options: object };
  // Only the rules, since type-aware checks need the whole project.
  writeFileSync(path.join(copy, '.oxlintrc.json'), JSON.stringify({ ...config, options: {} }));
  const write = (file: string, source: string) => {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    writeFileSync(path.join(copy, file), `${source}\n`);
  };
  for (const [file, source] of Object.entries(ways)) write(file, source);
  for (const file of allowed) write(file, "export const asked = fetch('/x');");
  told = runTool('oxlint', ['--format', 'unix'], copy).output;
});

test.each(Object.keys(ways))('a call that bypasses the transport is reported: %s', (file) => {
  expect(told.split('\n').filter((line) => line.includes(`${file}:`) && line.includes('no-restricted'))).not.toEqual([]);
});

test.each(allowed)('the transport, tests and the server may: %s', (file) => {
  expect(told.split('\n').filter((line) => line.includes(`${file}:`) && line.includes('no-restricted'))).toEqual([]);
});

test('no screen asks for a path of the server but by the generated client, as a list, or by its address', () => {
  const bare = sources(/^(src|sw)\/.*(?<!\.test)\.tsx?$/).flatMap((file) =>
    readSource(file)
      .split('\n')
      .filter((line) => /['"`]\/(api\/|healthz|organization_settings)/.test(line))
      .filter(
        (line) =>
          !/[aA]pi(WithoutRefresh)?\.(GET|POST|PUT|PATCH|DELETE)\(|^\s*'\/api|apiUrl\(|defineList\(|(open|watch)\w*Stream\(|anyHost\(|const (path|ENDPOINT|REFRESH|LOGOUT|NO_REFRESH_PATHS|MEDIA)\b/.test(
            line,
          ),
      )
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(bare).toEqual([]);
});

/** Transfers other than JSON, which the generated client does not support: uploads, media, text, files of the app, and the transport itself. */
const ofBytes = [
  'src/domains/sharing/links/picked-file-names.ts',
  'src/domains/sharing/wall/picture-cache.ts',
  'src/first-visit.ts',
  'src/outbox/upload.ts',
  'src/shell/media-image.tsx',
  'src/shell/picture-controls.tsx',
  'src/transport/early-answers.ts',
  'src/transport/fetch-asset.ts',
  'src/transport/fetch-image.ts',
  'src/transport/fetch.ts',
  'sw/runtime-cache.ts',
  'sw/strategies.ts',
];

test('every call but those of bytes goes through the generated client', () => {
  const past = sources(/^(src|sw)\/.*(?<!\.test)\.tsx?$/).filter((file) => {
    const source = readSource(file);
    // Passing a request of the client on is not a separate call.
    const handsOn = /fetch: \(request\) => fetch\(request\)/g;
    return /new Request\(/.test(source) || /(?<![.\w])fetch\(/.test(source.replaceAll(handsOn, '').replaceAll(/^\s*(\*|\/\/).*$/gm, ''));
  });
  expect(past).toEqual(ofBytes);
});
