// The providers that are set up in this process.
import type { Deps } from '#server/deps.ts';
import type { Provider } from '#server/generation/generator.ts';

export function openProviders(_deps: Pick<Deps, 'config' | 'log'>): Provider[] {
  return [];
}
