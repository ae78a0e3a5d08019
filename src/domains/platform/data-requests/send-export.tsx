import { useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { useSendsMail, whereMailed } from '#src/shell/sends-mail.ts';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { RadioField } from '#src/ui/form.tsx';
import { toast } from '#src/ui/toast.ts';
import { AskedNote } from './asked-note.tsx';
import { addressOf, askerName, sendDataExport, thenDataRequestsAreStale, type DataRequest } from './queries.ts';

const schema = v.object({ access: v.picklist(['login', 'link'], 'Choose one.') });

const login = { value: 'login', label: 'They log in', help: 'For whoever can. Nobody else can download it.' };
const link = {
  value: 'link',
  label: 'A link that needs no login',
  help: 'It works for a week. Whoever has the email can download everything, without a password or code.',
};

/** The way to somebody's data, mailed to them. */
export default function SendExport({ request, onClose }: { request: DataRequest; onClose: () => void }) {
  const client = useQueryClient();
  const { person } = request;
  const sendsMail = useSendsMail();
  const canLogIn = person.email !== null && person.state === 'active';
  return (
    <SheetForm<v.InferOutput<typeof schema>, DataRequest>
      title={`Send ${askerName(person)} their data`}
      description={`They ${sendsMail ? `are written to ${addressOf(request)}, and` : ''} download it themselves: you get nothing of it.`}
      schema={schema}
      values={{ access: canLogIn ? 'login' : 'link' }}
      submitLabel={sendsMail ? 'Send email' : 'Make the message'}
      failureTitle="Nothing was sent"
      submit={({ access }) => thenDataRequestsAreStale(client, sendDataExport(request.id, access))}
      onDone={() => {
        toast.success(`${askerName(person)} can download their data`, {
          detail: whereMailed(`An email goes to ${addressOf(request)}.`, 'The message lies in the folder “mail” of the server’s data.'),
        });
        onClose();
      }}
      onClose={onClose}
    >
      <AskedNote request={request} />
      {!sendsMail && (
        <Banner tone="warning" title="This server sends no email">
          The message is saved in the folder “mail” of its data. Hand it on yourself.
        </Banner>
      )}
      <RadioField name="access" label="How they get to it" columns={1} options={canLogIn ? [login, link] : [link]} />
      {!canLogIn && (
        <p className="text-sm text-ink-muted">
          {person.email === null ? 'A guest has no account to log in to.' : 'Their account is suspended: they cannot log in.'}
        </p>
      )}
    </SheetForm>
  );
}
