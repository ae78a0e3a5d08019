// The server's address (docs/product.md, People and sessions). The page has it in `<meta name="api-base">`, empty for the same origin; the
// worker reads it from the cached page. Everything else uses paths, so stored data survives a move of the server.
let base: string | null = null;

/** Called once before the first request, by `main.tsx` and by the worker. Empty: same origin. */
export function configureApiBase(said: string): void {
  base = said === '' ? null : new URL(said).origin;
}

/** The server's origin; undefined only without a page, as in tests. */
export const apiOrigin = (): string | undefined => base ?? globalThis.location?.origin;

/** Whether the server has another origin than the app: then its cookies are not readable. */
export const isCrossOrigin = (): boolean => base !== null && base !== globalThis.location?.origin;

/** The URL of a server path. */
export const apiUrl = (path: string): string => new URL(path, apiOrigin()).href;
