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
     * The events the reader may enter, latest start first
     * @description Those of the reader's organizations and those joined; with `view_events` also other organizations' public events that are not drafts.
     */
    get: operations['listEvents'];
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
     * @description Joining again changes nothing and answers the event.
     */
    post: operations['joinEvent'];
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
     * @description The upload's id, in `Location`, is the server's. Bytes may come with the creation.
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
      first_name: string;
      last_name: string;
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
      require_approval: boolean;
      auto_gallery: boolean;
      allow_downloads: boolean;
      photos_count: number;
      attendees_count: number;
      branding: components['schemas']['Branding'];
      /**
       * @description What the reader is to this event.
       * @enum {string}
       */
      relation: 'organization' | 'participant' | 'visitor';
      can: components['schemas']['EventAbilities'];
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    /** @description What the reader may do here, as the server would decide now. */
    EventAbilities: {
      /** @description Take new shots. What was shot before is accepted also when this is false. */
      capture: boolean;
      like: boolean;
      download: boolean;
    };
    EventPage: {
      items: components['schemas']['Event'][];
      next_cursor: string | null;
    };
    JoinRequest: {
      /** @description Case and separators do not matter. */
      code: string;
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
    };
    Branding: {
      /** @description Default #000000: no colour chosen. */
      primary_color: string;
      secondary_color: string;
      logo_url: string | null;
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
      /** Format: date-time */
      taken_at: string;
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
      can: components['schemas']['PhotoAbilities'];
    };
    PhotoAbilities: {
      like: boolean;
      download: boolean;
      delete: boolean;
      moderate: boolean;
    };
    PhotoPage: {
      items: components['schemas']['Photo'][];
      next_cursor: string | null;
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
      /** @enum {string} */
      source: 'camera' | 'import' | 'share' | 'generated';
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
     *     `reset` says that the position asked for is too old: read the gallery again.
     */
    PhotoChange: {
      seq: number;
      /** @enum {string} */
      kind: 'added' | 'changed' | 'removed' | 'likes' | 'reset';
      /** Format: uuid */
      photo_id: string | null;
      photo: components['schemas']['Photo'] | null;
      likes: number | null;
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
      /** @description One entry per field, with 422. */
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
    /** @description The `next_cursor` of the page before. Opaque. */
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
        /** @description The `next_cursor` of the page before. Opaque. */
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
           *       "next_cursor": null
           *     }
           */
          'application/json': components['schemas']['EventPage'];
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
           *       "require_approval": false,
           *       "auto_gallery": true,
           *       "allow_downloads": true,
           *       "photos_count": 0,
           *       "attendees_count": 1,
           *       "branding": {
           *         "primary_color": "#000000",
           *         "secondary_color": "#ffffff",
           *         "logo_url": null
           *       },
           *       "relation": "participant",
           *       "can": {
           *         "capture": true,
           *         "like": true,
           *         "download": true
           *       },
           *       "created_at": "2026-11-01T09:00:00.000Z",
           *       "updated_at": "2026-11-01T09:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['Event'];
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
           *       "require_approval": false,
           *       "auto_gallery": true,
           *       "allow_downloads": true,
           *       "photos_count": 0,
           *       "attendees_count": 1,
           *       "branding": {
           *         "primary_color": "#000000",
           *         "secondary_color": "#ffffff",
           *         "logo_url": null
           *       },
           *       "relation": "participant",
           *       "can": {
           *         "capture": true,
           *         "like": true,
           *         "download": true
           *       },
           *       "created_at": "2026-11-01T09:00:00.000Z",
           *       "updated_at": "2026-11-01T09:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['Event'];
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
           *       "rejection_reason": null
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
        /** @description The `next_cursor` of the page before. Opaque. */
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
           *       "uploaded_at": "2026-11-20T21:14:09.000Z",
           *       "width": null,
           *       "height": null,
           *       "bytes": 2190194,
           *       "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
           *       "content_type": "image/jpeg",
           *       "thumbhash": null,
           *       "likes": 0,
           *       "is_liked": false,
           *       "can": {
           *         "like": true,
           *         "download": true,
           *         "delete": true,
           *         "moderate": false
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
           *       "uploaded_at": "2026-11-20T21:14:09.000Z",
           *       "width": null,
           *       "height": null,
           *       "bytes": 2190194,
           *       "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
           *       "content_type": "image/jpeg",
           *       "thumbhash": null,
           *       "likes": 0,
           *       "is_liked": false,
           *       "can": {
           *         "like": true,
           *         "download": true,
           *         "delete": true,
           *         "moderate": false
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
           *       "uploaded_at": "2026-11-20T21:14:09.000Z",
           *       "width": null,
           *       "height": null,
           *       "bytes": 2190194,
           *       "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
           *       "content_type": "image/jpeg",
           *       "thumbhash": null,
           *       "likes": 0,
           *       "is_liked": false,
           *       "can": {
           *         "like": true,
           *         "download": true,
           *         "delete": true,
           *         "moderate": false
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
