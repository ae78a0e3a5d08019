export interface Throttled {
  (): void;
  /** Cancels a pending call. */
  cancel(): void;
}

/** Calls at once, then at most once in `ms`; calls in between result in one at the end. */
export function throttle(call: () => void, ms: number): Throttled {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let due = false;
  const end = () => {
    timer = undefined;
    if (due) throttled();
  };
  const throttled = () => {
    if (timer !== undefined) {
      due = true;
      return;
    }
    due = false;
    timer = setTimeout(end, ms);
    call();
  };
  return Object.assign(throttled, {
    cancel() {
      clearTimeout(timer);
      timer = undefined;
      due = false;
    },
  });
}
