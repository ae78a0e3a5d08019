/** The version of this build, from package.json; "dev" without a build. */
export const appVersion: string = (import.meta.env as { VITE_APP_VERSION?: string } | undefined)?.VITE_APP_VERSION ?? 'dev';
