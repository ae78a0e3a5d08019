// Email addresses and what the one rule of app and server says of them.

/** As people write them, and as they are stored. */
export const validEmails: readonly (readonly [written: string, stored: string])[] = [
  ['ana@example.org', 'ana@example.org'],
  ['Ana.Lind+events@Example.ORG', 'ana.lind+events@example.org'],
  ["o'neil@example.org", "o'neil@example.org"],
  ['a&b@example.org', 'a&b@example.org'],
  ['{team}/x=1@example.org', '{team}/x=1@example.org'],
  ['ana@xn--mnchen-3ya.de', 'ana@xn--mnchen-3ya.de'],
  ['ana@münchen.de', 'ana@xn--mnchen-3ya.de'],
  ['Ana@MÜNCHEN.de', 'ana@xn--mnchen-3ya.de'],
  ['ana@mu\u0308nchen.de', 'ana@xn--mnchen-3ya.de'],
  ['ana@straße.example', 'ana@xn--strae-oqa.example'],
  ['ana@उदाहरण.भारत', 'ana@xn--p1b6ci4b4b3a.xn--h2brj9c'],
  ['ana@例え.テスト', 'ana@xn--r8jz45g.xn--zckzah'],
  ['ana@1.example', 'ana@1.example'],
];

/** What is none, and the sign that the message names. */
export const invalidEmails: readonly (readonly [written: string, sign: string | null])[] = [
  ['ana', null],
  ['ana@', null],
  ['@example.org', null],
  ['ana@localhost', null],
  ['.ana@example.org', null],
  ['ana..lind@example.org', null],
  ['ana@-example.org', null],
  ['ana@example..org', null],
  [`${'x'.repeat(250)}@example.org`, null],
  [`ana@${'例'.repeat(2000)}.example`, null],
  ['jürgen@example.org', '“ü”'],
  ['ana lind@example.org', 'a space'],
  ['ana@exa mple.org', 'a space'],
  ['ana@ex_ample.org', '“_”'],
  ['ana@example.org, ben@example.org', '“@”'],
  ['an“a@example.org', '““”'],
  ['😀@example.org', '“😀”'],
  ['ana@example.org:25', '“:”'],
  ['ana@[127.0.0.1]', '“[”'],
  ['ana@münchen.de/x', '“/”'],
];
