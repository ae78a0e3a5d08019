import { useSession } from '#src/session/use-session.ts';
import type { Credits, GenerationModel } from './generation.ts';
import { confirmationDisabledReason, creditsDisabledReason } from './labels.ts';

/** Why one image of a model can't be requested now; null if it can. */
export function useModelDisabledReason(credits: Credits | undefined): (model: GenerationModel) => string | null {
  const isConfirmed = useSession()?.user.is_verified !== false;
  return (model) => confirmationDisabledReason(model, isConfirmed) ?? creditsDisabledReason(credits, model.credits);
}
