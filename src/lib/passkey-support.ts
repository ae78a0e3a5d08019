/** Whether passkeys are available: supported by the browser, on a domain, over https. */
export const canUsePasskeys = (): boolean => 'PublicKeyCredential' in globalThis && !/^[\d.]+$|:/.test(location.hostname);

export const PASSKEYS_UNSUPPORTED = 'Passkeys don’t work in this browser or at this address.';
