// A phone: Chromium with a fake camera and no mercy. Most are a context of the worker's browser, with cookies and storage of their own.
// One on disk is a browser of its own on a profile of its own: it can be killed as a phone's system kills it (SIGKILL of every process at
// once, nothing flushed) and started again on the same profile.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { watchConsole, type ConsoleWatch } from './console-watch.ts';
import { commandOf, everyPid, isAlive, killHard, waitUntil } from './processes.ts';

/** The system's browser where there is one, else the one Playwright installed. */
export const executablePath = existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined;

/** The same browser without windows, where the system has it: half the processor time a page. */
const headlessShell = ['/usr/bin/chromium-headless-shell'].find((file) => existsSync(file)) ?? executablePath;

export const launchArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-fake-ui-for-media-stream',
  // Its picture is drawn and shown by the processor: five times a second is enough to shoot by.
  '--use-fake-device-for-media-stream=fps=5',
];

/** How the browser that a worker's phones share is started. */
export const sharedLaunch = { executablePath: headlessShell, args: launchArgs };

export const phoneSize = { width: 390, height: 844 };
export const deskSize = { width: 1440, height: 900 };

export interface PhoneOptions {
  baseURL: string;
  /** Whose context it is. Absent: it has a browser of its own, on disk. */
  browser?: Browser;
  /** Where the profile of one on disk lies; a fresh one when absent. */
  profile?: string;
  offline?: boolean;
  viewport?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
  /** False: the person refuses the camera. */
  camera?: boolean;
  /** Whether its camera gives small pictures. */
  smallPictures?: boolean;
  /** Of one on disk: the whole browser. The headless shell costs half, but has no notifications and no limits of storage. */
  wholeBrowser?: boolean;
  /** Of one on disk: the browser has promised to keep what the app stores, as it does for one on the home screen. */
  promised?: boolean;
  /** `block`: a browser that refuses service workers, as some do in private windows. */
  serviceWorkers?: 'allow' | 'block';
}

/**
 * In the page: the camera gives small pictures, which saves half of the processor time of a shot. The fake camera otherwise gives the largest
 * pictures that it can.
 */
function smallCamera(): void {
  const { mediaDevices } = navigator as Partial<Navigator>;
  if (!mediaDevices) return;
  const open = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = (asked) => {
    const video = typeof asked?.video === 'object' ? { ...asked.video, width: 640, height: 480 } : asked?.video;
    return open({ ...asked, video });
  };
}

/** In a profile that no browser has opened yet. */
function promiseStorage(profile: string, origin: string): void {
  mkdirSync(path.join(profile, 'Default'), { recursive: true });
  const exceptions = { durable_storage: { [`${new URL(origin).origin},*`]: { setting: 1 } } };
  writeFileSync(path.join(profile, 'Default/Preferences'), JSON.stringify({ profile: { content_settings: { exceptions } } }));
}

export class Phone {
  readonly console: ConsoleWatch;
  readonly #options: PhoneOptions;
  readonly #profile: string | null;
  #context: BrowserContext | null = null;

  private constructor(options: PhoneOptions) {
    this.#options = options;
    this.#profile = options.browser ? null : (options.profile ?? mkdtempSync(path.join(tmpdir(), 'ais-phone-')));
    this.console = watchConsole();
  }

  static async start(options: PhoneOptions): Promise<Phone> {
    const phone = new Phone(options);
    if (options.promised) promiseStorage(phone.profile, options.baseURL);
    await phone.#launch(options.offline ?? false);
    return phone;
  }

  /** Of one on disk. */
  get profile(): string {
    if (this.#profile === null) throw new Error('this phone shares its browser with others: ask for one that is `onDisk`');
    return this.#profile;
  }

  get context(): BrowserContext {
    if (!this.#context) throw new Error('the phone is off');
    return this.#context;
  }

  /** The page that is open, or a new one. */
  async page(): Promise<Page> {
    return this.context.pages()[0] ?? (await this.context.newPage());
  }

  /** None while it is off. */
  openPages(): Page[] {
    return this.#context?.pages() ?? [];
  }

  async #launch(offline: boolean): Promise<void> {
    const {
      baseURL,
      browser,
      viewport = phoneSize,
      colorScheme = 'light',
      camera = true,
      smallPictures,
      wholeBrowser,
      serviceWorkers,
    } = this.#options;
    const phoneSized = viewport.width < 600;
    const options = {
      baseURL,
      viewport,
      colorScheme,
      offline,
      hasTouch: phoneSized,
      isMobile: phoneSized,
      reducedMotion: 'reduce' as const,
      permissions: camera ? ['camera'] : [],
      acceptDownloads: true,
      serviceWorkers,
    };
    this.#context = browser
      ? await browser.newContext(options)
      : await chromium.launchPersistentContext(this.profile, {
          executablePath: wholeBrowser ? executablePath : headlessShell,
          args: launchArgs,
          ...options,
        });
    if (smallPictures) await this.#context.addInitScript(smallCamera);
    this.console.attach(this.#context);
  }

  /** SIGKILL of the whole browser. What was not on disk is gone. */
  async kill(): Promise<void> {
    const pids = this.#pids();
    killHard(-this.pid());
    for (const pid of pids) killHard(pid);
    await waitUntil(
      () => pids.every((pid) => !isAlive(pid)),
      10_000,
      () => 'the browser survived SIGKILL',
    );
    this.#context = null;
  }

  /** Starts again on the same profile. `offline`: there is no network from the first moment. */
  async restart(options: { offline?: boolean } = {}): Promise<void> {
    await this.#launch(options.offline ?? false);
  }

  /**
   * Waits until the cookie of this name lies in the profile on disk: a kill before that loses the session itself, which is another story than
   * the one about photos. Chromium writes cookies every 30 s, and at once when 512 changes wait: cookies of hosts that nobody calls make so many.
   */
  async cookieOnDisk(name: string): Promise<void> {
    const files = ['Default/Cookies', 'Default/Network/Cookies', 'Default/Cookies-journal', 'Default/Cookies-wal'].map((file) =>
      path.join(this.profile, file),
    );
    const written = () => files.some((file) => existsSync(file) && readFileSync(file).includes(name));
    const expires = Date.now() / 1000 + 3600;
    // A site may keep 180.
    await this.context.addCookies(
      Array.from({ length: 512 }, (_, nr) => ({ name: `n${nr}`, value: '', url: `http://site-${nr % 4}.test`, expires })),
    );
    await waitUntil(written, 90_000, () => `the cookie ${name} was not written to disk`, 250);
  }

  /** Of the process that started all others of this browser. */
  pid(): number {
    const main = this.#pids().find((pid) => !/ --type=/.test(commandOf(pid)));
    if (main === undefined) throw new Error('the browser process was not found');
    return main;
  }

  /** Ends it and forgets what it stored. */
  async dispose(): Promise<void> {
    await this.#context?.close();
    if (this.#profile === null) return;
    for (const pid of this.#pids()) killHard(pid);
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }

  #pids(): number[] {
    return everyPid().filter((pid) => commandOf(pid).includes(`--user-data-dir=${this.profile}`) || commandOf(pid).includes(this.profile));
  }
}
