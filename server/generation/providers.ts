// The providers that are set up in this process.
import type { Deps } from '#server/deps.ts';
import { openBuiltinProvider } from '#server/generation/builtin/provider.ts';
import type { Provider } from '#server/generation/generator.ts';
import { openExternalProviders } from '#server/generation/providers/external.ts';
import type { SensitiveCheck } from '#server/generation/sensitive.ts';

export interface OpenProviders {
  providers: readonly Provider[];
  sensitive: SensitiveCheck;
  close(): void;
}

/** Nothing is started until something is to be made. */
export function openProviders({ config }: Pick<Deps, 'config'>): OpenProviders {
  const builtin = openBuiltinProvider();
  return {
    providers: [builtin, ...openExternalProviders(config.generators)],
    sensitive: builtin.sensitive,
    close: () => builtin.close(),
  };
}
