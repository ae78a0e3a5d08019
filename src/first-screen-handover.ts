// What a person does on the first screen, until the app shows its own (src/first-visit.ts): fields can be filled at once, presses are remembered.
// The app's screen begins with both, and with the focus.

declare global {
  /** Called as the app's screen comes into the document, before it is painted: removes the first screen. */
  var takeOver: (() => void) | undefined;
}

/** Their pages have first screens for visitors, so that these links lead further without the app. */
const PAGES = new Set(['/', '/login']);

const LOOK = { opacity: '.55', cursor: 'progress' };

/** By what the app's screen has it too. */
const keyOf = (part: Element): string =>
  [part.tagName, ...['name', 'href', 'aria-label'].map((name) => part.getAttribute(name)), part.textContent].join(' ');

/**
 * @param painted when the app's screen is
 * @param onTakeOver before the app sets itself up
 */
export function handOver(painted: () => Promise<void>, onTakeOver: () => void): void {
  const presses = new Set<HTMLElement>();
  const ended = new AbortController();
  const { signal } = ended;
  document.addEventListener(
    'click',
    (event) => {
      const part = event.target instanceof Element ? event.target.closest<HTMLElement>('a, button') : null;
      if (!part || event.metaKey || event.ctrlKey || event.shiftKey || (part instanceof HTMLAnchorElement && isWay(part))) return;
      event.preventDefault();
      presses.add(part);
      part.ariaBusy = 'true';
      Object.assign(part.style, LOOK);
    },
    { capture: true, signal },
  );
  // Their forms have no address, and an older browser would send them to the page's.
  document.addEventListener('submit', (event) => event.preventDefault(), { signal });

  globalThis.takeOver = () => {
    globalThis.takeOver = undefined;
    ended.abort();
    onTakeOver();
    const screen = document.getElementById('first-screen');
    const { activeElement } = document;
    const fields = [...(screen?.querySelectorAll('input') ?? [])];
    const focused = screen?.contains(activeElement) ? activeElement : null;
    const caret = focused instanceof HTMLInputElement ? ([focused.selectionStart, focused.selectionEnd] as const) : null;
    screen?.remove();
    // Once the parts of the app's screen are set up, in the same task: the keyboard of a phone stays.
    queueMicrotask(() => {
      for (const field of fields) {
        const own = find(field);
        if (own instanceof HTMLInputElement) fill(own, field);
      }
      const own = focused && find(focused);
      own?.focus({ preventScroll: true });
      if (caret && own instanceof HTMLInputElement) placeCaret(own, caret);
    });
    void painted().then(() => {
      for (const press of presses) find(press)?.click();
    });
  };
}

const isWay = ({ origin, pathname, search, hash }: HTMLAnchorElement): boolean =>
  hash !== '' || (origin === location.origin && PAGES.has(pathname) && search === '' && pathname !== location.pathname);

const find = (part: Element): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('#root :is(a, button, input)')].find((own) => keyOf(own) === keyOf(part));

/** As if it had been typed there. */
function fill(own: HTMLInputElement, field: HTMLInputElement): void {
  if (field.checked !== field.defaultChecked) own.click();
  if (own.type === 'checkbox' || field.value === field.defaultValue) return;
  // React's own setter would hide the change from it.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(own, field.value);
  own.dispatchEvent(new Event('input', { bubbles: true }));
}

function placeCaret(own: HTMLInputElement, [start, end]: readonly [number | null, number | null]): void {
  const { type } = own;
  // Fields for addresses have no caret to set.
  if (type === 'email') own.type = 'text';
  if (start !== null) own.setSelectionRange(start, end);
  own.type = type;
}
