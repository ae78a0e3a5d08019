/** Refused by the app before any call. The message is meant for users. */
export class UserFacingError extends Error {
  override name = 'UserFacingError';
}
