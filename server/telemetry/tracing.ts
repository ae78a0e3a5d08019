// What traces are made of. opentelemetry.ts implements it; it is loaded only if a collector is configured.

export type SpanValues = Record<string, string | number>;

export interface TraceSpan {
  readonly traceId: string;
  /** Of W3C Trace Context: identifies this span for work elsewhere. */
  readonly traceparent: string;
  /** False once it has ended, and if this trace isn't recorded. */
  isRecording(): boolean;
  /** @param failure a word for what went wrong, without values; null: nothing did */
  end(values?: SpanValues, failure?: string | null): void;
}

export interface SpanOptions {
  kind: 'request' | 'query' | 'job';
  name: string;
  values: SpanValues;
  /** The span that this one is a part of, or its `traceparent`. Without one a new trace begins. */
  parent?: TraceSpan | string;
  /** `traceparent` of a foreign span that is related. */
  link?: string;
}

/** Stands for a trace that isn't recorded: costs nothing, and jobs of its request aren't recorded either. */
export const UNTRACED: TraceSpan = { traceId: '', traceparent: '', isRecording: () => false, end: () => undefined };

export interface Tracing {
  /** Whether the trace that begins now is recorded: a share of all is. */
  isNextRecorded(): boolean;
  start(options: SpanOptions): TraceSpan;
  /** Sends what hasn't been sent, for at most three seconds. */
  close(): Promise<void>;
}
