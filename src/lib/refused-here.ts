/** Refused by the app itself, before any call: the message is a sentence for a person. */
export class RefusedHere extends Error {
  override name = 'RefusedHere';
}
