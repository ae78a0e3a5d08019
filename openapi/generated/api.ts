// Generated from openapi/ by `npm run generate`. Do not edit.
export interface paths {
  '/api/v1/auth/register': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Open an account, personal or with a new organization that waits for approval
     * @description Signs in as well, for the browser session. Nobody can register as `super_admin` or `admin`.
     */
    post: operations['register'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth/login': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Sign in */
    post: operations['login'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth/refresh': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Renew the session by its refresh cookie
     * @description Rotates the refresh token. The token before the current one stays valid until its successor is first used, so that a lost answer
     *     costs nothing; reuse of an older one ends the session.
     */
    post: operations['refreshSession'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth/logout': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * End the session and clear its cookies
     * @description Succeeds whether or not a session is there, so that it can be repeated.
     */
    post: operations['logout'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/event': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The events the reader may enter
     * @description Those of the reader's organizations and those joined; with `view_events` also other organizations' public events that are not drafts.
     *     `mine` and `discover` come by start, earliest first, so that what is on now comes first; the others latest first.
     */
    get: operations['listEvents'];
    put?: never;
    /**
     * Make an event
     * @description What is left out comes from the organization's event settings. It begins as a draft unless a status is given.
     */
    post: operations['createEvent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/event/organization/{orgId}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The organization's id. */
        orgId: string;
      };
      cookie?: never;
    };
    /** An organization's events, for those who run them */
    get: operations['listOrganizationEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/event/join': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Join an event by its code
     * @description The event's own code, or the one of a personal invitation. Joining again changes nothing and answers the event.
     */
    post: operations['joinEvent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/event/join/{code}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Case and separators do not matter. */
        code: string;
      };
      cookie?: never;
    };
    /**
     * What a join code opens, for the page behind a scanned code
     * @description For everyone who holds the code, signed in or not. Calls are limited, so that codes cannot be guessed.
     */
    get: operations['previewJoin'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/event/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    /** One event */
    get: operations['getEvent'];
    /**
     * Change an event
     * @description Only what is named changes. Statuses follow rules: `next_statuses` of the event says where it may go now. A cover is one of the
     *     event's own ready and approved photos.
     */
    put: operations['updateEvent'];
    post?: never;
    /**
     * Delete an event
     * @description It can be restored for 30 days. Deliveries to it are answered 410 meanwhile. Repeating it changes nothing.
     */
    delete: operations['deleteEvent'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/event/{id}/restore': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Take the deletion of an event back
     * @description Within 30 days. Of an event that is not deleted nothing changes.
     */
    post: operations['restoreEvent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/event/{id}/join-code': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make a new join code
     * @description The code before it opens nothing any more. Who has joined stays.
     */
    post: operations['renewJoinCode'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/event/{id}/gallery': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    get?: never;
    /**
     * Publish the gallery, or take it back
     * @description Matters where `auto_gallery` is off - until then approved photos are seen by their authors and the organization only.
     */
    put: operations['publishGallery'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/event/{id}/numbers': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    /** An event in numbers, for those who run it */
    get: operations['getEventNumbers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/event/{id}/participants': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    /** Who joined this event, latest first */
    get: operations['listParticipants'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/event/{id}/participants/{userId}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        /** @description The person's id. */
        userId: components['parameters']['UserId'];
      };
      cookie?: never;
    };
    get?: never;
    /** Change a participant's role in the event */
    put: operations['updateParticipant'];
    post?: never;
    /**
     * Remove a participant
     * @description They leave the event and cannot come back by the code; their photos stay, and what waits on their phones is still accepted.
     *     Repeating it changes nothing.
     */
    delete: operations['removeParticipant'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/event/{id}/participants/{userId}/restore': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        /** @description The person's id. */
        userId: components['parameters']['UserId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Let a removed participant back in */
    post: operations['restoreParticipant'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/event/{id}/invitations': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    /** Invitations that nobody has used yet, latest first */
    get: operations['listInvitations'];
    put?: never;
    /**
     * Invite people to the event
     * @description Each gets a code of their own that works once, also where only invited people may join. Inviting an address again answers its unused invitation.
     */
    post: operations['inviteParticipants'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/event/{id}/invitations/{invitationId}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        invitationId: components['parameters']['InvitationId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Take an invitation back
     * @description Its code opens nothing any more. Repeating it changes nothing.
     */
    delete: operations['revokeInvitation'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/event/{id}/invitations/{invitationId}/restore': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        invitationId: components['parameters']['InvitationId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Let an invitation that was taken back count again
     * @description With its code, so that a link that was sent works again. Of one that counts nothing changes.
     */
    post: operations['restoreInvitation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/organizations/owned': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Organizations that the caller administers, first joined first */
    get: operations['listOwnedOrganizations'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/organizations/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    /** One organization */
    get: operations['getOrganization'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/event/{id}/photos': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    /** A page of the gallery, latest taken first */
    get: operations['listPhotos'];
    put?: never;
    /**
     * Make an uploaded photo a fact
     * @description The exactly-once point. Sending the same photo again, at any point of failure, answers the same photo with 200. The photo's id is
     *     looked up before the upload's, so a repeat needs no upload any more.
     */
    post: operations['createPhoto'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/event/{id}/timeline': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    /**
     * How many photos there are in each stretch of time, latest first
     * @description The shape of the gallery under the same filters as the list of photos, so that it can be laid out before any photo is read. Stretches
     *     without photos are left out. They are minutes where there are at most 2,000 of them; else hours, days or months (UTC), as many as fit.
     */
    get: operations['getTimeline'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/event/{id}/photographers': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    /**
     * Whose photos the reader may see here, most photos first
     * @description At most 500 people.
     */
    get: operations['listPhotographers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/event/{id}/photos/known': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Which of these files the caller has in this event already
     * @description Asked before an import is sent, so that a file is not brought twice unless it is wanted twice. Only the caller's own photos count, and
     *     none that were deleted. Changes nothing.
     */
    post: operations['findKnownPhotos'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/event/{id}/photos/delete': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Delete several photos
     * @description Each as one by one; those that the reader may not delete stay and are named.
     */
    post: operations['deletePhotos'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/event/{id}/photos/restore': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Take the deletion of several photos back
     * @description By whoever deleted them, within 25 minutes: their files are still there then. They stand where they stood, with their status and
     *     their likes; a cover that an event lost with one of them is not set again. Of a photo that is not deleted nothing changes.
     */
    post: operations['restorePhotos'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/event/{id}/photos/moderate': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Decide on several photos
     * @description Each photo moves only when its status is still the one named in `expected`, so that two moderators never overrule each other unseen:
     *     one that somebody else has decided meanwhile is answered in `conflicts` as it now is. `pending` takes a decision back.
     */
    post: operations['moderatePhotos'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/event/{id}/moderation': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Take the next photos to decide on
     * @description Answers pending photos, the longest waiting first, and sets them aside for this moderator for two minutes, so that several moderators
     *     are given different ones. Those set aside earlier and not decided come again first, and are set aside anew. Photos still being
     *     prepared are not handed out. `limit` 0 sets nothing aside, and releases what was.
     */
    post: operations['takeModeration'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/event/{id}/photos/{photoId}/approve': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        photoId: components['parameters']['PhotoId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Approve a photo
     * @description Repeating it changes nothing.
     */
    post: operations['approvePhoto'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/event/{id}/photos/{photoId}/reject': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        photoId: components['parameters']['PhotoId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Reject a photo, also one that was approved
     * @description It leaves every gallery at once; its author and the organization still see it, with the reason. Repeating it changes nothing but the reason.
     */
    post: operations['rejectPhoto'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/event/{id}/photos/{photoId}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        photoId: components['parameters']['PhotoId'];
      };
      cookie?: never;
    };
    /** One photo */
    get: operations['getPhoto'];
    put?: never;
    post?: never;
    /**
     * Delete a photo
     * @description It leaves every gallery at once and its files within a day. Repeating it changes nothing.
     */
    delete: operations['deletePhoto'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/event/{id}/photos/{photoId}/like': {
    parameters: {
      query?: never;
      header?: {
        /** @description The account this delivery belongs to. When it is not the session's account, nothing happens and the answer is `409 account_mismatch`. */
        'X-Account'?: components['parameters']['Account'];
      };
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        photoId: components['parameters']['PhotoId'];
      };
      cookie?: never;
    };
    get?: never;
    /**
     * The reader likes this photo
     * @description States the wish, never a flip, so replay and reorder are harmless.
     */
    put: operations['likePhoto'];
    post?: never;
    /** The reader does not like this photo */
    delete: operations['unlikePhoto'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/event/{id}/photos/{photoId}/thumb': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        photoId: components['parameters']['PhotoId'];
      };
      cookie?: never;
    };
    /** At most 320 px, upright, without private metadata */
    get: operations['getPhotoThumb'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/event/{id}/photos/{photoId}/preview': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        photoId: components['parameters']['PhotoId'];
      };
      cookie?: never;
    };
    /** At most 1600 px, upright, without private metadata */
    get: operations['getPhotoPreview'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/event/{id}/photos/{photoId}/download': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        photoId: components['parameters']['PhotoId'];
      };
      cookie?: never;
    };
    /** The photo in full size as this reader may have it, without GPS */
    get: operations['downloadPhoto'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/event/{id}/photos/{photoId}/original': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        photoId: components['parameters']['PhotoId'];
      };
      cookie?: never;
    };
    /** The bytes as taken, for the author and the organization */
    get: operations['getPhotoOriginal'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/event/{id}/stream': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    /**
     * What changes in the gallery, live (server-sent events)
     * @description Numbered by a counter per event; resumed by `Last-Event-ID` or `after`. Each `data:` is a `PhotoChange`. Rights are rechecked while it is open.
     */
    get: operations['streamEvent'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/uploads': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Begin an upload (tus creation)
     * @description The upload's id, in `Location`, is the server's. Bytes may come with the creation. Who may deliver to the event is decided here
     *     already, and again when the photo is made. What an account has begun and not finished is limited: what it left lying goes first.
     *     All refusals of the event are 403: senders take 404, 409 and 410 of an upload for "begin it again".
     */
    post: operations['createUpload'];
    delete?: never;
    /** What this tus server can do */
    options: operations['describeUploads'];
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/uploads/{uploadId}': {
    parameters: {
      query?: never;
      header?: {
        /** @description The account this delivery belongs to. When it is not the session's account, nothing happens and the answer is `409 account_mismatch`. */
        'X-Account'?: components['parameters']['Account'];
      };
      path: {
        uploadId: components['parameters']['UploadId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Give an upload up */
    delete: operations['cancelUpload'];
    /** What this tus server can do */
    options: operations['describeUpload'];
    /** Where an upload stopped */
    head: operations['getUploadOffset'];
    /** Go on with an upload */
    patch: operations['appendUpload'];
    trace?: never;
  };
  '/healthz': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The process lives */
    get: operations['getHealth'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/readyz': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Database, migrations and storage are ready */
    get: operations['getReadiness'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /**
     * @description The highest of the person's platform role and active memberships.
     * @enum {string}
     */
    Role: 'super_admin' | 'admin' | 'organization' | 'member' | 'user';
    /** @description Flags that open areas of the interface. What one may do to a resource is told by the resource's own `can`. */
    Permissions: {
      all?: boolean;
      manage_users?: boolean;
      manage_organizations?: boolean;
      manage_org_members?: boolean;
      manage_org_settings?: boolean;
      view_events?: boolean;
      participate_events?: boolean;
    };
    Membership: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      organization_id: string;
      /** @enum {string} */
      role: 'organization' | 'member';
      /** @enum {string} */
      status: 'invited' | 'active' | 'suspended';
    };
    SessionUser: {
      /** Format: uuid */
      id: string;
      /** Format: email */
      email: string;
      role: components['schemas']['Role'];
      is_verified: boolean;
      permissions: components['schemas']['Permissions'];
      organizations: components['schemas']['Organization'][];
      memberships: components['schemas']['Membership'][];
    };
    Session: {
      user: components['schemas']['SessionUser'];
      /** @description Valid for 15 minutes, for API clients. */
      access_token: string;
    };
    LoginRequest: {
      email: string;
      password: string;
      /**
       * @description Keeps the session for 30 days, else until the browser closes.
       * @default false
       */
      remember_me: boolean;
    };
    RegisterRequest: {
      /** @enum {string} */
      account_type: 'personal' | 'organization';
      /** Format: email */
      email: string;
      password: string;
      /** Format: name */
      first_name: string;
      /** Format: name */
      last_name: string;
      /** Format: name */
      organization_name?: string;
    };
    RegisteredUser: {
      /** Format: uuid */
      id: string;
      /** Format: email */
      email: string;
      first_name: string;
      last_name: string;
      role: components['schemas']['Role'];
      is_verified: boolean;
      permissions: components['schemas']['Permissions'];
      organization?: components['schemas']['Organization'];
    };
    /**
     * @description Live and active events take new shots.
     * @enum {string}
     */
    EventStatus: 'draft' | 'live' | 'active' | 'ended' | 'archived';
    Event: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      organization_id: string;
      organization_name: string;
      name: string;
      description: string;
      /** @enum {string} */
      type: 'public' | 'private';
      status: components['schemas']['EventStatus'];
      /** Format: date-time */
      starts_at: string;
      /** @description Hours. */
      duration: number;
      location: string;
      /** Format: uuid */
      cover_photo_id: string | null;
      /** @description Told to the organization only. */
      join_code: string | null;
      join_policy: components['schemas']['JoinPolicy'];
      require_approval: boolean;
      auto_gallery: boolean;
      /**
       * Format: date-time
       * @description When the organization published the gallery, where `auto_gallery` is off.
       */
      published_at: string | null;
      allow_downloads: boolean;
      /** @description Zero to those to whom the gallery is closed, whatever it holds. */
      photos_count: number;
      attendees_count: number;
      branding: components['schemas']['Branding'];
      /**
       * @description What the reader is to this event.
       * @enum {string}
       */
      relation: 'organization' | 'participant' | 'visitor';
      /** @description The reader's own role here; null for who did not join. */
      participant_role: components['schemas']['ParticipantRole'] | null;
      can: components['schemas']['EventAbilities'];
      /** @description Where the reader may bring the event now. Empty for those who do not manage it. */
      next_statuses: components['schemas']['EventStatus'][];
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      /**
       * Format: date-time
       * @description Set only for the organization, while it can be restored.
       */
      deleted_at: string | null;
    };
    /** @description What the reader may do here, as the server would decide now. */
    EventAbilities: {
      /** @description Take new shots. What was shot before is accepted also when this is false. */
      capture: boolean;
      like: boolean;
      download: boolean;
      /** @description Approve, reject and delete what others brought. */
      moderate: boolean;
      /** @description Change the event, its code and its people. */
      manage: boolean;
    };
    /**
     * @description Who may join - anyone with the code, only holders of a personal invitation, or nobody new.
     * @enum {string}
     */
    JoinPolicy: 'code' | 'invited' | 'closed';
    /**
     * @description Photographers look, like and capture; guests look and like.
     * @enum {string}
     */
    ParticipantRole: 'photographer' | 'guest';
    EventPage: {
      items: components['schemas']['Event'][];
      next_cursor: string | null;
      /** @description The page before this one; null on the first. */
      previous_cursor: string | null;
    };
    JoinRequest: {
      /** @description Case and separators do not matter. */
      code: string;
    };
    JoinPreview: {
      /** Format: uuid */
      event_id: string;
      name: string;
      organization_name: string;
      /** Format: date-time */
      starts_at: string;
      /** @description Hours. */
      duration: number;
      location: string;
      branding: components['schemas']['Branding'];
      /**
       * @description `open`: this code lets one in. `invited`: only personal invitations do. `closed`: nobody new is let in. `over`: the event has ended.
       *     `used`: this invitation was used. Who is in already stays in, whatever it says.
       * @enum {string}
       */
      admission: 'open' | 'invited' | 'closed' | 'over' | 'used';
      /** @description Whether who comes in by this code can take new photos now. */
      takes_photos: boolean;
    };
    CreateEventRequest: {
      /** Format: uuid */
      organization_id: string;
      /** Format: name */
      name: string;
      description?: string;
      /** @enum {string} */
      type?: 'public' | 'private';
      /** @enum {string} */
      status?: 'draft' | 'live' | 'active';
      /** Format: date-time */
      starts_at: string;
      /** @description Hours. */
      duration?: number;
      /** Format: name */
      location?: string;
      join_policy?: components['schemas']['JoinPolicy'];
      require_approval?: boolean;
      auto_gallery?: boolean;
      allow_downloads?: boolean;
    };
    UpdateEventRequest: {
      /** Format: name */
      name?: string;
      description?: string;
      /** @enum {string} */
      type?: 'public' | 'private';
      status?: components['schemas']['EventStatus'];
      /** Format: date-time */
      starts_at?: string;
      /** @description Hours. */
      duration?: number;
      /** Format: name */
      location?: string;
      /** Format: uuid */
      cover_photo_id?: string | null;
      join_policy?: components['schemas']['JoinPolicy'];
      require_approval?: boolean;
      auto_gallery?: boolean;
      allow_downloads?: boolean;
    };
    OrganizationEventPage: {
      items: components['schemas']['Event'][];
      next_cursor: string | null;
      /** @description The page before this one; null on the first. */
      previous_cursor: string | null;
      /** @description How many the filters leave. */
      total: number;
      counts: {
        /** @description Without the deleted ones. */
        all: number;
        draft: number;
        live: number;
        active: number;
        ended: number;
        archived: number;
        deleted: number;
      };
    };
    PublishGalleryRequest: {
      published: boolean;
    };
    /** @description Deleted photos count nowhere. */
    EventNumbers: {
      photos: number;
      approved: number;
      pending: number;
      rejected: number;
      unreadable: number;
      likes: number;
      /** @description Of the originals. */
      bytes: number;
      participants: number;
      /** @description People with at least one photo. */
      photographers: number;
      /**
       * Format: date-time
       * @description When the last photo arrived.
       */
      last_photo_at: string | null;
      /** @description The number of the last change that these numbers hold; the stream goes on from it with `after`. */
      stream_position: number;
    };
    Participant: {
      /** Format: uuid */
      user_id: string;
      name: string;
      email: string;
      role: components['schemas']['ParticipantRole'];
      /** Format: date-time */
      joined_at: string;
      /**
       * Format: date-time
       * @description They are not in any more.
       */
      removed_at: string | null;
      photos_count: number;
    };
    ParticipantPage: {
      items: components['schemas']['Participant'][];
      next_cursor: string | null;
      /** @description The page before this one; null on the first. */
      previous_cursor: string | null;
      /** @description How many the filters leave. */
      total: number;
      /** @description How many were removed, whatever the filters. */
      removed: number;
    };
    UpdateParticipantRequest: {
      role: components['schemas']['ParticipantRole'];
    };
    Invitation: {
      /** Format: uuid */
      id: string;
      email: string;
      role: components['schemas']['ParticipantRole'];
      /** @description Works once, in place of the event's code. */
      code: string;
      /** Format: date-time */
      created_at: string;
      /**
       * Format: date-time
       * @description Its code opens nothing any more.
       */
      revoked_at: string | null;
    };
    InvitationPage: {
      items: components['schemas']['Invitation'][];
      next_cursor: string | null;
      /** @description The page before this one; null on the first. */
      previous_cursor: string | null;
    };
    InvitationList: {
      items: components['schemas']['Invitation'][];
    };
    InviteParticipantsRequest: {
      emails: string[];
      role?: components['schemas']['ParticipantRole'];
    };
    Organization: {
      /** Format: uuid */
      id: string;
      name: string;
      /** @enum {string} */
      status: 'pending' | 'active' | 'suspended';
      description: string;
      contact_email: string | null;
      phone_number: string | null;
      avatar_url: string | null;
      /** @description Why approval was refused, while pending. */
      rejection_reason: string | null;
      event_settings: components['schemas']['EventSettings'];
    };
    OrganizationPage: {
      items: components['schemas']['Organization'][];
      next_cursor: string | null;
      /** @description The page before this one; null on the first. */
      previous_cursor: string | null;
    };
    Branding: {
      /** @description Default #000000: no colour chosen. */
      primary_color: string;
      secondary_color: string;
      logo_url: string | null;
    };
    /** @description What a new event begins with. */
    EventSettings: {
      /** @enum {string} */
      default_type: 'public' | 'private';
      /** @description Hours. */
      default_duration: number;
      require_approval: boolean;
      auto_gallery: boolean;
      allow_downloads: boolean;
    };
    /** @enum {string} */
    PhotoContentType: 'image/jpeg' | 'image/png' | 'image/webp' | 'image/avif' | 'image/heic' | 'image/heif';
    Photo: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      event_id: string;
      uploader: {
        /** Format: uuid */
        id: string;
        name: string;
      };
      /** @enum {string} */
      status: 'pending' | 'approved' | 'rejected';
      /** @enum {string} */
      state: 'processing' | 'ready' | 'unreadable';
      /** @description A sentence, when the state is unreadable. */
      unreadable_reason: string | null;
      /**
       * Format: date-time
       * @description The order of galleries: when it was taken, or when it arrived where the device cannot be believed.
       */
      taken_at: string;
      /**
       * Format: date-time
       * @description What the device said, where that cannot be: more than a day ahead of the server, or long before the event. Else null.
       */
      taken_at_claimed: string | null;
      /** Format: date-time */
      uploaded_at: string;
      /** @description Pixels, upright. Null until known. */
      width: number | null;
      height: number | null;
      bytes: number;
      /** @description Of the bytes as taken. */
      sha256: string;
      content_type: components['schemas']['PhotoContentType'];
      /** @description Base64. */
      thumbhash: string | null;
      likes: number;
      is_liked: boolean;
      /** @description What the moderator told the author, while the photo is rejected. */
      rejection_reason: string | null;
      /** @description The name of who approved or rejected it. Told only to those who may moderate it; null while nobody has. */
      moderated_by: string | null;
      source: components['schemas']['PhotoSource'];
      /** @description Make and model, as the file says. Null where it does not. */
      camera: string | null;
      can: components['schemas']['PhotoAbilities'];
    };
    PhotoAbilities: {
      like: boolean;
      download: boolean;
      delete: boolean;
      moderate: boolean;
      /** @description Others who may enter the event see this photo too */
      share: boolean;
    };
    /** @enum {string} */
    PhotoSource: 'camera' | 'import' | 'share' | 'generated';
    PhotoPage: {
      items: components['schemas']['Photo'][];
      next_cursor: string | null;
      /** @description The page before this one; null on the first. */
      previous_cursor: string | null;
      /** @description The number of the last change this page holds; the stream goes on from it with `after`. */
      stream_position: number;
    };
    CreatePhotoRequest: {
      /**
       * Format: uuid
       * @description Made by the client before the first byte was stored (UUIDv7). The photo's identity everywhere.
       */
      id: string;
      upload_id: string;
      sha256: string;
      bytes: number;
      content_type: components['schemas']['PhotoContentType'];
      /**
       * Format: date-time
       * @description Corrected by the device's clock offset.
       */
      taken_at: string;
      /** @description Minutes east of UTC. */
      tz_offset: number;
      /**
       * @description Degrees clockwise that bring the stored pixels upright, where the file itself says nothing.
       * @enum {integer}
       */
      orientation: 0 | 90 | 180 | 270;
      /** Format: uuid */
      device_id: string;
      device_seq: number;
      source: components['schemas']['PhotoSource'];
    };
    Like: {
      /** Format: uuid */
      photo_id: string;
      likes: number;
      is_liked: boolean;
    };
    /**
     * @description One `data:` of the stream; `seq` is also its `id:` and `kind` its `event:`. `added` and `changed` carry the photo as the reader
     *     may see it (its `is_liked` is false unless known: keep what you hold). A photo that the reader may no longer see arrives as `removed`.
     *     `reset` says that the position asked for is too old, or that the gallery was opened or closed: read the gallery again.
     *     `event` says that the event itself, its people or its numbers changed: read the event again.
     */
    PhotoChange: {
      seq: number;
      /** @enum {string} */
      kind: 'added' | 'changed' | 'removed' | 'likes' | 'reset' | 'event';
      /** Format: uuid */
      photo_id: string | null;
      photo: components['schemas']['Photo'] | null;
      likes: number | null;
    };
    Timeline: {
      /**
       * @description How long each stretch is.
       * @enum {string}
       */
      resolution: 'minute' | 'hour' | 'day' | 'month';
      buckets: {
        /** Format: date-time */
        start: string;
        count: number;
      }[];
      total: number;
      /** @description The number of the last change that the counts hold; the stream goes on from it with `after`. */
      stream_position: number;
    };
    PhotographerList: {
      items: {
        /** Format: uuid */
        id: string;
        name: string;
        photos_count: number;
      }[];
    };
    KnownPhotosRequest: {
      sha256: string[];
    };
    KnownPhotos: {
      known: {
        sha256: string;
        /** Format: uuid */
        id: string;
        /** Format: date-time */
        uploaded_at: string;
      }[];
    };
    PhotoIds: {
      ids: string[];
    };
    DeletePhotosResult: {
      deleted: string[];
      refused: string[];
    };
    RestorePhotosResult: {
      restored: components['schemas']['Photo'][];
      refused: string[];
    };
    RejectPhotoRequest: {
      /** @description For the author. */
      reason?: string;
    };
    ModeratePhotosRequest: {
      ids: string[];
      /** @enum {string} */
      status: 'pending' | 'approved' | 'rejected';
      /**
       * @description The status the moderator saw. Left out, the photos move whatever they are.
       * @enum {string}
       */
      expected?: 'pending' | 'approved' | 'rejected';
      /** @description For the author. */
      reason?: string;
    };
    ModeratePhotosResult: {
      moderated: components['schemas']['Photo'][];
      conflicts: {
        photo: components['schemas']['Photo'];
        /** @description The name of who decided. */
        moderated_by: string | null;
      }[];
    };
    TakeModerationRequest: {
      /** @default 10 */
      limit: number;
    };
    ModerationBatch: {
      items: components['schemas']['Photo'][];
      /** @description All that wait in this event. */
      pending: number;
      /** @description Of these */
      with_others: number;
      /** @description How many other moderators are at work now. */
      moderators: number;
      stream_position: number;
    };
    Health: {
      /** @enum {string} */
      status: 'ok';
    };
    Readiness: {
      /** @enum {string} */
      status: 'ready' | 'unready';
      checks: {
        database: boolean;
        migrations: boolean;
        storage: boolean;
      };
    };
    /** @description RFC 9457 problem details. */
    Problem: {
      /** @description Always about:blank; `code` tells problems apart. */
      type: string;
      title: string;
      status: number;
      /** @description A sentence for a person. */
      detail: string;
      code: string;
      /** @description One entry per field, with 422. No more than the first twenty. */
      errors?: {
        /** @description Where, as body.email, query.limit, path.id or header.x-account. */
        field: string;
        message: string;
      }[];
      request_id: string;
    };
  };
  responses: {
    /** @description What went wrong, for a program (`code`) and for a person (`detail`). */
    Problem: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "type": "about:blank",
         *       "title": "Not Found",
         *       "status": 404,
         *       "detail": "There is no such event.",
         *       "code": "not_found",
         *       "request_id": "req-1"
         *     }
         */
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description Answered by the tus 1.0 protocol. */
    Tus: {
      headers: {
        'Tus-Resumable'?: string;
        'Upload-Offset'?: number;
        Location?: string;
        [name: string]: unknown;
      };
      content?: never;
    };
    /** @description The file. */
    Image: {
      headers: {
        ETag?: string;
        'Cache-Control'?: string;
        [name: string]: unknown;
      };
      content: {
        'image/*': string;
      };
    };
  };
  parameters: {
    /** @description The event's, or the organization's, id. */
    Id: string;
    PhotoId: string;
    UploadId: string;
    /** @description The person's id. */
    UserId: string;
    InvitationId: string;
    /** @description Only photos taken at this time or later. */
    From: string;
    /** @description Only photos taken before this time. */
    To: string;
    /** @description Only this person's photos. */
    Uploader: string;
    /** @description Only photos that the reader likes. */
    Liked: boolean;
    /** @description Only photos of this status. What the reader may not see stays hidden. */
    PhotoStatus: 'pending' | 'approved' | 'rejected';
    /** @description A `next_cursor` or `previous_cursor` that this list answered, in the same order. Opaque. */
    Cursor: string;
    Limit: number;
    /** @description The account this delivery belongs to. When it is not the session's account, nothing happens and the answer is `409 account_mismatch`. */
    Account: string;
    /** @description The account this delivery belongs to. When it is not the session's account, nothing happens and the answer is `409 account_mismatch`. */
    RequiredAccount: string;
  };
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  register: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "account_type": "personal",
         *       "email": "ana@example.org",
         *       "password": "correct horse",
         *       "first_name": "Ana",
         *       "last_name": "Ruiz"
         *     }
         */
        'application/json': components['schemas']['RegisterRequest'];
      };
    };
    responses: {
      /** @description The new account; the session is in the cookies. */
      201: {
        headers: {
          'Set-Cookie'?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-000000000001",
           *       "email": "ana@example.org",
           *       "first_name": "Ana",
           *       "last_name": "Ruiz",
           *       "role": "user",
           *       "is_verified": false,
           *       "permissions": {
           *         "participate_events": true
           *       }
           *     }
           */
          'application/json': components['schemas']['RegisteredUser'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  login: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "member@demo.test",
         *       "password": "demo-password",
         *       "remember_me": true
         *     }
         */
        'application/json': components['schemas']['LoginRequest'];
      };
    };
    responses: {
      /** @description Signed in; the session is in the cookies. */
      200: {
        headers: {
          'Set-Cookie'?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "user": {
           *         "id": "0199aa00-0000-7000-8000-000000000004",
           *         "email": "user@demo.test",
           *         "role": "user",
           *         "is_verified": true,
           *         "permissions": {
           *           "participate_events": true
           *         },
           *         "organizations": [],
           *         "memberships": []
           *       },
           *       "access_token": "eyJhbGciOiJIUzI1NiJ9.e30.x"
           *     }
           */
          'application/json': components['schemas']['Session'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  refreshSession: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Renewed. */
      200: {
        headers: {
          'Set-Cookie'?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "user": {
           *         "id": "0199aa00-0000-7000-8000-000000000004",
           *         "email": "user@demo.test",
           *         "role": "user",
           *         "is_verified": true,
           *         "permissions": {
           *           "participate_events": true
           *         },
           *         "organizations": [],
           *         "memberships": []
           *       },
           *       "access_token": "eyJhbGciOiJIUzI1NiJ9.e30.x"
           *     }
           */
          'application/json': components['schemas']['Session'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  logout: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Signed out. */
      204: {
        headers: {
          'Set-Cookie'?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      default: components['responses']['Problem'];
    };
  };
  listEvents: {
    parameters: {
      query?: {
        /**
         * @description `mine`: of the reader's organizations or joined, and not over. `discover`: other public events that are not over, by `view_events`.
         *     `past`: ended and archived ones, of either kind. `all`: the three together.
         */
        scope?: 'all' | 'mine' | 'discover' | 'past';
        /** @description Part of the name, the location or the organization's name; case does not matter. */
        q?: string;
        /** @description A `next_cursor` or `previous_cursor` that this list answered, in the same order. Opaque. */
        cursor?: components['parameters']['Cursor'];
        limit?: components['parameters']['Limit'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of events. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [],
           *       "next_cursor": null,
           *       "previous_cursor": null
           *     }
           */
          'application/json': components['schemas']['EventPage'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  createEvent: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "organization_id": "0199aa00-0000-7000-8000-0000000000a1",
         *       "name": "Harbour Lights",
         *       "starts_at": "2026-11-20T18:00:00.000Z",
         *       "duration": 6
         *     }
         */
        'application/json': components['schemas']['CreateEventRequest'];
      };
    };
    responses: {
      /** @description The event. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-0000000000e1",
           *       "organization_id": "0199aa00-0000-7000-8000-0000000000a1",
           *       "organization_name": "Aurora Events",
           *       "name": "Harbour Lights",
           *       "description": "Summer party at the docks.",
           *       "type": "private",
           *       "status": "live",
           *       "starts_at": "2026-11-20T18:00:00.000Z",
           *       "duration": 6,
           *       "location": "Pier 4",
           *       "cover_photo_id": null,
           *       "join_code": null,
           *       "join_policy": "code",
           *       "require_approval": false,
           *       "auto_gallery": true,
           *       "published_at": null,
           *       "allow_downloads": true,
           *       "photos_count": 0,
           *       "attendees_count": 1,
           *       "branding": {
           *         "primary_color": "#000000",
           *         "secondary_color": "#ffffff",
           *         "logo_url": null
           *       },
           *       "relation": "participant",
           *       "participant_role": "photographer",
           *       "can": {
           *         "capture": true,
           *         "like": true,
           *         "download": true,
           *         "moderate": false,
           *         "manage": false
           *       },
           *       "next_statuses": [],
           *       "created_at": "2026-11-01T09:00:00.000Z",
           *       "updated_at": "2026-11-01T09:00:00.000Z",
           *       "deleted_at": null
           *     }
           */
          'application/json': components['schemas']['Event'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  listOrganizationEvents: {
    parameters: {
      query?: {
        /** @description Part of the name or the location; case does not matter. */
        q?: string;
        status?: components['schemas']['EventStatus'];
        /** @description By start and duration - `upcoming` has not begun, `now` is under way, `past` is over. */
        time?: 'upcoming' | 'now' | 'past';
        /** @description Instead, those that were deleted in the last 30 days and can be restored. */
        deleted?: boolean;
        /** @description A minus sign means descending. */
        sort?: 'starts_at' | '-starts_at' | 'name' | '-name' | 'photos_count' | '-photos_count' | 'created_at' | '-created_at';
        /** @description A `next_cursor` or `previous_cursor` that this list answered, in the same order. Opaque. */
        cursor?: components['parameters']['Cursor'];
        limit?: components['parameters']['Limit'];
      };
      header?: never;
      path: {
        /** @description The organization's id. */
        orgId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of events, and how many there are of each status whatever the filters say. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [],
           *       "next_cursor": null,
           *       "previous_cursor": null,
           *       "total": 0,
           *       "counts": {
           *         "all": 6,
           *         "draft": 1,
           *         "live": 1,
           *         "active": 1,
           *         "ended": 2,
           *         "archived": 1,
           *         "deleted": 0
           *       }
           *     }
           */
          'application/json': components['schemas']['OrganizationEventPage'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  joinEvent: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "code": "AURORA-LIVE"
         *     }
         */
        'application/json': components['schemas']['JoinRequest'];
      };
    };
    responses: {
      /** @description The event, joined. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-0000000000e1",
           *       "organization_id": "0199aa00-0000-7000-8000-0000000000a1",
           *       "organization_name": "Aurora Events",
           *       "name": "Harbour Lights",
           *       "description": "Summer party at the docks.",
           *       "type": "private",
           *       "status": "live",
           *       "starts_at": "2026-11-20T18:00:00.000Z",
           *       "duration": 6,
           *       "location": "Pier 4",
           *       "cover_photo_id": null,
           *       "join_code": null,
           *       "join_policy": "code",
           *       "require_approval": false,
           *       "auto_gallery": true,
           *       "published_at": null,
           *       "allow_downloads": true,
           *       "photos_count": 0,
           *       "attendees_count": 1,
           *       "branding": {
           *         "primary_color": "#000000",
           *         "secondary_color": "#ffffff",
           *         "logo_url": null
           *       },
           *       "relation": "participant",
           *       "participant_role": "photographer",
           *       "can": {
           *         "capture": true,
           *         "like": true,
           *         "download": true,
           *         "moderate": false,
           *         "manage": false
           *       },
           *       "next_statuses": [],
           *       "created_at": "2026-11-01T09:00:00.000Z",
           *       "updated_at": "2026-11-01T09:00:00.000Z",
           *       "deleted_at": null
           *     }
           */
          'application/json': components['schemas']['Event'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  previewJoin: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Case and separators do not matter. */
        code: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The event's face. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "event_id": "0199aa00-0000-7000-8000-0000000000e1",
           *       "name": "Harbour Lights",
           *       "organization_name": "Aurora Events",
           *       "starts_at": "2026-11-20T18:00:00.000Z",
           *       "duration": 6,
           *       "location": "Pier 4",
           *       "branding": {
           *         "primary_color": "#000000",
           *         "secondary_color": "#ffffff",
           *         "logo_url": null
           *       },
           *       "admission": "open",
           *       "takes_photos": true
           *     }
           */
          'application/json': components['schemas']['JoinPreview'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  getEvent: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The event. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-0000000000e1",
           *       "organization_id": "0199aa00-0000-7000-8000-0000000000a1",
           *       "organization_name": "Aurora Events",
           *       "name": "Harbour Lights",
           *       "description": "Summer party at the docks.",
           *       "type": "private",
           *       "status": "live",
           *       "starts_at": "2026-11-20T18:00:00.000Z",
           *       "duration": 6,
           *       "location": "Pier 4",
           *       "cover_photo_id": null,
           *       "join_code": null,
           *       "join_policy": "code",
           *       "require_approval": false,
           *       "auto_gallery": true,
           *       "published_at": null,
           *       "allow_downloads": true,
           *       "photos_count": 0,
           *       "attendees_count": 1,
           *       "branding": {
           *         "primary_color": "#000000",
           *         "secondary_color": "#ffffff",
           *         "logo_url": null
           *       },
           *       "relation": "participant",
           *       "participant_role": "photographer",
           *       "can": {
           *         "capture": true,
           *         "like": true,
           *         "download": true,
           *         "moderate": false,
           *         "manage": false
           *       },
           *       "next_statuses": [],
           *       "created_at": "2026-11-01T09:00:00.000Z",
           *       "updated_at": "2026-11-01T09:00:00.000Z",
           *       "deleted_at": null
           *     }
           */
          'application/json': components['schemas']['Event'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  updateEvent: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Harbour Lights II",
         *       "status": "live"
         *     }
         */
        'application/json': components['schemas']['UpdateEventRequest'];
      };
    };
    responses: {
      /** @description The event. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-0000000000e1",
           *       "organization_id": "0199aa00-0000-7000-8000-0000000000a1",
           *       "organization_name": "Aurora Events",
           *       "name": "Harbour Lights",
           *       "description": "Summer party at the docks.",
           *       "type": "private",
           *       "status": "live",
           *       "starts_at": "2026-11-20T18:00:00.000Z",
           *       "duration": 6,
           *       "location": "Pier 4",
           *       "cover_photo_id": null,
           *       "join_code": null,
           *       "join_policy": "code",
           *       "require_approval": false,
           *       "auto_gallery": true,
           *       "published_at": null,
           *       "allow_downloads": true,
           *       "photos_count": 0,
           *       "attendees_count": 1,
           *       "branding": {
           *         "primary_color": "#000000",
           *         "secondary_color": "#ffffff",
           *         "logo_url": null
           *       },
           *       "relation": "participant",
           *       "participant_role": "photographer",
           *       "can": {
           *         "capture": true,
           *         "like": true,
           *         "download": true,
           *         "moderate": false,
           *         "manage": false
           *       },
           *       "next_statuses": [],
           *       "created_at": "2026-11-01T09:00:00.000Z",
           *       "updated_at": "2026-11-01T09:00:00.000Z",
           *       "deleted_at": null
           *     }
           */
          'application/json': components['schemas']['Event'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  deleteEvent: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      default: components['responses']['Problem'];
    };
  };
  restoreEvent: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The event. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-0000000000e1",
           *       "organization_id": "0199aa00-0000-7000-8000-0000000000a1",
           *       "organization_name": "Aurora Events",
           *       "name": "Harbour Lights",
           *       "description": "Summer party at the docks.",
           *       "type": "private",
           *       "status": "live",
           *       "starts_at": "2026-11-20T18:00:00.000Z",
           *       "duration": 6,
           *       "location": "Pier 4",
           *       "cover_photo_id": null,
           *       "join_code": null,
           *       "join_policy": "code",
           *       "require_approval": false,
           *       "auto_gallery": true,
           *       "published_at": null,
           *       "allow_downloads": true,
           *       "photos_count": 0,
           *       "attendees_count": 1,
           *       "branding": {
           *         "primary_color": "#000000",
           *         "secondary_color": "#ffffff",
           *         "logo_url": null
           *       },
           *       "relation": "participant",
           *       "participant_role": "photographer",
           *       "can": {
           *         "capture": true,
           *         "like": true,
           *         "download": true,
           *         "moderate": false,
           *         "manage": false
           *       },
           *       "next_statuses": [],
           *       "created_at": "2026-11-01T09:00:00.000Z",
           *       "updated_at": "2026-11-01T09:00:00.000Z",
           *       "deleted_at": null
           *     }
           */
          'application/json': components['schemas']['Event'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  renewJoinCode: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The event, with its new code. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-0000000000e1",
           *       "organization_id": "0199aa00-0000-7000-8000-0000000000a1",
           *       "organization_name": "Aurora Events",
           *       "name": "Harbour Lights",
           *       "description": "Summer party at the docks.",
           *       "type": "private",
           *       "status": "live",
           *       "starts_at": "2026-11-20T18:00:00.000Z",
           *       "duration": 6,
           *       "location": "Pier 4",
           *       "cover_photo_id": null,
           *       "join_code": null,
           *       "join_policy": "code",
           *       "require_approval": false,
           *       "auto_gallery": true,
           *       "published_at": null,
           *       "allow_downloads": true,
           *       "photos_count": 0,
           *       "attendees_count": 1,
           *       "branding": {
           *         "primary_color": "#000000",
           *         "secondary_color": "#ffffff",
           *         "logo_url": null
           *       },
           *       "relation": "participant",
           *       "participant_role": "photographer",
           *       "can": {
           *         "capture": true,
           *         "like": true,
           *         "download": true,
           *         "moderate": false,
           *         "manage": false
           *       },
           *       "next_statuses": [],
           *       "created_at": "2026-11-01T09:00:00.000Z",
           *       "updated_at": "2026-11-01T09:00:00.000Z",
           *       "deleted_at": null
           *     }
           */
          'application/json': components['schemas']['Event'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  publishGallery: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "published": true
         *     }
         */
        'application/json': components['schemas']['PublishGalleryRequest'];
      };
    };
    responses: {
      /** @description The event. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-0000000000e1",
           *       "organization_id": "0199aa00-0000-7000-8000-0000000000a1",
           *       "organization_name": "Aurora Events",
           *       "name": "Harbour Lights",
           *       "description": "Summer party at the docks.",
           *       "type": "private",
           *       "status": "live",
           *       "starts_at": "2026-11-20T18:00:00.000Z",
           *       "duration": 6,
           *       "location": "Pier 4",
           *       "cover_photo_id": null,
           *       "join_code": null,
           *       "join_policy": "code",
           *       "require_approval": false,
           *       "auto_gallery": true,
           *       "published_at": null,
           *       "allow_downloads": true,
           *       "photos_count": 0,
           *       "attendees_count": 1,
           *       "branding": {
           *         "primary_color": "#000000",
           *         "secondary_color": "#ffffff",
           *         "logo_url": null
           *       },
           *       "relation": "participant",
           *       "participant_role": "photographer",
           *       "can": {
           *         "capture": true,
           *         "like": true,
           *         "download": true,
           *         "moderate": false,
           *         "manage": false
           *       },
           *       "next_statuses": [],
           *       "created_at": "2026-11-01T09:00:00.000Z",
           *       "updated_at": "2026-11-01T09:00:00.000Z",
           *       "deleted_at": null
           *     }
           */
          'application/json': components['schemas']['Event'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  getEventNumbers: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As of now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "photos": 412,
           *       "approved": 398,
           *       "pending": 11,
           *       "rejected": 3,
           *       "unreadable": 1,
           *       "likes": 1040,
           *       "bytes": 902340112,
           *       "participants": 87,
           *       "photographers": 9,
           *       "last_photo_at": "2026-11-20T23:14:07.120Z",
           *       "stream_position": 40
           *     }
           */
          'application/json': components['schemas']['EventNumbers'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  listParticipants: {
    parameters: {
      query?: {
        /** @description Part of the name or the email address; case does not matter. */
        q?: string;
        role?: components['schemas']['ParticipantRole'];
        /** @description Those who were removed, instead. */
        removed?: boolean;
        /** @description A `next_cursor` or `previous_cursor` that this list answered, in the same order. Opaque. */
        cursor?: components['parameters']['Cursor'];
        limit?: components['parameters']['Limit'];
      };
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of participants. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [],
           *       "next_cursor": null,
           *       "previous_cursor": null,
           *       "total": 0,
           *       "removed": 0
           *     }
           */
          'application/json': components['schemas']['ParticipantPage'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  updateParticipant: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        /** @description The person's id. */
        userId: components['parameters']['UserId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "role": "guest"
         *     }
         */
        'application/json': components['schemas']['UpdateParticipantRequest'];
      };
    };
    responses: {
      /** @description The participant. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "user_id": "0199aa00-0000-7000-8000-000000000006",
           *       "name": "Uma Lind",
           *       "email": "user@demo.test",
           *       "role": "photographer",
           *       "joined_at": "2026-11-20T18:04:00.000Z",
           *       "removed_at": null,
           *       "photos_count": 12
           *     }
           */
          'application/json': components['schemas']['Participant'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  removeParticipant: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        /** @description The person's id. */
        userId: components['parameters']['UserId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Removed. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      default: components['responses']['Problem'];
    };
  };
  restoreParticipant: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        /** @description The person's id. */
        userId: components['parameters']['UserId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The participant. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "user_id": "0199aa00-0000-7000-8000-000000000006",
           *       "name": "Uma Lind",
           *       "email": "user@demo.test",
           *       "role": "photographer",
           *       "joined_at": "2026-11-20T18:04:00.000Z",
           *       "removed_at": null,
           *       "photos_count": 12
           *     }
           */
          'application/json': components['schemas']['Participant'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  listInvitations: {
    parameters: {
      query?: {
        /** @description Those that were taken back, instead. */
        revoked?: boolean;
        /** @description A `next_cursor` or `previous_cursor` that this list answered, in the same order. Opaque. */
        cursor?: components['parameters']['Cursor'];
        limit?: components['parameters']['Limit'];
      };
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of invitations. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [],
           *       "next_cursor": null,
           *       "previous_cursor": null
           *     }
           */
          'application/json': components['schemas']['InvitationPage'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  inviteParticipants: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "emails": [
         *         "ines@example.test"
         *       ],
         *       "role": "photographer"
         *     }
         */
        'application/json': components['schemas']['InviteParticipantsRequest'];
      };
    };
    responses: {
      /** @description The invitations, in the order of the addresses. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": []
           *     }
           */
          'application/json': components['schemas']['InvitationList'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  revokeInvitation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        invitationId: components['parameters']['InvitationId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Revoked. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      default: components['responses']['Problem'];
    };
  };
  restoreInvitation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        invitationId: components['parameters']['InvitationId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The invitation. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-0000000000e1",
           *       "email": "ines@example.test",
           *       "role": "photographer",
           *       "code": "K7MPQ2XA",
           *       "created_at": "2026-11-20T18:04:00.000Z",
           *       "revoked_at": null
           *     }
           */
          'application/json': components['schemas']['Invitation'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  listOwnedOrganizations: {
    parameters: {
      query?: {
        limit?: components['parameters']['Limit'];
        /** @description A `next_cursor` or `previous_cursor` that this list answered, in the same order. Opaque. */
        cursor?: components['parameters']['Cursor'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Those where the caller is an active organization admin. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "id": "0199aa00-0000-7000-8000-0000000000a1",
           *           "name": "Aurora Events",
           *           "status": "active",
           *           "description": "Weddings, launches and long nights.",
           *           "contact_email": "hello@aurora.test",
           *           "phone_number": null,
           *           "avatar_url": null,
           *           "rejection_reason": null,
           *           "event_settings": {
           *             "default_type": "public",
           *             "default_duration": 2,
           *             "require_approval": false,
           *             "auto_gallery": true,
           *             "allow_downloads": true
           *           }
           *         }
           *       ],
           *       "next_cursor": null,
           *       "previous_cursor": null
           *     }
           */
          'application/json': components['schemas']['OrganizationPage'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  getOrganization: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The organization. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-0000000000a1",
           *       "name": "Aurora Events",
           *       "status": "active",
           *       "description": "Weddings, launches and long nights.",
           *       "contact_email": "hello@aurora.test",
           *       "phone_number": null,
           *       "avatar_url": null,
           *       "rejection_reason": null,
           *       "event_settings": {
           *         "default_type": "public",
           *         "default_duration": 2,
           *         "require_approval": false,
           *         "auto_gallery": true,
           *         "allow_downloads": true
           *       }
           *     }
           */
          'application/json': components['schemas']['Organization'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  listPhotos: {
    parameters: {
      query?: {
        /** @description Only photos taken at this time or later. */
        from?: components['parameters']['From'];
        /** @description Only photos taken before this time. */
        to?: components['parameters']['To'];
        /** @description Only this person's photos. */
        uploader?: components['parameters']['Uploader'];
        /** @description Only photos that the reader likes. */
        liked?: components['parameters']['Liked'];
        /** @description Only photos of this status. What the reader may not see stays hidden. */
        status?: components['parameters']['PhotoStatus'];
        /** @description A `next_cursor` or `previous_cursor` that this list answered, in the same order. Opaque. */
        cursor?: components['parameters']['Cursor'];
        limit?: components['parameters']['Limit'];
      };
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of photos. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [],
           *       "next_cursor": null,
           *       "previous_cursor": null,
           *       "stream_position": 0
           *     }
           */
          'application/json': components['schemas']['PhotoPage'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  createPhoto: {
    parameters: {
      query?: never;
      header: {
        /** @description The account this delivery belongs to. When it is not the session's account, nothing happens and the answer is `409 account_mismatch`. */
        'X-Account': components['parameters']['RequiredAccount'];
      };
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "0199aa00-0000-7000-8000-0000000000f1",
         *       "upload_id": "4f1c2b7e9d3a4c5e8f00112233445566",
         *       "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
         *       "bytes": 2190194,
         *       "content_type": "image/jpeg",
         *       "taken_at": "2026-11-20T21:14:07.120Z",
         *       "tz_offset": 60,
         *       "orientation": 0,
         *       "device_id": "0199aa00-0000-7000-8000-0000000000d1",
         *       "device_seq": 41,
         *       "source": "camera"
         *     }
         */
        'application/json': components['schemas']['CreatePhotoRequest'];
      };
    };
    responses: {
      /** @description It was there already, with the same hash, event and author. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-0000000000f1",
           *       "event_id": "0199aa00-0000-7000-8000-0000000000e1",
           *       "uploader": {
           *         "id": "0199aa00-0000-7000-8000-000000000003",
           *         "name": "Mika Berg"
           *       },
           *       "status": "approved",
           *       "state": "processing",
           *       "unreadable_reason": null,
           *       "taken_at": "2026-11-20T21:14:07.120Z",
           *       "taken_at_claimed": null,
           *       "uploaded_at": "2026-11-20T21:14:09.000Z",
           *       "width": null,
           *       "height": null,
           *       "bytes": 2190194,
           *       "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
           *       "content_type": "image/jpeg",
           *       "thumbhash": null,
           *       "likes": 0,
           *       "is_liked": false,
           *       "rejection_reason": null,
           *       "moderated_by": null,
           *       "source": "camera",
           *       "camera": null,
           *       "can": {
           *         "like": true,
           *         "download": true,
           *         "delete": true,
           *         "moderate": false,
           *         "share": true
           *       }
           *     }
           */
          'application/json': components['schemas']['Photo'];
        };
      };
      /** @description The photo is a fact now. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-0000000000f1",
           *       "event_id": "0199aa00-0000-7000-8000-0000000000e1",
           *       "uploader": {
           *         "id": "0199aa00-0000-7000-8000-000000000003",
           *         "name": "Mika Berg"
           *       },
           *       "status": "approved",
           *       "state": "processing",
           *       "unreadable_reason": null,
           *       "taken_at": "2026-11-20T21:14:07.120Z",
           *       "taken_at_claimed": null,
           *       "uploaded_at": "2026-11-20T21:14:09.000Z",
           *       "width": null,
           *       "height": null,
           *       "bytes": 2190194,
           *       "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
           *       "content_type": "image/jpeg",
           *       "thumbhash": null,
           *       "likes": 0,
           *       "is_liked": false,
           *       "rejection_reason": null,
           *       "moderated_by": null,
           *       "source": "camera",
           *       "camera": null,
           *       "can": {
           *         "like": true,
           *         "download": true,
           *         "delete": true,
           *         "moderate": false,
           *         "share": true
           *       }
           *     }
           */
          'application/json': components['schemas']['Photo'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  getTimeline: {
    parameters: {
      query?: {
        /** @description Only photos taken at this time or later. */
        from?: components['parameters']['From'];
        /** @description Only photos taken before this time. */
        to?: components['parameters']['To'];
        /** @description Only this person's photos. */
        uploader?: components['parameters']['Uploader'];
        /** @description Only photos that the reader likes. */
        liked?: components['parameters']['Liked'];
        /** @description Only photos of this status. What the reader may not see stays hidden. */
        status?: components['parameters']['PhotoStatus'];
      };
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The timeline. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "resolution": "minute",
           *       "buckets": [
           *         {
           *           "start": "2026-11-20T21:14:00.000Z",
           *           "count": 12
           *         }
           *       ],
           *       "total": 12,
           *       "stream_position": 40
           *     }
           */
          'application/json': components['schemas']['Timeline'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  listPhotographers: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The photographers. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "id": "0199aa00-0000-7000-8000-000000000003",
           *           "name": "Mika Berg",
           *           "photos_count": 64
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['PhotographerList'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  findKnownPhotos: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account this delivery belongs to. When it is not the session's account, nothing happens and the answer is `409 account_mismatch`. */
        'X-Account'?: components['parameters']['Account'];
      };
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "sha256": [
         *         "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
         *       ]
         *     }
         */
        'application/json': components['schemas']['KnownPhotosRequest'];
      };
    };
    responses: {
      /** @description The files that are there, each with the photo it became; the first of them where there are several. What is not named is not there. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "known": [
           *         {
           *           "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
           *           "id": "0199aa00-0000-7000-8000-0000000000f1",
           *           "uploaded_at": "2026-11-20T21:14:09.000Z"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['KnownPhotos'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  deletePhotos: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account this delivery belongs to. When it is not the session's account, nothing happens and the answer is `409 account_mismatch`. */
        'X-Account'?: components['parameters']['Account'];
      };
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "ids": [
         *         "0199aa00-0000-7000-8000-0000000000f1"
         *       ]
         *     }
         */
        'application/json': components['schemas']['PhotoIds'];
      };
    };
    responses: {
      /** @description What was deleted, now or before, and what was not. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "deleted": [
           *         "0199aa00-0000-7000-8000-0000000000f1"
           *       ],
           *       "refused": []
           *     }
           */
          'application/json': components['schemas']['DeletePhotosResult'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  restorePhotos: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account this delivery belongs to. When it is not the session's account, nothing happens and the answer is `409 account_mismatch`. */
        'X-Account'?: components['parameters']['Account'];
      };
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "ids": [
         *         "0199aa00-0000-7000-8000-0000000000f1"
         *       ]
         *     }
         */
        'application/json': components['schemas']['PhotoIds'];
      };
    };
    responses: {
      /** @description What is there again, and the ids of those that are not. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "restored": [],
           *       "refused": [
           *         "0199aa00-0000-7000-8000-0000000000f1"
           *       ]
           *     }
           */
          'application/json': components['schemas']['RestorePhotosResult'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  moderatePhotos: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account this delivery belongs to. When it is not the session's account, nothing happens and the answer is `409 account_mismatch`. */
        'X-Account'?: components['parameters']['Account'];
      };
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "ids": [
         *         "0199aa00-0000-7000-8000-0000000000f1"
         *       ],
         *       "status": "rejected",
         *       "expected": "pending",
         *       "reason": "Out of focus."
         *     }
         */
        'application/json': components['schemas']['ModeratePhotosRequest'];
      };
    };
    responses: {
      /** @description What moved and what did not. Photos that are deleted or not of this event are in neither. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "moderated": [],
           *       "conflicts": []
           *     }
           */
          'application/json': components['schemas']['ModeratePhotosResult'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  takeModeration: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "limit": 10
         *     }
         */
        'application/json': components['schemas']['TakeModerationRequest'];
      };
    };
    responses: {
      /** @description The photos, and how the queue stands. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [],
           *       "pending": 0,
           *       "with_others": 0,
           *       "moderators": 0,
           *       "stream_position": 40
           *     }
           */
          'application/json': components['schemas']['ModerationBatch'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  approvePhoto: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        photoId: components['parameters']['PhotoId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The photo. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-0000000000f1",
           *       "event_id": "0199aa00-0000-7000-8000-0000000000e1",
           *       "uploader": {
           *         "id": "0199aa00-0000-7000-8000-000000000003",
           *         "name": "Mika Berg"
           *       },
           *       "status": "approved",
           *       "state": "processing",
           *       "unreadable_reason": null,
           *       "taken_at": "2026-11-20T21:14:07.120Z",
           *       "taken_at_claimed": null,
           *       "uploaded_at": "2026-11-20T21:14:09.000Z",
           *       "width": null,
           *       "height": null,
           *       "bytes": 2190194,
           *       "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
           *       "content_type": "image/jpeg",
           *       "thumbhash": null,
           *       "likes": 0,
           *       "is_liked": false,
           *       "rejection_reason": null,
           *       "moderated_by": null,
           *       "source": "camera",
           *       "camera": null,
           *       "can": {
           *         "like": true,
           *         "download": true,
           *         "delete": true,
           *         "moderate": false,
           *         "share": true
           *       }
           *     }
           */
          'application/json': components['schemas']['Photo'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  rejectPhoto: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        photoId: components['parameters']['PhotoId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reason": "Out of focus."
         *     }
         */
        'application/json': components['schemas']['RejectPhotoRequest'];
      };
    };
    responses: {
      /** @description The photo. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-0000000000f1",
           *       "event_id": "0199aa00-0000-7000-8000-0000000000e1",
           *       "uploader": {
           *         "id": "0199aa00-0000-7000-8000-000000000003",
           *         "name": "Mika Berg"
           *       },
           *       "status": "approved",
           *       "state": "processing",
           *       "unreadable_reason": null,
           *       "taken_at": "2026-11-20T21:14:07.120Z",
           *       "taken_at_claimed": null,
           *       "uploaded_at": "2026-11-20T21:14:09.000Z",
           *       "width": null,
           *       "height": null,
           *       "bytes": 2190194,
           *       "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
           *       "content_type": "image/jpeg",
           *       "thumbhash": null,
           *       "likes": 0,
           *       "is_liked": false,
           *       "rejection_reason": null,
           *       "moderated_by": null,
           *       "source": "camera",
           *       "camera": null,
           *       "can": {
           *         "like": true,
           *         "download": true,
           *         "delete": true,
           *         "moderate": false,
           *         "share": true
           *       }
           *     }
           */
          'application/json': components['schemas']['Photo'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  getPhoto: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        photoId: components['parameters']['PhotoId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The photo. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-0000000000f1",
           *       "event_id": "0199aa00-0000-7000-8000-0000000000e1",
           *       "uploader": {
           *         "id": "0199aa00-0000-7000-8000-000000000003",
           *         "name": "Mika Berg"
           *       },
           *       "status": "approved",
           *       "state": "processing",
           *       "unreadable_reason": null,
           *       "taken_at": "2026-11-20T21:14:07.120Z",
           *       "taken_at_claimed": null,
           *       "uploaded_at": "2026-11-20T21:14:09.000Z",
           *       "width": null,
           *       "height": null,
           *       "bytes": 2190194,
           *       "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
           *       "content_type": "image/jpeg",
           *       "thumbhash": null,
           *       "likes": 0,
           *       "is_liked": false,
           *       "rejection_reason": null,
           *       "moderated_by": null,
           *       "source": "camera",
           *       "camera": null,
           *       "can": {
           *         "like": true,
           *         "download": true,
           *         "delete": true,
           *         "moderate": false,
           *         "share": true
           *       }
           *     }
           */
          'application/json': components['schemas']['Photo'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  deletePhoto: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account this delivery belongs to. When it is not the session's account, nothing happens and the answer is `409 account_mismatch`. */
        'X-Account'?: components['parameters']['Account'];
      };
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        photoId: components['parameters']['PhotoId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      default: components['responses']['Problem'];
    };
  };
  likePhoto: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account this delivery belongs to. When it is not the session's account, nothing happens and the answer is `409 account_mismatch`. */
        'X-Account'?: components['parameters']['Account'];
      };
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        photoId: components['parameters']['PhotoId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it now stands. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "photo_id": "0199aa00-0000-7000-8000-0000000000f1",
           *       "likes": 3,
           *       "is_liked": true
           *     }
           */
          'application/json': components['schemas']['Like'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  unlikePhoto: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account this delivery belongs to. When it is not the session's account, nothing happens and the answer is `409 account_mismatch`. */
        'X-Account'?: components['parameters']['Account'];
      };
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        photoId: components['parameters']['PhotoId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it now stands. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "photo_id": "0199aa00-0000-7000-8000-0000000000f1",
           *       "likes": 2,
           *       "is_liked": false
           *     }
           */
          'application/json': components['schemas']['Like'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  getPhotoThumb: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        photoId: components['parameters']['PhotoId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Image'];
      /** @description Unchanged. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      default: components['responses']['Problem'];
    };
  };
  getPhotoPreview: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        photoId: components['parameters']['PhotoId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Image'];
      /** @description Unchanged. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      default: components['responses']['Problem'];
    };
  };
  downloadPhoto: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        photoId: components['parameters']['PhotoId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Image'];
      /** @description Unchanged. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      default: components['responses']['Problem'];
    };
  };
  getPhotoOriginal: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        photoId: components['parameters']['PhotoId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Image'];
      /** @description Unchanged. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      default: components['responses']['Problem'];
    };
  };
  streamEvent: {
    parameters: {
      query?: {
        /** @description Go on behind this change. */
        after?: number;
      };
      header?: {
        'Last-Event-ID'?: string;
      };
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The stream. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example id: 12
           *     event: removed
           *     data: {"seq":12,"kind":"removed","photo_id":"0199aa00-0000-7000-8000-0000000000f1","photo":null,"likes":null}
           */
          'text/event-stream': string;
        };
      };
      default: components['responses']['Problem'];
    };
  };
  createUpload: {
    parameters: {
      query?: never;
      header: {
        /** @description The account this delivery belongs to. When it is not the session's account, nothing happens and the answer is `409 account_mismatch`. */
        'X-Account': components['parameters']['RequiredAccount'];
        /**
         * @description `event` and the event's id in base64, as `event MDE5OWFhMDAt…`. Without it, an account that may deliver somewhere can have a few
         *     uploads open: pages of the release before named none.
         */
        'Upload-Metadata'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      201: components['responses']['Tus'];
      default: components['responses']['Problem'];
    };
  };
  describeUploads: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: components['responses']['Tus'];
      default: components['responses']['Problem'];
    };
  };
  cancelUpload: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account this delivery belongs to. When it is not the session's account, nothing happens and the answer is `409 account_mismatch`. */
        'X-Account'?: components['parameters']['Account'];
      };
      path: {
        uploadId: components['parameters']['UploadId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: components['responses']['Tus'];
      default: components['responses']['Problem'];
    };
  };
  describeUpload: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account this delivery belongs to. When it is not the session's account, nothing happens and the answer is `409 account_mismatch`. */
        'X-Account'?: components['parameters']['Account'];
      };
      path: {
        uploadId: components['parameters']['UploadId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: components['responses']['Tus'];
      default: components['responses']['Problem'];
    };
  };
  getUploadOffset: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account this delivery belongs to. When it is not the session's account, nothing happens and the answer is `409 account_mismatch`. */
        'X-Account'?: components['parameters']['Account'];
      };
      path: {
        uploadId: components['parameters']['UploadId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Tus'];
      default: components['responses']['Problem'];
    };
  };
  appendUpload: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account this delivery belongs to. When it is not the session's account, nothing happens and the answer is `409 account_mismatch`. */
        'X-Account'?: components['parameters']['Account'];
      };
      path: {
        uploadId: components['parameters']['UploadId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: components['responses']['Tus'];
      default: components['responses']['Problem'];
    };
  };
  getHealth: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It does. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok"
           *     }
           */
          'application/json': components['schemas']['Health'];
        };
      };
    };
  };
  getReadiness: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Ready. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ready",
           *       "checks": {
           *         "database": true,
           *         "migrations": true,
           *         "storage": true
           *       }
           *     }
           */
          'application/json': components['schemas']['Readiness'];
        };
      };
      /** @description Not ready. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "unready",
           *       "checks": {
           *         "database": false,
           *         "migrations": true,
           *         "storage": true
           *       }
           *     }
           */
          'application/json': components['schemas']['Readiness'];
        };
      };
    };
  };
}
