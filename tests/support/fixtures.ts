// What each browser test is given. A test that ends with an unexpected error on any console fails.
import { test as base, type Page, type TestInfo } from '@playwright/test';
import { deskSize, Phone, type PhoneOptions } from './browser.ts';
import { expect } from './expect.ts';
import { FaultProxy } from './fault-proxy.ts';

export interface Fixtures {
  /** Whether phones have a browser and a profile of their own, which a story can kill and start again. By `test.use`. */
  onDisk: boolean;
  /** The server shared by the e2e stories. */
  serverUrl: string;
  /** A line to the server that can be cut; for phones that are made with its address, or for all by `appUrl`. */
  network: FaultProxy;
  /** Where the app is reached: the server, or what stands before it. */
  appUrl: string;
  /** Makes a phone; it is switched off and looked over after the test. */
  newPhone: (options?: Partial<PhoneOptions>) => Promise<Phone>;
  phone: Phone;
  /** The phone's page. */
  page: Page;
  /** A page of a browser on a desk. */
  deskPage: Page;
}

export const test = base.extend<Fixtures>({
  onDisk: [false, { option: true }],
  serverUrl: async ({ browserName }, use) => {
    const url = process.env.TEST_SERVER_URL;
    if (!url) throw new Error(`no server for ${browserName}: tests/support/browser-setup.ts did not run`);
    await use(url);
  },
  network: async ({ serverUrl }, use) => {
    const network = await FaultProxy.start(serverUrl);
    await use(network);
    await network.close();
  },
  appUrl: async ({ serverUrl }, use) => {
    await use(serverUrl);
  },
  newPhone: async ({ appUrl, onDisk, browser, serviceWorkers }, use, info) => {
    const phones: Phone[] = [];
    await use(async (options = {}) => {
      // A disk of its own is there to be filled: by pictures of the usual size, in a browser that limits storage.
      const onOwnDisk = options.profile !== undefined;
      const phone = await Phone.start({
        baseURL: appUrl,
        browser: onDisk || onOwnDisk ? undefined : browser,
        smallPictures: !onOwnDisk,
        wholeBrowser: onOwnDisk,
        serviceWorkers,
        ...options,
      });
      phones.push(phone);
      return phone;
    });
    if (info.status !== info.expectedStatus) await photograph(phones, info);
    const unexpected = phones.flatMap((phone) => phone.console.unexpected());
    await Promise.all(phones.map((phone) => phone.dispose()));
    expect(unexpected, 'unexpected errors on the console').toEqual([]);
  },
  phone: async ({ newPhone }, use) => {
    await use(await newPhone());
  },
  page: async ({ phone }, use) => {
    await use(await phone.page());
  },
  deskPage: async ({ newPhone }, use) => {
    const desk = await newPhone({ viewport: deskSize });
    await use(await desk.page());
  },
});

/** What the screens showed when it failed. */
async function photograph(phones: Phone[], info: TestInfo): Promise<void> {
  for (const [index, phone] of phones.entries()) {
    for (const [tab, page] of phone.openPages().entries()) {
      const path = info.outputPath(`phone-${index + 1}-tab-${tab + 1}.png`);
      await page.screenshot({ path, timeout: 5000 });
      await info.attach(page.url(), { path, contentType: 'image/png' });
    }
  }
}

export { expect };
