import { useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { useSendsMail, ifSendsMail } from '#src/shell/sends-mail.ts';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { RadioField } from '#src/ui/form.tsx';
import { toast } from '#src/ui/toast.ts';
import { replyAddress, requesterName, sendDataExport, thenInvalidateDataRequests, type DataRequest } from './queries.ts';
import { RequestNote } from './request-note.tsx';

const schema = v.object({ access: v.picklist(['login', 'link'], 'Choose one.') });

const login = { value: 'login', label: 'Log in', help: 'Only they can download it, after logging in.' };
const link = {
  value: 'link',
  label: 'Link without login',
  help: 'Works for a week. Anyone with the email can download everything, without a password or code.',
};

/** The way to somebody's data, mailed to them. */
export default function SendExport({ request, onClose }: { request: DataRequest; onClose: () => void }) {
  const client = useQueryClient();
  const { person } = request;
  const sendsMail = useSendsMail();
  const canLogIn = person.email !== null && person.state === 'active';
  return (
    <SheetForm<v.InferOutput<typeof schema>, DataRequest>
      title={`Send ${requesterName(person)} their data`}
      description={`They ${sendsMail ? `get an email at ${replyAddress(request)} and` : ''} download it themselves. You don’t see any of it.`}
      schema={schema}
      values={{ access: canLogIn ? 'login' : 'link' }}
      submitLabel={sendsMail ? 'Send email' : 'Create message'}
      failureTitle="Couldn’t send the data"
      submit={({ access }) => thenInvalidateDataRequests(client, sendDataExport(request.id, access))}
      onDone={() => {
        toast.success(`${requesterName(person)} can download their data`, {
          detail: ifSendsMail(`An email goes to ${replyAddress(request)}.`, 'The message is in the server’s data folder, under “mail”.'),
        });
        onClose();
      }}
      onClose={onClose}
    >
      <RequestNote request={request} />
      {!sendsMail && (
        <Banner tone="warning" title="Email isn’t set up">
          The message is saved in the server’s data folder, under “mail”. Deliver it yourself.
        </Banner>
      )}
      <RadioField name="access" label="Access" columns={1} options={canLogIn ? [login, link] : [link]} />
      {!canLogIn && (
        <p className="text-sm text-ink-muted">
          {person.email === null ? 'They have no account to log in to.' : 'Their account is suspended, so they can’t log in.'}
        </p>
      )}
    </SheetForm>
  );
}
