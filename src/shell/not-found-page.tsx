import { NotFound } from './not-found.tsx';
import OpenLayout from './open-layout.tsx';

/** An address that no route has, as a page of its own. */
export default function NotFoundPage() {
  return (
    <OpenLayout>
      <div className="grid flex-1 place-items-center pb-24">
        <NotFound />
      </div>
    </OpenLayout>
  );
}
