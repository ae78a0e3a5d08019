// What a mail says, as whoever writes one gives it, and the text and HTML that are made of it. Nothing in it is taken as markup.

import { escapeHtml } from '#server/http/html.ts';
import { truncateText } from '#server/http/text.ts';

/** What names the platform is told its name when the mail is composed. */
export type EmailText = string | ((platform: string) => string);

export interface EmailContent {
  subject: string;
  /** Before the button. */
  paragraphs: readonly EmailText[];
  button?: { label: EmailText; url: string };
  /** Below the button, in small: until when it works, and what to do if one did not ask for it. */
  notes?: readonly string[];
  /**
   * What an address is told that no account has proved: nothing in it was typed by people who use the app, for they may be strangers there.
   * `same`: nothing in the letter was, or it invites somebody whom nobody knows yet. None: that address is told only that there is news.
   */
  unprovedVariant?: 'same' | Partial<Pick<EmailContent, 'subject' | 'paragraphs' | 'notes'>>;
}

/** As an address reads it that no account has proved. */
export function unprovedVariantOf(content: EmailContent): EmailContent {
  if (content.unprovedVariant === 'same') return content;
  if (content.unprovedVariant) return { ...content, ...content.unprovedVariant };
  return {
    subject: 'There is news about your account',
    paragraphs: ['There’s news about the account with this email address. Log in and confirm the address to read it.'],
    ...(content.button && { button: { label: 'Open the app', url: content.button.url } }),
    notes: ['If you don’t have an account here, ignore this message.'],
  };
}

/** @param plain the same letter with words of its own in the place of what people typed; they may begin its sentences */
export function withUnprovedVariant(content: EmailContent, { subject, paragraphs, notes = [] }: EmailContent): EmailContent {
  const plain = {
    subject: capitalized(subject),
    paragraphs: paragraphs.map((said) => (typeof said === 'string' ? capitalized(said) : said)),
  };
  return { ...content, unprovedVariant: { ...plain, notes } };
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Whose mail it is: an organization's, where one is involved. */
export interface MailBrand {
  name: string;
  /** `#rrggbb`; null: none was chosen. */
  primaryColor: string | null;
  /** Where its logo lies in the storage. */
  logoKey?: string | null;
}

export interface RenderedEmail {
  subject: string;
  text: string;
  html: string;
}

const productColor = '#4353c9';

/** The logo's Content-ID, where the mail brings it along: programs show what a mail holds, and many nothing that they would have to fetch. */
export const LOGO_CID = 'logo';
const logoImage = `<img src="cid:${LOGO_CID}" alt="" height="32" style="height:32px;max-width:140px;margin:0 12px 0 0;padding:4px;border-radius:6px;background:#ffffff;vertical-align:middle">`;

/** The same mail where its logo is not to be had any more. */
export const withoutLogo = (html: string): string => html.replace(logoImage, '');

const MAX_SUBJECT_LENGTH = 200;
const ink = '#1d1f24';
const muted = '#5b5f69';

/** @param platform what the platform is called; where no organization is involved the mail is its own */
export function renderEmail(
  { subject, paragraphs: words, button: way, notes = [] }: EmailContent,
  platform: string,
  brand: MailBrand = { name: platform, primaryColor: productColor },
): RenderedEmail {
  const told = (said: EmailText) => (typeof said === 'string' ? said : said(platform));
  const paragraphs = words.map(told);
  const button = way && { label: told(way.label), url: way.url };
  const sender = brand.name === platform ? brand.name : `${brand.name} · ${platform}`;
  const blocks = [...paragraphs, ...(button ? [`${button.label}:\n${button.url}`] : []), ...notes, `-- \n${sender}`];
  const paragraph = (style: string) => (text: string) => `<p style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`;
  return {
    subject: truncateText(oneLine(subject), MAX_SUBJECT_LENGTH),
    text: `${blocks.join('\n\n')}\n`,
    html: page(oneLine(subject), [
      `<tr><td style="background:${colorOf(brand)};color:${textOn(colorOf(brand))};padding:18px 28px;font-size:17px;font-weight:600">${brand.logoKey ? logoImage : ''}${escapeHtml(brand.name)}</td></tr>`,
      `<tr><td style="padding:28px 28px 12px">${paragraphs.map(paragraph('')).join('')}${button ? buttonOf(button, colorOf(brand)) : ''}`,
      `${notes.map(paragraph(`font-size:14px;color:${muted}`)).join('')}</td></tr>`,
      `<tr><td style="padding:16px 28px 24px;font-size:13px;color:${muted};border-top:1px solid #e2e3e6">${escapeHtml(sender)}</td></tr>`,
    ]),
  };
}

const page = (title: string, rows: readonly string[]) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;background:#f3f4f6;color:${ink};font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:10px;overflow:hidden">
${rows.join('\n')}
</table></td></tr></table></body></html>
`;

/** The address stands below the button too, for programs that show no links. */
function buttonOf({ label, url }: { label: string; url: string }, color: string): string {
  const link = escapeHtml(url);
  return `<p style="margin:8px 0 20px"><a href="${link}" style="display:inline-block;background:${color};color:${textOn(color)};border:1px solid ${edgeOf(color)};padding:12px 21px;border-radius:8px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:${muted};word-break:break-all">Or open this address: <a href="${link}" style="color:${muted}">${link}</a></p>`;
}

const oneLine = (text: string) => text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
const colorOf = ({ primaryColor }: MailBrand) =>
  primaryColor !== null && /^#[\da-f]{6}$/i.test(primaryColor) ? primaryColor : productColor;

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const onWhite = (color: string) => 1.05 / (luminance(color) + 0.05);

/** Black or white, whichever WCAG's contrast prefers on this ground. */
const textOn = (color: string) => (onWhite(color) >= (luminance(color) + 0.05) / 0.05 ? '#ffffff' : '#000000');

/** What is too pale to be told from the paper (WCAG 1.4.11) has an edge that is not. */
const edgeOf = (color: string) => (onWhite(color) < 3 ? muted : color);
