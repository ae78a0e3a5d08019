// Maps errors of providers to this product's codes and messages.
import { GeneratorError, type GeneratorErrorCode } from '#server/generation/generator.ts';
import { HttpClientError, type OutboundResponse } from '#server/http/http-client.ts';
import { AddressBlocked } from '#server/http/public-address.ts';
import { truncateText } from '#server/http/text.ts';

/** The provider's name. */
export interface ErrorContext {
  /** For people. */
  name: string;
  /** The host of its usual address, which is named if it can't be reached. Absent: people are not told where it is. */
  host?: string;
  /** Removed from all messages, even if the provider repeats them. */
  secrets: readonly string[];
}

const POLICY_CODE = /moderation|content_polic|content_filter|safety|nsfw|sensitive|prohibited/i;
const POLICY_WORDS =
  /safety (system|filter|setting)|content (polic|filter|moderat)|usage polic|responsible ai|nsfw|flagged as|moderated|prohibited content/i;
const QUOTA_CODE = /insufficient_(quota|credit|funds|balance)|billing|payment_required|quota_exceeded/i;
const QUOTA_WORDS =
  /insufficient (quota|credit|funds|balance)|(exhausted|no|low) (balance|credit)|exceeded your current quota|out of credit/i;
const LONGEST_WAIT = 3600;
const LONGEST_SENTENCE = 200;

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** The message of an error response, in any of the known shapes. */
function reasonOf(body: unknown): { message: string; code: string; details: Json[]; retryAfter: unknown } {
  const outer = isObject(body) ? body : {};
  const error = isObject(outer.error) ? outer.error : {};
  const [first] = Array.isArray(outer.detail) ? (outer.detail as unknown[]) : [];
  const detail = isObject(first) ? first : {};
  const said = [error.message, outer.error, detail.msg, outer.detail, outer.message, outer.title];
  return {
    message: said.map(textOf).find((text) => text !== '') ?? '',
    code: [error.code, error.type, error.status, detail.type, outer.code, outer.error_type].map(textOf).join(' '),
    details: Array.isArray(error.details) ? error.details.filter(isObject) : [],
    retryAfter: outer.retry_after,
  };
}

/** Pieces of a secret that are as long are removed too. Shorter ones, such as the last four characters, are how people recognize a key. */
const SECRET_PIECE = 8;

/** Removes a secret, as it is, as it is written in addresses and in base64, and pieces of these: providers repeat keys in part or quote the address. */
function withoutSecret(text: string, secret: string): string {
  if (secret === '') return text;
  const said = text.replaceAll(secret, '…');
  const escaped = encodeURIComponent(secret);
  const forms = [secret, escaped, escaped.replace(/%../g, (code) => code.toLowerCase()), Buffer.from(secret).toString('base64')];
  const pieces = new Set(forms.flatMap((form) => piecesOf(form)));
  let [shown, end] = ['', 0];
  for (const [at, piece] of piecesOf(said).entries()) {
    if (!pieces.has(piece)) continue;
    if (at >= end) shown += `${said.slice(end, at)}…`;
    end = at + SECRET_PIECE;
  }
  return shown + said.slice(end);
}

const piecesOf = (text: string): string[] =>
  Array.from({ length: Math.max(0, text.length - SECRET_PIECE + 1) }, (_, at) => text.slice(at, at + SECRET_PIECE));

