import { expect, test } from 'vitest';
import { replaceInvalidLanguage } from './valid-language.ts';

test('a language that is none is replaced by English; any other stays', () => {
  const reported = (language: string) => {
    const navigator = { language };
    replaceInvalidLanguage(navigator);
    return navigator.language;
  };
  expect(() => new Intl.NumberFormat('C')).toThrow('Incorrect locale information provided');
  expect(new Intl.NumberFormat(reported('C')).format(1234)).toBe('1,234');
  expect(['de', 'en-GB', 'zh-Hant-TW', 'en_US.UTF-8'].map(reported)).toEqual(['de', 'en-GB', 'zh-Hant-TW', 'en']);
});
