// Whether a picture perhaps shows nudity, by a model that looks for nothing else.
import type { Picture } from '#server/generation/generator.ts';

export interface SensitiveCheck {
  /** From 0 to 1: how sure it is. */
  judge(picture: Picture): Promise<number>;
}

/** From here on a result is shown only when asked for. */
export const SENSITIVE_FROM = 0.7;
