import { ScreenState, type ScreenStateProps } from './screen-state.tsx';

/** Nothing here yet: what this place is for (`children`) and the one action that fills it. */
export function EmptyState(props: Omit<ScreenStateProps, 'announce' | 'note'>) {
  return <ScreenState {...props} />;
}
