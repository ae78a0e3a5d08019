/** The parts in use; the package has no types. */
declare module 'jsdom' {
  export class VirtualConsole {
    on(type: 'jsdomError' | 'error' | 'warn', listener: (error: unknown) => void): this;
  }
  interface Options {
    url: string;
    runScripts: 'outside-only';
    pretendToBeVisual: boolean;
    virtualConsole: VirtualConsole;
    beforeParse: (window: object) => void;
  }
  export class JSDOM {
    constructor(html: string, options: Options);
    readonly window: {
      document: { querySelector(selector: string): { innerHTML: string } | null };
      eval(code: string): unknown;
      close(): void;
    };
  }
}
