import { expect, test } from 'vitest';
import { criticalStyles, splitCriticalCss } from './critical-css.ts';

const pageOf = (css: string, code: string) => splitCriticalCss(css, code).page;
const sheet = (rules: string) => `@layer base{a{color:red}}@layer utilities{${rules}}.event{color:blue}`;

test('removes a class that no precached file uses and leaves everything else in place', () => {
  const css = sheet('.p-4{padding:1rem}.p-5{padding:2rem}.w-1\\/2{width:50%}.group:hover .shown{opacity:1}');
  expect(splitCriticalCss(css, '').utilities).toBe(css.slice(css.indexOf('@layer utilities'), css.indexOf('.event')));
  expect(pageOf(css, '"p-4 w-1/2 shown"')).toBe(sheet('.p-4{padding:1rem}.w-1\\/2{width:50%}.group:hover .shown{opacity:1}'));
});

test('conditions are looked into, and go with their last rule', () => {
  const css = sheet('@media (width>=40rem){.sm\\:p-4{padding:1rem}.sm\\:p-5{padding:2rem}}@media (width>=48rem){.md\\:p-5{padding:2rem}}');
  expect(pageOf(css, '`sm:p-4`')).toBe(sheet('@media (width>=40rem){.sm\\:p-4{padding:1rem}}'));
});

test('a name written by a number, and one that the code may spell otherwise', () => {
  const css = sheet(".\\32xl\\:p-4{padding:1rem}.before\\:content-\\[\\'→\\'\\]:before{content:'→'}.\\33xl\\:p-4{padding:1rem}");
  expect(pageOf(css, '"2xl:p-4"')).toBe(sheet(".\\32xl\\:p-4{padding:1rem}.before\\:content-\\[\\'→\\'\\]:before{content:'→'}"));
});

test('reports a sheet without utilities or without an end', () => {
  expect(() => pageOf('a{color:red}', '')).toThrow('no layer of utilities');
  expect(() => pageOf('@layer utilities{.a{color:red}', '')).toThrow('has no end');
});

test('a class is a whole word: part of another one does not count', () => {
  const css = sheet('.p-1{padding:1px}.gap-1{gap:1px}');
  expect(pageOf(css, '"gap-1"')).toBe(sheet('.gap-1{gap:1px}'));
});

test('a first screen keeps a rule that also names classes which it lacks, if one of its selectors applies', () => {
  const colors = ':root,[data-theme],.venue{--accent:red}:root:not(.themed){--ink:red}';
  const others = '.venue{color:red}.venue:not(.p-1){color:red}.gap-\\[min\\(1px\\,2px\\)\\]:is(.venue,.p-1){gap:1px}';
  expect(criticalStyles([sheet(''), colors + others], '<p class="p-1">')).toBe(
    '@layer base{a{color:red}}' + colors + '.gap-\\[min\\(1px\\,2px\\)\\]:is(.venue,.p-1){gap:1px}',
  );
});

test('variables that only late utilities use come with these', () => {
  const properties = '@property --tw-ring{syntax:"*";inherits:false}@property --tw-shade{syntax:"*";inherits:false}';
  const css = `@layer properties{@supports (a:b){*{--tw-ring:0;--tw-shade:0}}}${sheet('.ring{--tw-ring:1}.shade{--tw-shade:1}')}${properties}`;
  const { page, utilities } = splitCriticalCss(css, '"ring"');
  expect(page).toBe(
    `@layer properties{@supports (a:b){*{--tw-ring:0;}}}${sheet('.ring{--tw-ring:1}')}@property --tw-ring{syntax:"*";inherits:false}`,
  );
  expect(utilities).toBe(
    '@layer properties{@supports (a:b){*{--tw-ring:0;--tw-shade:0}}}@property --tw-shade{syntax:"*";inherits:false}@layer utilities{.ring{--tw-ring:1}.shade{--tw-shade:1}}',
  );
});

test('a variable that no utility of the page sets is replaced by its initial value', () => {
  const properties = [
    '@property --tw-style{syntax:"*";inherits:false;initial-value:solid}',
    '@property --tw-sepia{syntax:"*";inherits:false}',
    '@property --tw-blur{syntax:"*";inherits:false}',
    '@property --tw-shade{syntax:"*";inherits:false}',
    '@property --tw-tone{syntax:"*";inherits:true;initial-value:red}',
    '@property --tw-size{syntax:"*";inherits:false;initial-value:0}',
  ].join('');
  const rules = [
    '.line{border-style:var(--tw-style);color:var(--tw-tone)}',
    '.blur{--tw-blur:blur(1px);filter:var(--tw-sepia, ) var(--tw-blur, ) var(--tw-sepia, )}',
    '.shade{box-shadow:0 0 var(--tw-shade,var(--ink)), 0 0 var(--tw-style-2)}',
  ].join('');
  const late = '.sepia{--tw-sepia:sepia(1)}.dashed{--tw-style:dashed}';
  const { page, utilities } = splitCriticalCss(
    `@layer base{a{--tw-size:1}}${sheet(`${rules}.size{width:var(--tw-size)}${late}`)}${properties}`,
    '"line blur shade size"',
  );
  expect(page).toContain('.line{border-style:solid;color:var(--tw-tone)}');
  expect(page).toContain('.blur{--tw-blur:blur(1px);filter:var(--tw-blur,) }');
  expect(page).toContain('.shade{box-shadow:0 0 var(--ink),0 0 var(--tw-style-2)}');
  // Set by a rule outside of the utilities.
  expect(page).toContain('.size{width:var(--tw-size)}');
  expect(page).not.toContain('@property --tw-sepia');
  expect(utilities).toContain('@property --tw-sepia');
  expect(utilities).toContain(rules);
});

test('spaces that separate nothing are left out, but not of texts', () => {
  const css = sheet(`.a{margin:calc(var(--unit) * 2) calc(1px + 2px);color:rgb(var(--r, 1), 2, 3);content:"a, b * c"}`);
  expect(pageOf(css, '"a"')).toBe(sheet(`.a{margin:calc(var(--unit)*2) calc(1px + 2px);color:rgb(var(--r,1),2,3);content:"a, b * c"}`));
});

test('of several sheets the last one’s utilities are all', () => {
  const sheets = [sheet('.p-1{padding:1px}'), '@layer utilities{.p-1{padding:1px}.p-2{padding:2px}}'];
  expect(criticalStyles(sheets, '<p class="p-1 p-2">')).toBe(
    '@layer base{a{color:red}}@layer utilities{.p-1{padding:1px}.p-2{padding:2px}}',
  );
});

test('a screen with markup needs the rules of its classes, of every layer and sheet, and those without a class', () => {
  const sheets = [
    '@layer base{a{color:red}}@layer components{.card{top:0}.other{top:1px}}',
    '@layer utilities{.p-1{top:0}.\\[\\&_svg\\]\\:p-1 svg{top:0}.p-2{top:0}}',
  ];
  expect(criticalStyles(sheets, '<p class="card [&amp;_svg]:p-1">')).toBe(
    '@layer base{a{color:red}}@layer components{.card{top:0}}@layer utilities{.\\[\\&_svg\\]\\:p-1 svg{top:0}}',
  );
});
