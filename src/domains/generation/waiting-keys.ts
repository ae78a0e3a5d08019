/** How the keys begin under which an account's waiting requests are kept on this device. Without one: anybody's. */
export const waitingKeys = (account?: string): string => `waiting-generation:${account === undefined ? '' : `${account}:`}`;
