// The content of an email, and its rendering as text and HTML. All of it is escaped.

import { escapeHtml, truncateText } from '#server/http/text.ts';

/** Text that mentions the platform gets its name when the email is rendered. */
export type EmailText = string | ((platform: string) => string);

export interface EmailContent {
  subject: string;
  /** Shown above the button. */
  paragraphs: readonly EmailText[];
  button?: { label: EmailText; url: string };
  /** Shown below the button in small type: expiry, and what to do if the reader didn’t request the email. */
  notes?: readonly string[];
  /**
   * The version for addresses that no account has proved. It must not contain text typed by users, who may be strangers to the reader.
   * `same`: the content has no such text, or is an invitation. Undefined: the address only learns that there is news.
   */
  unprovedVariant?: 'same' | Partial<Pick<EmailContent, 'subject' | 'paragraphs' | 'notes'>>;
}

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

/** @param plain the same email with neutral wording instead of text typed by users */
export function withUnprovedVariant(content: EmailContent, { subject, paragraphs, notes = [] }: EmailContent): EmailContent {
  const plain = {
    subject: capitalized(subject),
    paragraphs: paragraphs.map((text) => (typeof text === 'string' ? capitalized(text) : text)),
  };
  return { ...content, unprovedVariant: { ...plain, notes } };
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The organization that an email is from. */
export interface MailBrand {
  name: string;
  /** `#rrggbb`, or null. */
  primaryColor: string | null;
  /** Storage key of the logo. */
  logoKey?: string | null;
}

export interface RenderedEmail {
  subject: string;
  text: string;
  html: string;
}

const productColor = '#4353c9';

/** Content-ID of the logo, which is attached: many mail clients don’t load remote images. */
export const LOGO_CID = 'logo';
const logoImage = `<img src="cid:${LOGO_CID}" alt="" height="32" style="height:32px;max-width:140px;margin:0 12px 0 0;padding:4px;border-radius:6px;background:#ffffff;vertical-align:middle">`;

/** The HTML without a logo that is no longer available. */
export const withoutLogo = (html: string): string => html.replace(logoImage, '');

const MAX_SUBJECT_LENGTH = 200;
const ink = '#1d1f24';
const muted = '#5b5f69';

/** @param brand defaults to the platform */
export function renderEmail(
  { subject, paragraphs: texts, button: action, notes = [] }: EmailContent,
  platform: string,
  brand: MailBrand = { name: platform, primaryColor: productColor },
): RenderedEmail {
  const render = (text: EmailText) => (typeof text === 'string' ? text : text(platform));
  const paragraphs = texts.map(render);
  const button = action && { label: render(action.label), url: action.url };
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

/** The URL is also shown as text, for clients without links. */
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

/** Black or white, depending on the WCAG contrast on this background. */
const textOn = (color: string) => (onWhite(color) >= (luminance(color) + 0.05) / 0.05 ? '#ffffff' : '#000000');

/** Adds a border to a color that is too pale against the background (WCAG 1.4.11). */
const edgeOf = (color: string) => (onWhite(color) < 3 ? muted : color);
