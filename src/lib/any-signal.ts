/** Aborts as soon as one of these does, for its reason. Safari has `AbortSignal.any` from 17.4 on only. */
export function anySignal(signals: AbortSignal[]): AbortSignal {
  if ('any' in AbortSignal) return AbortSignal.any(signals);
  const control = new AbortController();
  for (const signal of signals) {
    const abort = () => control.abort(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { signal: control.signal });
  }
  return control.signal;
}
