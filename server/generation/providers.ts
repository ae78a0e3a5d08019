// The providers that are set up in this process.
import type { Deps } from '#server/deps.ts';
import type { Provider } from '#server/generation/generator.ts';
import { openExternalProviders } from '#server/generation/providers/external.ts';

export function openProviders({ config }: Pick<Deps, 'config' | 'log'>): Provider[] {
  return openExternalProviders(config.generators);
}
