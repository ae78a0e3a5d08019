// Parts of a screen that are loaded on first use. After a deploy their files may be gone from the server, and without a connection they may not
// load at all. The error replaces only the part; the rest of the screen, above all the camera, stays.
import { Component, createContext, lazy, Suspense, useState, type ComponentType, type ContextType, type ReactNode } from 'react';

export interface LazyPartErrorProps {
  /** Its name as in “Couldn’t open the queue”: "the queue". */
  name: string;
  error: unknown;
  onRetry: () => void;
  /** Undefined if it belongs to the screen and was not opened by a press. */
  onClose: (() => void) | undefined;
}

/** Replaces a part that failed to load. Provided by the root route. */
export const LazyPartErrorContext = createContext<ComponentType<LazyPartErrorProps> | null>(null);

interface Options<Props> {
  name: string;
  /** Takes back what opened it. */
  close?: (props: Props) => void;
}

/** Like React's `lazy`, with a separate Suspense and error boundary. */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { name, close }: Options<Props>,
): ComponentType<Props> {
  let Part = lazy(load);
  return function LazyPart(props: Props) {
    const [tries, setTries] = useState(0);
    const onRetry = () => {
      // React caches the failure of the first attempt forever.
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
