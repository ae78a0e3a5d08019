// What a server without SMTP wrote: its mails, as files.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { simpleParser } from 'mailparser';
import { expect } from './expect.ts';
import type { TestServer } from './server.ts';

/** The path of the newest link of this kind in what was written to this address, once it is there. */
export async function linkMailedTo(server: Pick<TestServer, 'dataDir'>, to: string, kind: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(async () => (link = await findLink(path.join(server.dataDir, 'mail'), to, kind)), {
      message: `the mail to ${to}`,
      timeout: 30_000,
    })
    .toBeTruthy();
  return link ?? '';
}

async function findLink(folder: string, to: string, kind: string): Promise<string | undefined> {
  // A name that begins with a dot is of a mail that is still being written.
  const files = readdirSync(folder).filter((file) => !file.startsWith('.'));
  const sources = files.map((file) => readFileSync(path.join(folder, file))).filter((source) => source.includes(to));
  const mails = await Promise.all(sources.map((source) => simpleParser(source)));
  const texts = mails.filter((mail) => JSON.stringify(mail.to ?? '').includes(to)).map((mail) => mail.text ?? '');
  return texts.map((text) => new RegExp(`http\\S+(/${kind}[/=]\\S+)`).exec(text)?.[1]).find((found) => found !== undefined);
}
