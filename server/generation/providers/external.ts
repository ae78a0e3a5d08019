// The providers that are set up by keys and addresses of the environment.
import type { Provider } from '#server/generation/generator.ts';
import type { GeneratorSettings } from '#server/generator-settings.ts';
import { openBlackForestLabs } from './black-forest-labs.ts';
import { openFal } from './fal.ts';
import { openGoogle } from './google.ts';
import { defaultTiming, type JobTiming } from './jobs.ts';
import { openOpenAi, openOpenAiCompatible } from './openai.ts';
import { openReplicate } from './replicate.ts';
import { openSdServer } from './sd-server.ts';
import { createTransport, type Transport } from './transport.ts';

interface Options {
  transport?: Transport;
  timing?: JobTiming;
}

/** Nothing is sent until something is to be made. */
export function openExternalProviders(settings: GeneratorSettings, options: Options = {}): Provider[] {
  const { transport = createTransport(), timing = defaultTiming } = options;
  const { openai, openaiCompatible, google, fal, replicate, blackForestLabs, sdServer } = settings;
  return [
    openai && openOpenAi(openai, transport),
    openaiCompatible && openOpenAiCompatible(openaiCompatible, transport),
    google && openGoogle(google, transport),
    fal && openFal(fal, transport, timing),
    replicate && openReplicate(replicate, transport, timing),
    blackForestLabs && openBlackForestLabs(blackForestLabs, transport, timing),
    sdServer && openSdServer(sdServer, transport, timing),
  ].filter((provider) => provider !== null);
}
