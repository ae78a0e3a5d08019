import { useState, type RefCallback } from 'react';

/**
 * A ref for a control that may be drawn anew in another place of the tree, as a button is that gets or loses the reason why it cannot be used:
 * the keyboard's focus goes on to the new one.
 */
export function useKeptFocus(): RefCallback<HTMLElement> {
  const [attach] = useState((): RefCallback<HTMLElement> => {
    let hadFocus = false;
    return (element) => {
      if (hadFocus) element?.focus({ preventScroll: true });
      // Before it is taken out of the document: after that nothing has the focus.
      return () => void (hadFocus = document.activeElement === element);
    };
  });
  return attach;
}
