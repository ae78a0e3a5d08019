// A folder of the device, as `showDirectoryPicker` gives it; jsdom has none.
type Step = 'write' | 'close';

export interface FakeFolder {
  handle: FileSystemDirectoryHandle;
  /** What is in each file. */
  files: () => Record<string, string>;
  /** The most files that were open for writing at once. */
  mostOpen: () => number;
  /** The browser refuses this name. */
  refuse: (name: string) => void;
  /** Fails this step of the files after the first `after`. */
  fail: (step: Step, error: DOMException, after: number) => void;
}

/**
 * @param present files that are there already
 * @param folders folders in it
 */
export function fakeFolder(present: Record<string, string> = {}, folders: readonly string[] = []): FakeFolder {
  const files = new Map(Object.entries(present));
  const refused = new Set<string>();
  let [open, mostOpen, written] = [0, 0, 0];
  let failure: { step: Step; error: DOMException; after: number } | null = null;
  const failing = (step: Step) => {
    if (failure?.step === step && written >= failure.after) throw failure.error;
  };

  const writable = (name: string) => {
    let bytes = '';
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    return Promise.resolve({
      async write(blob: Blob) {
        failing('write');
        bytes += new TextDecoder().decode(await blob.arrayBuffer());
      },
      async close() {
        await Promise.resolve();
        open -= 1;
        failing('close');
        files.set(name, bytes);
        written += 1;
      },
      async abort() {
        await Promise.resolve();
        open -= 1;
      },
    });
  };
  const handle = {
    async getFileHandle(name: string, { create = false } = {}) {
      await Promise.resolve();
      if (refused.has(name)) throw new TypeError('Name is not allowed.');
      if (folders.includes(name)) throw new DOMException('', 'TypeMismatchError');
      if (!files.has(name) && !create) throw new DOMException('', 'NotFoundError');
      if (!files.has(name)) files.set(name, '');
      return { createWritable: () => writable(name) };
    },
    async removeEntry(name: string) {
      await Promise.resolve();
      files.delete(name);
    },
  };
  return {
    // jsdom has no such class; these are the two methods that exports use.
    handle: handle as unknown as FileSystemDirectoryHandle,
    files: () => Object.fromEntries(files),
    mostOpen: () => mostOpen,
    refuse: (name) => void refused.add(name),
    fail: (step, error, after) => void (failure = { step, error, after }),
  };
}
