import { useState } from 'react';
import type { GenerationModel } from '#src/domains/generation/generation.ts';
import { creditsPerImage, taskLabels } from '#src/domains/generation/labels.ts';
import { safeLocalStorage, writeLocalStorage } from '#src/lib/web-storage.ts';
import { Banner } from '#src/ui/banner.tsx';

const keyOf = ({ id }: GenerationModel): string => `seen-default-model:${id}`;

/** The person knows it: they chose it, used it, or closed the note. */
export function markPaidDefaultSeen(model: GenerationModel): void {
  if (model.costs_money) writeLocalStorage(keyOf(model), '1');
}

/** Says once, on this device, that a model that costs money is the one that is chosen for a task by itself. */
export function PaidDefaultNote({ model }: { model: GenerationModel }) {
  const [isSeen, setSeen] = useState(() => !model.costs_money || safeLocalStorage()?.getItem(keyOf(model)) === '1');
  if (isSeen) return null;
  return (
    <Banner
      title={`${model.name} is now the first model for “${taskLabels[model.task].name}”`}
      onDismiss={() => {
        markPaidDefaultSeen(model);
        setSeen(true);
      }}
    >
      {creditsPerImage(model)}. Your administrator decides the order of the models.
    </Banner>
  );
}
