/** The browser's EventSource as far as the product uses it, driven by the test. */
export class FakeEventSource extends EventTarget {
  static opened: FakeEventSource[] = [];
  readonly url: string;
  closed = false;
  constructor(url: string) {
    super();
    this.url = url;
    FakeEventSource.opened.push(this);
  }
  close() {
    this.closed = true;
  }
  /** As the server tells a change: its number is the message's id. */
  emit(kind: string, seq: number) {
    const data = JSON.stringify({ seq, kind, photo_id: 'a', photo: null, likes: null, is_liked: null });
    this.dispatchEvent(new MessageEvent(kind, { data, lastEventId: String(seq) }));
  }
}
