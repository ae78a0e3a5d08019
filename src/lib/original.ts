// What is said of a photo whose original has not arrived: people see a small preview of it.
interface ArrivingPhoto {
  awaits_original: boolean;
  original_overdue: boolean;
}

interface OriginalWords {
  /** Fits on the tile of a phone. */
  mark: string;
  /** For screen readers, and where there is room. */
  state: string;
  /** Why it can't be downloaded. */
  refusal: string;
}

const onItsWay: OriginalWords = {
  mark: 'Preview',
  state: 'preview, original on its way',
  refusal: 'The original hasn’t arrived yet.',
};

const notReceived: OriginalWords = {
  mark: 'No original',
  state: 'preview, original not received',
  refusal: 'The original hasn’t been received.',
};

/** Null if the original has arrived. */
export const originalWords = ({ awaits_original: isAwaited, original_overdue: isOverdue }: ArrivingPhoto): OriginalWords | null =>
  isAwaited ? (isOverdue ? notReceived : onItsWay) : null;
