/** Whether passkeys work here: in browsers that know them, on a page of a domain, over https. */
export const canUsePasskeys = (): boolean => 'PublicKeyCredential' in globalThis && !/^[\d.]+$|:/.test(location.hostname);

/** Whether the browser offers passkeys among what it fills into a field (`autocomplete="username webauthn"`). */
export const canAutofillPasskeys = async (): Promise<boolean> =>
  canUsePasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;

export const WHY_NO_PASSKEYS = 'Passkeys do not work in this browser, or not at this address.';
