import { ScreenState, type ScreenStateProps } from './screen-state.tsx';

/** An empty place: its purpose (`children`) and the one action that fills it. */
export function EmptyState(props: Omit<ScreenStateProps, 'announce' | 'note'>) {
  return <ScreenState {...props} />;
}
