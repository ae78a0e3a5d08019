import { expect, test } from 'vitest';
import { weaknessOf } from '#server/weak-passwords.ts';

const weak = (password: string, email = 'ana.ruiz@example.org') => weaknessOf(password, email);

test('leaked passwords are refused, also with digits and symbols around them, in any case', () => {
  for (const password of [
    'password12',
    'Password1234',
    'iloveyou123',
    'LetMeIn123',
    'q1w2e3r4t5',
    'sunshine2026!',
    '**football**',
    '!!princess1999',
  ])
    expect(weak(password), password).toMatch(/leaked/);
});

test('patterns are refused', () => {
  for (const password of [
    '1234567890',
    '0987654321',
    'abcdefghijkl',
    'qwertzuiop',
    '          ',
    'aaaaaaaaaaaa',
    'abab abab ',
    'xyzqxyzqxyzq',
    'aabbaabbaabb',
  ])
    expect(weak(password), password).not.toBeNull();
});

test('the own address is refused, and its first part', () => {
  for (const password of ['ana.ruiz@example.org', 'Ana.Ruiz@Example.ORG', 'ana.ruiz2026', 'ana-ruiz-2026', 'AnaRuiz!!!!'])
    expect(weak(password), password).toMatch(/email address/);
  expect(weak('ana.ruiz@example.org', 'other@example.org')).toBeNull();
  expect(weak('48!37?19-26&50', '2026@example.org')).toBeNull();
});

test('what people make up themselves is taken', () => {
  for (const password of [
    'correct horse',
    'long enough',
    'demo-password',
    'Kahnfahrt-im-Mai',
    'three green bottles',
    'wrong-password',
    '日本の秋は美しいです',
  ])
    expect(weak(password), password).toBeNull();
});
