// Where our server is (docs/product.md B1.9). The page says so in `<meta name="api-base">`, empty where both come from one origin; the worker
// reads it from the page that it keeps. Everything else names paths: what is stored on a phone outlives a move of the server.
let base: string | null = null;

/** Called once, before the first call: by `main.tsx`, and by the worker. Empty: the server is where the app came from. */
export function configureApiBase(said: string): void {
  base = said === '' ? null : new URL(said).origin;
}

/** The origin of our server; undefined only where there is no page, as in a test. */
export const apiOrigin = (): string | undefined => base ?? globalThis.location?.origin;

/** True where the server is reached by another origin than the app: then the app cannot read its cookies. */
export const isCrossOrigin = (): boolean => base !== null && base !== globalThis.location?.origin;

/** The address of a path of our server. */
export const apiUrl = (path: string): string => new URL(path, apiOrigin()).href;
