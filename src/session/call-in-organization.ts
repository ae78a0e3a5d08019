import { call } from '#src/transport/call.ts';
import { requireOrganization } from './selection.ts';

/** Calls an operation on the data of the selected organization. @throws UserFacingError if none is selected */
export const callInOrganization: typeof call = async (to, ...rest) => {
  requireOrganization();
  return call(to, ...rest);
};
