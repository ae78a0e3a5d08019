import { fullName } from '#src/session/display-name.ts';
import type { Snapshot } from '#src/session/store.ts';
import { apiUrl } from '#src/transport/api-base.ts';
import { Initials } from '#src/ui/initials.tsx';
import { MediaImage } from './media-image.tsx';

interface PersonAvatarProps {
  name: string;
  /** Null, or left out: there is no picture, and the initials stand alone. */
  url: string | null | undefined;
  size?: 'md' | 'lg';
}

/** A person's picture over their initials, which stay where it cannot be had. Their name stands beside it. */
export function PersonAvatar({ name, url, size }: PersonAvatarProps) {
  return (
    <Initials name={name} size={size}>
      {url && <MediaImage src={apiUrl(url)} alt="" loading="lazy" className="absolute inset-0 size-full object-cover" />}
    </Initials>
  );
}

/** Of whoever is logged in. */
export const OwnAvatar = ({ user, size }: { user: Snapshot['user'] } & Pick<PersonAvatarProps, 'size'>) => (
  <PersonAvatar name={fullName(user) || (user.email ?? '')} url={user.avatar_url} size={size} />
);
