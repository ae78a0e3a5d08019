// A phone with another browser than Chromium, for the stories of tests/engines. Playwright drives only browsers that it built itself, so each is
// driven by the WebDriver protocol that it has: Firefox by BiDi (firefox.ts), WebKitGTK over HTTP (webkit.ts).
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { killFamilies, waitUntil } from './processes.ts';

/** What a story does with the one page that is open. Elements are named by CSS selectors. */
export interface OtherPage {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Runs the function in the page: it sees nothing of this module. */
  evaluate<R>(ask: () => R | Promise<R>): Promise<R>;
  press(selector: string): Promise<void>;
  type(selector: string, text: string): Promise<void>;
  /** Chooses files as in the system's dialog. */
  choose(selector: string, files: readonly string[]): Promise<void>;
  /** A PNG. */
  screenshot(): Promise<Buffer>;
}

export interface RunningBrowser {
  page: OtherPage;
  /** Of the processes that were started for it. */
  pids: number[];
  /** Errors that its pages wrote to the console or did not catch. */
  errors: string[];
  /** Of the connection to it, once it has ended. */
  disconnect(): void;
}

export interface OtherBrowser {
  name: string;
  /** What must be there for its stories to run. */
  files: string[];
  /** Debian's packages of these. */
  packages: string;
  /** What it writes to the console itself when the service worker can't fetch the background services (src/main.tsx). */
  failedFetch: RegExp;
  start(profile: string): Promise<RunningBrowser>;
}

export const isInstalled = ({ files }: OtherBrowser): boolean => files.every((file) => existsSync(file));

export class OtherPhone {
  readonly #browser: OtherBrowser;
  readonly #profile = mkdtempSync(path.join(tmpdir(), 'ais-phone-'));
  readonly #errors: string[] = [];
  readonly #allowed: { pattern: RegExp; reason: string }[] = [];
  #running: RunningBrowser | null = null;

  private constructor(browser: OtherBrowser) {
    this.#browser = browser;
  }

  static async start(browser: OtherBrowser): Promise<OtherPhone> {
    const phone = new OtherPhone(browser);
    await phone.restart();
    return phone;
  }

  get isOn(): boolean {
    return this.#running !== null;
  }

  get page(): OtherPage {
    if (!this.#running) throw new Error('the phone is off');
    return this.#running.page;
  }

  /** SIGKILL of the whole browser. What was not on disk is gone. */
  async kill(): Promise<void> {
    if (!this.#running) return;
    await killFamilies(this.#running.pids);
    this.#running.disconnect();
    this.#errors.push(...this.#running.errors);
    this.#running = null;
  }

  /** Starts again on the same profile. */
  async restart(): Promise<void> {
    this.#running = await this.#browser.start(this.#profile);
  }

  /** Waits until the cookie of this name lies in the profile on disk: a kill before that loses the session itself, which is another story. */
  async cookieOnDisk(name: string): Promise<void> {
    const written = () =>
      readdirSync(this.#profile)
        .filter((file) => file.startsWith('cookies.sqlite'))
        .some((file) => readFileSync(path.join(this.#profile, file)).includes(name));
    await waitUntil(written, 60_000, () => `the cookie ${name} was not written to disk`, 250);
  }

  /**
   * For a story in which the server can't be reached. The app loads its background services 15 seconds after a start at the camera, and again once the
   * server answers: whether that falls into the time without a server depends on the machine.
   */
  allowFailedFetch(reason: string): void {
    this.#allowed.push({ pattern: this.#browser.failedFetch, reason });
  }

  /** Errors of all its pages so far that were not allowed. */
  unexpected(): string[] {
    const said = [...this.#errors, ...(this.#running?.errors ?? [])];
    return said.filter((line) => !this.#allowed.some(({ pattern }) => pattern.test(line)));
  }

  /** Ends it and forgets what it stored. */
  async dispose(): Promise<void> {
    await this.kill();
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** An expression whose value, in the page, is a promise of the function's answer as JSON. */
export const asExpression = (ask: () => unknown): string => `(async () => JSON.stringify({ value: await (${ask.toString()})() }))()`;

export const answerOf = (json: string): unknown => (JSON.parse(json) as { value: unknown }).value;
