import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readSource, root, sources } from '#tests/support/source.ts';

/** As GitHub derives the id of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchorsIn = (file: string) => [...readSource(file).matchAll(/^#+ (.+)$/gm)].map((match) => anchorOf(match[1]!));

test('every relative link in the documentation leads to a file, and to a heading of it', () => {
  const broken = sources(/\.md$/).flatMap((page) =>
    [...readSource(page).matchAll(/\]\(([^)\s]+)\)/g)]
      .map((match) => match[1]!)
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter((link) => {
        const [file, anchor] = link.split('#') as [string, string?];
        const target = file === '' ? page : path.posix.join(path.posix.dirname(page), file);
        if (!existsSync(path.join(root, target))) return true;
        return anchor !== undefined && !anchorsIn(target).includes(anchor);
      })
      .map((link) => `${page}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test('every file and test that the documentation names exists', () => {
  const missing = sources(/\.md$/).flatMap((page) => {
    const named = [...readSource(page).matchAll(/`((?:src|sw|server|tests|scripts|openapi)\/[\w./-]+|[\w.-]+\.test\.tsx?)`/g)];
    return named
      .map((match) => match[1]!)
      .filter((name) =>
        name.includes('/') ? !existsSync(path.join(root, name)) : sources(/\.test\.tsx?$/).every((file) => path.basename(file) !== name),
      )
      .map((name) => `${page}: ${name}`);
  });
  expect(missing).toEqual([]);
});

/** Headings and bold terms of a page, as the code cites them: without code marks and the punctuation at the end. */
const termsIn = (page: string) =>
  [...readSource(page).matchAll(/^#+ (.+)$|\*\*(.+?)\*\*/gm)].map((match) =>
    (match[1] ?? match[2])!.replaceAll('`', '').replace(/[.:,]$/, ''),
  );

test('every page, heading or bold term of the documentation that a comment cites exists', () => {
  const broken = sources(/^(src|sw|server|scripts|tests|openapi)\/.*\.(tsx?|mjs|css|sql|yaml)$/).flatMap((file) => {
    const text = readSource(file).replaceAll(/\s*\n\s*(?:\/\/|\*|#|--)?\s*/g, ' ');
    const decisions = [...text.matchAll(/docs\/decisions\/(\d{3}[\w-]*)/g)]
      .filter(([, name]) => sources(/^docs\/decisions\//).every((page) => !path.basename(page, '.md').startsWith(name!)))
      .map(([cited]) => cited);
    const terms = [...text.matchAll(/docs\/[\w-]+\.md/g)].filter(({ 0: page, index }) => {
      if (!existsSync(path.join(root, page))) return true;
      const after = text.slice(index + page.length);
      if (/^ [A-Z]\d/.test(after)) return true;
      return (
        after.startsWith(', ') &&
        !termsIn(page).some((term) => after.startsWith(term, 2) && !/^(?:[\w-]| \d)/.test(after.slice(2 + term.length)))
      );
    });
    return [...decisions, ...terms.map(({ 0: page, index }) => text.slice(index, index + page.length + 25))].map(
      (cited) => `${file}: ${cited}`,
    );
  });
  expect(broken).toEqual([]);
});
