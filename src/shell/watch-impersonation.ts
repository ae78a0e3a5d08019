import { session } from '#src/session/store.ts';

/** While somebody else is looked at, a banner says so on every screen. It is fetched then. */
export function watchImpersonation(): void {
  const look = () => {
    if (session.read()?.user.viewing) void show();
  };
  session.subscribe(look);
  look();
}

async function show(): Promise<void> {
  try {
    const late = await import('./impersonation-banner.tsx');
    late.showImpersonationBanner();
  } catch (error) {
    console.warn('The banner of a viewing could not be shown', error);
  }
}
