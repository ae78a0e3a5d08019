// Whether a picture perhaps shows nudity, by a model that looks for nothing else.
import type { Deps } from '#server/deps.ts';
import type { Picture } from '#server/generation/generator.ts';

export interface SensitiveCheck {
  /** From 0 to 1: how sure it is. */
  judge(picture: Picture): Promise<number>;
}

interface Parts extends Pick<Deps, 'log'> {
  /** Null: nothing is looked for. */
  sensitive: SensitiveCheck | null;
}

/** From here on an image is shown only when asked for. */
const SENSITIVE_FROM = 0.7;

export async function isSensitive({ log, sensitive }: Parts, picture: Picture): Promise<boolean> {
  if (!sensitive) return false;
  try {
    return (await sensitive.judge(picture)) >= SENSITIVE_FROM;
  } catch (error) {
    log.warn({ err: error }, 'an image could not be judged; it counts as one that is shown only when asked for');
    return true;
  }
}
