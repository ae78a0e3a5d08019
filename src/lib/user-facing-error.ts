/** Refused by the app itself, before any call: the message is a sentence for a person. */
export class UserFacingError extends Error {
  override name = 'UserFacingError';
}
