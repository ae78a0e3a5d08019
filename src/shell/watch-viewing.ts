import { session } from '#src/session/store.ts';

/** While somebody else is looked at, a banner says so on every screen. It is fetched then. */
export function watchViewing(): void {
  const look = () => {
    if (session.read()?.user.viewing)
      import('./viewing-banner.tsx').then(
        ({ showViewingBanner }) => showViewingBanner(),
        (error: unknown) => console.warn('The banner of a viewing could not be shown', error),
      );
  };
  session.subscribe(look);
  look();
}
