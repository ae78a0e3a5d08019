/** Screens that nobody comes for: after the sign-in they are passed by. */
const TRANSIT_PATHS: ReadonlySet<string> = new Set(['/', '/login', '/register', '/unauthorized']);

/** The remembered path, when it is one of ours; else null. Another site's address in a link must not be followed after a sign-in. */
export function returnTarget(redirect: string | undefined): string | null {
  if (!redirect?.startsWith('/') || redirect.startsWith('//') || redirect.includes('\\')) return null;
  const url = new URL(redirect, 'https://self.invalid');
  if (url.host !== 'self.invalid' || TRANSIT_PATHS.has(url.pathname)) return null;
  const path = url.pathname + url.search + url.hash;
  // Dots that lead nowhere hide two slashes, which lead elsewhere.
  return path.startsWith('//') ? null : path;
}
