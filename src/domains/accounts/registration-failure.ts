import { ApiError } from '#src/transport/problem.ts';

/** docs/product.md A8: the server's detail message, else the generic message, else 'Failed to register'. */
export function registrationFailure(error: unknown): string {
  if (error instanceof ApiError && error.fromServer && error.message) return error.message;
  return (error instanceof Error && error.message) || 'Failed to register';
}