/** A provider's sentence, fit to be shown: one line, short, without links, markup, keys and control characters. */
export function sanitizeMessage(text: string, secrets: readonly string[]): string {
  if (/<[a-z!/]/i.test(text)) return '';
  let said = text
    .slice(0, 4000)
    .replace(/[\p{C}\p{Z}\s]+/gu, ' ')
    .replace(/\(?https?:\/\/\S+/gi, '…');
  for (const secret of secrets) said = withoutSecret(said, secret);
  said = said.replace(/\b(sk|pk|r8|key|AIza)[-_*\w]{8,}/g, '…').trim();
  if (said.length <= LONGEST_SENTENCE) return said;
  const cut = said.slice(0, LONGEST_SENTENCE);
  // Cuts at whole characters: the database refuses lone surrogates, and the failed write would repeat the generation.
  return `${truncateText(cut, Math.max(cut.lastIndexOf(' '), LONGEST_SENTENCE / 2)).trim()}…`;
}

const defaultMessages: Record<GeneratorErrorCode, (name: string) => string> = {
  content_policy: (name) => `${name} declined to create this.`,
  provider_quota: (name) => `The ${name} account is out of credit.`,
  rate_limited: (name) => `${name} is limiting requests right now.`,
  not_configured: (name) => `${name} didn’t accept this server’s API key.`,
  model_unavailable: (name) => `${name} doesn’t offer this model.`,
  source_unavailable: (name) => `${name} couldn’t read the source image.`,
  unsupported: (name) => `${name} doesn’t support this.`,
  invalid_request: (name) => `${name} didn’t accept the request.`,
  empty_result: (name) => `${name} didn’t return an image.`,
  timeout: (name) => `${name} didn’t respond in time.`,
  provider_error: (name) => `${name} has a problem right now.`,
  interrupted: (name) => `${name} was interrupted.`,
};

export interface ProviderErrorOptions {
  /** The provider's own words, added where they help. */
  providerMessage?: string;
  retryable?: boolean;
  retryAfter?: number | null;
  /** For the log. Never the provider's error itself, which may contain the request with images. */
  logReason?: string;
}

export function providerError(voice: ErrorContext, code: GeneratorErrorCode, options: ProviderErrorOptions = {}): GeneratorError {
  const said = sanitizeMessage(options.providerMessage ?? '', voice.secrets);
  const sentence = defaultMessages[code](voice.name);
  return new GeneratorError(code, said === '' ? sentence : `${sentence.slice(0, -1)}: ${said}`, {
    retryable: options.retryable,
    retryAfter: options.retryAfter,
    cause: options.logReason === undefined ? undefined : new Error(sanitizeMessage(options.logReason, voice.secrets)),
  });
}

/** The error of a failed job, outside HTTP. */
export function jobError(voice: ErrorContext, message: string, code = ''): GeneratorError {
  if (POLICY_CODE.test(code) || POLICY_CODE.test(message) || POLICY_WORDS.test(message))
    return providerError(voice, 'content_policy', { providerMessage: message });
  if (QUOTA_CODE.test(code) || QUOTA_WORDS.test(message)) return providerError(voice, 'provider_quota', { logReason: message });
  return providerError(voice, 'provider_error', { logReason: message, retryable: true });
}

/** The error of an HTTP error status. */
export function responseError(voice: ErrorContext, answer: OutboundResponse): GeneratorError {
  const { status } = answer;
  const { message, code, details, retryAfter } = reasonOf(parseJson(answer.bytes));
  const because = `${status} ${code.trim()} ${message}`;
  const wait = retryAfterOf(answer, details, retryAfter);
  if (status >= 300 && status < 400) return providerError(voice, 'provider_error', { logReason: `${status}: it sends elsewhere` });
  if ([400, 403, 422, 451].includes(status) && (POLICY_CODE.test(code) || POLICY_WORDS.test(message)))
    return providerError(voice, 'content_policy', { providerMessage: message, logReason: because });
  const outOfMoney = status === 402 || QUOTA_CODE.test(code) || (QUOTA_WORDS.test(message) && !isTransient(details));
  if (status >= 400 && status < 500 && outOfMoney) return providerError(voice, 'provider_quota', { logReason: because });
  if (status === 429) return providerError(voice, 'rate_limited', { retryable: true, retryAfter: wait, logReason: because });
  if (status === 401 || status === 403) return providerError(voice, 'not_configured', { logReason: because });
  if (status === 404 || status === 410) return providerError(voice, 'model_unavailable', { logReason: because });
  if (status >= 500 || status === 408 || status === 425)
    return providerError(voice, 'provider_error', { retryable: true, retryAfter: wait, logReason: because });
  return providerError(voice, 'invalid_request', { providerMessage: message, logReason: because });
}

/** Google uses the same message for per-minute and monthly limits; only the details differ. */
function isTransient(details: Json[]): boolean {
  const lasting = details.some((detail) => /PerDay|PerMonth/.test(JSON.stringify(detail.violations ?? '')));
  return !lasting && details.some((detail) => textOf(detail['@type']).endsWith('RetryInfo'));
}

function retryAfterOf({ headers }: OutboundResponse, details: Json[], told: unknown): number | null {
  const header = headers['retry-after'];
  const delay = details.map((detail) => textOf(detail.retryDelay)).find((text) => text !== '');
  const candidates = [
    header === undefined ? Number.NaN : Number(header),
    header === undefined ? Number.NaN : (Date.parse(header) - Date.now()) / 1000,
    delay === undefined ? Number.NaN : Number(delay.replace(/s$/, '')),
    typeof told === 'number' ? told : Number.NaN,
  ];
  const seconds = candidates.find((value) => Number.isFinite(value) && value >= 0);
  return seconds === undefined ? null : Math.min(Math.ceil(seconds), LONGEST_WAIT);
}

const UNREACHABLE = /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENETDOWN|ETIMEDOUT)$/;

/** Whether no connection came about: the server may have no network. */
const isUnreachable = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && typeof cause.code === 'string' && UNREACHABLE.test(cause.code);

/** The error of a failed exchange. Not for aborts: the caller throws the signal's reason. */
export function exchangeError(voice: ErrorContext, error: unknown): GeneratorError {
  if (error instanceof GeneratorError) return error;
  if (error instanceof AddressBlocked)
    return new GeneratorError('provider_error', `${voice.name} returned a link to an unexpected address. We didn’t open it.`, {
      cause: new Error(sanitizeMessage(error.message, voice.secrets)),
    });
  const because = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown';
  if (error instanceof HttpClientError) {
    if (error.kind === 'cut' && isUnreachable(error.cause))
      return new GeneratorError('provider_error', `This server can’t reach ${voice.host ?? voice.name}.`, {
        retryable: true,
        cause: new Error(sanitizeMessage(because, voice.secrets)),
      });
    if (error.kind === 'cut') return providerError(voice, 'provider_error', { retryable: true, logReason: because });
    if (error.kind === 'too-slow') return providerError(voice, 'timeout', { retryable: true, logReason: because });
    return malformedResponse(voice, because);
  }
  return malformedResponse(voice, because);
}

/** Of an answer that is not what the provider speaks. */
export function malformedResponse(voice: ErrorContext, because: string): GeneratorError {
  return new GeneratorError('provider_error', `${voice.name} returned an unreadable response.`, {
    cause: new Error(sanitizeMessage(because, voice.secrets)),
  });
}

export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
