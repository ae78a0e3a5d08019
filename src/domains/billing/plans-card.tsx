import { Check } from 'lucide-react';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { cn } from '#src/ui/cn.ts';
import { priceOf, roomOf } from './plan-words.ts';
import type { Billing, Plan } from './queries.ts';

interface PlansCardProps {
  billing: Billing;
  /** Why nothing can be asked for now. */
  whyNot: string | null;
  onWant: (plan: Plan) => void;
}

/** The plans there are. Another one is asked for: the platform's people answer. */
export function PlansCard({ billing: { plan: current, plans, request, can }, whyNot, onWant }: PlansCardProps) {
  const isPending = request?.status === 'pending';
  const reason = whyNot ?? (isPending && 'Withdraw your other request first.');
  return (
    <Card
      title="Plans"
      lead="Another plan is arranged with us personally: you ask for it here, we answer, and send an invoice. No payment is taken in the app."
    >
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-3">
        {plans.map((plan) => {
          const isCurrent = plan.id === current.id;
          const isAsked = isPending && request.plan === plan.id;
          return (
            <li
              key={plan.id}
              className={cn('grid grid-rows-[auto_1fr_auto] gap-3 rounded-lg border p-4', isCurrent ? 'border-accent' : 'border-line')}
            >
              <div className="grid gap-0.5">
                <h3 className="flex min-h-6 items-center justify-between gap-2 font-semibold">
                  {plan.name}
                  {isCurrent ? <Badge tone="accent">Current</Badge> : isAsked && <Badge tone="info">Requested</Badge>}
                </h3>
                <p className="text-sm text-ink-muted">{priceOf(plan)}</p>
              </div>
              <ul className="grid content-start gap-1.5 text-sm">
                {roomOf(plan).map((words) => (
                  <li key={words} className="flex gap-2">
                    <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
                    {words}
                  </li>
                ))}
              </ul>
              {can.manage && !isCurrent && !isAsked && (
                <Button className="w-full" disabledReason={reason} onClick={() => onWant(plan)}>
                  Request {plan.name}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
