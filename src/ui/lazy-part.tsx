// Parts of a screen that are loaded when they are first needed. After a deploy their files may be gone from the server, and without a line
// they may not come at all: that is told in their place, and the screen around them, the camera above all, stays.
import { Component, createContext, lazy, Suspense, useState, type ComponentType, type ContextType, type ReactNode } from 'react';

export interface LazyPartErrorProps {
  /** What it is, as in “Couldn’t open the queue”: "the queue". */
  name: string;
  error: unknown;
  onRetry: () => void;
  /** Undefined where nothing opened it: it belongs to the screen. */
  onClose: (() => void) | undefined;
}

/** What stands in the place of a part that did not come. Given by the root route. */
export const LazyPartErrorContext = createContext<ComponentType<LazyPartErrorProps> | null>(null);

interface Options<Props> {
  name: string;
  /** Takes back what opened it. */
  close?: (props: Props) => void;
}

/** As React's `lazy`, with its own Suspense and a place of its own to fail in. */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { name, close }: Options<Props>,
): ComponentType<Props> {
  let Part = lazy(load);
  return function LazyPart(props: Props) {
    const [tries, setTries] = useState(0);
    const onRetry = () => {
      // React keeps the failure of the first try for ever.
      Part = lazy(load);
      setTries(tries + 1);
    };
    return (
      <ErrorBoundary key={tries} name={name} onRetry={onRetry} onClose={close && (() => close(props))}>
        <Suspense>
          <Part {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  };
}

class ErrorBoundary extends Component<Omit<LazyPartErrorProps, 'error'> & { children: ReactNode }, { failure: { error: unknown } | null }> {
  static override contextType = LazyPartErrorContext;
  declare context: ContextType<typeof LazyPartErrorContext>;
  override state: { failure: { error: unknown } | null } = { failure: null };

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    const { children, ...part } = this.props;
    const Missing = this.context;
    if (!failure) return children;
    if (!Missing) throw failure.error;
    return <Missing {...part} error={failure.error} />;
  }
}
