import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pluralize } from '#src/lib/format.ts';
import { useSendsMail } from '#src/shell/sends-mail.ts';
import { Banner } from '#src/ui/banner.tsx';
import { buttonClass } from '#src/ui/button.tsx';
import { GraduationCap } from '#src/ui/icons.ts';
import { Page } from '#src/ui/page.tsx';
import type { QueueFacts } from './diagnostics.ts';
import { NewRequest } from './new-request.tsx';
import { ownTicketsQuery, type Ticket } from './queries.ts';
import { RequestList } from './request-list.tsx';

interface HelpScreenProps {
  account: string;
  queue: QueueFacts | undefined;
  onSent: (ticket: Ticket) => void;
}

export function HelpScreen({ account, queue, onSent }: HelpScreenProps) {
  const sendsMail = useSendsMail();
  return (
    <Page
      title="Help & Support"
      lead={`We read every request, and answer here${sendsMail ? ' and by email' : ''}.`}
      actions={
        <Link to="/dashboard/tutorials" className={buttonClass()}>
          <GraduationCap aria-hidden className="size-4" />
          Tutorials
        </Link>
      }
    >
      <NewAnswers />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <NewRequest account={account} queue={queue} onSent={onSent} />
        <RequestList />
      </div>
    </Page>
  );
}

/** On a phone the list lies far below the form: what is new in it is told above. */
function NewAnswers() {
  const { data } = useInfiniteQuery(ownTicketsQuery);
  const answered = data?.pages.flatMap(({ items }) => items).filter(({ unread_answers }) => unread_answers > 0) ?? [];
  const [first] = answered;
  if (!first) return null;
  return (
    <Banner
      tone="success"
      title={answered.length === 1 ? 'You have a new answer' : `You have answers to ${pluralize(answered.length, 'request', 'requests')}`}
      actions={
        <Link to="/dashboard/feedback-support" search={{ ticket: first.id }} className={buttonClass({ size: 'sm' })}>
          Read answer
        </Link>
      }
    >
      {first.excerpt}
    </Banner>
  );
}
