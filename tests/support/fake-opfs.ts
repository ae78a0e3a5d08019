// The origin's private file system, as far as it is looked at and removed from outside the worker that writes it.

const missing = () => new DOMException('A requested file or directory could not be found.', 'NotFoundError');

export class FakeOpfs {
  readonly #folders = new Map<string, Map<string, Blob>>();

  put(folder: string, name: string, file: Blob): void {
    this.#folders.set(folder, (this.#folders.get(folder) ?? new Map<string, Blob>()).set(name, file));
  }

  remove(folder: string, name: string): void {
    this.#folders.get(folder)?.delete(name);
  }

  names(folder: string): string[] {
    return [...(this.#folders.get(folder)?.keys() ?? [])];
  }

  /** For `navigator.storage`. */
  get storage() {
    return { getDirectory: async () => ({ getDirectoryHandle: async (name: string) => this.#folder(name) }) };
  }

  #folder(name: string) {
    const files = this.#folders.get(name);
    if (!files) throw missing();
    return {
      async *keys() {
        yield* files.keys();
      },
      async getFileHandle(file: string) {
        const blob = files.get(file);
        if (!blob) throw missing();
        return { getFile: async () => blob };
      },
      async removeEntry(file: string) {
        if (!files.delete(file)) throw missing();
      },
    };
  }
}
