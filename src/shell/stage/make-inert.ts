/** While the stage is open, nothing of the layout below it can be reached; toasts, which stand beside the layout, can. Returns the end of it. */
export function makeInert(): () => void {
  const layout = document.getElementById('main')?.parentElement;
  layout?.setAttribute('inert', '');
  return () => layout?.removeAttribute('inert');
}
