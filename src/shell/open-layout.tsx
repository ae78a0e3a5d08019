import type { ReactNode } from 'react';
import { approved } from '#src/session/guards.ts';
import { useSession } from '#src/session/use-session.ts';
import { AppLayout } from './app-layout.tsx';
import { PublicLayout } from './public-layout.tsx';

/** The frame of what is open to anybody but belongs inside: beside the sidebar for whoever is signed in (docs/product.md A2, Sidebar). */
export default function OpenLayout({ children }: { children: ReactNode }) {
  const Frame = approved(useSession(), { href: '' }) === null ? AppLayout : PublicLayout;
  return <Frame>{children}</Frame>;
}
