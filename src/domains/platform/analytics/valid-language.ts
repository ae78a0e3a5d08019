/**
 * Some browsers report a language that is none, such as "C" where the system has no locale. Libraries that format numbers in it throw, so it is
 * replaced by English.
 */
export function replaceInvalidLanguage(navigator: { readonly language: string }): void {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en', configurable: true });
  }
}
