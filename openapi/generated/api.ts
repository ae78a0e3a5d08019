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
     * @description Signs in as well, for the browser session. Nobody can register as `super_admin` or `admin`. Where registration is closed, an address that was
     *     invited may still open a personal account.
     */
    post: operations['register'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth/guest/session': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Log a guest in again, by the key that their device holds */
    post: operations['resumeGuest'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth/upgrade': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make a guest a full account
     * @description The account stays the same, with its events, photos and session; from now on it can be logged in to from anywhere. The guest's key opens
     *     nothing any more. Repeating it with the same address and password changes nothing.
     */
    post: operations['upgradeGuest'];
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
    /** Log in */
    post: operations['login'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth/login/code': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Log in with the second factor
     * @description Takes the challenge of `login` with a code of the authenticator app, or with a recovery code. A challenge works once, for ten minutes and
     *     five tries; a code works once.
     */
    post: operations['completeLogin'];
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
     *     costs nothing; reuse of an older one ends the session. `account_deleted`: of an account that is gone; it is told again until a logout, so
     *     that a lost answer costs nothing.
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
  '/api/v1/auth/forgot-password': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Have a link to a new password sent to an email address
     * @description The answer is the same, and as quick, whether or not there is an account with this address. The link works once, for an hour.
     */
    post: operations['requestPasswordReset'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth/reset-password': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Choose a new password, by the link that was sent
     * @description Ends every session of the account. The address counts as confirmed from then on. If it never was before, changes of address, passkeys
     *     and two-factor authentication that were set up before end, too.
     */
    post: operations['resetPassword'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth/verify-email': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Confirm an email address, by the link that was sent
     * @description May be repeated while the link works, for a week. The first time that an address is confirmed, everything that was set up before ends:
     *     changes of address, passkeys, two-factor authentication and sessions, but for the session that the call is made in.
     */
    post: operations['verifyEmail'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth/verify-email/resend': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Have the link that confirms one's own email address sent again */
    post: operations['resendVerification'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth/password': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Change one's own password, or set a first one
     * @description By the current password or by a passkey. Ends every other session of the account, and tells its owner by mail.
     */
    put: operations['changePassword'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth/profile': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Change one's own name, or how dates are written
     * @description What is left out stays.
     */
    put: operations['updateProfile'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One's own sessions, the one used last first
     * @description The hundred that were used last.
     */
    get: operations['listSessions'];
    put?: never;
    post?: never;
    /** Log out everywhere but here */
    delete: operations['endOtherSessions'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth/stream': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What one's session says has changed, live (server-sent events)
     * @description Begins with a `session` message, and sends another whenever role, permissions, organizations, name or notices are others than it told last. Its `data:` is a
     *     `SessionNotice`; what the session says then is read by renewing it. Ends with the session.
     */
    get: operations['streamAccount'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth/sessions/{sessionId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Log out one of one's own devices
     * @description Succeeds for a session that has ended already. Photos that wait on the device stay there.
     */
    delete: operations['endOwnSession'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth/two-factor': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Whether one's own account has two-factor authentication */
    get: operations['getTwoFactor'];
    put?: never;
    /**
     * Get the secret for an authenticator app
     * @description Nothing is asked for at a login before `confirmTwoFactor` has shown that the app knows the secret. Beginning again in the same session within
     *     an hour tells the same secret, so that two tabs do not end each other's; later, or in another session, it makes a new one.
     */
    post: operations['beginTwoFactor'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth/two-factor/confirm': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Switch two-factor authentication on, with a code of the app
     * @description The recovery codes are told this once; their owner is told by mail.
     */
    post: operations['confirmTwoFactor'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth/two-factor/recovery-codes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Get new recovery codes
     * @description Those before open nothing any more.
     */
    post: operations['renewRecoveryCodes'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth/two-factor/disable': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Switch two-factor authentication off
     * @description Secret and recovery codes are forgotten; their owner is told by mail.
     */
    post: operations['disableTwoFactor'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth/avatar': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Set one's own picture
     * @description A JPEG, PNG, WebP, AVIF or HEIC of at most 5 MB. It is judged by its content, cut to a square of 512 pixels, and rid of what the camera
     *     wrote into it. Another takes the place of the one before.
     */
    post: operations['uploadAvatar'];
    /**
     * Remove one's own picture
     * @description Repeating it changes nothing.
     */
    delete: operations['removeAvatar'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/people/{userId}/avatar/{picture}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The person's id. */
        userId: components['parameters']['UserId'];
        /** @description Names this picture and no other. */
        picture: string;
      };
      cookie?: never;
    };
    /**
     * A person's picture
     * @description For the person, for those who share an organization or an event with them, for the organizations whose events they take part in, and for
     *     the platform. For others it is not there.
     */
    get: operations['getAvatar'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/organizations/{id}/billing': {
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
     * An organization's plan, and what it uses of it
     * @description For its active members, and for super admins. What an organization asked for is told to those who manage its settings.
     */
    get: operations['getBilling'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/organizations/{id}/plan': {
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
     * Put an organization on a plan
     * @description Counts at once. What is there stays, also where the plan has no room for it: only more is refused. A pending request for this plan is
     *     thereby accepted. Refused while the organization pays for a plan at the payment provider: it would go on paying for that one.
     */
    put: operations['setPlan'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/organizations/{id}/plan-requests': {
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
     * Ask for another plan
     * @description It is answered by the platform's people. There is one at a time: asking for the same again changes its message, asking for another plan while one
     *     is pending is refused. An organization asks so often in an hour and no more; another message for the one that waits is not counted.
     */
    post: operations['requestPlan'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/organizations/{id}/plan-requests/{requestId}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        /** @description The id of a request for a plan. */
        requestId: components['parameters']['RequestId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Withdraw a request that is pending
     * @description Repeating it changes nothing. Taken back by asking again.
     */
    delete: operations['withdrawPlanRequest'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/organizations/{id}/plan-requests/{requestId}/answer': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        /** @description The id of a request for a plan. */
        requestId: components['parameters']['RequestId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Accept or decline a request for a plan
     * @description Accepting puts the organization on the plan. Repeating the same answer changes nothing.
     */
    post: operations['answerPlanRequest'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/plan-requests': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What organizations asked for, the longest waiting first */
    get: operations['listPlanRequests'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/organizations/{id}/invoices': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    /** An organization's invoices, latest first */
    get: operations['listInvoices'];
    put?: never;
    /**
     * Issue an invoice
     * @description The caller makes its id: repeating the call makes no second one. It is made out to the organization as it is called now, and gets the next number.
     */
    post: operations['issueInvoice'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/organizations/{id}/invoices/{invoiceId}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        invoiceId: components['parameters']['InvoiceId'];
      };
      cookie?: never;
    };
    /** One invoice */
    get: operations['getInvoice'];
    /**
     * Mark an invoice paid or void, or open again
     * @description What is paid becomes open before it becomes void. Repeating it changes nothing. The payment provider's are changed there.
     */
    put: operations['updateInvoice'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/organizations/{id}/invoices/{invoiceId}/link': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        invoiceId: components['parameters']['InvoiceId'];
      };
      cookie?: never;
    };
    /**
     * Where an invoice of the payment provider is read and paid
     * @description Of an invoice of ours there is none.
     */
    get: operations['getInvoiceLink'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/organizations/{id}/checkout': {
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
     * Open the page on which a plan is bought
     * @description There is one at a time: asked for again, the same page is answered; for another plan, the page before is closed. The plan changes once the
     *     payment provider tells that it was paid.
     */
    post: operations['openCheckout'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/organizations/{id}/billing-portal': {
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
     * Open the page on which what is paid for is changed and cancelled
     * @description Also of an organization that is suspended, which would otherwise go on paying.
     */
    post: operations['openBillingPortal'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/billing/stripe-events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Told by Stripe what happened there
     * @description A webhook: what is not signed by Stripe within the last minutes is refused. Each event counts once, in whatever order they come; what it is about
     *     is then read from Stripe. There is none where Stripe is not connected.
     */
    post: operations['receivePaymentEvent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth/account/requests': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What one asked the platform to do with one's own data */
    get: operations['listOwnDataRequests'];
    put?: never;
    /**
     * Ask for one's data, or to be deleted
     * @description Everybody downloads their data and deletes their account themselves, at once; this is for whoever cannot. It is answered within a month.
     *     One of a kind at a time. A deletion says what is to become of one's photos. A guest says where to answer.
     */
    post: operations['askForData'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth/account/requests/{requestId}/withdraw': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        requestId: string;
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Withdraw what one asked for
     * @description Also what came by letter. Repeating it changes nothing.
     */
    post: operations['withdrawDataRequest'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/data-exports/{token}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Of the link that was mailed. */
        token: string;
      };
      cookie?: never;
    };
    /**
     * What a link to somebody's data opens
     * @description It changes nothing - programs that look at links in mails before people do may open it.
     */
    get: operations['getSentExport'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/data-exports/{token}/archive': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Of the link that was mailed. */
        token: string;
      };
      cookie?: never;
    };
    /**
     * Download somebody's data, by the link they were mailed
     * @description The file of `exportOwnData`, made while it is sent. As often as it takes while the link works: what is large may break off.
     *     The trail keeps each time.
     */
    get: operations['downloadSentExport'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/data-requests': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What people ask the platform to do with their data
     * @description For super administrators. What a download holds is never theirs to read.
     */
    get: operations['listDataRequests'];
    put?: never;
    /**
     * Write down what somebody asked by email or letter
     * @description The person is told by mail, and can withdraw it. The month to answer runs from the day on which it came.
     */
    post: operations['recordDataRequest'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/data-requests/{requestId}/export': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        requestId: string;
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send somebody the way to their data
     * @description By mail, to their own address; of a guest, to the one they gave. Of who is suspended, or a guest, only a link opens it. Nobody else gets
     *     anything - the archive is made when it is downloaded.
     */
    post: operations['sendDataExport'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/data-requests/{requestId}/deletion': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        requestId: string;
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Delete the account of somebody who asked for it, for good
     * @description As `deleteOwnAccount` does, with what that refuses: the last admin of an organization and the last super administrator stay until somebody
     *     else is one. It cannot be undone. They are told by mail.
     */
    post: operations['deleteRequestedAccount'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/data-requests/{requestId}/decline': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        requestId: string;
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Decline what somebody asked for, with a reason
     * @description They read it by email and in their settings, and can ask again.
     */
    post: operations['declineDataRequest'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth/email-change': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The change of one's own email address that waits to be confirmed */
    get: operations['getEmailChange'];
    put?: never;
    /**
     * Ask for another email address of one's own account
     * @description A link goes to both addresses, and the new one counts when both have confirmed it within three days; either can refuse. Where the present
     *     address was never confirmed, the new one's word is enough. Takes the place of a change that waits.
     */
    post: operations['requestEmailChange'];
    /**
     * Take back a change of one's own email address
     * @description Its links work no more. Succeeds where nothing waits.
     */
    delete: operations['cancelEmailChange'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth/email-change/resend': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Have the links of a change of one's own email address sent again
     * @description New ones, to the addresses that have not confirmed it yet; those before work no more.
     */
    post: operations['resendEmailChange'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth/email-change/answer': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Confirm or refuse a change of email address, by the link that was sent
     * @description May be repeated while the link works. Links for a forgotten password that went to the old address work no more. What was set up on the
     *     account stays where the new address is confirmed in a session of it and its owner had confirmed the old one; else it ends as by verifyEmail.
     */
    post: operations['answerEmailChange'];
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
  '/api/v1/event/organization/{orgId}/export': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The organization's id. */
        orgId: components['parameters']['OrgId'];
      };
      cookie?: never;
    };
    /**
     * The list of an organization's events as a CSV file
     * @description All that the filters leave, in the list's order. Times are UTC.
     */
    get: operations['exportOrganizationEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/event/organization/{orgId}/overview': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The organization's id. */
        orgId: string;
      };
      cookie?: never;
    };
    /** An organization in numbers, and what waits for its people */
    get: operations['getOrganizationOverview'];
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
  '/api/v1/auth/guest': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Join an event without an account
     * @description Makes a guest - a person without email address and password, bound to the device that holds the key -, joins the event and opens a
     *     session of 30 days. The same key is the same guest: a repeated call makes no second one, and one who was logged out is logged in again.
     *     New guests are limited for each event and each network address.
     */
    post: operations['joinAsGuest'];
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
     * @description For everyone who holds the code, logged in or not. Calls are limited, so that codes cannot be guessed.
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
     * @description It can be restored for 30 days, unless the platform sets another day. Deliveries to it are answered 410 meanwhile. Repeating it changes nothing.
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
     * @description Until `restorable_until`. Of an event that is not deleted nothing changes. What the platform removed it alone restores.
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
  '/api/v1/event/{id}/participants/export': {
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
     * The list of participants as a CSV file
     * @description All that the filters leave, latest first. Times are UTC.
     */
    get: operations['exportParticipants'];
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
     * Remove a participant, or leave
     * @description Every participant may leave by it, whatever became of the event, and comes back by a code that lets people in. Who was removed cannot come
     *     back by the code. Their photos stay, and what waits on their phones is still accepted. Repeating it changes nothing.
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
    /**
     * Let a removed participant back in
     * @description Who left comes back by themselves.
     */
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
     * @description Each is mailed a code of their own that works once, also where only invited people may join. Inviting an address again answers its
     *     unused invitation, and mails it again unless that was minutes ago.
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
  '/api/v1/generation-models': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The models that one may use now, with what they take
     * @description Those that are switched on, set up and open to whoever asks. The form is made of their capabilities.
     */
    get: operations['listGenerationModels'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/credits': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What may still be made this month */
    get: operations['getCredits'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/generation-sources': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a picture, or a mask, to make something of
     * @description A JPEG, PNG, WebP, AVIF or HEIC of at most 30 MB and 100 megapixels, one picture and no animation. It is judged by its content, turned upright, rid
     *     of what the device wrote into it, and forgotten after a day, or when fifty later ones have come. What it shows stays between whoever sent it and the model.
     */
    post: operations['uploadGenerationSource'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/generation-sources/{sourceId}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        sourceId: string;
      };
      cookie?: never;
    };
    /** A picture that one sent, small */
    get: operations['getGenerationSource'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/generations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What one had made, last asked for first */
    get: operations['listGenerations'];
    put?: never;
    /**
     * Have images made
     * @description `Idempotency-Key` becomes the id: sending the same again, at any point of failure, makes nothing twice and costs nothing twice. Its credits are held until it is
     *     finished; what fails or is cancelled costs nothing, except images that were made already.
     */
    post: operations['createGeneration'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/generations/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What becomes of one's generations, live (server-sent events)
     * @description Each `generation` message holds a `Generation` as it is now; its `id:` is the `seq`. Resumed by `Last-Event-ID` or `?after=`: whatever changed since comes
     *     once, as it is by then. Without either it begins with what is not finished. Where others move in the queue, what waits comes as a `place`
     *     message with its new `queue_position`: its `seq` is unchanged, the `id:` that of the last `generation`.
     */
    get: operations['streamGenerations'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/generations/{generationId}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        generationId: string;
      };
      cookie?: never;
    };
    /** A generation as it is now */
    get: operations['getGeneration'];
    put?: never;
    post?: never;
    /**
     * Cancel it, queued or running
     * @description Counts at once, and repeating it changes nothing. What is finished stays as it is.
     */
    delete: operations['cancelGeneration'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/generated-images': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Images that were made, the newest first
     * @description One's own; with `organization_id` all that were made for the organization, for its active members.
     */
    get: operations['listGeneratedImages'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/generated-images/delete': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Delete several images
     * @description Each as one by one; those that the reader may not delete stay and are named.
     */
    post: operations['deleteGeneratedImages'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/generated-images/restore': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Restore several deleted images
     * @description Each as one by one, for 30 days; of what is not deleted nothing changes.
     */
    post: operations['restoreGeneratedImages'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/generated-images/{imageId}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an image that was made. */
        imageId: components['parameters']['ImageId'];
      };
      cookie?: never;
    };
    /** An image that was made */
    get: operations['getGeneratedImage'];
    put?: never;
    post?: never;
    /** Delete it, for 30 days so that it can be restored */
    delete: operations['deleteGeneratedImage'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/generated-images/{imageId}/restore': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an image that was made. */
        imageId: components['parameters']['ImageId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Restore a deleted image */
    post: operations['restoreGeneratedImage'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/generated-images/{imageId}/favourite': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an image that was made. */
        imageId: components['parameters']['ImageId'];
      };
      cookie?: never;
    };
    get?: never;
    /** Count it among one's favourites */
    put: operations['addFavouriteImage'];
    post?: never;
    /** No longer count it among one's favourites */
    delete: operations['removeFavouriteImage'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/generated-images/{imageId}/thumb': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an image that was made. */
        imageId: components['parameters']['ImageId'];
      };
      cookie?: never;
    };
    /** The image, 400 pixels wide at most */
    get: operations['getGeneratedImageThumb'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/generated-images/{imageId}/preview': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an image that was made. */
        imageId: components['parameters']['ImageId'];
      };
      cookie?: never;
    };
    /** The image, large enough to fill a screen */
    get: operations['getGeneratedImagePreview'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/generated-images/{imageId}/original': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an image that was made. */
        imageId: components['parameters']['ImageId'];
      };
      cookie?: never;
    };
    /** The file as it was made, with its recipe and where it comes from */
    get: operations['getGeneratedImageOriginal'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/images': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The shelf - event photos of all events and images that were made, the newest first
     * @description One's own shelf holds the photos that one took and those that one likes, as far as one may see them now, and what one had made for oneself. With
     *     `organization_id` it holds all photos of the organization's events and all that was made for it, for its active members. Who sees what is what
     *     the event's gallery and the image itself would show. Photos stand at the time they were taken, images at the time they were made.
     */
    get: operations['listImages'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/images/months': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The months in which a shelf has images, the newest first
     * @description As `listImages` lists them under the same filters, by the calendar of UTC. A list that is read `to` the end of a month begins there.
     */
    get: operations['listImageMonths'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/image-collections': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The collections of a shelf, by their names
     * @description One's own, or with `organization_id` the organization's. At most 200.
     */
    get: operations['listImageCollections'];
    put?: never;
    /**
     * Make a collection
     * @description Its id is made by the client; sending it again makes no second one. Of an organization any active member makes one.
     */
    post: operations['createImageCollection'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/image-collections/{collectionId}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The collection's id. */
        collectionId: components['parameters']['CollectionId'];
      };
      cookie?: never;
    };
    get?: never;
    /** Rename a collection */
    put: operations['renameImageCollection'];
    post?: never;
    /**
     * Delete a collection; what is in it stays where it is
     * @description It can be restored for 30 days.
     */
    delete: operations['deleteImageCollection'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/image-collections/{collectionId}/restore': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The collection's id. */
        collectionId: components['parameters']['CollectionId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Restore a deleted collection with all that was in it */
    post: operations['restoreImageCollection'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/image-collections/{collectionId}/images': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The collection's id. */
        collectionId: components['parameters']['CollectionId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Put photos and images into a collection
     * @description Those that one may see, of an organization's collection also only what is the organization's. What is in it already stays. What is not put in is named;
     *     a collection holds at most 10,000.
     */
    post: operations['addToImageCollection'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/image-collections/{collectionId}/images/remove': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The collection's id. */
        collectionId: components['parameters']['CollectionId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Take photos and images out of a collection */
    post: operations['removeFromImageCollection'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/logs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The audit trail, the latest first
     * @description Who did what, on what, from where, when, with which outcome; errors of the server among it. For super administrators.
     */
    get: operations['listLogs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/logs/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Entries of the audit trail as a CSV file
     * @description All that the filters leave, the latest first. The export is in the trail, too.
     */
    get: operations['exportLogs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/logs/export-lines': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Entries of the audit trail as JSON Lines
     * @description All that the filters leave, the latest first, a `LogEntry` a line. The export is in the trail, too.
     */
    get: operations['exportLogLines'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/logs/stream': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Tells that the audit trail holds more (server-sent events)
     * @description A `news` message when it is opened and, at most once a second, when entries were added. It holds no entry - the list is read again.
     */
    get: operations['streamLogs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/logs/seal': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** How far the audit trail is sealed, and how long it is kept */
    get: operations['getLogSeal'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/logs/verify': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Whether sealed entries are what they were when they were sealed
     * @description A part at a time, from the oldest on. Go on with `next` until that is null.
     */
    post: operations['verifyLogs'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/logs/retention': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Set how long the audit trail is kept
     * @description Older entries are deleted each night. The hashes of their blocks stay, so that the seal holds.
     */
    put: operations['changeLogRetention'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/logs/{entryId}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        entryId: number;
      };
      cookie?: never;
    };
    /** An entry of the audit trail */
    get: operations['getLog'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/organizations/{id}/members': {
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
     * An organization's members
     * @description For its active members; also while it waits for approval or is suspended.
     */
    get: operations['listMembers'];
    put?: never;
    /**
     * Add somebody who has an account
     * @description Somebody the organization knows by their address already: who took part in one of its events, or was a member before. They are `invited`
     *     until they answer themselves, by the call that changes their status. Everybody else is invited by their address. A former member begins
     *     with what the role gives, without what admins had turned off for them; a former admin is added by admins only.
     */
    post: operations['addMember'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/organizations/{id}/members/export': {
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
     * The list of members as a CSV file
     * @description All that the filters leave, in the list's order.
     */
    get: operations['exportMembers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/organizations/{id}/members/{memberId}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        /** @description The membership's id. */
        memberId: components['parameters']['MemberId'];
      };
      cookie?: never;
    };
    get?: never;
    /**
     * Change a member's role, or status
     * @description One of the two in a call. Admins are changed, and made, by admins only, of people who have confirmed their address themselves. Who is `invited` becomes `active` by themselves: no manager
     *     answers for them.
     */
    put: operations['updateMember'];
    post?: never;
    /**
     * Remove a member, or leave
     * @description Everybody may leave by it, also before they have answered or while they are suspended. Their photos and events stay. Who was removed is
     *     restored by `restoreMember`. Repeating it changes nothing.
     */
    delete: operations['removeMember'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/organizations/{id}/members/{memberId}/restore': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        /** @description The membership's id. */
        memberId: components['parameters']['MemberId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Take the removal of a member back
     * @description With their role, status and permissions as they were; what admins gave beyond the role comes back by an admin, or by who removed them.
     *     Of somebody who is in nothing changes. Who left by themselves is not brought back by others, but invited again.
     */
    post: operations['restoreMember'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/organizations/{id}/members/{memberId}/permissions': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        /** @description The membership's id. */
        memberId: components['parameters']['MemberId'];
      };
      cookie?: never;
    };
    get?: never;
    /**
     * Decide for one member what their role does not
     * @description Replaces what was decided before; `{}` takes all of it back. Counts from the member's next call on. The last admin keeps the right to
     *     manage members.
     */
    put: operations['updateMemberPermissions'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/organizations/{id}/members/invite': {
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
     * Invite people to become members
     * @description Each is mailed a link of their own that works once, for 14 days. The answer holds another link to the same invitation, which the
     *     organization may pass on by itself; it does not confirm the address. Inviting an address
     *     again is sending its invitation again, with the role and the message as they are now. Admins, former ones too, are invited by admins only.
     */
    post: operations['inviteMembers'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/organizations/{id}/invitations': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    /** Invitations that nobody has used, latest first */
    get: operations['listMemberInvitations'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/organizations/{id}/invitations/{invitationId}': {
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
     * @description Its link opens nothing any more. Repeating it changes nothing, nor does taking back what was used.
     */
    delete: operations['revokeMemberInvitation'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/organizations/{id}/invitations/{invitationId}/restore': {
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
     * @description With its link, until it expires. Of one that counts nothing changes.
     */
    post: operations['restoreMemberInvitation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/organizations/{id}/invitations/{invitationId}/resend': {
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
     * Send an invitation again
     * @description Mailed with a new link, for 14 days from now; the link before opens nothing any more. Also of one that has expired.
     */
    post: operations['resendMemberInvitation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/invitations/{token}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The last part of the invitation's link. */
        token: components['parameters']['InvitationToken'];
      };
      cookie?: never;
    };
    /**
     * What the link of an invitation opens
     * @description For everyone who holds the link, logged in or not.
     */
    get: operations['previewMemberInvitation'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/invitations/{token}/accept': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The last part of the invitation's link. */
        token: components['parameters']['InvitationToken'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Become a member by an invitation
     * @description With the account of the address that was invited; who has none registers first. The link in the invitation's email confirms the
     *     address, and ends what was set up before if the account never had a confirmed one (see verifyEmail). With a link that was passed on by
     *     the organization, the address must be confirmed already. Repeating it changes nothing. Who was removed or
     *     suspended after it was sent is not let in by it, nor is a former admin by an invitation that no admin sent. A former member begins with
     *     what the role gives, without what admins had turned off for them.
     */
    post: operations['acceptMemberInvitation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/generation-models': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Every model that this platform knows, with what was chosen for it and how it fares
     * @description For super administrators. How a model, or a provider, fares is counted from what happened in the last seven days.
     */
    get: operations['listPlatformModels'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/generation-models/{modelId}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a generation model. */
        modelId: components['parameters']['ModelId'];
      };
      cookie?: never;
    };
    /** One model, with its version */
    get: operations['getPlatformModel'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change what was chosen for a model
     * @description Only what is named changes, and it counts from the next request on: what is queued for a model that is switched off fails with `model_unavailable`.
     *     With `If-Match` (the `ETag` that was read) nothing is overwritten unseen.
     */
    patch: operations['changePlatformModel'];
    trace?: never;
  };
  '/api/v1/platform/generation-models/{modelId}/test': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a generation model. */
        modelId: components['parameters']['ModelId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Have one image made to see whether a model works
     * @description Also with one that is switched off. It costs no credits, belongs to whoever asks, and is followed like any other generation.
     *     `Idempotency-Key` becomes its id.
     */
    post: operations['testPlatformModel'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/generation-model-order': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Set the order in which people see the models */
    put: operations['orderPlatformModels'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/notices': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What one was told in the app, the newest first */
    get: operations['listNotices'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/notices/read': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Mark notices of one's own as read
     * @description Those that are named, or all that there are. Repeating it changes nothing; another's are not touched.
     */
    post: operations['markNoticesRead'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/push': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What a device needs for pushes, and whether this one is pushed to */
    get: operations['getPush'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/push/subscription': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Push to this device
     * @description It belongs to this session: once that has ended, nothing is pushed there. A device that was another person's is theirs no more. Of the devices of one
     *     person the latest 20 are kept. Repeating it changes nothing.
     */
    put: operations['turnPushOn'];
    post?: never;
    /** Push nothing to this device any more */
    delete: operations['turnPushOff'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/announcements': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What the platform told people, and what became of it */
    get: operations['listAnnouncements'];
    put?: never;
    /**
     * Tell people something, now or later
     * @description The id is made by the client: the same sent twice is one. Whom it reaches is decided when it is sent. By mail and by push it goes to those who did not
     *     switch that off.
     */
    post: operations['createAnnouncement'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/announcements/reach': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** How many people an announcement would reach now */
    post: operations['countAnnouncementReach'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/announcements/{announcementId}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        announcementId: components['parameters']['AnnouncementId'];
      };
      cookie?: never;
    };
    /** One announcement, with what became of it */
    get: operations['getAnnouncement'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/announcements/{announcementId}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        announcementId: components['parameters']['AnnouncementId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel an announcement that is not sent yet
     * @description What has reached people by then stays with them. One that is cancelled already stays so.
     */
    post: operations['cancelAnnouncement'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/announcements/{announcementId}/withdraw': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        announcementId: components['parameters']['AnnouncementId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Take an announcement out of the app again
     * @description It leaves the bell and the list of whomever it reached, and is sent to nobody else. Emails and pushes that wait are not sent any more; those that went out cannot be called back. One that is withdrawn already stays so.
     */
    post: operations['withdrawAnnouncement'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/announcements/{announcementId}/restore': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        announcementId: components['parameters']['AnnouncementId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Show an announcement again that was withdrawn
     * @description Behind the bell of whomever it had reached, as read as it was. Emails and pushes that were not sent stay unsent. One that is not withdrawn stays as it is.
     */
    post: operations['restoreAnnouncement'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth/notifications': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Which mails one is written and what one is pushed, and which of them one has switched off
     * @description Those that may be switched off: about oneself, and about each organization that one is in. Mails that keep an account safe, and
     *     invitations, are not among them: they always go.
     */
    get: operations['listNotifications'];
    /**
     * Switch a kind of mail or push off, or on again
     * @description Counts for what happens from now on. Repeating it changes nothing. A kind that one is not written is not there.
     */
    put: operations['setNotification'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/organizations/{id}/admins': {
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
     * Make somebody an admin of an organization, from outside it
     * @description For super administrators, whatever its status. A member, by their id or confirmed address, becomes an admin and keeps their status. Whoever has an
     *     account with a confirmed address and is no member, by that address, becomes an active member and admin; a former one begins with what the role gives, without
     *     what was turned off for them. Where nobody else can manage members, the new admin can, whatever was turned off. Of an admin nothing changes, by an
     *     address that is not confirmed either. Taken back by `dismissOrganizationAdmin`: with `membership=end` where `was` is `none`.
     */
    post: operations['appointOrganizationAdmin'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/organizations/{id}/admins/{userId}': {
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
    post?: never;
    /**
     * Make an admin of an organization a member, from outside it
     * @description For super administrators, whatever its status. They keep their membership, unless it ends with it. Never of its last admin. Repeating it
     *     changes nothing. Taken back by `appointOrganizationAdmin`.
     */
    delete: operations['dismissOrganizationAdmin'];
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
    /**
     * Change an organization's profile
     * @description By its admins also while it waits: what was turned down is corrected so, and waits for a new decision then. With `If-Match` nothing is
     *     overwritten unseen.
     */
    put: operations['updateOrganization'];
    post?: never;
    /**
     * Delete an organization
     * @description By its admins, or by those who manage all organizations. It can be restored for 30 days; until then its events are as deleted ones are.
     *     Refused while one of its events takes photos, active or live: its own admins are told which. One that is suspended is deleted with such events,
     *     too: their cameras are closed, and nobody could end them. Repeating it changes nothing.
     */
    delete: operations['deleteOrganization'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/organizations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Organizations
     * @description All of them for those who manage all organizations; to everybody else those where they are an active member.
     */
    get: operations['listOrganizations'];
    put?: never;
    /**
     * Found an organization
     * @description It waits for approval, with the maker as its admin, unless the platform approves all (`getPlatformInfo`). Nobody may have more than five that wait; guests create an account first.
     */
    post: operations['createOrganization'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/organizations/user/{userId}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The person's id. */
        userId: components['parameters']['UserId'];
      };
      cookie?: never;
    };
    /**
     * The organizations of a person, first joined first
     * @description One's own, with what one was asked to join and has not answered; of others for those who manage people or organizations.
     */
    get: operations['listOrganizationsOfUser'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/organizations/{id}/restore': {
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
     * Take the deletion of an organization back
     * @description Within 30 days. What the platform deleted only the platform restores (`deleted_by_platform`). Of one that is not deleted nothing changes. One that waits for approval counts among the five of its admin (`too_many_pending`);
     *     one whose admins have all deleted their accounts stays deleted (`no_admin`).
     */
    post: operations['restoreOrganization'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/organizations/{id}/approve': {
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
     * Approve an organization that waits
     * @description It opens for its people, and may make events. Repeating it changes nothing.
     */
    post: operations['approveOrganization'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/organizations/{id}/withdraw-approval': {
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
     * Undo the approval of an organization
     * @description It waits for approval again. Refused once it has made an event: from then on it is suspended instead.
     */
    post: operations['withdrawOrganizationApproval'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/organizations/{id}/reject': {
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
     * Turn an organization down, with a reason
     * @description It goes on waiting, and its admin reads the reason; what they correct waits for a new decision. Rejecting again replaces the reason.
     */
    post: operations['rejectOrganization'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/organizations/{id}/suspend': {
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
     * Suspend an organization
     * @description Its area can be read and not changed; cameras of its events close, and photos that wait are still taken. Taken back by reactivating it.
     */
    post: operations['suspendOrganization'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/organizations/{id}/reactivate': {
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
     * End the suspension of an organization
     * @description Taken back by suspending it. Repeating it changes nothing.
     */
    post: operations['reactivateOrganization'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/organizations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * All organizations of the platform, with what decides about them
     * @description For those who manage all organizations. Who waits longest comes first when `sort` is `created_at`.
     */
    get: operations['listPlatformOrganizations'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/organizations/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * All organizations of the platform as a CSV file
     * @description All that the filters leave. The export is in the audit trail.
     */
    get: operations['exportPlatformOrganizations'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/organizations/{id}': {
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
     * One organization of the platform, with all that is known of it
     * @description For super administrators. Also of one that was deleted, while it can be restored.
     */
    get: operations['getPlatformOrganization'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth/account': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What one's own account holds, and whether it can be deleted */
    get: operations['getOwnData'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth/account/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download one's own data
     * @description A ZIP file, made while it is sent: the originals of one's own photos, JSON files with all else that belongs to the account, and
     *     `SHA256SUMS.txt`, the last file, with the hash of each, to be checked by `sha256sum -c`. One at a time for each account.
     */
    get: operations['exportOwnData'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth/account/delete': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Delete one's own account, for good
     * @description Name, email address, password, memberships and parts in events are forgotten, and every session ends. `photos` says what becomes of one's
     *     own photos: `keep` leaves them in their events, without a name; `delete` takes them out of every gallery at once, and their files within a
     *     day. Likes stay as numbers, and the audit trail as it was. Guests need no password; with two-factor authentication on, a password needs a
     *     code beside it.
     */
    post: operations['deleteOwnAccount'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth/deleted-accounts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Which of these accounts are no longer here
     * @description For devices that hold photos of accounts which are not logged in there: those of an account that was deleted can only be exported, and
     *     those of one that the server does not know, as when it was restored from an older backup.
     */
    post: operations['findDeletedAccounts'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth/login/passkey/options': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Begin to log in with a passkey
     * @description Names no account - the authenticator offers what it holds for this site.
     */
    post: operations['beginPasskeyLogin'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth/login/passkey': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Log in with a passkey
     * @description The authenticator has verified the person, so it stands for both factors - no code is asked for. `unknown_passkey` is one that was removed, or
     *     is another installation's.
     */
    post: operations['loginWithPasskey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth/passkeys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One's own passkeys, the oldest first */
    get: operations['listPasskeys'];
    put?: never;
    /**
     * Add the passkey that an authenticator made
     * @description Answers the challenge of `beginPasskey`. Its owner is told by mail.
     */
    post: operations['addPasskey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth/passkeys/options': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Begin to make a passkey */
    post: operations['beginPasskey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth/passkeys/proof': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Begin to prove by a passkey that an account is one's own
     * @description For calls that take `passkey` instead of a password.
     */
    post: operations['beginPasskeyProof'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth/passkeys/{passkeyId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Rename one of one's own passkeys */
    put: operations['renamePasskey'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth/passkeys/{passkeyId}/remove': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Remove one of one's own passkeys
     * @description It opens nothing any more; its owner is told by mail. The only passkey of an account without a password stays (`last_way_in`).
     */
    post: operations['removePasskey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth/upgrade/passkey/options': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Begin to make a guest a full account by a passkey */
    post: operations['beginUpgradeByPasskey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth/upgrade/passkey': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make a guest a full account by a passkey
     * @description As `upgradeGuest`, with a passkey instead of a password. Repeating it with the same address and passkey changes nothing.
     */
    post: operations['upgradeGuestByPasskey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/users': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * People of the platform
     * @description For those who manage users. Deleted accounts are not among them.
     */
    get: operations['listUsers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/users/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * People of the platform as a CSV file
     * @description All that the filters leave. The export is in the audit trail.
     */
    get: operations['exportUsers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/users/bulk': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Suspend, reactivate, confirm or log out several people
     * @description Each by itself - who cannot be changed is skipped, with the reason, and keeps nobody else from it. The last super administrator is never suspended.
     */
    post: operations['changeUsers'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/users/{userId}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The person's id. */
        userId: components['parameters']['UserId'];
      };
      cookie?: never;
    };
    /** A person, with what the platform knows of them */
    get: operations['getUser'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/users/{userId}/role': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The person's id. */
        userId: components['parameters']['UserId'];
      };
      cookie?: never;
    };
    get?: never;
    /**
     * Change what somebody is on the platform
     * @description For super administrators; of others than oneself. The last super administrator stays one, and nobody becomes one whose account is suspended or
     *     whose address is not confirmed. Who it is of is told by mail.
     */
    put: operations['changeUserRole'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/users/{userId}/suspend': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The person's id. */
        userId: components['parameters']['UserId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Suspend an account
     * @description Its sessions end, and nobody logs in to it. Photos that wait on its devices stay there. Taken back by reactivating it.
     */
    post: operations['suspendUser'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/users/{userId}/reactivate': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The person's id. */
        userId: components['parameters']['UserId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** End the suspension of an account */
    post: operations['reactivateUser'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/users/{userId}/verify': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The person's id. */
        userId: components['parameters']['UserId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Confirm somebody's email address for them */
    post: operations['verifyUser'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/users/{userId}/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The person's id. */
        userId: components['parameters']['UserId'];
      };
      cookie?: never;
    };
    /**
     * Where somebody is logged in
     * @description Sessions that have neither ended nor expired, the one used last first, at most 100.
     */
    get: operations['listUserSessions'];
    put?: never;
    post?: never;
    /** Log somebody out everywhere */
    delete: operations['endUserSessions'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/users/{userId}/sessions/{sessionId}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The person's id. */
        userId: components['parameters']['UserId'];
        sessionId: string;
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Log somebody out on one device
     * @description One that has ended stays so.
     */
    delete: operations['endUserSession'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/users/{userId}/view': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The person's id. */
        userId: components['parameters']['UserId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Look at the app as somebody else does, read only
     * @description For half an hour at most, what this session asks for is answered as to that person; renewing the session tells of them, with `viewing`.
     *     Every write, and what hands out files of people or secrets, is answered `403 view_only`. Begin and end are in the audit trail, and the
     *     person can read of it. Never of another super administrator.
     */
    post: operations['viewAsUser'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth/viewing': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Stop looking at the app as somebody else
     * @description Succeeds where nobody does.
     */
    delete: operations['stopViewing'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/auth/viewings': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * When super administrators looked at the app as one's own account does
     * @description The latest first, at most 50.
     */
    get: operations['listOwnViewings'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/users/{userId}/two-factor': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The person's id. */
        userId: components['parameters']['UserId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Turn off two-factor authentication for somebody who has lost it
     * @description The codes of their app and their recovery codes open nothing any more. Without it nothing changes.
     */
    delete: operations['resetUserTwoFactor'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/permissions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What each role may do */
    get: operations['getPermissions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/permissions/effect': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Whom a change of the table would concern
     * @description Nothing is changed. People who have the flag from elsewhere, as from another role or because an organization decided so for them, lose nothing and are not counted.
     */
    post: operations['previewPermission'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/permissions/change': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Give a role a flag, or take it
     * @description As it is wished, so that repeating it changes nothing. It counts from people's next call on, and their open pages learn it within a minute. The reverse call takes it back.
     *     What super administrators may do stays as it is.
     */
    post: operations['changePermission'];
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
  '/api/v1/event/{id}/photos/export': {
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
     * The list of an event's photos as a CSV file, for its organization
     * @description All that the filters leave, latest taken first: what each file is called, who took it and when (UTC), its size and the hash of its original.
     */
    get: operations['exportPhotos'];
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
  '/api/v1/event/{id}/photos/check': {
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
     * What became of these delivered photos
     * @description Asked by a device that holds proofs of delivery. A server that was restored from an older backup has lost what arrived after it: a photo
     *     is `missing` if the caller has no photo with this id in this event, not even a deleted one. `damaged` are those that arrived whole and
     *     whose file cannot be decoded; `processing` those that were not looked at yet. Also answers people who were removed from the event.
     *     Changes nothing.
     */
    post: operations['checkDelivered'];
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
     * @description By whoever deleted them, and what the organization's people deleted of others by any of them who moderates; within 25 minutes, from
     *     the trash within 30 days: their files are still there then. They stand where they stood, with their status and their likes; a cover
     *     that an event lost with one of them is not set again. Of a photo that is not deleted nothing changes.
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
  '/api/v1/event/join/{code}/cover': {
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
     * The cover of the event that a join code opens, at most 1600 px
     * @description For everyone who holds the code, logged in or not. Calls are limited as those of the preview are.
     */
    get: operations['getJoinCover'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/event/{id}/photos/{photoId}/thumb': {
    parameters: {
      query?: {
        /** @description The photo's `watermark`, where it has one. The answer does not follow it; another watermark has another address, so that no cache answers with the one before. */
        mark?: components['parameters']['Mark'];
      };
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
      query?: {
        /** @description The photo's `watermark`, where it has one. The answer does not follow it; another watermark has another address, so that no cache answers with the one before. */
        mark?: components['parameters']['Mark'];
      };
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
      query?: {
        /** @description The photo's `watermark`, where it has one. The answer does not follow it; another watermark has another address, so that no cache answers with the one before. */
        mark?: components['parameters']['Mark'];
      };
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
  '/api/v1/platform/analytics': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The platform over time, or one organization of it
     * @description For super administrators. Counted by a job each hour, in UTC, weeks from Monday; the last days are counted again, as are earlier ones when photos
     *     arrive that were taken then. Photos that never arrive are not known here.
     */
    get: operations['getAnalytics'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/analytics/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The same as a CSV file */
    get: operations['exportAnalytics'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/analytics/organizations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The organizations of which most photos arrived
     * @description At most a hundred, of the whole range together.
     */
    get: operations['listOrganizationAnalytics'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/plans': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The plans there are, cheapest first, with how many organizations are on each */
    get: operations['listPlans'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/plans/{planId}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        planId: components['schemas']['PlanId'];
      };
      cookie?: never;
    };
    get?: never;
    /**
     * Change what a plan is called, costs and has room for
     * @description Limits count at once for every organization that is on it; what is there stays. Invoices that were issued stay as they are. Repeating it changes
     *     nothing. With a payment provider, the price there must be the same one. With `If-Match` (the `version` that was read, in quotes) nothing is
     *     overwritten unseen.
     */
    put: operations['updatePlan'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/subscriptions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Which organization is on which plan, and what it uses of it */
    get: operations['listSubscriptions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/invoices': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The invoices of all organizations, latest first */
    get: operations['listAllInvoices'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/invoices/{invoiceId}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        invoiceId: components['parameters']['InvoiceId'];
      };
      cookie?: never;
    };
    get?: never;
    /**
     * Mark an invoice paid or void, or open again, whoever it was issued to
     * @description As `updateInvoice`, by the invoice alone: also of an organization that was removed for good, whose invoices stay in the books.
     */
    put: operations['updateAnyInvoice'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/invoices/{invoiceId}/pdf': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        invoiceId: components['parameters']['InvoiceId'];
      };
      cookie?: never;
    };
    /** An invoice as a PDF, whoever it was issued to */
    get: operations['getAnyInvoicePdf'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/organizations/{id}/invoices/{invoiceId}/pdf': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        invoiceId: components['parameters']['InvoiceId'];
      };
      cookie?: never;
    };
    /**
     * An invoice as a PDF
     * @description One page. It is written in DejaVu Sans: Latin, Greek, Cyrillic and some more. Of letters that it has no shape for, in the name of the
     *     organization, a question mark stands; the name itself is in `billed_to`.
     */
    get: operations['getInvoicePdf'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/billing/revenue': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What was billed and paid, month by month
     * @description The last twelve months (UTC), the present one first. What is void counts nowhere.
     */
    get: operations['getRevenue'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/billing/seller': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Who issues the invoices */
    get: operations['getSeller'];
    /**
     * Change who issues the invoices
     * @description For invoices from now on. Those that were issued stay as they are. Repeating it changes nothing. With `If-Match` (the `version` that was
     *     read, in quotes) nothing is overwritten unseen.
     */
    put: operations['updateSeller'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * All events of all organizations
     * @description For super administrators. What is told of an event here is not more than how it is run; its photos are behind `listPlatformPhotos`.
     */
    get: operations['listPlatformEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/events/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    /** One event as the platform sees it */
    get: operations['getPlatformEvent'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/events/{id}/pause': {
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
     * Pause an event, with a reason
     * @description Its cameras close, those in use within half a minute, and its organization cannot open them; all else goes on. What was shot before, and waits on devices, is still
     *     taken, as from a suspended organization. The organization reads the reason. Pausing again replaces the reason.
     */
    post: operations['pauseEvent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/events/{id}/resume': {
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
    /** Take a pause back */
    post: operations['resumeEvent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/events/{id}/status': {
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
     * End an event, or open it again
     * @description Only between `live` or `active` and `ended`. The organization may open it again; the cameras of one that is paused stay closed. Its plan does not count here.
     */
    put: operations['setPlatformEventStatus'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/events/{id}/retention': {
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
     * Delete an event, restore it, or move the day at which a deleted one is gone for good
     * @description Events that are not deleted are kept without end. A deleted one is restorable for 30 days unless `restorable_until` says otherwise: from
     *     now to a year ahead. Its files go within a day after that. Of an event that went with its organization nothing can be set here,
     *     nor of one whose day has passed. What the platform deletes with a `reason` only the platform restores: its organization reads why, there
     *     and in a mail.
     */
    put: operations['setEventRetention'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/events/{id}/photos': {
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
     * An event's photos, to be looked at by the platform
     * @description All that are not deleted, whatever their status, latest first. Nothing but looking is possible. The audit trail tells of each page that was read.
     */
    get: operations['listPlatformPhotos'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/events/{id}/photos/{photoId}/thumb': {
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
    /** At most 320 px, for the platform */
    get: operations['getPlatformPhotoThumb'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/events/{id}/photos/{photoId}/preview': {
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
    /** At most 1600 px, for the platform */
    get: operations['getPlatformPhotoPreview'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/events/{id}/photos/{photoId}/take-down': {
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
     * Take a photo down, with a reason
     * @description It leaves every open gallery at once and its files go within the hour, as with any deletion; neither its author nor the organization can
     *     take it back. Both are written the reason a minute later, unless it was put back by then. Repeating it changes nothing.
     */
    post: operations['takeDownPhoto'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/events/{id}/photos/{photoId}/put-back': {
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
     * Put a photo back that the platform has taken down
     * @description Within 25 minutes, while its files are there. It stands where it stood. Of a photo that is there nothing changes.
     */
    post: operations['putPhotoBack'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/health': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How each part of the platform is, and was
     * @description For super administrators. Measured by a job every five minutes and kept for 30 days.
     */
    get: operations['getPlatformHealth'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/info': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What anybody may know of the platform - its name, who may register, and whether it sends mail */
    get: operations['getPlatformInfo'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/settings': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What super administrators set for the whole platform */
    get: operations['getPlatformSettings'];
    /**
     * Change what is set for the whole platform
     * @description What is left out stays. All server processes follow within seconds. A limit is at most what the server's variable says (`bounds`), and `null` where that alone counts; organizations and events that
     *     exist stay as they are.
     */
    put: operations['changePlatformSettings'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/maintenance': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Begin or end maintenance
     * @description While it lasts, writes of everybody but super administrators are answered with `503 maintenance` and `Retry-After`. Reading goes on, and so do sessions. Devices keep what is
     *     captured, and send it when it is over. All server processes follow within seconds; open pages are told.
     */
    put: operations['setMaintenance'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/status': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What the server is set up with by its variables, and how full it is
     * @description Whether a secret is there is told, never what it is.
     */
    get: operations['getPlatformStatus'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/platform/test-mail': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send an email to oneself, to see whether mail leaves the server
     * @description At once and once, past what waits. A mail server that does not take it is no error of this call - its answer is told, without any secret.
     */
    post: operations['sendTestMail'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
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
  '/api/v1/platform/overview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What needs doing on the platform, and how it is
     * @description For super administrators. Counted as it is asked for; what is counted by the day is so since the same time yesterday.
     */
    get: operations['getPlatformOverview'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/organization_settings/{orgId}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The organization's id. */
        orgId: components['parameters']['OrgId'];
      };
      cookie?: never;
    };
    /**
     * An organization's profile, event settings and branding
     * @description For its active members; also while it waits for approval or is suspended.
     */
    get: operations['getOrganizationSettings'];
    /**
     * Change an organization's settings
     * @description Only what is named changes. With `If-Match` (the `ETag` that was read) nothing is overwritten unseen: when somebody else has changed
     *     the settings since, nothing happens and the answer is 412. New events take their defaults from here; events that are there stay as they are.
     *     A watermark that is on has a picture (`watermark_incomplete`): the logo, or a text that comes with its own. From the change on it lies on
     *     all that people outside the organization are given of its photos, also of those from before.
     */
    put: operations['updateOrganizationSettings'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/organization_settings/{orgId}/avatar': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The organization's id. */
        orgId: components['parameters']['OrgId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Set the organization's picture
     * @description A JPEG, PNG, WebP, AVIF or HEIC of at most 5 MB. It is judged by its content, made small, and rid of what the camera wrote into it. It is
     *     shown to whoever knows its address.
     */
    post: operations['uploadOrganizationAvatar'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/organization_settings/{orgId}/avatar/{picture}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The organization's id. */
        orgId: components['parameters']['OrgId'];
        /** @description Names this picture and no other. */
        picture: string;
      };
      cookie?: never;
    };
    /** The organization's picture */
    get: operations['getOrganizationAvatar'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/organization_settings/{orgId}/logo': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The organization's id. */
        orgId: components['parameters']['OrgId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Set the organization's logo
     * @description A JPEG, PNG, WebP, AVIF or HEIC of at most 5 MB. It is judged by its content and made small; what is transparent stays so. It stands in
     *     events, on join pages, on posters and in mails, and may be the watermark.
     */
    post: operations['uploadOrganizationLogo'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/organization_settings/{orgId}/logo/{picture}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The organization's id. */
        orgId: components['parameters']['OrgId'];
        /** @description Names this picture and no other. */
        picture: string;
      };
      cookie?: never;
    };
    /** The organization's logo */
    get: operations['getOrganizationLogo'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/organization_settings/{orgId}/watermark/{picture}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The organization's id. */
        orgId: components['parameters']['OrgId'];
        /** @description Names this picture and no other. */
        picture: string;
      };
      cookie?: never;
    };
    /** The picture of the watermark's text */
    get: operations['getOrganizationWatermark'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/tickets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One's own tickets, last changed first */
    get: operations['listOwnTickets'];
    put?: never;
    /**
     * Write to the people who run the platform
     * @description Sending it again, with the same id and message, makes no second one: 200. A screenshot is sent after it.
     */
    post: operations['createTicket'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/tickets/inbox': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Everybody's tickets
     * @description For those of the platform who manage users.
     */
    get: operations['listTickets'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/tickets/{ticketId}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        ticketId: components['parameters']['TicketId'];
      };
      cookie?: never;
    };
    /**
     * A ticket with all that was written to and fro
     * @description One's own, or anybody's for those who answer.
     */
    get: operations['getTicket'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/tickets/{ticketId}/messages': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        ticketId: components['parameters']['TicketId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Answer a ticket, or write on in one's own
     * @description Whose ticket it is writes as a person, whoever they are; anybody else answers for the platform, and the person is told by mail. Sending it
     *     again, with the same id and text, adds nothing: 200. A ticket takes 200 messages.
     */
    post: operations['addTicketMessage'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/tickets/{ticketId}/status': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        ticketId: components['parameters']['TicketId'];
      };
      cookie?: never;
    };
    get?: never;
    /**
     * Close a ticket, or open it again
     * @description Whose ticket it is closes and opens it; those who answer may call it answered as well. Repeating it changes nothing.
     */
    put: operations['setTicketStatus'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/tickets/{ticketId}/read': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        ticketId: components['parameters']['TicketId'];
      };
      cookie?: never;
    };
    get?: never;
    /**
     * Say that the answers up to a message were seen
     * @description By whose ticket it is. What comes after that message stays unread.
     */
    put: operations['markTicketRead'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/tickets/{ticketId}/screenshot': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        ticketId: components['parameters']['TicketId'];
      };
      cookie?: never;
    };
    /** The screenshot of a ticket */
    get: operations['getTicketScreenshot'];
    put?: never;
    /**
     * Send a screenshot with one's own ticket
     * @description A JPEG, PNG, WebP, AVIF or HEIC of at most 5 MB. It is judged by its content, kept at no more than 1600 pixels, and rid of what the device
     *     wrote into it. Another takes the place of the one before.
     */
    post: operations['uploadTicketScreenshot'];
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
      /** @description Told also to who is invited, before anything else of it is. */
      organization_name: string;
      /** @enum {string} */
      role: 'organization' | 'member';
      /** @enum {string} */
      status: 'invited' | 'active' | 'suspended';
    };
    /** @description 256 random bits in base64url, made and kept by the guest's device. Whoever holds it is this guest; becoming a full account ends it. */
    GuestKey: string;
    SessionUser: {
      /** Format: uuid */
      id: string;
      /**
       * Format: email
       * @description Null: a guest, who has no account of their own yet.
       */
      email: string | null;
      first_name: string;
      last_name: string;
      role: components['schemas']['Role'];
      is_verified: boolean;
      date_locale?: components['schemas']['DateLocale'];
      avatar_url?: components['schemas']['PersonAvatarUrl'];
      permissions: components['schemas']['Permissions'];
      organizations: components['schemas']['Organization'][];
      memberships: components['schemas']['Membership'][];
      maintenance?: components['schemas']['MaintenanceNotice'];
      /** @description Only where a super administrator looks at the app as this person - nothing can be changed. */
      viewing?: {
        /**
         * Format: date-time
         * @description By itself, at the latest.
         */
        ends_at: string;
      };
    };
    /** @description The person's picture (`getAvatar`). Null, or left out, where there is none. */
    PersonAvatarUrl: string | null;
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
    ResumeGuestRequest: {
      key: components['schemas']['GuestKey'];
    };
    UpgradeRequest: {
      /** Format: email */
      email: string;
      password: string;
      /** Format: name */
      first_name: string;
      /** Format: name */
      last_name: string;
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
    /** @description 256 random bits in base64url, as the link in a mail ends with. Kept by its hash alone. */
    MailToken: string;
    PasswordResetRequest: {
      /** Format: email */
      email: string;
    };
    MailQueued: {
      delivery: components['schemas']['MailDelivery'];
    };
    /**
     * @description How mail leaves this installation. `file`, that SMTP is not set up, and whoever runs it finds mails in the folder `mail` of its data.
     * @enum {string}
     */
    MailDelivery: 'smtp' | 'file';
    ResetPasswordRequest: {
      token: components['schemas']['MailToken'];
      password: string;
    };
    VerifyEmailRequest: {
      token: components['schemas']['MailToken'];
    };
    ChangePasswordRequest: {
      /** @description Of who has one, unless a passkey proves it. */
      current_password?: string;
      passkey?: components['schemas']['PasskeyAssertion'];
      password: string;
    };
    UpdateProfileRequest: {
      /** Format: name */
      first_name?: string;
      /** Format: name */
      last_name?: string;
      date_locale?: components['schemas']['DateLocale'];
    };
    /**
     * @description How dates and times are written. Null, as the device does.
     * @enum {string|null}
     */
    DateLocale: 'en-US' | 'en-GB' | 'de-DE' | 'es-ES' | 'fr-FR' | 'it-IT' | 'nl-NL' | 'pl-PL' | 'pt-PT' | 'sv-SE' | 'ja-JP' | null;
    OwnSession: {
      /** Format: uuid */
      id: string;
      /** @description Browser and system, as the browser says. */
      device: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      last_used_at: string;
      is_current: boolean;
    };
    /** @description A `data:` of one's own stream. Another version, another session; what it says is not told here. */
    SessionNotice: {
      version: string;
      /** @description Another one, when notices came or were read; they are not told here. */
      notices: string;
    };
    SessionList: {
      items: components['schemas']['OwnSession'][];
    };
    LoginChallenge: {
      challenge: components['schemas']['Challenge'];
      /** Format: date-time */
      expires_at: string;
    };
    /** @description 256 random bits in base64url. Bound to the account whose password was right; opens nothing by itself. */
    Challenge: string;
    /** @description Six digits of the authenticator app, or a recovery code. Spaces, hyphens and case do not matter. */
    SecondFactorCode: string;
    CompleteLoginRequest: {
      challenge: components['schemas']['Challenge'];
      code: components['schemas']['SecondFactorCode'];
    };
    TwoFactor: {
      is_on: boolean;
      /** Format: date-time */
      since: string | null;
      recovery_codes_left: number;
    };
    TwoFactorSecret: {
      secret: string;
      uri: string;
    };
    ConfirmTwoFactorRequest: {
      /** @description Six digits of the authenticator app. */
      code: string;
    };
    RecoveryCodes: {
      /** @description Each lets its owner in once, instead of a code of the app. */
      recovery_codes: string[];
    };
    /** @enum {string} */
    PlanId: 'free' | 'pro' | 'studio';
    /** @description Null - without a limit. Photos are never refused for one of these. */
    PlanLimits: {
      /** @description Events that are neither ended nor archived, at the same time. */
      events: number | null;
      /** @description Members, without suspended ones, and pending invitations. */
      staff: number | null;
      /** @description Of originals. Where it is used up, no new event is made. */
      storage_bytes: number | null;
      /** @description Images made in a calendar month (UTC). */
      generations: number | null;
    };
    Plan: {
      id: components['schemas']['PlanId'];
      name: string;
      /** @description In hundredths of the currency. */
      monthly_price: number;
      /** @description ISO 4217. */
      currency: string;
      limits: components['schemas']['PlanLimits'];
    };
    /** @description What counts against the limits. */
    PlanUsage: {
      events: number;
      members: number;
      invitations: number;
      storage_bytes: number;
      generations: number;
    };
    Billing: {
      plan: components['schemas']['Plan'];
      /**
       * Format: date-time
       * @description When it was put on this plan; null for one that nobody chose.
       */
      since: string | null;
      usage: components['schemas']['PlanUsage'];
      /**
       * Format: date
       * @description When the count of images begins anew (UTC).
       */
      generations_renew_on: string;
      /** @description The latest that was not withdrawn. Null also for who does not manage billing. */
      request: components['schemas']['PlanRequest'] | null;
      plans: components['schemas']['Plan'][];
      /** @description How it pays by itself. Null - billing is done by hand. */
      payment: components['schemas']['BillingPayment'] | null;
      can: {
        /** @description Read invoices, and ask for another plan. */
        manage: boolean;
      };
    };
    /** @enum {string} */
    PaymentProviderName: 'stripe';
    /**
     * @description `past_due` - the last payment failed, and is tried again; `unpaid` - it is not tried any more.
     * @enum {string}
     */
    PaymentStatus: 'active' | 'past_due' | 'unpaid';
    /** @description A plan that is paid for at the payment provider. */
    PaymentSubscription: {
      status: components['schemas']['PaymentStatus'];
      /** @description Null - it is paid for at a price that is no plan's. */
      plan: components['schemas']['PlanId'] | null;
      /**
       * Format: date-time
       * @description Null where it ends.
       */
      renews_at: string | null;
      /**
       * Format: date-time
       * @description When it ends without being renewed.
       */
      ends_at: string | null;
      /**
       * Format: date-time
       * @description Until when the plan stays although the last payment failed.
       */
      grace_ends_at: string | null;
    };
    BillingPayment: {
      provider: components['schemas']['PaymentProviderName'];
      /** @description Those that can be bought. */
      plans: components['schemas']['PlanId'][];
      /** @description Null where it pays for none, and for who does not manage billing. */
      subscription: components['schemas']['PaymentSubscription'] | null;
      /** @description Somebody was sent to pay, and the provider has not told yet how that ended. */
      is_waiting: boolean;
      /** @description Whether it is known to the provider: then there is a portal. */
      has_account: boolean;
    };
    CheckoutRequest: {
      plan: components['schemas']['PlanId'];
    };
    HostedPage: {
      /**
       * Format: uri
       * @description At the payment provider. Whoever has it may use it, for a while: it is not to be kept.
       */
      url: string;
    };
    HostedInvoice: {
      /**
       * Format: uri
       * @description At the payment provider. Whoever has it may use it, for a while: it is not to be kept. Null while somebody else looks at the app as this
       *     person.
       */
      url: string | null;
    };
    PaymentEventReceived: {
      /** @constant */
      received: true;
    };
    SetPlanRequest: {
      plan: components['schemas']['PlanId'];
    };
    RequestPlanRequest: {
      plan: components['schemas']['PlanId'];
      /** @description For the platform's people. */
      message?: string;
    };
    PlanRequest: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      organization_id: string;
      organization_name: string;
      plan: components['schemas']['PlanId'];
      message: string;
      /** @enum {string} */
      status: 'pending' | 'accepted' | 'declined' | 'withdrawn';
      requested_by: string | null;
      /** Format: date-time */
      requested_at: string;
      answer: string;
      /** Format: date-time */
      answered_at: string | null;
    };
    PlanRequestPage: {
      items: components['schemas']['PlanRequest'][];
      next_cursor: string | null;
      /** @description The page before this one; null on the first. */
      previous_cursor: string | null;
      /** @description How many the filters leave. */
      total: number;
    };
    AnswerPlanRequestRequest: {
      accept: boolean;
      /** @description Read by the organization. */
      answer?: string;
    };
    /** @enum {string} */
    InvoiceStatus: 'open' | 'paid' | 'void';
    Invoice: {
      /** Format: uuid */
      id: string;
      /** @description Of ours without gaps over all organizations; of a payment provider's as it numbers them. */
      number: string;
      status: components['schemas']['InvoiceStatus'];
      /** @description Open after the day on which it is due (UTC). */
      is_overdue: boolean;
      description: string;
      /** @description In hundredths of the currency. */
      amount: number;
      /** @description ISO 4217. */
      currency: string;
      /** Format: date */
      period_start: string;
      /**
       * Format: date
       * @description The last day.
       */
      period_end: string;
      /** Format: date-time */
      issued_at: string;
      /** Format: date */
      due_on: string;
      /** Format: date-time */
      paid_at: string | null;
      /** Format: date-time */
      voided_at: string | null;
      /** @description The organization, as it was called when the invoice was issued. */
      billed_to: {
        name: string;
        email: string | null;
      };
      /** @description As it was when the invoice was issued. */
      issued_by: components['schemas']['Seller'];
      /** @description The payment provider that issued it; null - we did. */
      provider: components['schemas']['PaymentProviderName'] | null;
    };
    InvoicePage: {
      items: components['schemas']['Invoice'][];
      next_cursor: string | null;
      /** @description The page before this one; null on the first. */
      previous_cursor: string | null;
      /** @description How many the filters leave. */
      total: number;
    };
    IssueInvoiceRequest: {
      /** Format: uuid */
      id: string;
      /** Format: name */
      description: string;
      amount: number;
      /**
       * @description ISO 4217.
       * @default EUR
       */
      currency: string;
      /** Format: date */
      period_start: string;
      /** Format: date */
      period_end: string;
      /**
       * Format: date
       * @description Today or later, wherever the issuer sits.
       */
      due_on: string;
    };
    UpdateInvoiceRequest: {
      status: components['schemas']['InvoiceStatus'];
    };
    /** @enum {string} */
    DataRequestKind: 'export' | 'deletion';
    /**
     * @description `keep` leaves them in their events, without a name.
     * @enum {string}
     */
    FateOfPhotos: 'keep' | 'delete';
    /** @enum {string} */
    DataRequestStatus: 'open' | 'done' | 'declined' | 'withdrawn';
    DataRequestNote: string;
    OwnDataRequest: {
      /** Format: uuid */
      id: string;
      kind: components['schemas']['DataRequestKind'];
      /** @description Of a deletion. */
      photos: components['schemas']['FateOfPhotos'] | null;
      status: components['schemas']['DataRequestStatus'];
      note: string;
      /** @description It came by email or letter, and somebody of the platform wrote it down. */
      by_letter: boolean;
      /**
       * Format: date-time
       * @description When it came.
       */
      asked_at: string;
      /**
       * Format: date-time
       * @description A month later: by then it is answered (GDPR, Article 12(3)).
       */
      due_at: string;
      /**
       * Format: date-time
       * @description When it was answered, or withdrawn.
       */
      settled_at: string | null;
      /** @description Why it was declined. */
      answer: string;
    };
    OwnDataRequests: {
      /** @description Last asked first. */
      items: components['schemas']['OwnDataRequest'][];
    };
    AskForDataRequest: {
      kind: components['schemas']['DataRequestKind'];
      photos?: components['schemas']['FateOfPhotos'];
      note?: components['schemas']['DataRequestNote'];
      /**
       * Format: email
       * @description Of a guest, who is to say it; of anybody else their own address counts.
       */
      reply_to?: string;
    };
    DataRequest: {
      /** Format: uuid */
      id: string;
      person: {
        /** Format: uuid */
        id: string;
        name: string;
        /** @description Null of a guest, and of a deleted account. */
        email: string | null;
        /** @enum {string} */
        state: 'active' | 'suspended' | 'deleted';
      };
      kind: components['schemas']['DataRequestKind'];
      /** @description Of a deletion. */
      photos: components['schemas']['FateOfPhotos'] | null;
      status: components['schemas']['DataRequestStatus'];
      /** @description What they wrote, or what was noted of their letter. */
      note: string;
      /** @description Where a guest is written. */
      reply_to: string | null;
      /** @description Who wrote it down, of what came by email or letter and while they are known. */
      recorded_by: string | null;
      by_letter: boolean;
      /**
       * Format: date-time
       * @description When it came.
       */
      asked_at: string;
      /**
       * Format: date-time
       * @description A month later (GDPR, Article 12(3)).
       */
      due_at: string;
      /**
       * Format: date-time
       * @description When it was answered, or withdrawn.
       */
      settled_at: string | null;
      /** @description The super administrator who answered it; null: nobody has, or the person did it themselves. */
      settled_by: string | null;
      /** @description Why it was declined. */
      answer: string;
      /** @description Of an export that was sent with a link which opens it by itself. */
      link: {
        /** Format: date-time */
        expires_at: string;
        /**
         * Format: date-time
         * @description The first time.
         */
        downloaded_at: string | null;
      } | null;
      can: {
        /** @description While it is open; nobody answers their own. */
        answer: boolean;
      };
    };
    DataRequestPage: {
      items: components['schemas']['DataRequest'][];
      next_cursor: string | null;
      /** @description The page before this one; null on the first. */
      previous_cursor: string | null;
      /** @description How many the filters leave. */
      total: number;
    };
    RecordDataRequestRequest: {
      /** Format: uuid */
      user_id: string;
      kind: components['schemas']['DataRequestKind'];
      photos?: components['schemas']['FateOfPhotos'];
      note?: components['schemas']['DataRequestNote'];
      /**
       * Format: email
       * @description Of a guest: the address that is theirs, as far as the platform could make sure.
       */
      reply_to?: string;
      /**
       * Format: date
       * @description The day on which it came, not one to come.
       */
      received_on: string;
    };
    SendDataExportRequest: {
      /**
       * @description `login`: they log in and download it. `link`: whoever opens the mail does, for a week, without logging in.
       * @enum {string}
       */
      access: 'login' | 'link';
    };
    DeleteRequestedAccountRequest: {
      photos: components['schemas']['FateOfPhotos'];
    };
    DeclineDataRequestRequest: {
      /** @description They read it by email and in their settings. */
      reason: string;
    };
    SentExport: {
      /** Format: date-time */
      expires_at: string;
      /** @description Of theirs, in all events. */
      photos: number;
      /** @description Of their originals. */
      bytes: number;
    };
    EmailChangeState: {
      pending: components['schemas']['EmailChange'] | null;
    };
    EmailChange: {
      /** Format: email */
      new_email: string;
      /** @description Also true where the present address was never confirmed: nobody is known to read it. */
      old_confirmed: boolean;
      new_confirmed: boolean;
      /** Format: date-time */
      expires_at: string;
    };
    RequestEmailChangeRequest: {
      /** Format: email */
      email: string;
      password?: string;
      code?: components['schemas']['SecondFactorCode'];
      passkey?: components['schemas']['PasskeyAssertion'];
    };
    AnswerEmailChangeRequest: {
      token: components['schemas']['MailToken'];
      /** @enum {string} */
      answer: 'confirm' | 'refuse';
    };
    EmailChangeOutcome: {
      /**
       * @description `waiting`, for the other address.
       * @enum {string}
       */
      state: 'waiting' | 'changed' | 'refused';
    };
    /**
     * @description Live and active events take new shots.
     * @enum {string}
     */
    EventStatus: 'draft' | 'live' | 'active' | 'ended' | 'archived';
    /**
     * @description The status, except of an event that takes new shots after its end (start plus duration): that is `ending` if it ends automatically, else
     *     `overdue`, and neither `live` nor `active`.
     * @enum {string}
     */
    ShownEventStatus: 'draft' | 'active' | 'live' | 'ending' | 'overdue' | 'ended' | 'archived';
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
      /** @description Where it takes place, as "Europe/Berlin". Null: not told; each reader has their own clock. */
      time_zone: string | null;
      /** @description It ends six hours after its time is over. Photos that were taken before are still accepted then. Opening it after that turns this off. */
      ends_automatically: boolean;
      location: string;
      /** Format: uuid */
      cover_photo_id: string | null;
      /** @description For the organization only. */
      join_code: string | null;
      join_policy: components['schemas']['JoinPolicy'];
      join_identity: components['schemas']['JoinIdentity'];
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
      /** @description What is laid on the cover for this reader: see `Photo`. */
      watermark: string | null;
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
      /**
       * Format: date-time
       * @description Since when the platform has it paused: cameras are closed and all else goes on; what was shot before is taken.
       */
      paused_at: string | null;
      /** @description Told to the organization only. */
      pause_reason: string | null;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      /**
       * Format: date-time
       * @description Set only for the organization, while it can be restored.
       */
      deleted_at: string | null;
      /**
       * Format: date-time
       * @description Of a deleted one.
       */
      restorable_until: string | null;
      /** @description Why the platform removed it: then the organization cannot restore it. Told to the organization only. */
      removal_reason: string | null;
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
     * @description What one must have to join - an account of one's own, a name, or nothing. Who has less joins without an account (`joinAsGuest`).
     * @enum {string}
     */
    JoinIdentity: 'account' | 'name' | 'none';
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
    GuestJoinRequest: {
      /** @description Case and separators do not matter. */
      code: string;
      key: components['schemas']['GuestKey'];
      /**
       * Format: name
       * @description As others see them. A guest who is known by the key is called so from now on.
       */
      name?: string;
    };
    GuestSession: {
      user: components['schemas']['SessionUser'];
      /** @description Valid for 15 minutes, for API clients. */
      access_token: string;
      event: components['schemas']['Event'];
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
      /** @description Where it takes place, as "Europe/Berlin". Null: not told; each reader has their own clock. */
      time_zone: string | null;
      location: string;
      branding: components['schemas']['Branding'];
      /** @description Whether there is a picture to be had by `getJoinCover`. */
      has_cover: boolean;
      /** @description Whether this code is a personal invitation, which works once. */
      is_personal: boolean;
      /**
       * @description `open`: this code lets one in. `invited`: only personal invitations do. `closed`: nobody new is let in. `over`: the event has ended.
       *     `used`: this invitation was used. Who is in already stays in, whatever it says.
       * @enum {string}
       */
      admission: 'open' | 'invited' | 'closed' | 'over' | 'used';
      join_identity: components['schemas']['JoinIdentity'];
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
      /**
       * Format: time-zone
       * @description Of the IANA database, as "Europe/Berlin".
       */
      time_zone?: string | null;
      /** @description On unless said otherwise. */
      ends_automatically?: boolean;
      /** Format: name */
      location?: string;
      join_policy?: components['schemas']['JoinPolicy'];
      join_identity?: components['schemas']['JoinIdentity'];
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
      /**
       * Format: time-zone
       * @description Of the IANA database, as "Europe/Berlin".
       */
      time_zone?: string | null;
      /** @description On unless said otherwise. */
      ends_automatically?: boolean;
      /** Format: name */
      location?: string;
      /** Format: uuid */
      cover_photo_id?: string | null;
      join_policy?: components['schemas']['JoinPolicy'];
      join_identity?: components['schemas']['JoinIdentity'];
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
      /** @description By what they show as, `ShownEventStatus`. */
      counts: {
        /** @description Without the deleted ones. */
        all: number;
        draft: number;
        live: number;
        active: number;
        ending: number;
        overdue: number;
        ended: number;
        archived: number;
        deleted: number;
      };
    };
    OrganizationOverview: {
      /** @description By what they show as, `ShownEventStatus`. */
      events: {
        /** @description Without the deleted ones. */
        all: number;
        draft: number;
        live: number;
        active: number;
        ending: number;
        overdue: number;
        ended: number;
        archived: number;
        deleted: number;
      };
      photos: number;
      /** @description Of the originals. */
      bytes: number;
      /** @description Bytes that the plan has room for; null without a limit. */
      storage_limit: number | null;
      /** @description Active members. */
      staff: number;
      /** @description To become a member; 0 for who does not manage members. */
      expired_invitations: number;
      /** @description Photos that wait for a decision, and the at most five events where most of them do. */
      pending: {
        photos: number;
        events: {
          /** Format: uuid */
          id: string;
          name: string;
          photos: number;
        }[];
      };
      /** @description At most five events that still take photos though their time is over, and that do not end by themselves; the longest over first. */
      past_their_end: {
        /** Format: uuid */
        id: string;
        name: string;
      }[];
      /** @description The last 30 days, today last. */
      days: {
        /** Format: date */
        day: string;
        /** @description By the day they were taken on. */
        photos: number;
        /** @description That these photos have now. */
        likes: number;
      }[];
    };
    PublishGalleryRequest: {
      published: boolean;
    };
    /** @description Deleted photos count nowhere. `approved`, `pending`, `rejected` and `unreadable` add up to `photos`. */
    EventNumbers: {
      photos: number;
      /** @description What everybody sees who may enter. */
      approved: number;
      pending: number;
      rejected: number;
      /** @description Approved, but the file cannot be decoded. */
      unreadable: number;
      likes: number;
      /** @description Of the originals. */
      bytes: number;
      /** @description People who have joined, without those who were removed. */
      participants: number;
      /** @description People with at least one photo, staff included. */
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
      /** @description Null of a guest without an account. */
      email: string | null;
      avatar_url: components['schemas']['PersonAvatarUrl'];
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
      /** @description Works once, in place of the event's code. Null while somebody else looks at the app as this person. */
      code: string | null;
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
      delivery: components['schemas']['MailDelivery'];
    };
    InviteParticipantsRequest: {
      emails: string[];
      role?: components['schemas']['ParticipantRole'];
    };
    /**
     * @description `text-to-image` makes images of a prompt, and of a source image where the model takes one; `image-to-image` changes a source image;
     *     `upscale` makes one larger; `cut-out` takes the person out of its background.
     * @enum {string}
     */
    GenerationTask: 'text-to-image' | 'image-to-image' | 'upscale' | 'cut-out';
    GenerationModel: {
      /** @description Stable, such as `builtin:illustrator`. */
      id: string;
      name: string;
      /** @description Who makes the images, in a word for people. */
      provider: string;
      task: components['schemas']['GenerationTask'];
      /** @description False of what follows rules alone, such as the illustrator and the filters. */
      is_ai: boolean;
      description: string;
      /** @description Of the model, where it is told. */
      licence: string | null;
      /** @description For each image. */
      credits: number;
      capabilities: components['schemas']['GenerationCapabilities'];
    };
    /** @description What the model takes. What it does not take is refused before anything is made, 422. */
    GenerationCapabilities: {
      /** @enum {string} */
      prompt: 'required' | 'optional' | 'none';
      negative_prompt: boolean;
      /** @description The same request with the same seed makes the same image. */
      seed: boolean;
      /** @description How far the result may go from the source image. */
      strength: boolean;
      /** @enum {string} */
      source: 'required' | 'optional' | 'none';
      /** @description Where the source image may be changed: white. */
      mask: boolean;
      /** @description What stands behind a cut-out. */
      background: boolean;
      /** @description Whether it tells how far it is. */
      progress: boolean;
      /** @description Images of one request. */
      max_count: number;
      /** @description In UTF-16 code units; 0 where it takes no prompt. */
      max_prompt_length: number;
      /** @description Width times height of the source image; null - whatever it has. */
      max_source_pixels: number | null;
      /** @description None where the source image gives it, or where the model takes aspect ratios. */
      sizes: components['schemas']['ImageSize'][];
      aspect_ratios: string[];
      styles: {
        id: string;
        name: string;
      }[];
    };
    ImageSize: {
      width: number;
      height: number;
    };
    GenerationModelList: {
      items: components['schemas']['GenerationModel'][];
    };
    /** @description What one person, or one organization, may still use in this calendar month (UTC). */
    Credits: {
      /** @description Null - without a limit. */
      limit: number | null;
      used: number;
      /** @description Held for what is not finished. */
      reserved: number;
      /** Format: date */
      renews_on: string;
    };
    /** @description A picture that something is made of. */
    GenerationSource: {
      /**
       * @description `upload`: sent by `uploadGenerationSource`; `image`: made here; `photo`: of an event, with `event_id`.
       * @enum {string}
       */
      kind: 'upload' | 'image' | 'photo';
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      event_id?: string | null;
    };
    /** @description All that a result is made of, so that it can be made again. */
    GenerationRequest: {
      model: string;
      prompt: string;
      negative_prompt: string;
      width: number | null;
      height: number | null;
      aspect_ratio: string | null;
      count: number;
      /** @description Of the first image; each one after it has the next. */
      seed: number | null;
      style: string | null;
      strength: number | null;
      /** @description `transparent`, or a colour as #rrggbb. */
      background: string | null;
      source: components['schemas']['GenerationSource'] | null;
      /**
       * Format: uuid
       * @description An upload.
       */
      mask: string | null;
    };
    CreateGenerationRequest: {
      model: string;
      /**
       * Format: uuid
       * @description For whom it is made and counted. Null - for oneself.
       */
      organization_id?: string | null;
      /** @default  */
      prompt: string;
      /** @default  */
      negative_prompt: string;
      width?: number | null;
      height?: number | null;
      aspect_ratio?: string | null;
      /** @default 1 */
      count: number;
      /** @description Null - chosen and told. */
      seed?: number | null;
      style?: string | null;
      strength?: number | null;
      background?: string | null;
      source?: components['schemas']['GenerationSource'] | null;
      /**
       * Format: uuid
       * @description An upload.
       */
      mask?: string | null;
    };
    /** @enum {string} */
    GenerationStatus: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';
    GenerationError: {
      /** @enum {string} */
      code:
        | 'content_policy'
        | 'provider_quota'
        | 'rate_limited'
        | 'not_configured'
        | 'model_unavailable'
        | 'source_unavailable'
        | 'unsupported'
        | 'invalid_request'
        | 'empty_result'
        | 'timeout'
        | 'provider_error'
        | 'interrupted';
      /** @description A sentence for a person. */
      message: string;
      /** @description The same again may succeed. */
      retryable: boolean;
      /** @description Seconds. */
      retry_after: number | null;
    };
    Generation: {
      /** Format: uuid */
      id: string;
      /** @description Of this state: what comes later has a greater one. */
      seq: number;
      status: components['schemas']['GenerationStatus'];
      /** @description Null where it is not known. */
      progress: number | null;
      /** @description Of a queued one: how many come before it. */
      queue_position: number | null;
      /** @description What is being done. */
      message: string | null;
      model_name: string;
      /** Format: uuid */
      organization_id: string | null;
      person: {
        /** Format: uuid */
        id: string;
        name: string;
      };
      request: components['schemas']['GenerationRequest'];
      images: components['schemas']['GeneratedImage'][];
      /** @description What was not done as asked for, such as words that were not drawn. */
      warnings: {
        code: string;
        message: string;
      }[];
      /** @description Held while it is not finished; then what was used. */
      credits: number;
      error: components['schemas']['GenerationError'] | null;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      started_at: string | null;
      /** Format: date-time */
      finished_at: string | null;
      can: {
        cancel: boolean;
      };
    };
    GenerationPage: {
      items: components['schemas']['Generation'][];
      next_cursor: string | null;
    };
    /** @description Its files are at `…/thumb`, `…/preview` and `…/original`. */
    GeneratedImage: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      generation_id: string;
      /** Format: uuid */
      organization_id: string | null;
      /** Format: uuid */
      person_id: string;
      model: string;
      model_name: string;
      prompt: string;
      seed: number | null;
      width: number;
      height: number;
      bytes: number;
      /** @enum {string} */
      content_type: 'image/png' | 'image/jpeg' | 'image/webp';
      /** @description Base64, as of photos. */
      thumbhash: string;
      /** @description Perhaps shows nudity; shown only when asked for. Nothing else is looked for. */
      is_sensitive: boolean;
      /** @description Of who asks. */
      is_favourite: boolean;
      /** Format: date-time */
      created_at: string;
      /**
       * Format: date-time
       * @description It can be restored for 30 days.
       */
      deleted_at: string | null;
      can: {
        /** @description And restore. */
        delete: boolean;
      };
    };
    GeneratedImagePage: {
      items: components['schemas']['GeneratedImage'][];
      next_cursor: string | null;
    };
    DeleteImagesResult: {
      deleted: string[];
      refused: string[];
    };
    RestoreImagesResult: {
      restored: string[];
      refused: string[];
    };
    GenerationUpload: {
      /** Format: uuid */
      id: string;
      /** @description Of the picture upright, as it is used. */
      width: number;
      height: number;
    };
    GenerationUploadForm: {
      /** Format: binary */
      file: string;
    };
    /**
     * @description Event photos, or images that were made.
     * @enum {string}
     */
    ImageSource: 'photos' | 'generated';
    /** @description A photo with its event, or an image that was made; the other is null. Its files are those of the photo or of the image. */
    ShelfImage: {
      /** Format: uuid */
      id: string;
      /**
       * Format: date-time
       * @description The order: when it was taken or made.
       */
      at: string;
      /** Format: date-time */
      deleted_at: string | null;
      /**
       * Format: date-time
       * @description Of a deleted one.
       */
      restorable_until: string | null;
      event: components['schemas']['ShelfEvent'] | null;
      photo: components['schemas']['Photo'] | null;
      generated: components['schemas']['GeneratedImage'] | null;
    };
    ShelfEvent: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      organization_id: string;
      name: string;
      time_zone: string | null;
    };
    ShelfPage: {
      items: components['schemas']['ShelfImage'][];
      next_cursor: string | null;
      previous_cursor: string | null;
    };
    ImageMonths: {
      months: string[];
    };
    ImageCollection: {
      /** Format: uuid */
      id: string;
      name: string;
      /** @description What is in it and was not deleted; the reader may see less of it. */
      images_count: number;
      can: {
        /** @description Rename, delete and restore it. Everybody whose shelf it is on fills it. */
        change: boolean;
      };
    };
    ImageCollectionList: {
      items: components['schemas']['ImageCollection'][];
    };
    CreateImageCollectionRequest: {
      /**
       * Format: uuid
       * @description Made by the client.
       */
      id: string;
      /** Format: name */
      name: string;
      /**
       * Format: uuid
       * @description Left out or null, one's own.
       */
      organization_id?: string | null;
    };
    RenameImageCollectionRequest: {
      /** Format: name */
      name: string;
    };
    ImageIds: {
      /** @description Of photos and of images that were made, together. */
      ids: string[];
    };
    CollectedImages: {
      changed: string[];
      refused: string[];
    };
    LogEntry: {
      /** Format: int64 */
      id: number;
      /** Format: date-time */
      at: string;
      /** @description What it is about, and the verb: `organization.approve`. */
      action: string;
      /**
       * @description `refused` by a policy, `failed` by circumstances.
       * @enum {string}
       */
      outcome: 'ok' | 'refused' | 'failed';
      /** @description Null: nobody who was logged in, or the server itself. */
      actor: {
        /** Format: uuid */
        id: string;
        /** @description As they are called now. */
        name: string;
        /** @description Null: a guest, or somebody whose account was deleted. */
        email: string | null;
      } | null;
      subject_type: string;
      subject_id: string | null;
      /** @description What it is called now - a photo by its event, a generated image by its model, a session, a membership or a support request by whose it is, an invitation by its address. Null: it has no name, or is gone. */
      subject_name: string | null;
      /** @description The name of the person the action was taken on, if the subject is something else: a participant of an event, the author of a photo. Null: nobody, or the account was deleted. */
      person_name: string | null;
      organization: {
        /** Format: uuid */
        id: string;
        /** @description Null: it is gone. */
        name: string | null;
      } | null;
      ip: string | null;
      /** @description As answers and the server's own log name it. */
      request_id: string | null;
      detail: {
        [key: string]: unknown;
      } | null;
      /** @description How often it happened within a minute. */
      count: number;
      /**
       * Format: date-time
       * @description The last time of several.
       */
      last_at: string | null;
      /** @description What was personal went with the account. */
      is_erased: boolean;
      is_sealed: boolean;
    };
    LogPage: {
      items: components['schemas']['LogEntry'][];
      next_cursor: string | null;
      /** @description The page before this one; null on the first. */
      previous_cursor: string | null;
    };
    LogSeal: {
      blocks: number;
      /** @description The last block. Null: nothing is sealed yet. */
      last: {
        number: number;
        /** @description Noted elsewhere, it proves the trail up to here also against whoever can rewrite all of it. */
        hash: string;
        /**
         * Format: date-time
         * @description When its last entry was written.
         */
        ends_at: string;
      } | null;
      retention_days: number;
      /**
       * Format: date-time
       * @description Of the oldest entry.
       */
      oldest_at: string | null;
    };
    VerifyLogsRequest: {
      /** @description The block that was looked at last; 0 for the beginning. */
      behind: number;
    };
    LogFinding: {
      /** @enum {string} */
      kind:
        | 'entry_changed'
        | 'entry_missing'
        | 'entry_added'
        | 'entry_erased'
        | 'block_changed'
        | 'block_missing'
        | 'block_forgotten'
        | 'head_missing'
        | 'head_unreadable';
      block: number;
      /**
       * Format: int64
       * @description Null: it is the block itself.
       */
      entry: number | null;
    };
    LogCheck: {
      blocks: number;
      entries: number;
      /** @description Entries that were sealed and whose time was over since. */
      forgotten: number;
      findings: components['schemas']['LogFinding'][];
      next: number | null;
    };
    LogRetention: {
      days: number;
    };
    LogNews: {
      /**
       * Format: int64
       * @description The id of the latest entry.
       */
      latest: number;
    };
    /**
     * @description `organization` administers the organization.
     * @enum {string}
     */
    MemberRole: 'organization' | 'member';
    /**
     * @description Invited people have been added and have not answered yet. Only active ones count.
     * @enum {string}
     */
    MemberStatus: 'invited' | 'active' | 'suspended';
    /** @description What an organization may decide for one member. A flag that is left out is as the role has it. */
    MemberFlags: {
      manage_org_members?: boolean;
      manage_org_settings?: boolean;
      view_events?: boolean;
      participate_events?: boolean;
    };
    Member: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      user_id: string;
      email: string;
      /** @description Whether its owner has proved the email address by a mailed link. One that only an administrator confirmed is not proved. */
      is_proved: boolean;
      first_name: string;
      last_name: string;
      avatar_url: components['schemas']['PersonAvatarUrl'];
      role: components['schemas']['MemberRole'];
      status: components['schemas']['MemberStatus'];
      /**
       * Format: date-time
       * @description Of those who have not answered, when they were added.
       */
      joined_at: string;
      /** Format: date-time */
      removed_at: string | null;
      permissions: components['schemas']['MemberFlags'];
      role_permissions: components['schemas']['MemberFlags'];
      /** @description What the organization decided against the role. `permissions` is what comes of the two. */
      overrides: components['schemas']['MemberFlags'];
      /** @description The only active admin who may manage members. They can be neither demoted, suspended nor removed. */
      is_last_admin: boolean;
      can: components['schemas']['MemberAbilities'];
    };
    /** @description What the reader may do with this member, as the server would decide now. */
    MemberAbilities: {
      change_role: boolean;
      change_status: boolean;
      change_permissions: boolean;
      /** @description Of oneself, leave. */
      remove: boolean;
      restore: boolean;
    };
    MemberPage: {
      items: components['schemas']['Member'][];
      next_cursor: string | null;
      /** @description The page before this one; null on the first. */
      previous_cursor: string | null;
      /** @description How many the filters leave. */
      total: number;
      /** @description Whatever the filters. */
      counts: {
        /** @description Without the removed ones. */
        all: number;
        invited: number;
        active: number;
        suspended: number;
        removed: number;
      };
      /** @description Whether the reader may add and invite people now. */
      can_manage: boolean;
    };
    AddMemberRequest: {
      /** Format: uuid */
      user_id: string;
      role?: components['schemas']['MemberRole'];
    };
    /** @description Exactly one of the two. */
    UpdateMemberRequest: {
      role?: components['schemas']['MemberRole'];
      /** @enum {string} */
      status?: 'active' | 'suspended';
    };
    UpdateMemberPermissionsRequest: {
      permissions: components['schemas']['MemberFlags'];
    };
    MemberInvitation: {
      /** Format: uuid */
      id: string;
      email: string;
      role: components['schemas']['MemberRole'];
      message: string;
      status: components['schemas']['MemberInvitationStatus'];
      /** @description The name of who did last. */
      invited_by: string | null;
      /**
       * Format: date-time
       * @description When it was made, or made anew.
       */
      sent_at: string;
      /** Format: date-time */
      expires_at: string;
      /** Format: date-time */
      revoked_at: string | null;
    };
    /** @enum {string} */
    MemberInvitationStatus: 'pending' | 'expired' | 'revoked' | 'used';
    SentMemberInvitation: {
      invitation: components['schemas']['MemberInvitation'];
      /** @description Opens it for an account with a confirmed address; it differs from the link in the email. Told this once: the server keeps no copy. Sending it again makes a new one. */
      link: string;
    };
    MemberInvitationPage: {
      items: components['schemas']['MemberInvitation'][];
      next_cursor: string | null;
      /** @description The page before this one; null on the first. */
      previous_cursor: string | null;
      /** @description How many the filters leave. */
      total: number;
      /** @description Whatever the filters. */
      counts: {
        pending: number;
        expired: number;
        revoked: number;
      };
    };
    /** @description To one address or several. */
    InviteMembersRequest: {
      /** Format: email */
      email?: string;
      emails?: string[];
      role?: components['schemas']['MemberRole'];
      /** @description Stands in the mail. */
      message?: string;
    };
    InviteMembersResult: {
      items: components['schemas']['SentMemberInvitation'][];
      /** @description Addresses of members, suspended ones too. They were not invited. */
      already_members: string[];
      /** @description Addresses of removed members among those invited. They begin with what the role gives, without what admins had turned off for them. */
      former_members: string[];
      /** @description Addresses whose earlier invitation was open. Its link ended when this one was sent. */
      renewed: string[];
      delivery: components['schemas']['MailDelivery'];
    };
    MemberInvitationPreview: {
      organization_name: string;
      email: string;
      role: components['schemas']['MemberRole'];
      message: string;
      invited_by: string | null;
      status: components['schemas']['MemberInvitationStatus'];
      /** Format: date-time */
      expires_at: string;
    };
    /**
     * @description `everyone` counts guests in, `accounts` does not; `organizations`: for an organization alone; `super_admins`: to try it.
     * @enum {string}
     */
    ModelAudience: 'everyone' | 'accounts' | 'organizations' | 'super_admins';
    /** @description Of the last seven days. What a provider refused because of its content, or because of what was asked for, is no failure of its. */
    ModelHealth: {
      succeeded: number;
      failed: number;
      /** Format: date-time */
      last_succeeded_at: string | null;
      /** Format: date-time */
      last_failed_at: string | null;
      /** @description What the last failure said. */
      last_error: string | null;
      /** @description From the beginning to the result. */
      median_ms: number | null;
      p95_ms: number | null;
    };
    PlatformModel: {
      id: string;
      /** @description Grows with each change; the `ETag` holds the same. */
      version: number;
      name: string;
      /** @description In a word for people. */
      provider: string;
      task: components['schemas']['GenerationTask'];
      is_ai: boolean;
      description: string;
      licence: string | null;
      capabilities: components['schemas']['GenerationCapabilities'];
      /** @description Whether this server has what the model needs, such as its provider's key. */
      is_set_up: boolean;
      enabled: boolean;
      audience: components['schemas']['ModelAudience'];
      /** @description Of organizations; what one makes for oneself counts as `free`. Empty - every plan. */
      plans: components['schemas']['PlanId'][];
      /** @description For these alone. Empty - for all. */
      organizations: {
        /** Format: uuid */
        id: string;
        name: string;
      }[];
      /** @description For each image. */
      credits: number;
      /** @description Images of one request; null - as many as the model can. */
      max_count: number | null;
      /** @description Of one image; null - as large as the model can. */
      max_pixels: number | null;
      /** @description Images a day (UTC), of each organization, and of each person for themselves. */
      daily_limit: number | null;
      health: components['schemas']['ModelHealth'];
    };
    PlatformModelList: {
      items: components['schemas']['PlatformModel'][];
      providers: {
        id: string;
        name: string;
        is_set_up: boolean;
        models: number;
        health: components['schemas']['ModelHealth'];
      }[];
    };
    ChangePlatformModelRequest: {
      enabled?: boolean;
      audience?: components['schemas']['ModelAudience'];
      plans?: components['schemas']['PlanId'][];
      organization_ids?: string[];
      credits?: number;
      max_count?: number | null;
      max_pixels?: number | null;
      daily_limit?: number | null;
    };
    TestPlatformModelRequest: {
      /** @default  */
      prompt: string;
      /**
       * Format: uuid
       * @description A picture that was sent by `uploadGenerationSource`.
       */
      source?: string | null;
    };
    PlatformModelOrder: {
      ids: string[];
    };
    Notice: {
      /** Format: uuid */
      id: string;
      title: string;
      body: string;
      /** @description A path of the web app. */
      link: string | null;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      read_at: string | null;
    };
    NoticePage: {
      items: components['schemas']['Notice'][];
      next_cursor: string | null;
      /** @description Of all of them. */
      unread: number;
    };
    UnreadNotices: {
      unread: number;
    };
    MarkNoticesReadRequest: {
      /** @description Null - all of them. */
      ids: string[] | null;
    };
    /** @enum {string} */
    AnnouncementStatus: 'scheduled' | 'sending' | 'sent' | 'cancelled' | 'withdrawn';
    /** @description `role` goes with `role`; `organization` and `event` with `id`: the members of the one, those who take part in the other. */
    AnnouncementTarget: {
      /** @enum {string} */
      kind: 'everyone' | 'role' | 'organization' | 'event';
      role?: components['schemas']['Role'];
      /** Format: uuid */
      id?: string;
    };
    Announcement: {
      /** Format: uuid */
      id: string;
      title: string;
      body: string;
      link: string | null;
      target: components['schemas']['AnnouncementTarget'];
      /** @description Of the organization or event, where it is there. */
      target_name: string | null;
      /** @description And in the app. */
      by_mail: boolean;
      by_push: boolean;
      status: components['schemas']['AnnouncementStatus'];
      /** Format: date-time */
      send_at: string;
      /** Format: date-time */
      created_at: string;
      /**
       * Format: date-time
       * @description When it was sent to everybody, or cancelled.
       */
      finished_at: string | null;
      author: string | null;
      figures: {
        /** @description Told in the app. */
        recipients: number;
        read: number;
        /** @description Written. */
        mails: number;
        mails_waiting: number;
        /** @description Refused by their server, or given up. */
        mails_failed: number;
        /** @description To devices. What is in none of the following was sent. */
        pushes: number;
        pushes_waiting: number;
        /** @description Refused by the push service, or given up. */
        pushes_failed: number;
        /** @description The device takes none any more, or nobody is signed in there. */
        pushes_gone: number;
      };
    };
    AnnouncementPage: {
      items: components['schemas']['Announcement'][];
      next_cursor: string | null;
      previous_cursor: string | null;
    };
    CreateAnnouncementRequest: {
      /** Format: uuid */
      id: string;
      /** Format: name */
      title: string;
      body: string;
      /** @description A path of the web app. */
      link?: string | null;
      target: components['schemas']['AnnouncementTarget'];
      /** @default false */
      by_mail: boolean;
      /** @default false */
      by_push: boolean;
      /**
       * Format: date-time
       * @description Null - now.
       */
      send_at?: string | null;
    };
    AnnouncementReachRequest: {
      target: components['schemas']['AnnouncementTarget'];
    };
    AnnouncementReach: {
      people: number;
      by_mail: number;
      /** @description Of them, those with a device that takes pushes. */
      by_push: number;
      /** @description Of the organization or event. */
      name: string | null;
    };
    PushState: {
      /** @description By which push services know this server (VAPID), base64url. */
      public_key: string;
      /** @description Of the device of this session. Null - nothing is pushed to it. */
      endpoint: string | null;
    };
    /** @description As the browser gives it. */
    PushSubscription: {
      /** @description Https, and in the public internet. */
      endpoint: string;
      keys: {
        p256dh: string;
        auth: string;
      };
    };
    /**
     * @description What a mail is about. `announcements`: what whoever runs the platform tells people. `support_answers`: an answer to one's own request. Told to super
     *     admins: `organization_requests`, that an organization waits for approval; `support_requests` and `data_requests`, that a person asks for help or for what is to become of their data;
     *     `plan_requests`, that an organization asks for another plan. Of an organization, told to each of its members: `membership`, that they were suspended, reactivated, removed or let back in.
     *     Told to its admins: `organization_decisions`, that it was approved, turned down, suspended or reactivated;
     *     `plan_changes`, that its plan was changed or a request for another one answered; `invoices`, that one was issued.
     * @enum {string}
     */
    NotificationKind:
      | 'announcements'
      | 'support_answers'
      | 'organization_requests'
      | 'support_requests'
      | 'data_requests'
      | 'plan_requests'
      | 'membership'
      | 'organization_decisions'
      | 'plan_changes'
      | 'invoices';
    /**
     * @description `push`: to the devices where that is on.
     * @enum {string}
     */
    NotificationChannel: 'mail' | 'push';
    Notification: {
      kind: components['schemas']['NotificationKind'];
      /**
       * Format: uuid
       * @description Null: it is about no organization.
       */
      organization_id: string | null;
      /** @description Always said; `mail` where a change does not say it. */
      channel?: components['schemas']['NotificationChannel'];
      is_on: boolean;
    };
    NotificationList: {
      items: components['schemas']['Notification'][];
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
    OrganizationListPage: {
      items: components['schemas']['Organization'][];
      next_cursor: string | null;
      /** @description The page before this one; null on the first. */
      previous_cursor: string | null;
      /** @description How many the filters leave. */
      total: number;
    };
    OrganizationOfPerson: {
      organization: components['schemas']['Organization'];
      membership: components['schemas']['Membership'];
    };
    OrganizationOfPersonPage: {
      items: components['schemas']['OrganizationOfPerson'][];
      next_cursor: string | null;
      /** @description The page before this one; null on the first. */
      previous_cursor: string | null;
    };
    CreateOrganizationRequest: {
      /** Format: name */
      name: string;
      /**
       * Format: email
       * @description Left out, the maker's.
       */
      contact_email?: string | null;
      phone_number?: string | null;
      description?: string;
    };
    /** @description Only what is named changes. */
    UpdateOrganizationRequest: {
      /** Format: name */
      name?: string;
      /**
       * Format: email
       * @description Left out, the maker's.
       */
      contact_email?: string | null;
      phone_number?: string | null;
      description?: string;
    };
    RejectOrganizationRequest: {
      /** @description Read by the organization's admins. */
      reason: string;
    };
    PlatformOrganization: {
      organization: components['schemas']['Organization'];
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      deleted_at: string | null;
      /** @description Its active admins, first joined first, at most five. */
      admins: {
        /** Format: uuid */
        user_id: string;
        name: string;
        email: string;
      }[];
      /** @description Active ones, its admins included. */
      members: number;
      /** @description Neither ended nor archived. */
      open_events: number;
      /** Format: int64 */
      storage_bytes: number;
      plan: components['schemas']['PlanId'];
    };
    PlatformOrganizationPage: {
      items: components['schemas']['PlatformOrganization'][];
      next_cursor: string | null;
      /** @description The page before this one; null on the first. */
      previous_cursor: string | null;
      /** @description How many the filters leave. */
      total: number;
      counts: {
        /** @description For a decision. */
        waiting: number;
        /** @description Pending, with a reason that nobody has answered yet. */
        rejected: number;
        active: number;
        suspended: number;
        /** @description In the last 30 days. */
        deleted: number;
      };
    };
    PlatformPerson: {
      /** Format: uuid */
      user_id: string;
      /** @description Or the email address, where there is none. */
      name: string;
    };
    PlatformOrganizationDetails: {
      summary: components['schemas']['PlatformOrganization'];
      /** @description Null where the audit trail does not tell, and where their account is gone. */
      created_by: components['schemas']['PlatformPerson'] | null;
      /** @description By whom, and when. Null where the audit trail tells of no approval. */
      approved: {
        /** Format: date-time */
        at: string;
        by: components['schemas']['PlatformPerson'] | null;
      } | null;
      /** @description What the audit trail tells of its status, the latest first, at most 20. */
      history: {
        /** @description Of the entry. */
        id: number;
        /** Format: date-time */
        at: string;
        /** @enum {string} */
        what: 'create' | 'approve' | 'withdraw_approval' | 'reject' | 'suspend' | 'reactivate' | 'delete' | 'restore';
        by: components['schemas']['PlatformPerson'] | null;
        reason: string | null;
      }[];
      members: {
        /** @description Of all of them, invited and suspended ones too. */
        total: number;
        /** @description Admins first, then who joined first; at most 200. */
        items: {
          /** Format: uuid */
          user_id: string;
          name: string;
          email: string;
          avatar_url: string | null;
          role: components['schemas']['MemberRole'];
          status: components['schemas']['MemberStatus'];
          /** Format: date-time */
          joined_at: string;
        }[];
      };
      plan: components['schemas']['Plan'];
      /**
       * Format: date-time
       * @description When it was put on this plan; null for one that nobody chose.
       */
      plan_since: string | null;
      /** @description Then its plan is changed there, not here. */
      is_paid_at_provider: boolean;
      usage: components['schemas']['PlanUsage'];
      invoices: {
        total: number;
        /** @description Overdue ones too. */
        open: number;
        overdue: number;
      };
      events: {
        /** @description Not deleted. */
        total: number;
        /** @description By when they start, the latest first, at most five. */
        latest: {
          /** Format: uuid */
          id: string;
          name: string;
          status: components['schemas']['EventStatus'];
          /** Format: date-time */
          starts_at: string;
          /** @description Hours. */
          duration: number;
          time_zone: string | null;
          ends_automatically: boolean;
          photos_count: number;
        }[];
      };
      /** @description In events that are not deleted. Their originals are the storage that is used. */
      photos: number;
    };
    /** @description Exactly one of the two. */
    AppointAdminRequest: {
      /**
       * Format: uuid
       * @description Of a member.
       */
      user_id?: string;
      /**
       * Format: email
       * @description Of an account.
       */
      email?: string;
    };
    AppointedAdmin: {
      /** Format: uuid */
      user_id: string;
      name: string;
      email: string;
      /**
       * @description In this organization.
       * @enum {string}
       */
      was: 'none' | 'member' | 'admin';
      status: components['schemas']['MemberStatus'];
    };
    OwnData: {
      /** @description One's own, in all events. */
      photos: number;
      /** @description Of their originals. */
      bytes: number;
      /** @description Names of organizations that would be left without an admin. As long as there are any, the account cannot be deleted. */
      last_admin_of: string[];
    };
    DeleteAccountRequest: {
      /** @description Of who has one. */
      password?: string;
      code?: components['schemas']['SecondFactorCode'];
      passkey?: components['schemas']['PasskeyAssertion'];
      photos: components['schemas']['FateOfPhotos'];
    };
    DeletedAccountsRequest: {
      ids: string[];
    };
    DeletedAccounts: {
      deleted_ids: string[];
    };
    /** @description Random, for one ceremony within five minutes. */
    PasskeyChallenge: string;
    /** @description As its authenticator made it, in base64url. */
    PasskeyCredentialId: string;
    PasskeyTransports: string[];
    PasskeyDescriptor: {
      /** @enum {string} */
      type: 'public-key';
      id: components['schemas']['PasskeyCredentialId'];
      transports?: components['schemas']['PasskeyTransports'];
    };
    /** @description For `navigator.credentials.create`, as WebAuthn's PublicKeyCredentialCreationOptionsJSON. */
    PasskeyCreationOptions: {
      rp: {
        id: string;
        name: string;
      };
      user: {
        id: string;
        name: string;
        displayName: string;
      };
      challenge: components['schemas']['PasskeyChallenge'];
      pubKeyCredParams: {
        /** @enum {string} */
        type: 'public-key';
        alg: number;
      }[];
      timeout: number;
      excludeCredentials: components['schemas']['PasskeyDescriptor'][];
      authenticatorSelection: {
        /** @enum {string} */
        residentKey: 'required';
        requireResidentKey: boolean;
        /** @enum {string} */
        userVerification: 'required';
      };
      /** @enum {string} */
      attestation: 'none';
    };
    /** @description For `navigator.credentials.get`, as WebAuthn's PublicKeyCredentialRequestOptionsJSON. */
    PasskeyRequestOptions: {
      challenge: components['schemas']['PasskeyChallenge'];
      rpId: string;
      timeout: number;
      /** @enum {string} */
      userVerification: 'required';
      allowCredentials: components['schemas']['PasskeyDescriptor'][];
    };
    /** @description What `navigator.credentials.create` gave, as WebAuthn's RegistrationResponseJSON without what is not needed. */
    PasskeyAttestation: {
      id: components['schemas']['PasskeyCredentialId'];
      /** @enum {string} */
      type: 'public-key';
      response: {
        clientDataJSON: string;
        attestationObject: string;
        transports?: components['schemas']['PasskeyTransports'];
      };
    };
    /** @description What `navigator.credentials.get` gave, as WebAuthn's AuthenticationResponseJSON without what is not needed. */
    PasskeyAssertion: {
      id: components['schemas']['PasskeyCredentialId'];
      /** @enum {string} */
      type: 'public-key';
      response: {
        clientDataJSON: string;
        authenticatorData: string;
        signature: string;
        userHandle?: string;
      };
    };
    /** Format: name */
    PasskeyName: string;
    Passkey: {
      /** Format: uuid */
      id: string;
      name: components['schemas']['PasskeyName'];
      /** @description Kept by a password manager on several devices, else on one device or security key. */
      is_synced: boolean;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      last_used_at: string | null;
    };
    PasskeyList: {
      items: components['schemas']['Passkey'][];
      /** @description False: the last passkey cannot be removed. */
      has_password: boolean;
    };
    /**
     * @description What proves that an account is one's own, where a session is not enough: a passkey (`beginPasskeyProof`), or the password and, with
     *     two-factor authentication on, a code.
     */
    OwnerProofRequest: {
      password?: string;
      code?: components['schemas']['SecondFactorCode'];
      passkey?: components['schemas']['PasskeyAssertion'];
    };
    AddPasskeyRequest: {
      name: components['schemas']['PasskeyName'];
      passkey: components['schemas']['PasskeyAttestation'];
    };
    RenamePasskeyRequest: {
      name: components['schemas']['PasskeyName'];
    };
    PasskeyLoginRequest: {
      passkey: components['schemas']['PasskeyAssertion'];
      /**
       * @description Keeps the session for 30 days, else until the browser closes.
       * @default false
       */
      remember_me: boolean;
    };
    BeginUpgradeRequest: {
      /** Format: email */
      email: string;
    };
    PasskeyUpgradeRequest: {
      /** Format: email */
      email: string;
      /** Format: name */
      first_name: string;
      /** Format: name */
      last_name: string;
      passkey: components['schemas']['PasskeyAttestation'];
    };
    /**
     * @description On the platform; roles in organizations are memberships.
     * @enum {string}
     */
    PlatformRole: 'super_admin' | 'admin' | 'user';
    PlatformUser: {
      /** Format: uuid */
      id: string;
      /** @description Null: a guest. */
      email: string | null;
      first_name: string;
      last_name: string;
      avatar_url: string | null;
      role: components['schemas']['PlatformRole'];
      /** @description How many organizations they are an admin of. */
      organizations_run: number;
      /** @enum {string} */
      state: 'active' | 'suspended';
      /** @description Of the email address. */
      is_verified: boolean;
      /** @description Whether its owner has proved the email address by a mailed link. One that only an administrator confirmed is not proved. */
      is_proved: boolean;
      /** Format: date-time */
      created_at: string;
      /**
       * Format: date-time
       * @description When one of their sessions was used last, to within minutes.
       */
      last_seen_at: string | null;
      /** @description What whoever asks may do with them. */
      can: {
        change_role: boolean;
        /** @description And reactivate. */
        suspend: boolean;
        reset_two_factor: boolean;
        end_sessions: boolean;
        verify: boolean;
        /** @description Where they are logged in. */
        see_sessions: boolean;
        /** @description Look at the app as they do, while their account is in use. */
        view_as: boolean;
        /** @description What the audit trail tells of them, by `listLogs`. */
        see_activity: boolean;
      };
    };
    PlatformUserPage: {
      items: components['schemas']['PlatformUser'][];
      next_cursor: string | null;
      /** @description The page before this one; null on the first. */
      previous_cursor: string | null;
      /** @description How many the filters leave. */
      total: number;
    };
    PlatformUserDetails: {
      user: components['schemas']['PlatformUser'];
      /** @description First joined first. */
      organizations: components['schemas']['Membership'][];
      /** @description Open ones. */
      sessions: number;
      has_two_factor: boolean;
      passkeys: number;
      /** @description In events that are not deleted. */
      photos: number;
      /** Format: int64 */
      photos_bytes: number;
      /** @description Generated for themselves, and not deleted. */
      images: number;
      /**
       * Format: int64
       * @description Of their originals.
       */
      images_bytes: number;
    };
    PlatformUserSessions: {
      items: {
        /** Format: uuid */
        id: string;
        /** @description "Chrome on Android". */
        device: string;
        /** @description Of the network it was opened from; of IPv6 its /64. Null: not known. */
        address: string | null;
        /** Format: date-time */
        created_at: string;
        /**
         * Format: date-time
         * @description To within minutes.
         */
        last_used_at: string;
      }[];
    };
    ChangeUsersRequest: {
      /** @enum {string} */
      action: 'suspend' | 'reactivate' | 'end_sessions' | 'verify';
      ids: string[];
    };
    BulkUserResult: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      outcome: 'done' | 'skipped';
      /**
       * @description Why it was skipped. `nothing_to_do` is so already.
       * @enum {string|null}
       */
      reason: 'own_account' | 'not_allowed' | 'last_super_admin' | 'guest' | 'nothing_to_do' | 'not_found' | null;
    };
    UsersChanged: {
      /** @description In the order that was asked for. */
      results: components['schemas']['BulkUserResult'][];
    };
    ViewAsRequest: {
      /** @description Why. The person can read it. */
      reason: string;
    };
    OwnViewings: {
      items: {
        /** Format: uuid */
        id: string;
        /** @description The name of the super administrator. */
        by: string;
        reason: string;
        /** Format: date-time */
        started_at: string;
        /**
         * Format: date-time
         * @description Null: it goes on.
         */
        ended_at: string | null;
      }[];
    };
    ChangeUserRoleRequest: {
      role: components['schemas']['PlatformRole'];
    };
    /** @enum {string} */
    PermissionFlag:
      | 'all'
      | 'manage_users'
      | 'manage_organizations'
      | 'manage_org_members'
      | 'manage_org_settings'
      | 'view_events'
      | 'participate_events';
    RolePermissions: {
      roles: {
        role: components['schemas']['Role'];
        /** @description Whose accounts are in use and who have this role, on the platform or in an organization that gives flags. */
        people: number;
        flags: components['schemas']['PermissionFlag'][];
        /** @description Flags that this role can be given or deprived of. */
        changeable: components['schemas']['PermissionFlag'][];
      }[];
    };
    RolePermissionChange: {
      role: components['schemas']['Role'];
      flag: components['schemas']['PermissionFlag'];
      /** @description As it is to be. */
      granted: boolean;
    };
    PermissionEffect: {
      /** @description Who would gain the flag, or lose it. */
      people: number;
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
      /** @description As the device or camera called its file: its original is downloaded by this name. Null where it had none, and for whoever may not read the original. */
      file_name: string | null;
      /** @description Names what is laid on the pictures that this reader is given; goes into their addresses (`mark`). Null: nothing is. */
      watermark: string | null;
      can: components['schemas']['PhotoAbilities'];
    };
    PhotoAbilities: {
      like: boolean;
      download: boolean;
      delete: boolean;
      moderate: boolean;
      /** @description Others who may enter the event see this photo too, so a link to it opens for them. */
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
      /** @description As the device or camera called the file; what file systems do not take is removed. Left out or null: it had no name. */
      file_name?: string | null;
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
      /** @description With `likes`: whether the reader likes it, said on whatever device. */
      is_liked: boolean | null;
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
      /** @description What a photo may have now. A larger file is refused, so it need not be sent. */
      limits: {
        /** Format: int64 */
        photo_bytes: number;
        /** Format: int64 */
        photo_pixels: number;
      };
      known: {
        sha256: string;
        /** Format: uuid */
        id: string;
        /** Format: date-time */
        uploaded_at: string;
      }[];
    };
    DeliveredCheckRequest: {
      photos: {
        /** Format: uuid */
        id: string;
        /** @description Finds another photo with the same bytes, if this one is missing. */
        sha256?: string;
      }[];
    };
    DeliveredCheck: {
      missing: {
        /** Format: uuid */
        id: string;
        /**
         * Format: uuid
         * @description Another photo that the caller has in this event with the same bytes. Null where there is none.
         */
        instead: string | null;
      }[];
      damaged: string[];
      processing: string[];
      /** @description How many photos the caller has delivered to this event, deleted ones included. */
      delivered: number;
    };
    PhotoIds: {
      ids: string[];
    };
    DeletePhotosRequest: {
      ids: string[];
      /**
       * @description They leave every gallery at once as well, but their files wait for 30 days, in which the deletion can be taken back. Whoever can do
       *     that goes on seeing their thumb and preview. Left out: 25 minutes.
       */
      to_trash?: boolean;
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
      /** @description Of these, set aside for other moderators now. */
      with_others: number;
      /** @description How many other moderators are at work now. */
      moderators: number;
      stream_position: number;
    };
    Analytics: {
      /** @enum {string} */
      period: 'day' | 'week' | 'month';
      /** @description Null for the whole platform. */
      organization: {
        /** Format: uuid */
        id: string;
        name: string;
      } | null;
      /**
       * Format: date-time
       * @description Null before the first time.
       */
      counted_at: string | null;
      /**
       * Format: date
       * @description The first day of the first period of which anything on the platform is known. What was before was not counted. Null while nothing is.
       */
      counted_since: string | null;
      /** @description Percentiles are read from a histogram with fixed buckets: they are off by less than this part of themselves. */
      percentile_error: number;
      items: components['schemas']['AnalyticsPeriod'][];
      /** @description Of the whole range. Who was active in it is told by no sum. */
      total: {
        /** @description Accounts with an email address. Null for an organization: nobody signs up with one. */
        sign_ups: number | null;
        /** @description Who joined an event. */
        joined: number;
        /** @description That began then; drafts do not. */
        events: number;
        /** @description Photos by when they were taken, of those that have arrived since. */
        captured: number;
        /** @description Photos by when they arrived, deleted ones too. */
        delivered: number;
        /** Format: int64 */
        delivered_bytes: number;
        /** @description From the shutter to the arrival in the gallery, waiting for approval left out, of photos that the camera took: half of them were no slower. */
        p50_seconds: number | null;
        p95_seconds: number | null;
        /** @description Generated ones. */
        images: number;
        /** @description Requests for images that failed. */
        failed_generations: number;
      };
    };
    AnalyticsPeriod: {
      /**
       * Format: date
       * @description Its first day.
       */
      start: string;
      /** @description Whom the audit trail names, each once in the period. */
      active_people: number;
      /**
       * Format: int64
       * @description At its end, or now, photos and generated images. Null where nobody counted then.
       */
      stored_bytes: number | null;
      /** @description Accounts with an email address. Null for an organization: nobody signs up with one. */
      sign_ups: number | null;
      /** @description Who joined an event. */
      joined: number;
      /** @description That began then; drafts do not. */
      events: number;
      /** @description Photos by when they were taken, of those that have arrived since. */
      captured: number;
      /** @description Photos by when they arrived, deleted ones too. */
      delivered: number;
      /** Format: int64 */
      delivered_bytes: number;
      /** @description From the shutter to the arrival in the gallery, waiting for approval left out, of photos that the camera took: half of them were no slower. */
      p50_seconds: number | null;
      p95_seconds: number | null;
      /** @description Generated ones. */
      images: number;
      /** @description Requests for images that failed. */
      failed_generations: number;
    };
    OrganizationAnalytics: {
      /** Format: uuid */
      id: string;
      /** @description Null where it is gone. */
      name: string | null;
      events: number;
      joined: number;
      captured: number;
      delivered: number;
      /** Format: int64 */
      delivered_bytes: number;
      images: number;
    };
    OrganizationAnalyticsList: {
      items: components['schemas']['OrganizationAnalytics'][];
    };
    PlansInUse: {
      plans: components['schemas']['PlanInUse'][];
      /** @description The payment provider that is connected. Null - billing is done by hand. */
      payment: components['schemas']['PlatformPayment'] | null;
    };
    PlanInUse: {
      plan: components['schemas']['Plan'];
      /** @description Those that are on it. */
      organizations: number;
      /** @description The price at the payment provider that it is sold at; null - it is given by hand. */
      price_id: string | null;
      /** @description What the `ETag` says - of the plan and its price. */
      version: string;
    };
    PlatformPayment: {
      provider: components['schemas']['PaymentProviderName'];
      /** @description Whether money moves: the key is not one for tests. */
      is_live: boolean;
      /**
       * Format: date-time
       * @description When it last told of something; null - never.
       */
      last_event_at: string | null;
    };
    UpdatePlanRequest: {
      /** Format: name */
      name: string;
      /** @description In hundredths of the currency. */
      monthly_price: number;
      currency: string;
      /** @description The price at the payment provider that it is sold at, which must say the same price. Null - it is not sold there; left out, it stays. */
      price_id?: string | null;
      /** @description Null - without a limit. */
      limits: {
        events: number | null;
        staff: number | null;
        storage_bytes: number | null;
        generations: number | null;
      };
    };
    Subscription: {
      organization: {
        /** Format: uuid */
        id: string;
        name: string;
        /** @enum {string} */
        status: 'pending' | 'active' | 'suspended';
      };
      plan: components['schemas']['PlanId'];
      /**
       * Format: date-time
       * @description When it was put on this plan; null for one that nobody chose.
       */
      since: string | null;
      /**
       * Format: date
       * @description The last day of the periods that it was billed for; null where it was billed for none.
       */
      invoiced_until: string | null;
      /** @description Null where it pays for none at the payment provider. */
      payment: components['schemas']['PaymentSubscription'] | null;
      usage: components['schemas']['PlanUsage'];
    };
    SubscriptionPage: {
      items: components['schemas']['Subscription'][];
      next_cursor: string | null;
      /** @description The page before this one; null on the first. */
      previous_cursor: string | null;
      /** @description How many the filters leave. */
      total: number;
    };
    PlatformInvoice: {
      /**
       * Format: uuid
       * @description Null once the organization was removed for good.
       */
      organization_id: string | null;
      invoice: components['schemas']['Invoice'];
    };
    PlatformInvoicePage: {
      items: components['schemas']['PlatformInvoice'][];
      next_cursor: string | null;
      /** @description The page before this one; null on the first. */
      previous_cursor: string | null;
      /** @description How many the filters leave. */
      total: number;
    };
    Revenue: {
      months: {
        /**
         * Format: date
         * @description Its first day.
         */
        month: string;
        /** @description ISO 4217. */
        currency: string;
        /** @description Issued in it. */
        invoices: number;
        /** @description Of invoices issued in it, in hundredths. */
        issued: number;
        /** @description Of invoices paid in it, whenever they were issued. */
        paid: number;
      }[];
      /** @description What is not paid, whenever it was issued. */
      open: {
        currency: string;
        amount: number;
        /** @description Of it. */
        overdue: number;
      }[];
      /** @description What the plans that organizations are on cost a month. */
      recurring: {
        currency: string;
        amount: number;
        /** @description That pay for theirs. */
        organizations: number;
      }[];
    };
    /** @description What is empty is left out of invoices. Letters that the PDF has no shape for are refused. */
    UpdateSellerRequest: {
      /** Format: name */
      name: string;
      /** Format: name-lines */
      address: string;
      /** Format: name */
      email: string;
      /** Format: name */
      tax_id: string;
      /**
       * Format: name-lines
       * @description How it is paid.
       */
      payment_note: string;
    };
    SellerSettings: {
      seller: components['schemas']['Seller'];
      /** @description What the `ETag` says. */
      version: string;
    };
    /** @description Who issues invoices, as it stands on them. What is empty is left out. */
    Seller: {
      name: string;
      address: string;
      email: string;
      tax_id: string;
      /** @description How it is paid. */
      payment_note: string;
    };
    PlatformReason: {
      reason: string;
    };
    PlatformEventStatus: {
      /** @enum {string} */
      status: 'live' | 'active' | 'ended';
    };
    EventRetention: {
      deleted: boolean;
      /**
       * Format: date-time
       * @description Of a deleted one; null, or left out: 30 days from its deletion.
       */
      restorable_until?: string | null;
      /**
       * @description Why the platform removes it - its organization reads it, and cannot restore the event. Null - it can, as what it deleted itself. Left
       *     out, that stays as it is; one that is not deleted is not deleted without it.
       */
      reason?: string | null;
    };
    PlatformEvent: {
      /** Format: uuid */
      id: string;
      name: string;
      organization: {
        /** Format: uuid */
        id: string;
        name: string;
        /** @enum {string} */
        status: 'pending' | 'active' | 'suspended';
      };
      /** @enum {string} */
      type: 'public' | 'private';
      status: components['schemas']['EventStatus'];
      /** Format: date-time */
      starts_at: string;
      /** @description Hours. */
      duration: number;
      time_zone: string | null;
      ends_automatically: boolean;
      location: string;
      photos_count: number;
      /**
       * Format: int64
       * @description Of the originals.
       */
      photos_bytes: number;
      /** @description Photos that wait for a decision. */
      pending_count: number;
      /** @description Photos that could not be read. */
      unreadable_count: number;
      attendees_count: number;
      /** Format: date-time */
      paused_at: string | null;
      pause_reason: string | null;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      deleted_at: string | null;
      /**
       * Format: date-time
       * @description Of a deleted one.
       */
      restorable_until: string | null;
      /** @description Why the platform removed it. Null - its organization can restore it. */
      removal_reason: string | null;
    };
    PlatformEventPage: {
      items: components['schemas']['PlatformEvent'][];
      next_cursor: string | null;
      /** @description The page before this one; null on the first. */
      previous_cursor: string | null;
      /** @description How many the filters leave. */
      total: number;
    };
    PlatformPhoto: {
      /** Format: uuid */
      id: string;
      uploader: {
        /** Format: uuid */
        id: string;
        name: string;
      };
      /** @enum {string} */
      status: 'pending' | 'approved' | 'rejected';
      /** @enum {string} */
      state: 'processing' | 'ready' | 'unreadable';
      /** Format: date-time */
      taken_at: string;
      width: number | null;
      height: number | null;
      bytes: number;
      likes: number;
      /** @description Base64. */
      thumbhash: string | null;
    };
    PlatformPhotoPage: {
      items: components['schemas']['PlatformPhoto'][];
      next_cursor: string | null;
      previous_cursor: string | null;
    };
    /** @enum {string} */
    HealthPart: 'web' | 'database' | 'storage' | 'jobs' | 'mail' | 'push' | 'providers';
    /**
     * @description `off`: not set up, so it is neither good nor bad.
     * @enum {string}
     */
    HealthState: 'good' | 'degraded' | 'down' | 'off';
    PlatformHealth: {
      /**
       * Format: date-time
       * @description The last time. Null - never yet.
       */
      measured_at: string | null;
      /** @description How often a job measures. */
      every_seconds: number;
      parts: {
        part: components['schemas']['HealthPart'];
        state: components['schemas']['HealthState'];
        /**
         * Format: date-time
         * @description From when on it was measured in this state, within the last 30 days.
         */
        since: string;
        /** @description How long the last try took, of what is tried. */
        latency_ms: number | null;
        /**
         * @description What its state is told by. Web: server errors of the last five minutes. Storage: percent of the disk in use. Jobs: for how many seconds the
         *     oldest that could run has waited. Mail: how many wait to be sent. Push and providers: how many failed in the last 15 minutes.
         */
        figure: number | null;
        /** @description Of the last 30 days, or since it was first measured. What was not measured, as while no server ran, is not good. Null where it is off. */
        good_share: number | null;
        /** @description The last 24 hours, the earliest first; each with its worst state. Null - nothing was measured. */
        hours: {
          /** Format: date-time */
          at: string;
          state: components['schemas']['HealthState'] | null;
        }[];
      }[];
    };
    /** @description Who may open an account without an invitation. */
    PlatformRegistration: {
      /** @enum {string} */
      personal: 'open' | 'closed';
      /**
       * @description Of new organizations: `approval` - they wait for a decision.
       * @enum {string}
       */
      organization: 'open' | 'approval' | 'closed';
    };
    PlatformInfo: {
      name: string;
      registration: components['schemas']['PlatformRegistration'];
      /** @description Whether a mail server is set up. Without one messages are written to files, and nobody gets them. */
      sends_mail: boolean;
    };
    /** @description What an organization's events begin with. */
    NewEventSettings: {
      /** @enum {string} */
      default_type: 'public' | 'private';
      /** @description Hours. */
      default_duration: number;
      require_approval: boolean;
      auto_gallery: boolean;
      allow_downloads: boolean;
    };
    /** @description What a new organization begins with. */
    OrganizationDefaults: {
      plan: components['schemas']['PlanId'];
      event_settings: components['schemas']['NewEventSettings'];
    };
    /** @description Null - as the server's variable says. */
    UploadLimits: {
      /** @description Of one photo. */
      photo_bytes: number | null;
      /** @description Of one photo. */
      photo_pixels: number | null;
      /** @description What one account may have begun and not finished at one event. */
      open_uploads: number | null;
      /** @description The same, in bytes. */
      open_upload_bytes: number | null;
    };
    /** @description What the server's variables say, which nothing set here goes beyond. */
    UploadBounds: {
      /** Format: int64 */
      photo_bytes: number;
      /** Format: int64 */
      photo_pixels: number;
      /** Format: int64 */
      open_uploads: number;
      /** Format: int64 */
      open_upload_bytes: number;
    };
    PlatformMaintenance: {
      is_on: boolean;
      /** @description A sentence for people. */
      message: string;
      /**
       * Format: date-time
       * @description When it ends by itself; null - when somebody ends it.
       */
      until: string | null;
    };
    /** @description That the platform is maintained now, and nothing can be changed. Left out where it is not. */
    MaintenanceNotice: {
      message: string;
      /** Format: date-time */
      until: string | null;
    };
    PlatformSettings: {
      name: string;
      registration: components['schemas']['PlatformRegistration'];
      organization_defaults: components['schemas']['OrganizationDefaults'];
      limits: components['schemas']['UploadLimits'];
      bounds: components['schemas']['UploadBounds'];
      maintenance: components['schemas']['PlatformMaintenance'];
    };
    ChangePlatformSettingsRequest: {
      /** Format: name */
      name?: string;
      registration?: components['schemas']['PlatformRegistration'];
      organization_defaults?: components['schemas']['OrganizationDefaults'];
      limits?: components['schemas']['UploadLimits'];
    };
    PlatformStatus: {
      mail: {
        /**
         * @description `file` - mails are written to the data folder and sent to nobody.
         * @enum {string}
         */
        delivery: 'smtp' | 'file';
        host: string | null;
        from: string;
        waiting: number;
        /** @description What mail servers refused for good in the last 24 hours, the latest first. */
        refused: {
          /** Format: uuid */
          id: string;
          to: string;
          subject: string;
          /** @description In the mail server's words, without links. */
          reason: string | null;
          /** Format: date-time */
          at: string;
        }[];
      };
      push: {
        /** @description What push services are told of this server (`VAPID_SUBJECT`). */
        contact: string;
        /** @description Where somebody turned notifications on. */
        devices: number;
        waiting: number;
        /** @description In the last 24 hours. */
        failed_today: number;
      };
      storage: {
        /**
         * Format: int64
         * @description Of the originals.
         */
        photos_bytes: number;
        /** Format: int64 */
        free_bytes: number;
        /** Format: int64 */
        total_bytes: number;
      };
      database: {
        /** @description Started and kept by this server. */
        embedded: boolean;
        version: string;
        /** Format: int64 */
        bytes: number;
      };
      /** @description Other services that the server is set up to use. */
      services: {
        id: components['schemas']['PlatformService'];
        configured: boolean;
      }[];
      /**
       * Format: date-time
       * @description When `npm run backup` last ended well.
       */
      last_backup_at: string | null;
    };
    /** @enum {string} */
    PlatformService: 'openai' | 'openai_compatible' | 'google' | 'fal' | 'replicate' | 'black_forest_labs' | 'sd_server' | 'stripe';
    TestMail: {
      /** @description The mail server took it, or it lies in a file. */
      is_sent: boolean;
      /** @enum {string} */
      delivery: 'smtp' | 'file';
      to: string;
      /** @description The mail server. Null where mails are written to files. */
      host: string | null;
      /** @description Why not, as the mail server or the line to it said. Null where it was sent. */
      answer: string | null;
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
    PlatformOverview: {
      /** @description How many wait for somebody. */
      attention: {
        /** @description That wait for a decision. */
        organizations: number;
        /** @description Open ones. */
        tickets: number;
        /** @description Open ones, of people about their data. */
        data_requests: number;
        plan_requests: number;
        overdue_invoices: number;
        /** @description Organizations that have used up the storage of their plan. */
        full_storages: number;
        /** @description Given up after all of their tries. */
        failed_jobs: number;
        /** @description Since yesterday. */
        refused_mails: number;
        /** @description Since yesterday. */
        server_errors: number;
      };
      /** @description Maintenance mode is on: nobody but super administrators changes anything. */
      is_maintained: boolean;
      people: {
        /** @description Accounts, those of guests included. */
        total: number;
        new_this_week: number;
      };
      organizations: {
        active: number;
        suspended: number;
      };
      events: {
        /** @description Live or active ones that are not past their end. */
        live: number;
        total: number;
      };
      photos: {
        total: number;
        /**
         * Format: int64
         * @description Of the originals.
         */
        bytes: number;
      };
      /** @description Generated ones; a request that failed counts once. */
      images: {
        /** @description Since yesterday. */
        made_today: number;
        /** @description Since yesterday. */
        failed_today: number;
      };
      jobs: {
        /** @description That could run now. */
        waiting: number;
        /** Format: date-time */
        oldest_waiting_at: string | null;
      };
      mails: {
        waiting: number;
        /**
         * @description `file`: no mail server is set up, so that nobody gets any.
         * @enum {string}
         */
        delivery: 'smtp' | 'file';
      };
      database: {
        /** Format: int64 */
        bytes: number;
      };
      /** @description Of the folder that photos are kept in. */
      disk: {
        /** Format: int64 */
        free_bytes: number;
        /** Format: int64 */
        total_bytes: number;
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
    OrganizationSettings: {
      /** Format: uuid */
      organization_id: string;
      /** @description Grows with each change; the `ETag` holds the same. */
      version: number;
      profile: components['schemas']['OrganizationProfile'];
      event_settings: components['schemas']['EventSettings'];
      branding: components['schemas']['OrganizationBranding'];
      can: {
        change: boolean;
      };
    };
    OrganizationProfile: {
      name: string;
      contact_email: string | null;
      phone_number: string | null;
      description: string;
      avatar_url: string | null;
    };
    OrganizationBranding: {
      /** @description Default #000000: no colour chosen. */
      primary_color: string;
      secondary_color: string;
      logo_url: string | null;
      /** @description The picture of the watermark, on or off: the logo, or that of the text. */
      watermark_url: string | null;
      watermark: components['schemas']['Watermark'];
    };
    /** @description What is laid on the photos that people outside the organization are given. */
    Watermark: {
      enabled: boolean;
      /** @enum {string} */
      source: 'logo' | 'text';
      /** @description What the picture of the text says. */
      text: string;
      /** @enum {string} */
      position: 'top-left' | 'top-right' | 'center' | 'bottom-left' | 'bottom-right' | 'tiled';
      /** @description Of the photo’s width, and at most of its height, in per cent. */
      size: number;
      /** @description In per cent; 100 covers the photo. */
      strength: number;
    };
    /** @description The profile's fields, and the two other groups. Only what is named changes. */
    UpdateOrganizationSettingsRequest: {
      /** Format: name */
      name?: string;
      /** Format: email */
      contact_email?: string | null;
      phone_number?: string | null;
      description?: string;
      /** @description Null removes the picture. As it is, nothing changes; another is set by its upload. */
      avatar_url?: string | null;
      event_settings?: {
        /** @enum {string} */
        default_type?: 'public' | 'private';
        /** @description Hours. */
        default_duration?: number;
        require_approval?: boolean;
        auto_gallery?: boolean;
        allow_downloads?: boolean;
      };
      branding?: {
        primary_color?: string;
        secondary_color?: string;
        /** @description Null removes the logo. As it is, nothing changes; another is set by its upload. */
        logo_url?: string | null;
        watermark?: {
          enabled?: boolean;
          /** @enum {string} */
          source?: 'logo' | 'text';
          /** @description Another text comes with its picture. */
          text?: string;
          /** @description The text, drawn on a transparent ground: a PNG in Base64. Where it is typed the fonts of its script are at hand. */
          text_picture?: string;
          /** @enum {string} */
          position?: 'top-left' | 'top-right' | 'center' | 'bottom-left' | 'bottom-right' | 'tiled';
          size?: number;
          strength?: number;
        };
      };
    };
    PictureUpload: {
      /** Format: binary */
      file: string;
    };
    AvatarUploaded: {
      avatar_url: string;
    };
    LogoUploaded: {
      logo_url: string;
    };
    /** @enum {string} */
    TicketCategory: 'problem' | 'question' | 'idea';
    /**
     * @description `open` waits for the platform, `answered` for the person; a message to a closed ticket opens it again.
     * @enum {string}
     */
    TicketStatus: 'open' | 'answered' | 'closed';
    Ticket: {
      /** Format: uuid */
      id: string;
      person: components['schemas']['TicketPerson'];
      category: components['schemas']['TicketCategory'];
      status: components['schemas']['TicketStatus'];
      /** @description Of the first message. */
      excerpt: string;
      messages_count: number;
      /** @description Answers that the person has not seen. */
      unread_answers: number;
      screenshot_url: string | null;
      /** Format: date-time */
      created_at: string;
      /**
       * Format: date-time
       * @description Of its last message, or the last change of its status.
       */
      updated_at: string;
    };
    TicketPerson: {
      /** Format: uuid */
      id: string;
      name: string;
      /** @description Null of a guest. */
      email: string | null;
    };
    TicketMessage: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      from: 'person' | 'support';
      /** @description The person, or the first name of who answered for the platform. */
      author: string;
      text: string;
      /** Format: date-time */
      created_at: string;
    };
    TicketThread: {
      ticket: components['schemas']['Ticket'];
      /** @description What the person sent along after reading it, line by line. */
      diagnostics: string | null;
      /** @description First written first. */
      messages: components['schemas']['TicketMessage'][];
    };
    TicketPage: {
      items: components['schemas']['Ticket'][];
      next_cursor: string | null;
      /** @description The page before this one; null on the first. */
      previous_cursor: string | null;
    };
    TicketInboxPage: {
      items: components['schemas']['Ticket'][];
      next_cursor: string | null;
      /** @description The page before this one; null on the first. */
      previous_cursor: string | null;
      /** @description How many the filters leave. */
      total: number;
      /** @description Whatever the filters. */
      counts: {
        open: number;
        answered: number;
        closed: number;
      };
    };
    CreateTicketRequest: {
      /**
       * Format: uuid
       * @description Made by the client, so that sending again makes no second ticket.
       */
      id: string;
      category: components['schemas']['TicketCategory'];
      message: string;
      /** @description As the person read it. Left out where they chose so. */
      diagnostics?: string;
    };
    AddTicketMessageRequest: {
      /**
       * Format: uuid
       * @description Made by the client, so that sending again makes no second message.
       */
      id: string;
      text: string;
    };
    SetTicketStatusRequest: {
      status: components['schemas']['TicketStatus'];
    };
    MarkTicketReadRequest: {
      /**
       * Format: uuid
       * @description The last message that was shown.
       */
      message_id: string;
    };
    ScreenshotUpload: {
      /** Format: binary */
      file: string;
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
         *       "detail": "This event doesn’t exist.",
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
    /** @description The organization's id. */
    OrgId: string;
    /** @description The photo's `watermark`, where it has one. The answer does not follow it; another watermark has another address, so that no cache answers with the one before. */
    Mark: string;
    /** @description The `ETag` that was read. When it is another by now, nothing happens. */
    IfMatch: string;
    /** @description The membership's id. */
    MemberId: string;
    InvoiceId: string;
    /** @description The id of a request for a plan. */
    RequestId: string;
    /** @description The last part of the invitation's link. */
    InvitationToken: string;
    TicketId: string;
    /** @description The id of a generation model. */
    ModelId: string;
    /** @description The id of an image that was made. */
    ImageId: string;
    AnnouncementId: string;
    /** @description The collection's id. */
    CollectionId: string;
    /** @description What is made for this organization. Left out, what one makes for oneself. */
    ForOrganization: string;
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
  resumeGuest: {
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
         *       "key": "6kq1Vb0ZP0mWZ5mXo3rWcQ9uT8yJ4sLdN2hFgE7aRxI"
         *     }
         */
        'application/json': components['schemas']['ResumeGuestRequest'];
      };
    };
    responses: {
      /** @description Logged in for 30 days; the session is in the cookies. */
      200: {
        headers: {
          'Set-Cookie'?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "user": {
           *         "id": "0199aa00-0000-7000-8000-000000000044",
           *         "email": null,
           *         "first_name": "Mia",
           *         "last_name": "",
           *         "role": "user",
           *         "is_verified": false,
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
  upgradeGuest: {
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
         *       "email": "mia@example.org",
         *       "password": "correct horse",
         *       "first_name": "Mia",
         *       "last_name": "Lund"
         *     }
         */
        'application/json': components['schemas']['UpgradeRequest'];
      };
    };
    responses: {
      /** @description The account as it is now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-000000000044",
           *       "email": "mia@example.org",
           *       "first_name": "Mia",
           *       "last_name": "Lund",
           *       "role": "user",
           *       "is_verified": false,
           *       "permissions": {
           *         "participate_events": true
           *       },
           *       "organizations": [],
           *       "memberships": []
           *     }
           */
          'application/json': components['schemas']['SessionUser'];
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
      /** @description Logged in; the session is in the cookies. */
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
           *         "first_name": "Noa",
           *         "last_name": "Reyes",
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
      /**
       * @description The password is right, and the account has two-factor authentication: nobody is logged in yet. `completeLogin` takes the challenge
       *     with a code.
       */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "challenge": "6kq1Vb0ZP0mWZ5mXo3rWcQ9uT8yJ4sLdN2hFgE7aRxI",
           *       "expires_at": "2026-11-02T20:25:00.000Z"
           *     }
           */
          'application/json': components['schemas']['LoginChallenge'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  completeLogin: {
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
         *       "challenge": "6kq1Vb0ZP0mWZ5mXo3rWcQ9uT8yJ4sLdN2hFgE7aRxI",
         *       "code": "123456"
         *     }
         */
        'application/json': components['schemas']['CompleteLoginRequest'];
      };
    };
    responses: {
      /** @description Logged in; the session is in the cookies. */
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
           *         "first_name": "Noa",
           *         "last_name": "Reyes",
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
           *         "first_name": "Noa",
           *         "last_name": "Reyes",
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
      /** @description Logged out. */
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
  requestPasswordReset: {
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
         *       "email": "ana@example.org"
         *     }
         */
        'application/json': components['schemas']['PasswordResetRequest'];
      };
    };
    responses: {
      /** @description Asked for; a mail is on its way if there is such an account. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "delivery": "smtp"
           *     }
           */
          'application/json': components['schemas']['MailQueued'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  resetPassword: {
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
         *       "token": "6kq1Vb0ZP0mWZ5mXo3rWcQ9uT8yJ4sLdN2hFgE7aRxI",
         *       "password": "correct horse"
         *     }
         */
        'application/json': components['schemas']['ResetPasswordRequest'];
      };
    };
    responses: {
      /** @description Changed; log in with it. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      default: components['responses']['Problem'];
    };
  };
  verifyEmail: {
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
         *       "token": "6kq1Vb0ZP0mWZ5mXo3rWcQ9uT8yJ4sLdN2hFgE7aRxI"
         *     }
         */
        'application/json': components['schemas']['VerifyEmailRequest'];
      };
    };
    responses: {
      /** @description Confirmed. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      default: components['responses']['Problem'];
    };
  };
  resendVerification: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description On its way. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "delivery": "smtp"
           *     }
           */
          'application/json': components['schemas']['MailQueued'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  changePassword: {
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
         *       "current_password": "demo-password",
         *       "password": "correct horse"
         *     }
         */
        'application/json': components['schemas']['ChangePasswordRequest'];
      };
    };
    responses: {
      /** @description Changed. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      default: components['responses']['Problem'];
    };
  };
  updateProfile: {
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
         *       "first_name": "Noa",
         *       "last_name": "Reyes"
         *     }
         */
        'application/json': components['schemas']['UpdateProfileRequest'];
      };
    };
    responses: {
      /** @description The account as it is now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-000000000004",
           *       "email": "user@demo.test",
           *       "first_name": "Noa",
           *       "last_name": "Reyes",
           *       "role": "user",
           *       "is_verified": true,
           *       "permissions": {
           *         "participate_events": true
           *       },
           *       "organizations": [],
           *       "memberships": []
           *     }
           */
          'application/json': components['schemas']['SessionUser'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  listSessions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Where one is logged in. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "id": "0199aa00-0000-7000-8000-000000000071",
           *           "device": "Chrome on Android",
           *           "created_at": "2026-11-01T09:00:00.000Z",
           *           "last_used_at": "2026-11-02T20:15:00.000Z",
           *           "is_current": true
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['SessionList'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  endOtherSessions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Ended. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      default: components['responses']['Problem'];
    };
  };
  streamAccount: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
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
           * @example id: 1
           *     event: session
           *     data: {"version":"Zl8Wb2mB0sA","notices":"3:1"}
           */
          'text/event-stream': string;
        };
      };
      default: components['responses']['Problem'];
    };
  };
  endOwnSession: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        sessionId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Ended. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      default: components['responses']['Problem'];
    };
  };
  getTwoFactor: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description How it stands. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "is_on": true,
           *       "since": "2026-11-02T20:15:00.000Z",
           *       "recovery_codes_left": 9
           *     }
           */
          'application/json': components['schemas']['TwoFactor'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  beginTwoFactor: {
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
         *       "password": "demo-password"
         *     }
         */
        'application/json': components['schemas']['OwnerProofRequest'];
      };
    };
    responses: {
      /** @description For the app, as an address to scan and as letters to type. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "secret": "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
           *       "uri": "otpauth://totp/AI%20Image%20Suite:ana%40example.org?issuer=AI%20Image%20Suite&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30"
           *     }
           */
          'application/json': components['schemas']['TwoFactorSecret'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  confirmTwoFactor: {
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
         *       "code": "123456"
         *     }
         */
        'application/json': components['schemas']['ConfirmTwoFactorRequest'];
      };
    };
    responses: {
      /** @description It is on. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "recovery_codes": [
           *         "JBSW-Y3DP-EHPK-3PXP",
           *         "MFRG-G2LT-MVXG-2ZLN"
           *       ]
           *     }
           */
          'application/json': components['schemas']['RecoveryCodes'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  renewRecoveryCodes: {
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
         *       "password": "demo-password",
         *       "code": "123456"
         *     }
         */
        'application/json': components['schemas']['OwnerProofRequest'];
      };
    };
    responses: {
      /** @description The new ones, told this once. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "recovery_codes": [
           *         "JBSW-Y3DP-EHPK-3PXP",
           *         "MFRG-G2LT-MVXG-2ZLN"
           *       ]
           *     }
           */
          'application/json': components['schemas']['RecoveryCodes'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  disableTwoFactor: {
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
         *       "password": "demo-password",
         *       "code": "123456"
         *     }
         */
        'application/json': components['schemas']['OwnerProofRequest'];
      };
    };
    responses: {
      /** @description It is off. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      default: components['responses']['Problem'];
    };
  };
  uploadAvatar: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'multipart/form-data': components['schemas']['PictureUpload'];
      };
    };
    responses: {
      /** @description The account as it is now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-000000000004",
           *       "email": "user@demo.test",
           *       "first_name": "Noa",
           *       "last_name": "Reyes",
           *       "role": "user",
           *       "is_verified": true,
           *       "avatar_url": "/api/v1/people/0199aa00-0000-7000-8000-000000000004/avatar/0123456789abcdef",
           *       "permissions": {
           *         "participate_events": true
           *       },
           *       "organizations": [],
           *       "memberships": []
           *     }
           */
          'application/json': components['schemas']['SessionUser'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  removeAvatar: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The account as it is now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-000000000004",
           *       "email": "user@demo.test",
           *       "first_name": "Noa",
           *       "last_name": "Reyes",
           *       "role": "user",
           *       "is_verified": true,
           *       "avatar_url": null,
           *       "permissions": {
           *         "participate_events": true
           *       },
           *       "organizations": [],
           *       "memberships": []
           *     }
           */
          'application/json': components['schemas']['SessionUser'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  getAvatar: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The person's id. */
        userId: components['parameters']['UserId'];
        /** @description Names this picture and no other. */
        picture: string;
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
  getBilling: {
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
           *       "plan": {
           *         "id": "pro",
           *         "name": "Pro",
           *         "monthly_price": 4900,
           *         "currency": "EUR",
           *         "limits": {
           *           "events": 20,
           *           "staff": 15,
           *           "storage_bytes": 200000000000,
           *           "generations": 500
           *         }
           *       },
           *       "since": "2026-11-01T09:00:00.000Z",
           *       "usage": {
           *         "events": 3,
           *         "members": 4,
           *         "invitations": 1,
           *         "storage_bytes": 5203400112,
           *         "generations": 0
           *       },
           *       "generations_renew_on": "2026-12-01",
           *       "request": null,
           *       "plans": [
           *         {
           *           "id": "pro",
           *           "name": "Pro",
           *           "monthly_price": 4900,
           *           "currency": "EUR",
           *           "limits": {
           *             "events": 20,
           *             "staff": 15,
           *             "storage_bytes": 200000000000,
           *             "generations": 500
           *           }
           *         }
           *       ],
           *       "payment": {
           *         "provider": "stripe",
           *         "plans": [
           *           "pro"
           *         ],
           *         "subscription": {
           *           "status": "active",
           *           "plan": "pro",
           *           "renews_at": "2026-12-01T09:00:00.000Z",
           *           "ends_at": null,
           *           "grace_ends_at": null
           *         },
           *         "is_waiting": false,
           *         "has_account": true
           *       },
           *       "can": {
           *         "manage": true
           *       }
           *     }
           */
          'application/json': components['schemas']['Billing'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  setPlan: {
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
         *       "plan": "pro"
         *     }
         */
        'application/json': components['schemas']['SetPlanRequest'];
      };
    };
    responses: {
      /** @description The plan. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "pro",
           *       "name": "Pro",
           *       "monthly_price": 4900,
           *       "currency": "EUR",
           *       "limits": {
           *         "events": 20,
           *         "staff": 15,
           *         "storage_bytes": 200000000000,
           *         "generations": 500
           *       }
           *     }
           */
          'application/json': components['schemas']['Plan'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  requestPlan: {
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
         *       "plan": "pro",
         *       "message": "We grow."
         *     }
         */
        'application/json': components['schemas']['RequestPlanRequest'];
      };
    };
    responses: {
      /** @description The request. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-0000000000d1",
           *       "organization_id": "0199aa00-0000-7000-8000-0000000000a1",
           *       "organization_name": "Aurora Events",
           *       "plan": "pro",
           *       "message": "We grow.",
           *       "status": "pending",
           *       "requested_by": "Olga Brandt",
           *       "requested_at": "2026-11-20T18:04:00.000Z",
           *       "answer": "",
           *       "answered_at": null
           *     }
           */
          'application/json': components['schemas']['PlanRequest'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  withdrawPlanRequest: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        /** @description The id of a request for a plan. */
        requestId: components['parameters']['RequestId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Withdrawn. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      default: components['responses']['Problem'];
    };
  };
  answerPlanRequest: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        /** @description The id of a request for a plan. */
        requestId: components['parameters']['RequestId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "accept": true,
         *       "answer": "Welcome to Pro."
         *     }
         */
        'application/json': components['schemas']['AnswerPlanRequestRequest'];
      };
    };
    responses: {
      /** @description The request. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-0000000000d1",
           *       "organization_id": "0199aa00-0000-7000-8000-0000000000a1",
           *       "organization_name": "Aurora Events",
           *       "plan": "pro",
           *       "message": "We grow.",
           *       "status": "pending",
           *       "requested_by": "Olga Brandt",
           *       "requested_at": "2026-11-20T18:04:00.000Z",
           *       "answer": "",
           *       "answered_at": null
           *     }
           */
          'application/json': components['schemas']['PlanRequest'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  listPlanRequests: {
    parameters: {
      query?: {
        status?: 'pending' | 'accepted' | 'declined' | 'withdrawn';
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
      /** @description A page of requests. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "id": "0199aa00-0000-7000-8000-0000000000d1",
           *           "organization_id": "0199aa00-0000-7000-8000-0000000000a1",
           *           "organization_name": "Aurora Events",
           *           "plan": "pro",
           *           "message": "We grow.",
           *           "status": "pending",
           *           "requested_by": "Olga Brandt",
           *           "requested_at": "2026-11-20T18:04:00.000Z",
           *           "answer": "",
           *           "answered_at": null
           *         }
           *       ],
           *       "next_cursor": null,
           *       "previous_cursor": null,
           *       "total": 1
           *     }
           */
          'application/json': components['schemas']['PlanRequestPage'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  listInvoices: {
    parameters: {
      query?: {
        status?: components['schemas']['InvoiceStatus'];
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
      /** @description A page of invoices. */
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
           *       "total": 0
           *     }
           */
          'application/json': components['schemas']['InvoicePage'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  issueInvoice: {
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
         *       "id": "0199aa00-0000-7000-8000-0000000000d2",
         *       "description": "Pro, December 2026",
         *       "amount": 4900,
         *       "currency": "EUR",
         *       "period_start": "2026-12-01",
         *       "period_end": "2026-12-31",
         *       "due_on": "2026-12-15"
         *     }
         */
        'application/json': components['schemas']['IssueInvoiceRequest'];
      };
    };
    responses: {
      /** @description The invoice. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-0000000000d2",
           *       "number": "INV-00002",
           *       "status": "open",
           *       "is_overdue": false,
           *       "description": "Pro, December 2026",
           *       "amount": 4900,
           *       "currency": "EUR",
           *       "period_start": "2026-12-01",
           *       "period_end": "2026-12-31",
           *       "issued_at": "2026-11-20T09:00:00.000Z",
           *       "due_on": "2026-12-15",
           *       "paid_at": null,
           *       "voided_at": null,
           *       "billed_to": {
           *         "name": "Aurora Events",
           *         "email": "hello@aurora.test"
           *       },
           *       "issued_by": {
           *         "name": "Example Photos GmbH",
           *         "address": "",
           *         "email": "",
           *         "tax_id": "",
           *         "payment_note": ""
           *       },
           *       "provider": null
           *     }
           */
          'application/json': components['schemas']['Invoice'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  getInvoice: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        invoiceId: components['parameters']['InvoiceId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The invoice. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-0000000000d2",
           *       "number": "INV-00002",
           *       "status": "open",
           *       "is_overdue": false,
           *       "description": "Pro, December 2026",
           *       "amount": 4900,
           *       "currency": "EUR",
           *       "period_start": "2026-12-01",
           *       "period_end": "2026-12-31",
           *       "issued_at": "2026-11-20T09:00:00.000Z",
           *       "due_on": "2026-12-15",
           *       "paid_at": null,
           *       "voided_at": null,
           *       "billed_to": {
           *         "name": "Aurora Events",
           *         "email": "hello@aurora.test"
           *       },
           *       "issued_by": {
           *         "name": "Example Photos GmbH",
           *         "address": "",
           *         "email": "",
           *         "tax_id": "",
           *         "payment_note": ""
           *       },
           *       "provider": null
           *     }
           */
          'application/json': components['schemas']['Invoice'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  updateInvoice: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        invoiceId: components['parameters']['InvoiceId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "status": "paid"
         *     }
         */
        'application/json': components['schemas']['UpdateInvoiceRequest'];
      };
    };
    responses: {
      /** @description The invoice. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-0000000000d2",
           *       "number": "INV-00002",
           *       "status": "open",
           *       "is_overdue": false,
           *       "description": "Pro, December 2026",
           *       "amount": 4900,
           *       "currency": "EUR",
           *       "period_start": "2026-12-01",
           *       "period_end": "2026-12-31",
           *       "issued_at": "2026-11-20T09:00:00.000Z",
           *       "due_on": "2026-12-15",
           *       "paid_at": null,
           *       "voided_at": null,
           *       "billed_to": {
           *         "name": "Aurora Events",
           *         "email": "hello@aurora.test"
           *       },
           *       "issued_by": {
           *         "name": "Example Photos GmbH",
           *         "address": "",
           *         "email": "",
           *         "tax_id": "",
           *         "payment_note": ""
           *       },
           *       "provider": null
           *     }
           */
          'application/json': components['schemas']['Invoice'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  getInvoiceLink: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        invoiceId: components['parameters']['InvoiceId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The page. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "url": "https://invoice.stripe.com/i/acct_1/live_1"
           *     }
           */
          'application/json': components['schemas']['HostedInvoice'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  openCheckout: {
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
         *       "plan": "pro"
         *     }
         */
        'application/json': components['schemas']['CheckoutRequest'];
      };
    };
    responses: {
      /** @description The page. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "url": "https://checkout.stripe.com/c/pay/cs_live_1"
           *     }
           */
          'application/json': components['schemas']['HostedPage'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  openBillingPortal: {
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
      /** @description The page. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "url": "https://billing.stripe.com/p/session/live_1"
           *     }
           */
          'application/json': components['schemas']['HostedPage'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  receivePaymentEvent: {
    parameters: {
      query?: never;
      header?: {
        'Stripe-Signature'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        '*/*': string;
      };
    };
    responses: {
      /** @description It is kept, and handled. An event that is known already changes nothing. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "received": true
           *     }
           */
          'application/json': components['schemas']['PaymentEventReceived'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  listOwnDataRequests: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The latest fifty. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "id": "0199aa00-0000-7000-8000-000000000901",
           *           "kind": "export",
           *           "photos": null,
           *           "status": "open",
           *           "note": "I lost the phone with my authenticator app.",
           *           "by_letter": false,
           *           "asked_at": "2026-12-12T18:00:00.000Z",
           *           "due_at": "2027-01-12T18:00:00.000Z",
           *           "settled_at": null,
           *           "answer": ""
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['OwnDataRequests'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  askForData: {
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
         *       "kind": "export",
         *       "note": "I lost the phone with my authenticator app."
         *     }
         */
        'application/json': components['schemas']['AskForDataRequest'];
      };
    };
    responses: {
      /** @description The request. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-000000000901",
           *       "kind": "export",
           *       "photos": null,
           *       "status": "open",
           *       "note": "I lost the phone with my authenticator app.",
           *       "by_letter": false,
           *       "asked_at": "2026-12-12T18:00:00.000Z",
           *       "due_at": "2027-01-12T18:00:00.000Z",
           *       "settled_at": null,
           *       "answer": ""
           *     }
           */
          'application/json': components['schemas']['OwnDataRequest'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  withdrawDataRequest: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        requestId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-000000000901",
           *       "kind": "export",
           *       "photos": null,
           *       "status": "open",
           *       "note": "I lost the phone with my authenticator app.",
           *       "by_letter": false,
           *       "asked_at": "2026-12-12T18:00:00.000Z",
           *       "due_at": "2027-01-12T18:00:00.000Z",
           *       "settled_at": null,
           *       "answer": ""
           *     }
           */
          'application/json': components['schemas']['OwnDataRequest'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  getSentExport: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Of the link that was mailed. */
        token: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Until when it works, and how much it is. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "expires_at": "2026-12-20T18:00:00.000Z",
           *       "photos": 412,
           *       "bytes": 1893772110
           *     }
           */
          'application/json': components['schemas']['SentExport'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  downloadSentExport: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Of the link that was mailed. */
        token: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/zip': string;
        };
      };
      default: components['responses']['Problem'];
    };
  };
  listDataRequests: {
    parameters: {
      query?: {
        /** @description Part of the person's name or address, or of the note; case does not matter. */
        q?: string;
        kind?: 'export' | 'deletion';
        status?: 'open' | 'done' | 'declined' | 'withdrawn';
        /** @description A minus sign means descending. `waiting` is what is open, the first due first, then the rest, last answered first. */
        sort?: 'waiting' | 'asked_at' | '-asked_at';
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
      /** @description A page of requests. */
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
           *       "total": 0
           *     }
           */
          'application/json': components['schemas']['DataRequestPage'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  recordDataRequest: {
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
         *       "user_id": "0199aa00-0000-7000-8000-000000000101",
         *       "kind": "deletion",
         *       "photos": "keep",
         *       "note": "Letter, signed.",
         *       "received_on": "2026-12-12"
         *     }
         */
        'application/json': components['schemas']['RecordDataRequestRequest'];
      };
    };
    responses: {
      /** @description The request. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-000000000902",
           *       "person": {
           *         "id": "0199aa00-0000-7000-8000-000000000101",
           *         "name": "Ana Silva",
           *         "email": "ana@example.test",
           *         "state": "suspended"
           *       },
           *       "kind": "deletion",
           *       "photos": "keep",
           *       "status": "open",
           *       "note": "Letter, signed.",
           *       "reply_to": null,
           *       "recorded_by": "Sol Vega",
           *       "by_letter": true,
           *       "asked_at": "2026-12-12T00:00:00.000Z",
           *       "due_at": "2027-01-12T00:00:00.000Z",
           *       "settled_at": null,
           *       "settled_by": null,
           *       "answer": "",
           *       "link": null,
           *       "can": {
           *         "answer": true
           *       }
           *     }
           */
          'application/json': components['schemas']['DataRequest'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  sendDataExport: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        requestId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "access": "link"
         *     }
         */
        'application/json': components['schemas']['SendDataExportRequest'];
      };
    };
    responses: {
      /** @description The request. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-000000000902",
           *       "person": {
           *         "id": "0199aa00-0000-7000-8000-000000000101",
           *         "name": "Ana Silva",
           *         "email": "ana@example.test",
           *         "state": "suspended"
           *       },
           *       "kind": "deletion",
           *       "photos": "keep",
           *       "status": "open",
           *       "note": "Letter, signed.",
           *       "reply_to": null,
           *       "recorded_by": "Sol Vega",
           *       "by_letter": true,
           *       "asked_at": "2026-12-12T00:00:00.000Z",
           *       "due_at": "2027-01-12T00:00:00.000Z",
           *       "settled_at": null,
           *       "settled_by": null,
           *       "answer": "",
           *       "link": null,
           *       "can": {
           *         "answer": true
           *       }
           *     }
           */
          'application/json': components['schemas']['DataRequest'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  deleteRequestedAccount: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        requestId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "photos": "keep"
         *     }
         */
        'application/json': components['schemas']['DeleteRequestedAccountRequest'];
      };
    };
    responses: {
      /** @description The request. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-000000000902",
           *       "person": {
           *         "id": "0199aa00-0000-7000-8000-000000000101",
           *         "name": "Ana Silva",
           *         "email": "ana@example.test",
           *         "state": "suspended"
           *       },
           *       "kind": "deletion",
           *       "photos": "keep",
           *       "status": "open",
           *       "note": "Letter, signed.",
           *       "reply_to": null,
           *       "recorded_by": "Sol Vega",
           *       "by_letter": true,
           *       "asked_at": "2026-12-12T00:00:00.000Z",
           *       "due_at": "2027-01-12T00:00:00.000Z",
           *       "settled_at": null,
           *       "settled_by": null,
           *       "answer": "",
           *       "link": null,
           *       "can": {
           *         "answer": true
           *       }
           *     }
           */
          'application/json': components['schemas']['DataRequest'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  declineDataRequest: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        requestId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reason": "We could not make sure that it was you who wrote. Please log in and ask there."
         *     }
         */
        'application/json': components['schemas']['DeclineDataRequestRequest'];
      };
    };
    responses: {
      /** @description The request. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-000000000902",
           *       "person": {
           *         "id": "0199aa00-0000-7000-8000-000000000101",
           *         "name": "Ana Silva",
           *         "email": "ana@example.test",
           *         "state": "suspended"
           *       },
           *       "kind": "deletion",
           *       "photos": "keep",
           *       "status": "open",
           *       "note": "Letter, signed.",
           *       "reply_to": null,
           *       "recorded_by": "Sol Vega",
           *       "by_letter": true,
           *       "asked_at": "2026-12-12T00:00:00.000Z",
           *       "due_at": "2027-01-12T00:00:00.000Z",
           *       "settled_at": null,
           *       "settled_by": null,
           *       "answer": "",
           *       "link": null,
           *       "can": {
           *         "answer": true
           *       }
           *     }
           */
          'application/json': components['schemas']['DataRequest'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  getEmailChange: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "pending": {
           *         "new_email": "ana.ruiz@example.org",
           *         "old_confirmed": true,
           *         "new_confirmed": false,
           *         "expires_at": "2026-11-05T20:15:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['EmailChangeState'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  requestEmailChange: {
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
         *       "email": "ana.ruiz@example.org",
         *       "password": "demo-password"
         *     }
         */
        'application/json': components['schemas']['RequestEmailChangeRequest'];
      };
    };
    responses: {
      /** @description Asked for; the mails are on their way. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "delivery": "smtp"
           *     }
           */
          'application/json': components['schemas']['MailQueued'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  cancelEmailChange: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Nothing waits. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      default: components['responses']['Problem'];
    };
  };
  resendEmailChange: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description On their way. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "delivery": "smtp"
           *     }
           */
          'application/json': components['schemas']['MailQueued'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  answerEmailChange: {
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
         *       "token": "6kq1Vb0ZP0mWZ5mXo3rWcQ9uT8yJ4sLdN2hFgE7aRxI",
         *       "answer": "confirm"
         *     }
         */
        'application/json': components['schemas']['AnswerEmailChangeRequest'];
      };
    };
    responses: {
      /** @description What became of it. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "state": "waiting"
           *     }
           */
          'application/json': components['schemas']['EmailChangeOutcome'];
        };
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
         *       "duration": 6,
         *       "time_zone": "Europe/Berlin"
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
           *       "time_zone": "Europe/Berlin",
           *       "ends_automatically": true,
           *       "location": "Pier 4",
           *       "cover_photo_id": null,
           *       "join_code": null,
           *       "join_policy": "code",
           *       "join_identity": "name",
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
           *       "watermark": null,
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
           *       "paused_at": null,
           *       "pause_reason": null,
           *       "deleted_at": null,
           *       "restorable_until": null,
           *       "removal_reason": null
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
        status?: components['schemas']['ShownEventStatus'];
        /** @description By start and duration - `upcoming` has not begun, `now` is under way, `past` is over. */
        time?: 'upcoming' | 'now' | 'past';
        /** @description Instead, those that were deleted and can be restored. */
        deleted?: boolean;
        /**
         * @description A minus sign means descending. `agenda`: live ones first, then what is on or begins within a day, then what comes next, then what is past its
         *     end, the latest first.
         */
        sort?: 'agenda' | 'starts_at' | '-starts_at' | 'name' | '-name' | 'photos_count' | '-photos_count' | 'created_at' | '-created_at';
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
      /** @description A page of events, and how many show as each status whatever the filters say. */
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
           *         "ending": 0,
           *         "overdue": 0,
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
  exportOrganizationEvents: {
    parameters: {
      query?: {
        /** @description Part of the name or the location; case does not matter. */
        q?: string;
        status?: components['schemas']['ShownEventStatus'];
        /** @description By start and duration - `upcoming` has not begun, `now` is under way, `past` is over. */
        time?: 'upcoming' | 'now' | 'past';
        /** @description Instead, those that were deleted and can be restored. */
        deleted?: boolean;
        /**
         * @description A minus sign means descending. `agenda`: live ones first, then what is on or begins within a day, then what comes next, then what is past its
         *     end, the latest first.
         */
        sort?: 'agenda' | 'starts_at' | '-starts_at' | 'name' | '-name' | 'photos_count' | '-photos_count' | 'created_at' | '-created_at';
      };
      header?: never;
      path: {
        /** @description The organization's id. */
        orgId: components['parameters']['OrgId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
        };
      };
      default: components['responses']['Problem'];
    };
  };
  getOrganizationOverview: {
    parameters: {
      query?: {
        /** @description Whose days are counted; UTC without one. */
        time_zone?: string;
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
      /** @description As of now. Deleted events count nowhere but in their own count. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "events": {
           *         "all": 6,
           *         "draft": 1,
           *         "live": 1,
           *         "active": 1,
           *         "ending": 0,
           *         "overdue": 0,
           *         "ended": 2,
           *         "archived": 1,
           *         "deleted": 0
           *       },
           *       "photos": 1204,
           *       "bytes": 5203400112,
           *       "storage_limit": 200000000000,
           *       "staff": 4,
           *       "expired_invitations": 1,
           *       "pending": {
           *         "photos": 12,
           *         "events": [
           *           {
           *             "id": "0199aa00-0000-7000-8000-0000000000e1",
           *             "name": "Harbour run",
           *             "photos": 12
           *           }
           *         ]
           *       },
           *       "past_their_end": [
           *         {
           *           "id": "0199aa00-0000-7000-8000-0000000000e2",
           *           "name": "Studio evening"
           *         }
           *       ],
           *       "days": [
           *         {
           *           "day": "2026-11-22",
           *           "photos": 212,
           *           "likes": 480
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['OrganizationOverview'];
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
           *       "time_zone": "Europe/Berlin",
           *       "ends_automatically": true,
           *       "location": "Pier 4",
           *       "cover_photo_id": null,
           *       "join_code": null,
           *       "join_policy": "code",
           *       "join_identity": "name",
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
           *       "watermark": null,
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
           *       "paused_at": null,
           *       "pause_reason": null,
           *       "deleted_at": null,
           *       "restorable_until": null,
           *       "removal_reason": null
           *     }
           */
          'application/json': components['schemas']['Event'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  joinAsGuest: {
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
         *       "code": "AURORA-LIVE",
         *       "key": "6kq1Vb0ZP0mWZ5mXo3rWcQ9uT8yJ4sLdN2hFgE7aRxI",
         *       "name": "Mia"
         *     }
         */
        'application/json': components['schemas']['GuestJoinRequest'];
      };
    };
    responses: {
      /** @description Joined, as a guest who was known already; the session is in the cookies. */
      200: {
        headers: {
          'Set-Cookie'?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "user": {
           *         "id": "0199aa00-0000-7000-8000-000000000044",
           *         "email": null,
           *         "first_name": "Mia",
           *         "last_name": "",
           *         "role": "user",
           *         "is_verified": false,
           *         "permissions": {
           *           "participate_events": true
           *         },
           *         "organizations": [],
           *         "memberships": []
           *       },
           *       "access_token": "eyJhbGciOiJIUzI1NiJ9.e30.x",
           *       "event": {
           *         "id": "0199aa00-0000-7000-8000-0000000000e1",
           *         "organization_id": "0199aa00-0000-7000-8000-0000000000a1",
           *         "organization_name": "Aurora Events",
           *         "name": "Harbour Lights",
           *         "description": "Summer party at the docks.",
           *         "type": "private",
           *         "status": "live",
           *         "starts_at": "2026-11-20T18:00:00.000Z",
           *         "duration": 6,
           *         "time_zone": "Europe/Berlin",
           *         "ends_automatically": true,
           *         "location": "Pier 4",
           *         "cover_photo_id": null,
           *         "join_code": null,
           *         "join_policy": "code",
           *         "join_identity": "name",
           *         "require_approval": false,
           *         "auto_gallery": true,
           *         "published_at": null,
           *         "allow_downloads": true,
           *         "photos_count": 0,
           *         "attendees_count": 1,
           *         "branding": {
           *           "primary_color": "#000000",
           *           "secondary_color": "#ffffff",
           *           "logo_url": null
           *         },
           *         "watermark": null,
           *         "relation": "participant",
           *         "participant_role": "photographer",
           *         "can": {
           *           "capture": true,
           *           "like": true,
           *           "download": true,
           *           "moderate": false,
           *           "manage": false
           *         },
           *         "next_statuses": [],
           *         "created_at": "2026-11-01T09:00:00.000Z",
           *         "updated_at": "2026-11-01T09:00:00.000Z",
           *         "paused_at": null,
           *         "pause_reason": null,
           *         "deleted_at": null,
           *         "restorable_until": null,
           *         "removal_reason": null
           *       }
           *     }
           */
          'application/json': components['schemas']['GuestSession'];
        };
      };
      /** @description Joined, as a new guest; the session is in the cookies. */
      201: {
        headers: {
          'Set-Cookie'?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "user": {
           *         "id": "0199aa00-0000-7000-8000-000000000044",
           *         "email": null,
           *         "first_name": "Mia",
           *         "last_name": "",
           *         "role": "user",
           *         "is_verified": false,
           *         "permissions": {
           *           "participate_events": true
           *         },
           *         "organizations": [],
           *         "memberships": []
           *       },
           *       "access_token": "eyJhbGciOiJIUzI1NiJ9.e30.x",
           *       "event": {
           *         "id": "0199aa00-0000-7000-8000-0000000000e1",
           *         "organization_id": "0199aa00-0000-7000-8000-0000000000a1",
           *         "organization_name": "Aurora Events",
           *         "name": "Harbour Lights",
           *         "description": "Summer party at the docks.",
           *         "type": "private",
           *         "status": "live",
           *         "starts_at": "2026-11-20T18:00:00.000Z",
           *         "duration": 6,
           *         "time_zone": "Europe/Berlin",
           *         "ends_automatically": true,
           *         "location": "Pier 4",
           *         "cover_photo_id": null,
           *         "join_code": null,
           *         "join_policy": "code",
           *         "join_identity": "name",
           *         "require_approval": false,
           *         "auto_gallery": true,
           *         "published_at": null,
           *         "allow_downloads": true,
           *         "photos_count": 0,
           *         "attendees_count": 1,
           *         "branding": {
           *           "primary_color": "#000000",
           *           "secondary_color": "#ffffff",
           *           "logo_url": null
           *         },
           *         "watermark": null,
           *         "relation": "participant",
           *         "participant_role": "photographer",
           *         "can": {
           *           "capture": true,
           *           "like": true,
           *           "download": true,
           *           "moderate": false,
           *           "manage": false
           *         },
           *         "next_statuses": [],
           *         "created_at": "2026-11-01T09:00:00.000Z",
           *         "updated_at": "2026-11-01T09:00:00.000Z",
           *         "paused_at": null,
           *         "pause_reason": null,
           *         "deleted_at": null,
           *         "restorable_until": null,
           *         "removal_reason": null
           *       }
           *     }
           */
          'application/json': components['schemas']['GuestSession'];
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
           *       "time_zone": "Europe/Berlin",
           *       "location": "Pier 4",
           *       "branding": {
           *         "primary_color": "#000000",
           *         "secondary_color": "#ffffff",
           *         "logo_url": null
           *       },
           *       "has_cover": true,
           *       "is_personal": false,
           *       "admission": "open",
           *       "join_identity": "name",
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
           *       "time_zone": "Europe/Berlin",
           *       "ends_automatically": true,
           *       "location": "Pier 4",
           *       "cover_photo_id": null,
           *       "join_code": null,
           *       "join_policy": "code",
           *       "join_identity": "name",
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
           *       "watermark": null,
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
           *       "paused_at": null,
           *       "pause_reason": null,
           *       "deleted_at": null,
           *       "restorable_until": null,
           *       "removal_reason": null
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
           *       "time_zone": "Europe/Berlin",
           *       "ends_automatically": true,
           *       "location": "Pier 4",
           *       "cover_photo_id": null,
           *       "join_code": null,
           *       "join_policy": "code",
           *       "join_identity": "name",
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
           *       "watermark": null,
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
           *       "paused_at": null,
           *       "pause_reason": null,
           *       "deleted_at": null,
           *       "restorable_until": null,
           *       "removal_reason": null
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
           *       "time_zone": "Europe/Berlin",
           *       "ends_automatically": true,
           *       "location": "Pier 4",
           *       "cover_photo_id": null,
           *       "join_code": null,
           *       "join_policy": "code",
           *       "join_identity": "name",
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
           *       "watermark": null,
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
           *       "paused_at": null,
           *       "pause_reason": null,
           *       "deleted_at": null,
           *       "restorable_until": null,
           *       "removal_reason": null
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
           *       "time_zone": "Europe/Berlin",
           *       "ends_automatically": true,
           *       "location": "Pier 4",
           *       "cover_photo_id": null,
           *       "join_code": null,
           *       "join_policy": "code",
           *       "join_identity": "name",
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
           *       "watermark": null,
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
           *       "paused_at": null,
           *       "pause_reason": null,
           *       "deleted_at": null,
           *       "restorable_until": null,
           *       "removal_reason": null
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
           *       "time_zone": "Europe/Berlin",
           *       "ends_automatically": true,
           *       "location": "Pier 4",
           *       "cover_photo_id": null,
           *       "join_code": null,
           *       "join_policy": "code",
           *       "join_identity": "name",
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
           *       "watermark": null,
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
           *       "paused_at": null,
           *       "pause_reason": null,
           *       "deleted_at": null,
           *       "restorable_until": null,
           *       "removal_reason": null
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
  exportParticipants: {
    parameters: {
      query?: {
        /** @description Part of the name or the email address; case does not matter. */
        q?: string;
        role?: components['schemas']['ParticipantRole'];
        /** @description Those who were removed, instead. */
        removed?: boolean;
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
      /** @description The file. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
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
           *       "avatar_url": null,
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
           *       "avatar_url": null,
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
           *       "items": [],
           *       "delivery": "smtp"
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
  listGenerationModels: {
    parameters: {
      query?: {
        /** @description What is made for this organization. Left out, what one makes for oneself. */
        organization_id?: components['parameters']['ForOrganization'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description In the platform's order. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "id": "builtin:illustrator",
           *           "name": "Illustrator",
           *           "provider": "Built in",
           *           "task": "text-to-image",
           *           "is_ai": false,
           *           "description": "Clip-art scenes from a fixed vocabulary. Built in; not an AI model.",
           *           "licence": "MIT",
           *           "credits": 1,
           *           "capabilities": {
           *             "prompt": "required",
           *             "negative_prompt": true,
           *             "seed": true,
           *             "strength": false,
           *             "source": "none",
           *             "mask": false,
           *             "background": false,
           *             "progress": true,
           *             "max_count": 8,
           *             "max_prompt_length": 1000,
           *             "max_source_pixels": null,
           *             "sizes": [
           *               {
           *                 "width": 1024,
           *                 "height": 1024
           *               },
           *               {
           *                 "width": 1344,
           *                 "height": 768
           *               }
           *             ],
           *             "aspect_ratios": [],
           *             "styles": []
           *           }
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['GenerationModelList'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  getCredits: {
    parameters: {
      query?: {
        /** @description What is made for this organization. Left out, what one makes for oneself. */
        organization_id?: components['parameters']['ForOrganization'];
      };
      header?: never;
      path?: never;
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
           *       "limit": 50,
           *       "used": 12,
           *       "reserved": 4,
           *       "renews_on": "2026-12-01"
           *     }
           */
          'application/json': components['schemas']['Credits'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  uploadGenerationSource: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'multipart/form-data': components['schemas']['GenerationUploadForm'];
      };
    };
    responses: {
      /** @description It can be used in a request now. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-000000000a01",
           *       "width": 3000,
           *       "height": 2000
           *     }
           */
          'application/json': components['schemas']['GenerationUpload'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  getGenerationSource: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        sourceId: string;
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
  listGenerations: {
    parameters: {
      query?: {
        /** @description What is made for this organization. Left out, what one makes for oneself. */
        organization_id?: components['parameters']['ForOrganization'];
        status?: components['schemas']['GenerationStatus'];
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
      /** @description A page. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "id": "0199aa00-0000-7000-8000-000000000b01",
           *           "seq": 7,
           *           "status": "succeeded",
           *           "progress": 1,
           *           "queue_position": null,
           *           "message": null,
           *           "model_name": "Illustrator",
           *           "organization_id": null,
           *           "person": {
           *             "id": "0199aa00-0000-7000-8000-000000000001",
           *             "name": "Ana Ruiz"
           *           },
           *           "request": {
           *             "model": "builtin:illustrator",
           *             "prompt": "A cat on the moon at night",
           *             "negative_prompt": "",
           *             "width": 1024,
           *             "height": 1024,
           *             "aspect_ratio": null,
           *             "count": 1,
           *             "seed": 7,
           *             "style": null,
           *             "strength": null,
           *             "background": null,
           *             "source": null,
           *             "mask": null
           *           },
           *           "images": [
           *             {
           *               "id": "0199aa00-0000-7000-8000-000000000c01",
           *               "generation_id": "0199aa00-0000-7000-8000-000000000b01",
           *               "organization_id": null,
           *               "person_id": "0199aa00-0000-7000-8000-000000000001",
           *               "model": "builtin:illustrator",
           *               "model_name": "Illustrator",
           *               "prompt": "A cat on the moon at night",
           *               "seed": 7,
           *               "width": 1024,
           *               "height": 1024,
           *               "bytes": 210344,
           *               "content_type": "image/png",
           *               "thumbhash": "1QcSHQRnh493V4dIh4eXh1h4kJUI",
           *               "is_sensitive": false,
           *               "is_favourite": false,
           *               "created_at": "2026-11-20T21:14:09.000Z",
           *               "deleted_at": null,
           *               "can": {
           *                 "delete": true
           *               }
           *             }
           *           ],
           *           "warnings": [],
           *           "credits": 1,
           *           "error": null,
           *           "created_at": "2026-11-20T21:14:07.000Z",
           *           "started_at": "2026-11-20T21:14:07.000Z",
           *           "finished_at": "2026-11-20T21:14:09.000Z",
           *           "can": {
           *             "cancel": false
           *           }
           *         }
           *       ],
           *       "next_cursor": null
           *     }
           */
          'application/json': components['schemas']['GenerationPage'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  createGeneration: {
    parameters: {
      query?: never;
      header: {
        /** @description The account this delivery belongs to. When it is not the session's account, nothing happens and the answer is `409 account_mismatch`. */
        'X-Account'?: components['parameters']['Account'];
        /** @description A UUID made by the client. */
        'Idempotency-Key': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "model": "builtin:illustrator",
         *       "prompt": "A cat on the moon at night",
         *       "width": 1024,
         *       "height": 1024,
         *       "count": 4
         *     }
         */
        'application/json': components['schemas']['CreateGenerationRequest'];
      };
    };
    responses: {
      /** @description It is queued, or was before. */
      202: {
        headers: {
          Location?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-000000000b01",
           *       "seq": 7,
           *       "status": "succeeded",
           *       "progress": 1,
           *       "queue_position": null,
           *       "message": null,
           *       "model_name": "Illustrator",
           *       "organization_id": null,
           *       "person": {
           *         "id": "0199aa00-0000-7000-8000-000000000001",
           *         "name": "Ana Ruiz"
           *       },
           *       "request": {
           *         "model": "builtin:illustrator",
           *         "prompt": "A cat on the moon at night",
           *         "negative_prompt": "",
           *         "width": 1024,
           *         "height": 1024,
           *         "aspect_ratio": null,
           *         "count": 1,
           *         "seed": 7,
           *         "style": null,
           *         "strength": null,
           *         "background": null,
           *         "source": null,
           *         "mask": null
           *       },
           *       "images": [
           *         {
           *           "id": "0199aa00-0000-7000-8000-000000000c01",
           *           "generation_id": "0199aa00-0000-7000-8000-000000000b01",
           *           "organization_id": null,
           *           "person_id": "0199aa00-0000-7000-8000-000000000001",
           *           "model": "builtin:illustrator",
           *           "model_name": "Illustrator",
           *           "prompt": "A cat on the moon at night",
           *           "seed": 7,
           *           "width": 1024,
           *           "height": 1024,
           *           "bytes": 210344,
           *           "content_type": "image/png",
           *           "thumbhash": "1QcSHQRnh493V4dIh4eXh1h4kJUI",
           *           "is_sensitive": false,
           *           "is_favourite": false,
           *           "created_at": "2026-11-20T21:14:09.000Z",
           *           "deleted_at": null,
           *           "can": {
           *             "delete": true
           *           }
           *         }
           *       ],
           *       "warnings": [],
           *       "credits": 1,
           *       "error": null,
           *       "created_at": "2026-11-20T21:14:07.000Z",
           *       "started_at": "2026-11-20T21:14:07.000Z",
           *       "finished_at": "2026-11-20T21:14:09.000Z",
           *       "can": {
           *         "cancel": false
           *       }
           *     }
           */
          'application/json': components['schemas']['Generation'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  streamGenerations: {
    parameters: {
      query?: {
        after?: number;
      };
      header?: {
        'Last-Event-ID'?: string;
      };
      path?: never;
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
           * @example id: 7
           *     event: generation
           *     data: {}
           */
          'text/event-stream': string;
        };
      };
      default: components['responses']['Problem'];
    };
  };
  getGeneration: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        generationId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The generation. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-000000000b01",
           *       "seq": 7,
           *       "status": "succeeded",
           *       "progress": 1,
           *       "queue_position": null,
           *       "message": null,
           *       "model_name": "Illustrator",
           *       "organization_id": null,
           *       "person": {
           *         "id": "0199aa00-0000-7000-8000-000000000001",
           *         "name": "Ana Ruiz"
           *       },
           *       "request": {
           *         "model": "builtin:illustrator",
           *         "prompt": "A cat on the moon at night",
           *         "negative_prompt": "",
           *         "width": 1024,
           *         "height": 1024,
           *         "aspect_ratio": null,
           *         "count": 1,
           *         "seed": 7,
           *         "style": null,
           *         "strength": null,
           *         "background": null,
           *         "source": null,
           *         "mask": null
           *       },
           *       "images": [
           *         {
           *           "id": "0199aa00-0000-7000-8000-000000000c01",
           *           "generation_id": "0199aa00-0000-7000-8000-000000000b01",
           *           "organization_id": null,
           *           "person_id": "0199aa00-0000-7000-8000-000000000001",
           *           "model": "builtin:illustrator",
           *           "model_name": "Illustrator",
           *           "prompt": "A cat on the moon at night",
           *           "seed": 7,
           *           "width": 1024,
           *           "height": 1024,
           *           "bytes": 210344,
           *           "content_type": "image/png",
           *           "thumbhash": "1QcSHQRnh493V4dIh4eXh1h4kJUI",
           *           "is_sensitive": false,
           *           "is_favourite": false,
           *           "created_at": "2026-11-20T21:14:09.000Z",
           *           "deleted_at": null,
           *           "can": {
           *             "delete": true
           *           }
           *         }
           *       ],
           *       "warnings": [],
           *       "credits": 1,
           *       "error": null,
           *       "created_at": "2026-11-20T21:14:07.000Z",
           *       "started_at": "2026-11-20T21:14:07.000Z",
           *       "finished_at": "2026-11-20T21:14:09.000Z",
           *       "can": {
           *         "cancel": false
           *       }
           *     }
           */
          'application/json': components['schemas']['Generation'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  cancelGeneration: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        generationId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The generation. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-000000000b01",
           *       "seq": 7,
           *       "status": "succeeded",
           *       "progress": 1,
           *       "queue_position": null,
           *       "message": null,
           *       "model_name": "Illustrator",
           *       "organization_id": null,
           *       "person": {
           *         "id": "0199aa00-0000-7000-8000-000000000001",
           *         "name": "Ana Ruiz"
           *       },
           *       "request": {
           *         "model": "builtin:illustrator",
           *         "prompt": "A cat on the moon at night",
           *         "negative_prompt": "",
           *         "width": 1024,
           *         "height": 1024,
           *         "aspect_ratio": null,
           *         "count": 1,
           *         "seed": 7,
           *         "style": null,
           *         "strength": null,
           *         "background": null,
           *         "source": null,
           *         "mask": null
           *       },
           *       "images": [
           *         {
           *           "id": "0199aa00-0000-7000-8000-000000000c01",
           *           "generation_id": "0199aa00-0000-7000-8000-000000000b01",
           *           "organization_id": null,
           *           "person_id": "0199aa00-0000-7000-8000-000000000001",
           *           "model": "builtin:illustrator",
           *           "model_name": "Illustrator",
           *           "prompt": "A cat on the moon at night",
           *           "seed": 7,
           *           "width": 1024,
           *           "height": 1024,
           *           "bytes": 210344,
           *           "content_type": "image/png",
           *           "thumbhash": "1QcSHQRnh493V4dIh4eXh1h4kJUI",
           *           "is_sensitive": false,
           *           "is_favourite": false,
           *           "created_at": "2026-11-20T21:14:09.000Z",
           *           "deleted_at": null,
           *           "can": {
           *             "delete": true
           *           }
           *         }
           *       ],
           *       "warnings": [],
           *       "credits": 1,
           *       "error": null,
           *       "created_at": "2026-11-20T21:14:07.000Z",
           *       "started_at": "2026-11-20T21:14:07.000Z",
           *       "finished_at": "2026-11-20T21:14:09.000Z",
           *       "can": {
           *         "cancel": false
           *       }
           *     }
           */
          'application/json': components['schemas']['Generation'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  listGeneratedImages: {
    parameters: {
      query?: {
        /** @description What is made for this organization. Left out, what one makes for oneself. */
        organization_id?: components['parameters']['ForOrganization'];
        /** @description Part of the prompt; case does not matter. */
        q?: string;
        model?: string;
        favourite?: boolean;
        /** @description Those that can be restored, and no others. */
        deleted?: boolean;
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
      /** @description A page. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "id": "0199aa00-0000-7000-8000-000000000c01",
           *           "generation_id": "0199aa00-0000-7000-8000-000000000b01",
           *           "organization_id": null,
           *           "person_id": "0199aa00-0000-7000-8000-000000000001",
           *           "model": "builtin:illustrator",
           *           "model_name": "Illustrator",
           *           "prompt": "A cat on the moon at night",
           *           "seed": 7,
           *           "width": 1024,
           *           "height": 1024,
           *           "bytes": 210344,
           *           "content_type": "image/png",
           *           "thumbhash": "1QcSHQRnh493V4dIh4eXh1h4kJUI",
           *           "is_sensitive": false,
           *           "is_favourite": false,
           *           "created_at": "2026-11-20T21:14:09.000Z",
           *           "deleted_at": null,
           *           "can": {
           *             "delete": true
           *           }
           *         }
           *       ],
           *       "next_cursor": null
           *     }
           */
          'application/json': components['schemas']['GeneratedImagePage'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  deleteGeneratedImages: {
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
         *       "ids": [
         *         "0199aa00-0000-7000-8000-000000000c01"
         *       ]
         *     }
         */
        'application/json': components['schemas']['ImageIds'];
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
           *         "0199aa00-0000-7000-8000-000000000c01"
           *       ],
           *       "refused": []
           *     }
           */
          'application/json': components['schemas']['DeleteImagesResult'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  restoreGeneratedImages: {
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
         *       "ids": [
         *         "0199aa00-0000-7000-8000-000000000c01"
         *       ]
         *     }
         */
        'application/json': components['schemas']['ImageIds'];
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
           *       "restored": [
           *         "0199aa00-0000-7000-8000-000000000c01"
           *       ],
           *       "refused": []
           *     }
           */
          'application/json': components['schemas']['RestoreImagesResult'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  getGeneratedImage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an image that was made. */
        imageId: components['parameters']['ImageId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The image. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-000000000c01",
           *       "generation_id": "0199aa00-0000-7000-8000-000000000b01",
           *       "organization_id": null,
           *       "person_id": "0199aa00-0000-7000-8000-000000000001",
           *       "model": "builtin:illustrator",
           *       "model_name": "Illustrator",
           *       "prompt": "A cat on the moon at night",
           *       "seed": 7,
           *       "width": 1024,
           *       "height": 1024,
           *       "bytes": 210344,
           *       "content_type": "image/png",
           *       "thumbhash": "1QcSHQRnh493V4dIh4eXh1h4kJUI",
           *       "is_sensitive": false,
           *       "is_favourite": false,
           *       "created_at": "2026-11-20T21:14:09.000Z",
           *       "deleted_at": null,
           *       "can": {
           *         "delete": true
           *       }
           *     }
           */
          'application/json': components['schemas']['GeneratedImage'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  deleteGeneratedImage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an image that was made. */
        imageId: components['parameters']['ImageId'];
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
  restoreGeneratedImage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an image that was made. */
        imageId: components['parameters']['ImageId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The image. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-000000000c01",
           *       "generation_id": "0199aa00-0000-7000-8000-000000000b01",
           *       "organization_id": null,
           *       "person_id": "0199aa00-0000-7000-8000-000000000001",
           *       "model": "builtin:illustrator",
           *       "model_name": "Illustrator",
           *       "prompt": "A cat on the moon at night",
           *       "seed": 7,
           *       "width": 1024,
           *       "height": 1024,
           *       "bytes": 210344,
           *       "content_type": "image/png",
           *       "thumbhash": "1QcSHQRnh493V4dIh4eXh1h4kJUI",
           *       "is_sensitive": false,
           *       "is_favourite": false,
           *       "created_at": "2026-11-20T21:14:09.000Z",
           *       "deleted_at": null,
           *       "can": {
           *         "delete": true
           *       }
           *     }
           */
          'application/json': components['schemas']['GeneratedImage'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  addFavouriteImage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an image that was made. */
        imageId: components['parameters']['ImageId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is one. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      default: components['responses']['Problem'];
    };
  };
  removeFavouriteImage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an image that was made. */
        imageId: components['parameters']['ImageId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is none. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      default: components['responses']['Problem'];
    };
  };
  getGeneratedImageThumb: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an image that was made. */
        imageId: components['parameters']['ImageId'];
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
  getGeneratedImagePreview: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an image that was made. */
        imageId: components['parameters']['ImageId'];
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
  getGeneratedImageOriginal: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an image that was made. */
        imageId: components['parameters']['ImageId'];
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
  listImages: {
    parameters: {
      query?: {
        /** @description This organization's shelf. Left out, one's own. */
        organization_id?: string;
        /** @description Part of an event's name, of a photographer's name, of a camera or of a prompt; case does not matter. */
        q?: string;
        source?: components['schemas']['ImageSource'];
        /** @description Only what one took or had made oneself. */
        mine?: boolean;
        /** @description Only photos that one likes and images among one's favourites. */
        favourite?: boolean;
        /** @description Only what this model made. */
        model?: string;
        /** @description Only photos taken at this time or later. */
        from?: components['parameters']['From'];
        /** @description Only photos taken before this time. */
        to?: components['parameters']['To'];
        /** @description Only what is in this collection of the shelf; of one's own collections also photos that one may see and does not like any more. */
        collection?: string;
        /** @description What was deleted and can be restored by whoever asks, and nothing else. */
        deleted?: boolean;
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
      /** @description A page. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "id": "0199aa00-0000-7000-8000-000000000c01",
           *           "at": "2026-11-20T21:14:09.000Z",
           *           "deleted_at": null,
           *           "restorable_until": null,
           *           "event": null,
           *           "photo": null,
           *           "generated": {
           *             "id": "0199aa00-0000-7000-8000-000000000c01",
           *             "generation_id": "0199aa00-0000-7000-8000-000000000b01",
           *             "organization_id": null,
           *             "person_id": "0199aa00-0000-7000-8000-000000000001",
           *             "model": "builtin:illustrator",
           *             "model_name": "Illustrator",
           *             "prompt": "A cat on the moon at night",
           *             "seed": 7,
           *             "width": 1024,
           *             "height": 1024,
           *             "bytes": 210344,
           *             "content_type": "image/png",
           *             "thumbhash": "1QcSHQRnh493V4dIh4eXh1h4kJUI",
           *             "is_sensitive": false,
           *             "is_favourite": false,
           *             "created_at": "2026-11-20T21:14:09.000Z",
           *             "deleted_at": null,
           *             "can": {
           *               "delete": true
           *             }
           *           }
           *         }
           *       ],
           *       "next_cursor": null,
           *       "previous_cursor": null
           *     }
           */
          'application/json': components['schemas']['ShelfPage'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  listImageMonths: {
    parameters: {
      query?: {
        /** @description This organization's shelf. Left out, one's own. */
        organization_id?: string;
        source?: components['schemas']['ImageSource'];
        /** @description Only what one took or had made oneself. */
        mine?: boolean;
        /** @description Only photos that one likes and images among one's favourites. */
        favourite?: boolean;
        /** @description Only what this model made. */
        model?: string;
        /** @description Only what is in this collection of the shelf; of one's own collections also photos that one may see and does not like any more. */
        collection?: string;
        /** @description What was deleted and can be restored by whoever asks, and nothing else. */
        deleted?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The months. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "months": [
           *         "2026-11",
           *         "2026-08"
           *       ]
           *     }
           */
          'application/json': components['schemas']['ImageMonths'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  listImageCollections: {
    parameters: {
      query?: {
        organization_id?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The collections. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "id": "0199aa00-0000-7000-8000-000000000d01",
           *           "name": "For the album",
           *           "images_count": 12,
           *           "can": {
           *             "change": true
           *           }
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['ImageCollectionList'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  createImageCollection: {
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
         *       "id": "0199aa00-0000-7000-8000-000000000d01",
         *       "name": "For the album",
         *       "organization_id": null
         *     }
         */
        'application/json': components['schemas']['CreateImageCollectionRequest'];
      };
    };
    responses: {
      /** @description It is there. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-000000000d01",
           *       "name": "For the album",
           *       "images_count": 12,
           *       "can": {
           *         "change": true
           *       }
           *     }
           */
          'application/json': components['schemas']['ImageCollection'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  renameImageCollection: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The collection's id. */
        collectionId: components['parameters']['CollectionId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "For the wall"
         *     }
         */
        'application/json': components['schemas']['RenameImageCollectionRequest'];
      };
    };
    responses: {
      /** @description The collection. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-000000000d01",
           *       "name": "For the album",
           *       "images_count": 12,
           *       "can": {
           *         "change": true
           *       }
           *     }
           */
          'application/json': components['schemas']['ImageCollection'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  deleteImageCollection: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The collection's id. */
        collectionId: components['parameters']['CollectionId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is gone. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      default: components['responses']['Problem'];
    };
  };
  restoreImageCollection: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The collection's id. */
        collectionId: components['parameters']['CollectionId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The collection. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-000000000d01",
           *       "name": "For the album",
           *       "images_count": 12,
           *       "can": {
           *         "change": true
           *       }
           *     }
           */
          'application/json': components['schemas']['ImageCollection'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  addToImageCollection: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The collection's id. */
        collectionId: components['parameters']['CollectionId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "ids": [
         *         "0199aa00-0000-7000-8000-000000000c01"
         *       ]
         *     }
         */
        'application/json': components['schemas']['ImageIds'];
      };
    };
    responses: {
      /** @description What was put in now, and what could not be. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "changed": [
           *         "0199aa00-0000-7000-8000-000000000c01"
           *       ],
           *       "refused": []
           *     }
           */
          'application/json': components['schemas']['CollectedImages'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  removeFromImageCollection: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The collection's id. */
        collectionId: components['parameters']['CollectionId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "ids": [
         *         "0199aa00-0000-7000-8000-000000000c01"
         *       ]
         *     }
         */
        'application/json': components['schemas']['ImageIds'];
      };
    };
    responses: {
      /** @description What was taken out now; the others were not in it. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "changed": [
           *         "0199aa00-0000-7000-8000-000000000c01"
           *       ],
           *       "refused": []
           *     }
           */
          'application/json': components['schemas']['CollectedImages'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  listLogs: {
    parameters: {
      query?: {
        /** @description Words that all stand in an entry, the last one perhaps not whole - in the action, the subject, the outcome, the address, the request or the detail. */
        q?: string;
        /** @description What people did whose name or email address holds this, or whose id it is, and what was done to their account or to a membership of theirs. */
        who?: string;
        /** @description What it is about - how the action begins. */
        area?:
          | 'account'
          | 'session'
          | 'permission'
          | 'server'
          | 'organization'
          | 'billing'
          | 'event'
          | 'photo'
          | 'generation'
          | 'collection'
          | 'ticket'
          | 'notification'
          | 'announcement'
          | 'role'
          | 'platform'
          | 'log';
        /** @description This action alone. */
        action?: string;
        outcome?: 'ok' | 'refused' | 'failed';
        /** @description Of organizations whose name holds this, or whose id it is. */
        organization?: string;
        /** @description At this time or later. */
        from?: string;
        /** @description Before this time. */
        to?: string;
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
      /** @description A page of entries. */
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
          'application/json': components['schemas']['LogPage'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  exportLogs: {
    parameters: {
      query?: {
        /** @description Words that all stand in an entry, the last one perhaps not whole - in the action, the subject, the outcome, the address, the request or the detail. */
        q?: string;
        /** @description What people did whose name or email address holds this, or whose id it is, and what was done to their account or to a membership of theirs. */
        who?: string;
        /** @description What it is about - how the action begins. */
        area?:
          | 'account'
          | 'session'
          | 'permission'
          | 'server'
          | 'organization'
          | 'billing'
          | 'event'
          | 'photo'
          | 'generation'
          | 'collection'
          | 'ticket'
          | 'notification'
          | 'announcement'
          | 'role'
          | 'platform'
          | 'log';
        /** @description This action alone. */
        action?: string;
        outcome?: 'ok' | 'refused' | 'failed';
        /** @description Of organizations whose name holds this, or whose id it is. */
        organization?: string;
        /** @description At this time or later. */
        from?: string;
        /** @description Before this time. */
        to?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
        };
      };
      default: components['responses']['Problem'];
    };
  };
  exportLogLines: {
    parameters: {
      query?: {
        /** @description Words that all stand in an entry, the last one perhaps not whole - in the action, the subject, the outcome, the address, the request or the detail. */
        q?: string;
        /** @description What people did whose name or email address holds this, or whose id it is, and what was done to their account or to a membership of theirs. */
        who?: string;
        /** @description What it is about - how the action begins. */
        area?:
          | 'account'
          | 'session'
          | 'permission'
          | 'server'
          | 'organization'
          | 'billing'
          | 'event'
          | 'photo'
          | 'generation'
          | 'collection'
          | 'ticket'
          | 'notification'
          | 'announcement'
          | 'role'
          | 'platform'
          | 'log';
        /** @description This action alone. */
        action?: string;
        outcome?: 'ok' | 'refused' | 'failed';
        /** @description Of organizations whose name holds this, or whose id it is. */
        organization?: string;
        /** @description At this time or later. */
        from?: string;
        /** @description Before this time. */
        to?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example {"id":1} */
          'application/jsonl': string;
        };
      };
      default: components['responses']['Problem'];
    };
  };
  streamLogs: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
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
           * @example id: 1
           *     event: news
           *     data: {"latest":4711}
           */
          'text/event-stream': string;
        };
      };
      default: components['responses']['Problem'];
    };
  };
  getLogSeal: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The state of the seal. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "blocks": 12,
           *       "last": {
           *         "number": 12,
           *         "hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
           *         "ends_at": "2026-12-12T18:00:00.000Z"
           *       },
           *       "retention_days": 365,
           *       "oldest_at": "2026-01-01T00:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['LogSeal'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  verifyLogs: {
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
         *       "behind": 0
         *     }
         */
        'application/json': components['schemas']['VerifyLogsRequest'];
      };
    };
    responses: {
      /** @description What was found. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "blocks": 12,
           *       "entries": 11204,
           *       "forgotten": 0,
           *       "findings": [
           *         {
           *           "kind": "entry_changed",
           *           "block": 7,
           *           "entry": 4711
           *         }
           *       ],
           *       "next": null
           *     }
           */
          'application/json': components['schemas']['LogCheck'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  changeLogRetention: {
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
         *       "days": 365
         *     }
         */
        'application/json': components['schemas']['LogRetention'];
      };
    };
    responses: {
      /** @description The state of the seal. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "blocks": 12,
           *       "last": {
           *         "number": 12,
           *         "hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
           *         "ends_at": "2026-12-12T18:00:00.000Z"
           *       },
           *       "retention_days": 365,
           *       "oldest_at": "2026-01-01T00:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['LogSeal'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  getLog: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        entryId: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The entry. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 4711,
           *       "at": "2026-12-12T18:00:00.000Z",
           *       "action": "organization.approve",
           *       "outcome": "ok",
           *       "actor": {
           *         "id": "0199aa00-0000-7000-8000-000000000101",
           *         "name": "Ana Silva",
           *         "email": "ana@example.test"
           *       },
           *       "subject_type": "organization",
           *       "subject_id": "0199aa00-0000-7000-8000-000000000201",
           *       "subject_name": "Aurora Events",
           *       "person_name": null,
           *       "organization": {
           *         "id": "0199aa00-0000-7000-8000-000000000201",
           *         "name": "Aurora Events"
           *       },
           *       "ip": "192.0.2.7",
           *       "request_id": "0199aa00-0000-7000-8000-000000000301",
           *       "detail": null,
           *       "count": 1,
           *       "last_at": null,
           *       "is_erased": false,
           *       "is_sealed": true
           *     }
           */
          'application/json': components['schemas']['LogEntry'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  listMembers: {
    parameters: {
      query?: {
        /** @description Part of the name or the email address; case does not matter. */
        q?: string;
        role?: components['schemas']['MemberRole'];
        status?: components['schemas']['MemberStatus'];
        /** @description Those who were removed or left, instead. */
        removed?: boolean;
        /** @description A minus sign means descending. */
        sort?: 'name' | '-name' | 'joined_at' | '-joined_at';
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
      /** @description A page of members, and how many there are of each status whatever the filters say. */
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
           *         "all": 2,
           *         "invited": 0,
           *         "active": 2,
           *         "suspended": 0,
           *         "removed": 0
           *       },
           *       "can_manage": true
           *     }
           */
          'application/json': components['schemas']['MemberPage'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  addMember: {
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
         *       "user_id": "0199aa00-0000-7000-8000-000000000004",
         *       "role": "member"
         *     }
         */
        'application/json': components['schemas']['AddMemberRequest'];
      };
    };
    responses: {
      /** @description The member. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-0000000000b2",
           *       "user_id": "0199aa00-0000-7000-8000-000000000003",
           *       "email": "member@demo.test",
           *       "is_proved": true,
           *       "first_name": "Mika",
           *       "last_name": "Berg",
           *       "avatar_url": null,
           *       "role": "member",
           *       "status": "active",
           *       "joined_at": "2026-11-01T09:00:00.000Z",
           *       "removed_at": null,
           *       "permissions": {
           *         "participate_events": true
           *       },
           *       "role_permissions": {
           *         "view_events": true,
           *         "participate_events": true
           *       },
           *       "overrides": {
           *         "view_events": false
           *       },
           *       "is_last_admin": false,
           *       "can": {
           *         "change_role": true,
           *         "change_status": true,
           *         "change_permissions": true,
           *         "remove": true,
           *         "restore": false
           *       }
           *     }
           */
          'application/json': components['schemas']['Member'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  exportMembers: {
    parameters: {
      query?: {
        /** @description Part of the name or the email address; case does not matter. */
        q?: string;
        role?: components['schemas']['MemberRole'];
        status?: components['schemas']['MemberStatus'];
        /** @description Those who were removed or left, instead. */
        removed?: boolean;
        /** @description A minus sign means descending. */
        sort?: 'name' | '-name' | 'joined_at' | '-joined_at';
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
      /** @description The file. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
        };
      };
      default: components['responses']['Problem'];
    };
  };
  updateMember: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        /** @description The membership's id. */
        memberId: components['parameters']['MemberId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "role": "member"
         *     }
         */
        'application/json': components['schemas']['UpdateMemberRequest'];
      };
    };
    responses: {
      /** @description The member. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-0000000000b2",
           *       "user_id": "0199aa00-0000-7000-8000-000000000003",
           *       "email": "member@demo.test",
           *       "is_proved": true,
           *       "first_name": "Mika",
           *       "last_name": "Berg",
           *       "avatar_url": null,
           *       "role": "member",
           *       "status": "active",
           *       "joined_at": "2026-11-01T09:00:00.000Z",
           *       "removed_at": null,
           *       "permissions": {
           *         "participate_events": true
           *       },
           *       "role_permissions": {
           *         "view_events": true,
           *         "participate_events": true
           *       },
           *       "overrides": {
           *         "view_events": false
           *       },
           *       "is_last_admin": false,
           *       "can": {
           *         "change_role": true,
           *         "change_status": true,
           *         "change_permissions": true,
           *         "remove": true,
           *         "restore": false
           *       }
           *     }
           */
          'application/json': components['schemas']['Member'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  removeMember: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        /** @description The membership's id. */
        memberId: components['parameters']['MemberId'];
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
  restoreMember: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        /** @description The membership's id. */
        memberId: components['parameters']['MemberId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The member. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-0000000000b2",
           *       "user_id": "0199aa00-0000-7000-8000-000000000003",
           *       "email": "member@demo.test",
           *       "is_proved": true,
           *       "first_name": "Mika",
           *       "last_name": "Berg",
           *       "avatar_url": null,
           *       "role": "member",
           *       "status": "active",
           *       "joined_at": "2026-11-01T09:00:00.000Z",
           *       "removed_at": null,
           *       "permissions": {
           *         "participate_events": true
           *       },
           *       "role_permissions": {
           *         "view_events": true,
           *         "participate_events": true
           *       },
           *       "overrides": {
           *         "view_events": false
           *       },
           *       "is_last_admin": false,
           *       "can": {
           *         "change_role": true,
           *         "change_status": true,
           *         "change_permissions": true,
           *         "remove": true,
           *         "restore": false
           *       }
           *     }
           */
          'application/json': components['schemas']['Member'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  updateMemberPermissions: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        /** @description The membership's id. */
        memberId: components['parameters']['MemberId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "permissions": {
         *         "view_events": false
         *       }
         *     }
         */
        'application/json': components['schemas']['UpdateMemberPermissionsRequest'];
      };
    };
    responses: {
      /** @description The member. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-0000000000b2",
           *       "user_id": "0199aa00-0000-7000-8000-000000000003",
           *       "email": "member@demo.test",
           *       "is_proved": true,
           *       "first_name": "Mika",
           *       "last_name": "Berg",
           *       "avatar_url": null,
           *       "role": "member",
           *       "status": "active",
           *       "joined_at": "2026-11-01T09:00:00.000Z",
           *       "removed_at": null,
           *       "permissions": {
           *         "participate_events": true
           *       },
           *       "role_permissions": {
           *         "view_events": true,
           *         "participate_events": true
           *       },
           *       "overrides": {
           *         "view_events": false
           *       },
           *       "is_last_admin": false,
           *       "can": {
           *         "change_role": true,
           *         "change_status": true,
           *         "change_permissions": true,
           *         "remove": true,
           *         "restore": false
           *       }
           *     }
           */
          'application/json': components['schemas']['Member'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  inviteMembers: {
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
         *       "role": "member",
         *       "message": "See you on Saturday!"
         *     }
         */
        'application/json': components['schemas']['InviteMembersRequest'];
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
           *       "items": [
           *         {
           *           "invitation": {
           *             "id": "0199aa00-0000-7000-8000-0000000000c1",
           *             "email": "ines@example.test",
           *             "role": "member",
           *             "message": "See you on Saturday!",
           *             "status": "pending",
           *             "invited_by": "Olga Brandt",
           *             "sent_at": "2026-11-20T18:04:00.000Z",
           *             "expires_at": "2026-12-04T18:04:00.000Z",
           *             "revoked_at": null
           *           },
           *           "link": "https://photos.example.org/invite/8mPqyUQ0Yz2mWc5jJqk9m2o3m4n5b6v7c8x9z0a1s2d"
           *         }
           *       ],
           *       "already_members": [],
           *       "former_members": [],
           *       "renewed": [],
           *       "delivery": "smtp"
           *     }
           */
          'application/json': components['schemas']['InviteMembersResult'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  listMemberInvitations: {
    parameters: {
      query?: {
        /** @description Part of the email address; case does not matter. */
        q?: string;
        /** @description Left out, pending and expired ones. */
        status?: 'pending' | 'expired' | 'revoked';
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
           *       "previous_cursor": null,
           *       "total": 0,
           *       "counts": {
           *         "pending": 0,
           *         "expired": 0,
           *         "revoked": 0
           *       }
           *     }
           */
          'application/json': components['schemas']['MemberInvitationPage'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  revokeMemberInvitation: {
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
  restoreMemberInvitation: {
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
           *       "id": "0199aa00-0000-7000-8000-0000000000c1",
           *       "email": "ines@example.test",
           *       "role": "member",
           *       "message": "See you on Saturday!",
           *       "status": "pending",
           *       "invited_by": "Olga Brandt",
           *       "sent_at": "2026-11-20T18:04:00.000Z",
           *       "expires_at": "2026-12-04T18:04:00.000Z",
           *       "revoked_at": null
           *     }
           */
          'application/json': components['schemas']['MemberInvitation'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  resendMemberInvitation: {
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
           *       "invitation": {
           *         "id": "0199aa00-0000-7000-8000-0000000000c1",
           *         "email": "ines@example.test",
           *         "role": "member",
           *         "message": "See you on Saturday!",
           *         "status": "pending",
           *         "invited_by": "Olga Brandt",
           *         "sent_at": "2026-11-20T18:04:00.000Z",
           *         "expires_at": "2026-12-04T18:04:00.000Z",
           *         "revoked_at": null
           *       },
           *       "link": "https://photos.example.org/invite/8mPqyUQ0Yz2mWc5jJqk9m2o3m4n5b6v7c8x9z0a1s2d"
           *     }
           */
          'application/json': components['schemas']['SentMemberInvitation'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  previewMemberInvitation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The last part of the invitation's link. */
        token: components['parameters']['InvitationToken'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Who invites, and as what. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "organization_name": "Aurora Events",
           *       "email": "ines@example.test",
           *       "role": "member",
           *       "message": "See you on Saturday!",
           *       "invited_by": "Olga Brandt",
           *       "status": "pending",
           *       "expires_at": "2026-12-04T18:04:00.000Z"
           *     }
           */
          'application/json': components['schemas']['MemberInvitationPreview'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  acceptMemberInvitation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The last part of the invitation's link. */
        token: components['parameters']['InvitationToken'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The organization, joined. */
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
  listPlatformModels: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description In the platform's order. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "id": "builtin:illustrator",
           *           "version": 3,
           *           "name": "Illustrator",
           *           "provider": "Built in",
           *           "task": "text-to-image",
           *           "is_ai": false,
           *           "description": "Draws what the words name.",
           *           "licence": "MIT",
           *           "capabilities": {
           *             "prompt": "required",
           *             "negative_prompt": false,
           *             "seed": true,
           *             "strength": false,
           *             "source": "none",
           *             "mask": false,
           *             "background": false,
           *             "progress": true,
           *             "max_count": 4,
           *             "max_prompt_length": 500,
           *             "max_source_pixels": null,
           *             "sizes": [
           *               {
           *                 "width": 1024,
           *                 "height": 1024
           *               }
           *             ],
           *             "aspect_ratios": [],
           *             "styles": []
           *           },
           *           "is_set_up": true,
           *           "enabled": true,
           *           "audience": "everyone",
           *           "plans": [],
           *           "organizations": [],
           *           "credits": 0,
           *           "max_count": null,
           *           "max_pixels": null,
           *           "daily_limit": null,
           *           "health": {
           *             "succeeded": 120,
           *             "failed": 1,
           *             "last_succeeded_at": "2026-12-12T18:00:00.000Z",
           *             "last_failed_at": "2026-12-11T18:00:00.000Z",
           *             "last_error": "This took too long and was stopped.",
           *             "median_ms": 900,
           *             "p95_ms": 2100
           *           }
           *         }
           *       ],
           *       "providers": [
           *         {
           *           "id": "builtin",
           *           "name": "Built in",
           *           "is_set_up": true,
           *           "models": 4,
           *           "health": {
           *             "succeeded": 120,
           *             "failed": 1,
           *             "last_succeeded_at": "2026-12-12T18:00:00.000Z",
           *             "last_failed_at": "2026-12-11T18:00:00.000Z",
           *             "last_error": "This took too long and was stopped.",
           *             "median_ms": 900,
           *             "p95_ms": 2100
           *           }
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['PlatformModelList'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  getPlatformModel: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a generation model. */
        modelId: components['parameters']['ModelId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The model. */
      200: {
        headers: {
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "builtin:illustrator",
           *       "version": 3,
           *       "name": "Illustrator",
           *       "provider": "Built in",
           *       "task": "text-to-image",
           *       "is_ai": false,
           *       "description": "Draws what the words name.",
           *       "licence": "MIT",
           *       "capabilities": {
           *         "prompt": "required",
           *         "negative_prompt": false,
           *         "seed": true,
           *         "strength": false,
           *         "source": "none",
           *         "mask": false,
           *         "background": false,
           *         "progress": true,
           *         "max_count": 4,
           *         "max_prompt_length": 500,
           *         "max_source_pixels": null,
           *         "sizes": [
           *           {
           *             "width": 1024,
           *             "height": 1024
           *           }
           *         ],
           *         "aspect_ratios": [],
           *         "styles": []
           *       },
           *       "is_set_up": true,
           *       "enabled": true,
           *       "audience": "everyone",
           *       "plans": [],
           *       "organizations": [],
           *       "credits": 0,
           *       "max_count": null,
           *       "max_pixels": null,
           *       "daily_limit": null,
           *       "health": {
           *         "succeeded": 120,
           *         "failed": 1,
           *         "last_succeeded_at": "2026-12-12T18:00:00.000Z",
           *         "last_failed_at": "2026-12-11T18:00:00.000Z",
           *         "last_error": "This took too long and was stopped.",
           *         "median_ms": 900,
           *         "p95_ms": 2100
           *       }
           *     }
           */
          'application/json': components['schemas']['PlatformModel'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  changePlatformModel: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` that was read. When it is another by now, nothing happens. */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description The id of a generation model. */
        modelId: components['parameters']['ModelId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "enabled": true,
         *       "audience": "accounts",
         *       "plans": [
         *         "pro",
         *         "studio"
         *       ],
         *       "credits": 2,
         *       "daily_limit": 50
         *     }
         */
        'application/json': components['schemas']['ChangePlatformModelRequest'];
      };
    };
    responses: {
      /** @description The model. */
      200: {
        headers: {
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "builtin:illustrator",
           *       "version": 3,
           *       "name": "Illustrator",
           *       "provider": "Built in",
           *       "task": "text-to-image",
           *       "is_ai": false,
           *       "description": "Draws what the words name.",
           *       "licence": "MIT",
           *       "capabilities": {
           *         "prompt": "required",
           *         "negative_prompt": false,
           *         "seed": true,
           *         "strength": false,
           *         "source": "none",
           *         "mask": false,
           *         "background": false,
           *         "progress": true,
           *         "max_count": 4,
           *         "max_prompt_length": 500,
           *         "max_source_pixels": null,
           *         "sizes": [
           *           {
           *             "width": 1024,
           *             "height": 1024
           *           }
           *         ],
           *         "aspect_ratios": [],
           *         "styles": []
           *       },
           *       "is_set_up": true,
           *       "enabled": true,
           *       "audience": "everyone",
           *       "plans": [],
           *       "organizations": [],
           *       "credits": 0,
           *       "max_count": null,
           *       "max_pixels": null,
           *       "daily_limit": null,
           *       "health": {
           *         "succeeded": 120,
           *         "failed": 1,
           *         "last_succeeded_at": "2026-12-12T18:00:00.000Z",
           *         "last_failed_at": "2026-12-11T18:00:00.000Z",
           *         "last_error": "This took too long and was stopped.",
           *         "median_ms": 900,
           *         "p95_ms": 2100
           *       }
           *     }
           */
          'application/json': components['schemas']['PlatformModel'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  testPlatformModel: {
    parameters: {
      query?: never;
      header: {
        /** @description A UUID made by the client. */
        'Idempotency-Key': string;
      };
      path: {
        /** @description The id of a generation model. */
        modelId: components['parameters']['ModelId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "prompt": "A cat on the moon at night",
         *       "source": null
         *     }
         */
        'application/json': components['schemas']['TestPlatformModelRequest'];
      };
    };
    responses: {
      /** @description It is queued, or was before. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-000000000901",
           *       "seq": 1,
           *       "status": "queued",
           *       "progress": null,
           *       "queue_position": 0,
           *       "message": null,
           *       "model_name": "Illustrator",
           *       "organization_id": null,
           *       "person": {
           *         "id": "0199aa00-0000-7000-8000-000000000101",
           *         "name": "Sam Super"
           *       },
           *       "request": {
           *         "model": "builtin:illustrator",
           *         "prompt": "A cat on the moon at night",
           *         "negative_prompt": "",
           *         "width": 1024,
           *         "height": 1024,
           *         "aspect_ratio": null,
           *         "count": 1,
           *         "seed": 7,
           *         "style": null,
           *         "strength": null,
           *         "background": null,
           *         "source": null,
           *         "mask": null
           *       },
           *       "images": [],
           *       "warnings": [],
           *       "credits": 0,
           *       "error": null,
           *       "created_at": "2026-12-12T18:00:00.000Z",
           *       "started_at": null,
           *       "finished_at": null,
           *       "can": {
           *         "cancel": true
           *       }
           *     }
           */
          'application/json': components['schemas']['Generation'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  orderPlatformModels: {
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
         *       "ids": [
         *         "builtin:illustrator",
         *         "builtin:restyle"
         *       ]
         *     }
         */
        'application/json': components['schemas']['PlatformModelOrder'];
      };
    };
    responses: {
      /** @description The order, as it is now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ids": [
           *         "builtin:illustrator",
           *         "builtin:restyle"
           *       ]
           *     }
           */
          'application/json': components['schemas']['PlatformModelOrder'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  listNotices: {
    parameters: {
      query?: {
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
      /** @description A page of notices, and how many of all of them are unread. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "id": "0199aa00-0000-7000-8000-000000000c01",
           *           "title": "Maintenance on Sunday",
           *           "body": "The gallery is read only from 6 to 7 in the morning. Photos are taken as always.",
           *           "link": "/dashboard",
           *           "created_at": "2026-12-12T18:00:00.000Z",
           *           "read_at": null
           *         }
           *       ],
           *       "next_cursor": null,
           *       "unread": 1
           *     }
           */
          'application/json': components['schemas']['NoticePage'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  markNoticesRead: {
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
         *       "ids": [
         *         "0199aa00-0000-7000-8000-000000000c01"
         *       ]
         *     }
         */
        'application/json': components['schemas']['MarkNoticesReadRequest'];
      };
    };
    responses: {
      /** @description How many are left. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "unread": 0
           *     }
           */
          'application/json': components['schemas']['UnreadNotices'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  getPush: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The server's public key, and the address of this session's device. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "public_key": "BEl62iUYgUivxIkv69yViEuiBIa-Ib9-SkvMeAtA3LFgDzkrxZJjSgSnfckjBJuBkr3qBUYIHBQFLXYp5Nksh8U",
           *       "endpoint": null
           *     }
           */
          'application/json': components['schemas']['PushState'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  turnPushOn: {
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
         *       "endpoint": "https://push.example.org/send/3uX0yWJm5Q",
         *       "keys": {
         *         "p256dh": "BEl62iUYgUivxIkv69yViEuiBIa-Ib9-SkvMeAtA3LFgDzkrxZJjSgSnfckjBJuBkr3qBUYIHBQFLXYp5Nksh8U",
         *         "auth": "8eDyX_uCN0XRhSbY5hs7Hg"
         *       }
         *     }
         */
        'application/json': components['schemas']['PushSubscription'];
      };
    };
    responses: {
      /** @description What concerns this person is pushed to it. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      default: components['responses']['Problem'];
    };
  };
  turnPushOff: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Nothing is. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      default: components['responses']['Problem'];
    };
  };
  listAnnouncements: {
    parameters: {
      query?: {
        status?: components['schemas']['AnnouncementStatus'];
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
      /** @description A page, the newest first. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "id": "0199aa00-0000-7000-8000-000000000d01",
           *           "title": "Maintenance on Sunday",
           *           "body": "The gallery is read only from 6 to 7 in the morning.",
           *           "link": null,
           *           "target": {
           *             "kind": "role",
           *             "role": "organization"
           *           },
           *           "target_name": null,
           *           "by_mail": true,
           *           "by_push": true,
           *           "status": "sent",
           *           "send_at": "2026-12-12T18:00:00.000Z",
           *           "created_at": "2026-12-12T17:00:00.000Z",
           *           "finished_at": "2026-12-12T18:00:02.000Z",
           *           "author": "Sol Vega",
           *           "figures": {
           *             "recipients": 120,
           *             "read": 40,
           *             "mails": 80,
           *             "mails_waiting": 0,
           *             "mails_failed": 1,
           *             "pushes": 30,
           *             "pushes_waiting": 0,
           *             "pushes_failed": 0,
           *             "pushes_gone": 2
           *           }
           *         }
           *       ],
           *       "next_cursor": null,
           *       "previous_cursor": null
           *     }
           */
          'application/json': components['schemas']['AnnouncementPage'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  createAnnouncement: {
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
         *       "id": "0199aa00-0000-7000-8000-000000000d01",
         *       "title": "Maintenance on Sunday",
         *       "body": "The gallery is read only from 6 to 7 in the morning.",
         *       "target": {
         *         "kind": "everyone"
         *       },
         *       "by_mail": false,
         *       "by_push": true
         *     }
         */
        'application/json': components['schemas']['CreateAnnouncementRequest'];
      };
    };
    responses: {
      /** @description The announcement. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-000000000d01",
           *       "title": "Maintenance on Sunday",
           *       "body": "The gallery is read only from 6 to 7 in the morning.",
           *       "link": null,
           *       "target": {
           *         "kind": "role",
           *         "role": "organization"
           *       },
           *       "target_name": null,
           *       "by_mail": true,
           *       "by_push": true,
           *       "status": "sent",
           *       "send_at": "2026-12-12T18:00:00.000Z",
           *       "created_at": "2026-12-12T17:00:00.000Z",
           *       "finished_at": "2026-12-12T18:00:02.000Z",
           *       "author": "Sol Vega",
           *       "figures": {
           *         "recipients": 120,
           *         "read": 40,
           *         "mails": 80,
           *         "mails_waiting": 0,
           *         "mails_failed": 1,
           *         "pushes": 30,
           *         "pushes_waiting": 0,
           *         "pushes_failed": 0,
           *         "pushes_gone": 2
           *       }
           *     }
           */
          'application/json': components['schemas']['Announcement'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  countAnnouncementReach: {
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
         *       "target": {
         *         "kind": "role",
         *         "role": "organization"
         *       }
         *     }
         */
        'application/json': components['schemas']['AnnouncementReachRequest'];
      };
    };
    responses: {
      /** @description People, and those of them who would be mailed and pushed to. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "people": 120,
           *       "by_mail": 80,
           *       "by_push": 30,
           *       "name": null
           *     }
           */
          'application/json': components['schemas']['AnnouncementReach'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  getAnnouncement: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        announcementId: components['parameters']['AnnouncementId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The announcement. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-000000000d01",
           *       "title": "Maintenance on Sunday",
           *       "body": "The gallery is read only from 6 to 7 in the morning.",
           *       "link": null,
           *       "target": {
           *         "kind": "role",
           *         "role": "organization"
           *       },
           *       "target_name": null,
           *       "by_mail": true,
           *       "by_push": true,
           *       "status": "sent",
           *       "send_at": "2026-12-12T18:00:00.000Z",
           *       "created_at": "2026-12-12T17:00:00.000Z",
           *       "finished_at": "2026-12-12T18:00:02.000Z",
           *       "author": "Sol Vega",
           *       "figures": {
           *         "recipients": 120,
           *         "read": 40,
           *         "mails": 80,
           *         "mails_waiting": 0,
           *         "mails_failed": 1,
           *         "pushes": 30,
           *         "pushes_waiting": 0,
           *         "pushes_failed": 0,
           *         "pushes_gone": 2
           *       }
           *     }
           */
          'application/json': components['schemas']['Announcement'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  cancelAnnouncement: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        announcementId: components['parameters']['AnnouncementId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The announcement. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-000000000d01",
           *       "title": "Maintenance on Sunday",
           *       "body": "The gallery is read only from 6 to 7 in the morning.",
           *       "link": null,
           *       "target": {
           *         "kind": "role",
           *         "role": "organization"
           *       },
           *       "target_name": null,
           *       "by_mail": true,
           *       "by_push": true,
           *       "status": "sent",
           *       "send_at": "2026-12-12T18:00:00.000Z",
           *       "created_at": "2026-12-12T17:00:00.000Z",
           *       "finished_at": "2026-12-12T18:00:02.000Z",
           *       "author": "Sol Vega",
           *       "figures": {
           *         "recipients": 120,
           *         "read": 40,
           *         "mails": 80,
           *         "mails_waiting": 0,
           *         "mails_failed": 1,
           *         "pushes": 30,
           *         "pushes_waiting": 0,
           *         "pushes_failed": 0,
           *         "pushes_gone": 2
           *       }
           *     }
           */
          'application/json': components['schemas']['Announcement'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  withdrawAnnouncement: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        announcementId: components['parameters']['AnnouncementId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The announcement. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-000000000d01",
           *       "title": "Maintenance on Sunday",
           *       "body": "The gallery is read only from 6 to 7 in the morning.",
           *       "link": null,
           *       "target": {
           *         "kind": "role",
           *         "role": "organization"
           *       },
           *       "target_name": null,
           *       "by_mail": true,
           *       "by_push": true,
           *       "status": "sent",
           *       "send_at": "2026-12-12T18:00:00.000Z",
           *       "created_at": "2026-12-12T17:00:00.000Z",
           *       "finished_at": "2026-12-12T18:00:02.000Z",
           *       "author": "Sol Vega",
           *       "figures": {
           *         "recipients": 120,
           *         "read": 40,
           *         "mails": 80,
           *         "mails_waiting": 0,
           *         "mails_failed": 1,
           *         "pushes": 30,
           *         "pushes_waiting": 0,
           *         "pushes_failed": 0,
           *         "pushes_gone": 2
           *       }
           *     }
           */
          'application/json': components['schemas']['Announcement'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  restoreAnnouncement: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        announcementId: components['parameters']['AnnouncementId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The announcement. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-000000000d01",
           *       "title": "Maintenance on Sunday",
           *       "body": "The gallery is read only from 6 to 7 in the morning.",
           *       "link": null,
           *       "target": {
           *         "kind": "role",
           *         "role": "organization"
           *       },
           *       "target_name": null,
           *       "by_mail": true,
           *       "by_push": true,
           *       "status": "sent",
           *       "send_at": "2026-12-12T18:00:00.000Z",
           *       "created_at": "2026-12-12T17:00:00.000Z",
           *       "finished_at": "2026-12-12T18:00:02.000Z",
           *       "author": "Sol Vega",
           *       "figures": {
           *         "recipients": 120,
           *         "read": 40,
           *         "mails": 80,
           *         "mails_waiting": 0,
           *         "mails_failed": 1,
           *         "pushes": 30,
           *         "pushes_waiting": 0,
           *         "pushes_failed": 0,
           *         "pushes_gone": 2
           *       }
           *     }
           */
          'application/json': components['schemas']['Announcement'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  listNotifications: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Each kind of mail and push. Empty for a guest, who has no address. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "kind": "support_answers",
           *           "organization_id": null,
           *           "channel": "mail",
           *           "is_on": true
           *         },
           *         {
           *           "kind": "announcements",
           *           "organization_id": null,
           *           "channel": "push",
           *           "is_on": true
           *         },
           *         {
           *           "kind": "invoices",
           *           "organization_id": "0199aa00-0000-7000-8000-0000000000a1",
           *           "channel": "mail",
           *           "is_on": false
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['NotificationList'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  setNotification: {
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
         *       "kind": "invoices",
         *       "organization_id": "0199aa00-0000-7000-8000-0000000000a1",
         *       "is_on": false
         *     }
         */
        'application/json': components['schemas']['Notification'];
      };
    };
    responses: {
      /** @description All of them, as they are now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "kind": "support_answers",
           *           "organization_id": null,
           *           "channel": "mail",
           *           "is_on": true
           *         },
           *         {
           *           "kind": "announcements",
           *           "organization_id": null,
           *           "channel": "push",
           *           "is_on": true
           *         },
           *         {
           *           "kind": "invoices",
           *           "organization_id": "0199aa00-0000-7000-8000-0000000000a1",
           *           "channel": "mail",
           *           "is_on": false
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['NotificationList'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  appointOrganizationAdmin: {
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
         *       "email": "ines@example.test"
         *     }
         */
        'application/json': components['schemas']['AppointAdminRequest'];
      };
    };
    responses: {
      /** @description Who it is, and what they were. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "user_id": "0199aa00-0000-7000-8000-000000000007",
           *       "name": "Ines Roth",
           *       "email": "ines@example.test",
           *       "was": "none",
           *       "status": "active"
           *     }
           */
          'application/json': components['schemas']['AppointedAdmin'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  dismissOrganizationAdmin: {
    parameters: {
      query?: {
        /** @description Whether they stay a member. */
        membership?: 'keep' | 'end';
      };
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
      /** @description No admin any more. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
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
  updateOrganization: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` that was read. When it is another by now, nothing happens. */
        'If-Match'?: components['parameters']['IfMatch'];
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
         *       "description": "Weddings, launches and long nights."
         *     }
         */
        'application/json': components['schemas']['UpdateOrganizationRequest'];
      };
    };
    responses: {
      /** @description The organization. */
      200: {
        headers: {
          ETag?: string;
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
  deleteOrganization: {
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
  listOrganizations: {
    parameters: {
      query?: {
        /** @description Part of the name or the contact address; case does not matter. */
        q?: string;
        status?: 'pending' | 'active' | 'suspended';
        /** @description Instead, those that were deleted in the last 30 days. For those who manage all organizations, and for their own admins. */
        deleted?: boolean;
        /** @description A minus sign means descending. */
        sort?: 'name' | '-name' | 'created_at' | '-created_at';
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
      /** @description A page of organizations. */
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
           *       "total": 0
           *     }
           */
          'application/json': components['schemas']['OrganizationListPage'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  createOrganization: {
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
         *       "name": "Aurora Events",
         *       "description": "Weddings, launches and long nights."
         *     }
         */
        'application/json': components['schemas']['CreateOrganizationRequest'];
      };
    };
    responses: {
      /** @description The organization. */
      201: {
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
  listOrganizationsOfUser: {
    parameters: {
      query?: {
        limit?: components['parameters']['Limit'];
        /** @description A `next_cursor` or `previous_cursor` that this list answered, in the same order. Opaque. */
        cursor?: components['parameters']['Cursor'];
      };
      header?: never;
      path: {
        /** @description The person's id. */
        userId: components['parameters']['UserId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of organizations with the person's membership in each. */
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
          'application/json': components['schemas']['OrganizationOfPersonPage'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  restoreOrganization: {
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
  approveOrganization: {
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
  withdrawOrganizationApproval: {
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
  rejectOrganization: {
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
         *       "reason": "Tell us what kind of events you run."
         *     }
         */
        'application/json': components['schemas']['RejectOrganizationRequest'];
      };
    };
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
  suspendOrganization: {
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
  reactivateOrganization: {
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
  listPlatformOrganizations: {
    parameters: {
      query?: {
        /** @description Part of the name or the contact address, or of the name or email address of an admin; case does not matter. */
        q?: string;
        /** @description Of pending ones, those that wait for a decision, and those that were turned down and have corrected nothing yet. */
        state?: 'waiting' | 'rejected' | 'active' | 'suspended';
        plan?: 'free' | 'pro' | 'studio';
        /** @description Instead, those that were deleted in the last 30 days. */
        deleted?: boolean;
        /** @description A minus sign means descending. */
        sort?: 'name' | '-name' | 'created_at' | '-created_at';
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
      /** @description A page of organizations. `counts` are of all, whatever was asked for. */
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
           *         "waiting": 0,
           *         "rejected": 0,
           *         "active": 0,
           *         "suspended": 0,
           *         "deleted": 0
           *       }
           *     }
           */
          'application/json': components['schemas']['PlatformOrganizationPage'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  exportPlatformOrganizations: {
    parameters: {
      query?: {
        /** @description Part of the name or the contact address, or of the name or email address of an admin; case does not matter. */
        q?: string;
        /** @description Of pending ones, those that wait for a decision, and those that were turned down and have corrected nothing yet. */
        state?: 'waiting' | 'rejected' | 'active' | 'suspended';
        plan?: 'free' | 'pro' | 'studio';
        /** @description Instead, those that were deleted in the last 30 days. */
        deleted?: boolean;
        /** @description A minus sign means descending. */
        sort?: 'name' | '-name' | 'created_at' | '-created_at';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
        };
      };
      default: components['responses']['Problem'];
    };
  };
  getPlatformOrganization: {
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
           *       "summary": {
           *         "organization": {
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
           *         },
           *         "created_at": "2026-11-02T10:00:00.000Z",
           *         "deleted_at": null,
           *         "admins": [
           *           {
           *             "user_id": "0199aa00-0000-7000-8000-000000000005",
           *             "name": "Olga Haas",
           *             "email": "owner@demo.test"
           *           }
           *         ],
           *         "members": 2,
           *         "open_events": 3,
           *         "storage_bytes": 5203400112,
           *         "plan": "pro"
           *       },
           *       "created_by": {
           *         "user_id": "0199aa00-0000-7000-8000-000000000005",
           *         "name": "Olga Haas"
           *       },
           *       "approved": {
           *         "at": "2026-11-03T08:00:00.000Z",
           *         "by": {
           *           "user_id": "0199aa00-0000-7000-8000-000000000001",
           *           "name": "Sol Vega"
           *         }
           *       },
           *       "history": [
           *         {
           *           "id": 4711,
           *           "at": "2026-11-03T08:00:00.000Z",
           *           "what": "approve",
           *           "by": {
           *             "user_id": "0199aa00-0000-7000-8000-000000000001",
           *             "name": "Sol Vega"
           *           },
           *           "reason": null
           *         }
           *       ],
           *       "members": {
           *         "total": 0,
           *         "items": []
           *       },
           *       "plan": {
           *         "id": "pro",
           *         "name": "Pro",
           *         "monthly_price": 4900,
           *         "currency": "EUR",
           *         "limits": {
           *           "events": 20,
           *           "staff": 15,
           *           "storage_bytes": 200000000000,
           *           "generations": 500
           *         }
           *       },
           *       "plan_since": "2026-11-03T08:00:00.000Z",
           *       "is_paid_at_provider": false,
           *       "usage": {
           *         "events": 3,
           *         "members": 2,
           *         "invitations": 1,
           *         "storage_bytes": 5203400112,
           *         "generations": 0
           *       },
           *       "invoices": {
           *         "total": 1,
           *         "open": 1,
           *         "overdue": 0
           *       },
           *       "events": {
           *         "total": 4,
           *         "latest": []
           *       },
           *       "photos": 1200
           *     }
           */
          'application/json': components['schemas']['PlatformOrganizationDetails'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  getOwnData: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "photos": 412,
           *       "bytes": 1893772110,
           *       "last_admin_of": [
           *         "Aurora Events"
           *       ]
           *     }
           */
          'application/json': components['schemas']['OwnData'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  exportOwnData: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/zip': string;
        };
      };
      default: components['responses']['Problem'];
    };
  };
  deleteOwnAccount: {
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
         *       "password": "demo-password",
         *       "photos": "keep"
         *     }
         */
        'application/json': components['schemas']['DeleteAccountRequest'];
      };
    };
    responses: {
      /** @description Deleted; the session is over. */
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
  findDeletedAccounts: {
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
         *       "ids": [
         *         "0199aa00-0000-7000-8000-000000000044",
         *         "0199aa00-0000-7000-8000-000000000045"
         *       ]
         *     }
         */
        'application/json': components['schemas']['DeletedAccountsRequest'];
      };
    };
    responses: {
      /** @description Those of them that were deleted or never were. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "deleted_ids": [
           *         "0199aa00-0000-7000-8000-000000000045"
           *       ]
           *     }
           */
          'application/json': components['schemas']['DeletedAccounts'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  beginPasskeyLogin: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description For the authenticator. The challenge is good for one login within five minutes. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "challenge": "6kq1Vb0ZP0mWZ5mXo3rWcQ9uT8yJ4sLdN2hFgE7aRxI",
           *       "rpId": "photos.example.org",
           *       "timeout": 120000,
           *       "userVerification": "required",
           *       "allowCredentials": []
           *     }
           */
          'application/json': components['schemas']['PasskeyRequestOptions'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  loginWithPasskey: {
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
         *       "passkey": {
         *         "id": "kPq0q6zO1mWZ5mXo3rWcQw",
         *         "type": "public-key",
         *         "response": {
         *           "clientDataJSON": "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
         *           "authenticatorData": "SZYN5YgOjGh0NBcPZHZgW4",
         *           "signature": "MEUCIQDx"
         *         }
         *       },
         *       "remember_me": true
         *     }
         */
        'application/json': components['schemas']['PasskeyLoginRequest'];
      };
    };
    responses: {
      /** @description Logged in; the session is in the cookies. */
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
           *         "first_name": "Noa",
           *         "last_name": "Reyes",
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
  listPasskeys: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description All of them. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "id": "0199aa00-0000-7000-8000-000000000091",
           *           "name": "Chrome on Android",
           *           "is_synced": true,
           *           "created_at": "2026-11-01T09:00:00.000Z",
           *           "last_used_at": "2026-11-02T20:15:00.000Z"
           *         }
           *       ],
           *       "has_password": true
           *     }
           */
          'application/json': components['schemas']['PasskeyList'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  addPasskey: {
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
         *       "name": "Chrome on Android",
         *       "passkey": {
         *         "id": "kPq0q6zO1mWZ5mXo3rWcQw",
         *         "type": "public-key",
         *         "response": {
         *           "clientDataJSON": "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0",
         *           "attestationObject": "o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVg"
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['AddPasskeyRequest'];
      };
    };
    responses: {
      /** @description It logs in from now on. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-000000000091",
           *       "name": "Chrome on Android",
           *       "is_synced": true,
           *       "created_at": "2026-11-01T09:00:00.000Z",
           *       "last_used_at": "2026-11-02T20:15:00.000Z"
           *     }
           */
          'application/json': components['schemas']['Passkey'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  beginPasskey: {
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
         *       "password": "demo-password"
         *     }
         */
        'application/json': components['schemas']['OwnerProofRequest'];
      };
    };
    responses: {
      /** @description For the authenticator. The challenge is good for one passkey within five minutes. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "rp": {
           *         "id": "photos.example.org",
           *         "name": "AI Image Suite"
           *       },
           *       "user": {
           *         "id": "AZmqAAAAcACAAAAAAAAABA",
           *         "name": "user@demo.test",
           *         "displayName": "Noa Reyes"
           *       },
           *       "challenge": "6kq1Vb0ZP0mWZ5mXo3rWcQ9uT8yJ4sLdN2hFgE7aRxI",
           *       "pubKeyCredParams": [
           *         {
           *           "type": "public-key",
           *           "alg": -7
           *         }
           *       ],
           *       "timeout": 120000,
           *       "excludeCredentials": [],
           *       "authenticatorSelection": {
           *         "residentKey": "required",
           *         "requireResidentKey": true,
           *         "userVerification": "required"
           *       },
           *       "attestation": "none"
           *     }
           */
          'application/json': components['schemas']['PasskeyCreationOptions'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  beginPasskeyProof: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description For the authenticator. The challenge is good for one call within five minutes. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "challenge": "6kq1Vb0ZP0mWZ5mXo3rWcQ9uT8yJ4sLdN2hFgE7aRxI",
           *       "rpId": "photos.example.org",
           *       "timeout": 120000,
           *       "userVerification": "required",
           *       "allowCredentials": []
           *     }
           */
          'application/json': components['schemas']['PasskeyRequestOptions'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  renamePasskey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        passkeyId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "My phone"
         *     }
         */
        'application/json': components['schemas']['RenamePasskeyRequest'];
      };
    };
    responses: {
      /** @description As it is now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-000000000091",
           *       "name": "Chrome on Android",
           *       "is_synced": true,
           *       "created_at": "2026-11-01T09:00:00.000Z",
           *       "last_used_at": "2026-11-02T20:15:00.000Z"
           *     }
           */
          'application/json': components['schemas']['Passkey'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  removePasskey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        passkeyId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "password": "demo-password"
         *     }
         */
        'application/json': components['schemas']['OwnerProofRequest'];
      };
    };
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
  beginUpgradeByPasskey: {
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
         *       "email": "mia@example.org"
         *     }
         */
        'application/json': components['schemas']['BeginUpgradeRequest'];
      };
    };
    responses: {
      /** @description For the authenticator. The challenge is good for one passkey within five minutes. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "rp": {
           *         "id": "photos.example.org",
           *         "name": "AI Image Suite"
           *       },
           *       "user": {
           *         "id": "AZmqAAAAcACAAAAAAAAABA",
           *         "name": "user@demo.test",
           *         "displayName": "Noa Reyes"
           *       },
           *       "challenge": "6kq1Vb0ZP0mWZ5mXo3rWcQ9uT8yJ4sLdN2hFgE7aRxI",
           *       "pubKeyCredParams": [
           *         {
           *           "type": "public-key",
           *           "alg": -7
           *         }
           *       ],
           *       "timeout": 120000,
           *       "excludeCredentials": [],
           *       "authenticatorSelection": {
           *         "residentKey": "required",
           *         "requireResidentKey": true,
           *         "userVerification": "required"
           *       },
           *       "attestation": "none"
           *     }
           */
          'application/json': components['schemas']['PasskeyCreationOptions'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  upgradeGuestByPasskey: {
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
         *       "email": "mia@example.org",
         *       "first_name": "Mia",
         *       "last_name": "Lund",
         *       "passkey": {
         *         "id": "kPq0q6zO1mWZ5mXo3rWcQw",
         *         "type": "public-key",
         *         "response": {
         *           "clientDataJSON": "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0",
         *           "attestationObject": "o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVg"
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['PasskeyUpgradeRequest'];
      };
    };
    responses: {
      /** @description The account as it is now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-000000000044",
           *       "email": "mia@example.org",
           *       "first_name": "Mia",
           *       "last_name": "Lund",
           *       "role": "user",
           *       "is_verified": false,
           *       "permissions": {
           *         "participate_events": true
           *       },
           *       "organizations": [],
           *       "memberships": []
           *     }
           */
          'application/json': components['schemas']['SessionUser'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  listUsers: {
    parameters: {
      query?: {
        /** @description Part of the name or the email address; case does not matter. */
        q?: string;
        /** @description On the platform. `guest` are those without an address. */
        role?: 'super_admin' | 'admin' | 'user' | 'guest';
        state?: 'active' | 'suspended' | 'unverified';
        /** @description A minus sign means descending. */
        sort?: 'name' | '-name' | 'created_at' | '-created_at';
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
      /** @description A page of people. */
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
           *       "total": 0
           *     }
           */
          'application/json': components['schemas']['PlatformUserPage'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  exportUsers: {
    parameters: {
      query?: {
        /** @description Part of the name or the email address; case does not matter. */
        q?: string;
        /** @description On the platform. `guest` are those without an address. */
        role?: 'super_admin' | 'admin' | 'user' | 'guest';
        state?: 'active' | 'suspended' | 'unverified';
        /** @description A minus sign means descending. */
        sort?: 'name' | '-name' | 'created_at' | '-created_at';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
        };
      };
      default: components['responses']['Problem'];
    };
  };
  changeUsers: {
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
         *       "action": "suspend",
         *       "ids": [
         *         "0199aa00-0000-7000-8000-000000000101"
         *       ]
         *     }
         */
        'application/json': components['schemas']['ChangeUsersRequest'];
      };
    };
    responses: {
      /** @description What became of each. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "results": [
           *         {
           *           "id": "0199aa00-0000-7000-8000-000000000101",
           *           "outcome": "done",
           *           "reason": null
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['UsersChanged'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  getUser: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The person's id. */
        userId: components['parameters']['UserId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The person. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "user": {
           *         "id": "0199aa00-0000-7000-8000-000000000101",
           *         "email": "ana@example.test",
           *         "first_name": "Ana",
           *         "last_name": "Silva",
           *         "avatar_url": null,
           *         "role": "user",
           *         "organizations_run": 1,
           *         "state": "active",
           *         "is_verified": true,
           *         "is_proved": true,
           *         "created_at": "2026-11-02T10:00:00.000Z",
           *         "last_seen_at": "2026-12-12T18:00:00.000Z",
           *         "can": {
           *           "change_role": true,
           *           "suspend": true,
           *           "reset_two_factor": true,
           *           "end_sessions": true,
           *           "verify": true,
           *           "see_sessions": true,
           *           "see_activity": true,
           *           "view_as": true
           *         }
           *       },
           *       "organizations": [],
           *       "sessions": 2,
           *       "has_two_factor": false,
           *       "passkeys": 0,
           *       "photos": 120,
           *       "photos_bytes": 480000000,
           *       "images": 12,
           *       "images_bytes": 9000000
           *     }
           */
          'application/json': components['schemas']['PlatformUserDetails'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  changeUserRole: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The person's id. */
        userId: components['parameters']['UserId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "role": "admin"
         *     }
         */
        'application/json': components['schemas']['ChangeUserRoleRequest'];
      };
    };
    responses: {
      /** @description The person. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "user": {
           *         "id": "0199aa00-0000-7000-8000-000000000101",
           *         "email": "ana@example.test",
           *         "first_name": "Ana",
           *         "last_name": "Silva",
           *         "avatar_url": null,
           *         "role": "user",
           *         "organizations_run": 1,
           *         "state": "active",
           *         "is_verified": true,
           *         "is_proved": true,
           *         "created_at": "2026-11-02T10:00:00.000Z",
           *         "last_seen_at": "2026-12-12T18:00:00.000Z",
           *         "can": {
           *           "change_role": true,
           *           "suspend": true,
           *           "reset_two_factor": true,
           *           "end_sessions": true,
           *           "verify": true,
           *           "see_sessions": true,
           *           "see_activity": true,
           *           "view_as": true
           *         }
           *       },
           *       "organizations": [],
           *       "sessions": 2,
           *       "has_two_factor": false,
           *       "passkeys": 0,
           *       "photos": 120,
           *       "photos_bytes": 480000000,
           *       "images": 12,
           *       "images_bytes": 9000000
           *     }
           */
          'application/json': components['schemas']['PlatformUserDetails'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  suspendUser: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The person's id. */
        userId: components['parameters']['UserId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The person. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "user": {
           *         "id": "0199aa00-0000-7000-8000-000000000101",
           *         "email": "ana@example.test",
           *         "first_name": "Ana",
           *         "last_name": "Silva",
           *         "avatar_url": null,
           *         "role": "user",
           *         "organizations_run": 1,
           *         "state": "active",
           *         "is_verified": true,
           *         "is_proved": true,
           *         "created_at": "2026-11-02T10:00:00.000Z",
           *         "last_seen_at": "2026-12-12T18:00:00.000Z",
           *         "can": {
           *           "change_role": true,
           *           "suspend": true,
           *           "reset_two_factor": true,
           *           "end_sessions": true,
           *           "verify": true,
           *           "see_sessions": true,
           *           "see_activity": true,
           *           "view_as": true
           *         }
           *       },
           *       "organizations": [],
           *       "sessions": 2,
           *       "has_two_factor": false,
           *       "passkeys": 0,
           *       "photos": 120,
           *       "photos_bytes": 480000000,
           *       "images": 12,
           *       "images_bytes": 9000000
           *     }
           */
          'application/json': components['schemas']['PlatformUserDetails'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  reactivateUser: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The person's id. */
        userId: components['parameters']['UserId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The person. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "user": {
           *         "id": "0199aa00-0000-7000-8000-000000000101",
           *         "email": "ana@example.test",
           *         "first_name": "Ana",
           *         "last_name": "Silva",
           *         "avatar_url": null,
           *         "role": "user",
           *         "organizations_run": 1,
           *         "state": "active",
           *         "is_verified": true,
           *         "is_proved": true,
           *         "created_at": "2026-11-02T10:00:00.000Z",
           *         "last_seen_at": "2026-12-12T18:00:00.000Z",
           *         "can": {
           *           "change_role": true,
           *           "suspend": true,
           *           "reset_two_factor": true,
           *           "end_sessions": true,
           *           "verify": true,
           *           "see_sessions": true,
           *           "see_activity": true,
           *           "view_as": true
           *         }
           *       },
           *       "organizations": [],
           *       "sessions": 2,
           *       "has_two_factor": false,
           *       "passkeys": 0,
           *       "photos": 120,
           *       "photos_bytes": 480000000,
           *       "images": 12,
           *       "images_bytes": 9000000
           *     }
           */
          'application/json': components['schemas']['PlatformUserDetails'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  verifyUser: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The person's id. */
        userId: components['parameters']['UserId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The person. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "user": {
           *         "id": "0199aa00-0000-7000-8000-000000000101",
           *         "email": "ana@example.test",
           *         "first_name": "Ana",
           *         "last_name": "Silva",
           *         "avatar_url": null,
           *         "role": "user",
           *         "organizations_run": 1,
           *         "state": "active",
           *         "is_verified": true,
           *         "is_proved": true,
           *         "created_at": "2026-11-02T10:00:00.000Z",
           *         "last_seen_at": "2026-12-12T18:00:00.000Z",
           *         "can": {
           *           "change_role": true,
           *           "suspend": true,
           *           "reset_two_factor": true,
           *           "end_sessions": true,
           *           "verify": true,
           *           "see_sessions": true,
           *           "see_activity": true,
           *           "view_as": true
           *         }
           *       },
           *       "organizations": [],
           *       "sessions": 2,
           *       "has_two_factor": false,
           *       "passkeys": 0,
           *       "photos": 120,
           *       "photos_bytes": 480000000,
           *       "images": 12,
           *       "images_bytes": 9000000
           *     }
           */
          'application/json': components['schemas']['PlatformUserDetails'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  listUserSessions: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The person's id. */
        userId: components['parameters']['UserId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Their sessions. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "id": "0199aa00-0000-7000-8000-000000000401",
           *           "device": "Chrome on Android",
           *           "address": "192.0.2.7",
           *           "created_at": "2026-12-01T09:00:00.000Z",
           *           "last_used_at": "2026-12-12T18:00:00.000Z"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['PlatformUserSessions'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  endUserSessions: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The person's id. */
        userId: components['parameters']['UserId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The person. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "user": {
           *         "id": "0199aa00-0000-7000-8000-000000000101",
           *         "email": "ana@example.test",
           *         "first_name": "Ana",
           *         "last_name": "Silva",
           *         "avatar_url": null,
           *         "role": "user",
           *         "organizations_run": 1,
           *         "state": "active",
           *         "is_verified": true,
           *         "is_proved": true,
           *         "created_at": "2026-11-02T10:00:00.000Z",
           *         "last_seen_at": "2026-12-12T18:00:00.000Z",
           *         "can": {
           *           "change_role": true,
           *           "suspend": true,
           *           "reset_two_factor": true,
           *           "end_sessions": true,
           *           "verify": true,
           *           "see_sessions": true,
           *           "see_activity": true,
           *           "view_as": true
           *         }
           *       },
           *       "organizations": [],
           *       "sessions": 2,
           *       "has_two_factor": false,
           *       "passkeys": 0,
           *       "photos": 120,
           *       "photos_bytes": 480000000,
           *       "images": 12,
           *       "images_bytes": 9000000
           *     }
           */
          'application/json': components['schemas']['PlatformUserDetails'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  endUserSession: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The person's id. */
        userId: components['parameters']['UserId'];
        sessionId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The person. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "user": {
           *         "id": "0199aa00-0000-7000-8000-000000000101",
           *         "email": "ana@example.test",
           *         "first_name": "Ana",
           *         "last_name": "Silva",
           *         "avatar_url": null,
           *         "role": "user",
           *         "organizations_run": 1,
           *         "state": "active",
           *         "is_verified": true,
           *         "is_proved": true,
           *         "created_at": "2026-11-02T10:00:00.000Z",
           *         "last_seen_at": "2026-12-12T18:00:00.000Z",
           *         "can": {
           *           "change_role": true,
           *           "suspend": true,
           *           "reset_two_factor": true,
           *           "end_sessions": true,
           *           "verify": true,
           *           "see_sessions": true,
           *           "see_activity": true,
           *           "view_as": true
           *         }
           *       },
           *       "organizations": [],
           *       "sessions": 2,
           *       "has_two_factor": false,
           *       "passkeys": 0,
           *       "photos": 120,
           *       "photos_bytes": 480000000,
           *       "images": 12,
           *       "images_bytes": 9000000
           *     }
           */
          'application/json': components['schemas']['PlatformUserDetails'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  viewAsUser: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The person's id. */
        userId: components['parameters']['UserId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reason": "Their gallery stays empty."
         *     }
         */
        'application/json': components['schemas']['ViewAsRequest'];
      };
    };
    responses: {
      /** @description It has begun. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      default: components['responses']['Problem'];
    };
  };
  stopViewing: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The session is one's own again. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      default: components['responses']['Problem'];
    };
  };
  listOwnViewings: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Those times. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": []
           *     }
           */
          'application/json': components['schemas']['OwnViewings'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  resetUserTwoFactor: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The person's id. */
        userId: components['parameters']['UserId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The person. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "user": {
           *         "id": "0199aa00-0000-7000-8000-000000000101",
           *         "email": "ana@example.test",
           *         "first_name": "Ana",
           *         "last_name": "Silva",
           *         "avatar_url": null,
           *         "role": "user",
           *         "organizations_run": 1,
           *         "state": "active",
           *         "is_verified": true,
           *         "is_proved": true,
           *         "created_at": "2026-11-02T10:00:00.000Z",
           *         "last_seen_at": "2026-12-12T18:00:00.000Z",
           *         "can": {
           *           "change_role": true,
           *           "suspend": true,
           *           "reset_two_factor": true,
           *           "end_sessions": true,
           *           "verify": true,
           *           "see_sessions": true,
           *           "see_activity": true,
           *           "view_as": true
           *         }
           *       },
           *       "organizations": [],
           *       "sessions": 2,
           *       "has_two_factor": false,
           *       "passkeys": 0,
           *       "photos": 120,
           *       "photos_bytes": 480000000,
           *       "images": 12,
           *       "images_bytes": 9000000
           *     }
           */
          'application/json': components['schemas']['PlatformUserDetails'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  getPermissions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The table. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "roles": [
           *         {
           *           "role": "super_admin",
           *           "people": 1,
           *           "flags": [
           *             "all"
           *           ],
           *           "changeable": []
           *         },
           *         {
           *           "role": "member",
           *           "people": 14,
           *           "flags": [
           *             "view_events",
           *             "participate_events"
           *           ],
           *           "changeable": [
           *             "manage_org_members",
           *             "manage_org_settings",
           *             "view_events",
           *             "participate_events"
           *           ]
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['RolePermissions'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  previewPermission: {
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
         *       "role": "member",
         *       "flag": "view_events",
         *       "granted": false
         *     }
         */
        'application/json': components['schemas']['RolePermissionChange'];
      };
    };
    responses: {
      /** @description The effect. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "people": 14
           *     }
           */
          'application/json': components['schemas']['PermissionEffect'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  changePermission: {
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
         *       "role": "member",
         *       "flag": "view_events",
         *       "granted": false
         *     }
         */
        'application/json': components['schemas']['RolePermissionChange'];
      };
    };
    responses: {
      /** @description The table. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "roles": [
           *         {
           *           "role": "super_admin",
           *           "people": 1,
           *           "flags": [
           *             "all"
           *           ],
           *           "changeable": []
           *         },
           *         {
           *           "role": "member",
           *           "people": 14,
           *           "flags": [
           *             "view_events",
           *             "participate_events"
           *           ],
           *           "changeable": [
           *             "manage_org_members",
           *             "manage_org_settings",
           *             "view_events",
           *             "participate_events"
           *           ]
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['RolePermissions'];
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
         *       "source": "camera",
         *       "file_name": "IMG_5195.JPG"
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
           *       "file_name": null,
           *       "watermark": null,
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
           *       "file_name": null,
           *       "watermark": null,
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
  exportPhotos: {
    parameters: {
      query?: {
        /** @description Only photos taken at this time or later. */
        from?: components['parameters']['From'];
        /** @description Only photos taken before this time. */
        to?: components['parameters']['To'];
        /** @description Only this person's photos. */
        uploader?: components['parameters']['Uploader'];
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
      /** @description The file. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
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
           *       "limits": {
           *         "photo_bytes": 52428800,
           *         "photo_pixels": 100000000
           *       },
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
  checkDelivered: {
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
         *       "photos": [
         *         {
         *           "id": "0199aa00-0000-7000-8000-0000000000f1",
         *           "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
         *         }
         *       ]
         *     }
         */
        'application/json': components['schemas']['DeliveredCheckRequest'];
      };
    };
    responses: {
      /** @description What is not named is there and can be shown, or was deleted. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "missing": [
           *         {
           *           "id": "0199aa00-0000-7000-8000-0000000000f1",
           *           "instead": null
           *         }
           *       ],
           *       "damaged": [],
           *       "processing": [],
           *       "delivered": 12
           *     }
           */
          'application/json': components['schemas']['DeliveredCheck'];
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
        'application/json': components['schemas']['DeletePhotosRequest'];
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
           *       "file_name": null,
           *       "watermark": null,
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
           *       "file_name": null,
           *       "watermark": null,
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
           *       "file_name": null,
           *       "watermark": null,
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
  getJoinCover: {
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
  getPhotoThumb: {
    parameters: {
      query?: {
        /** @description The photo's `watermark`, where it has one. The answer does not follow it; another watermark has another address, so that no cache answers with the one before. */
        mark?: components['parameters']['Mark'];
      };
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
      query?: {
        /** @description The photo's `watermark`, where it has one. The answer does not follow it; another watermark has another address, so that no cache answers with the one before. */
        mark?: components['parameters']['Mark'];
      };
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
      query?: {
        /** @description The photo's `watermark`, where it has one. The answer does not follow it; another watermark has another address, so that no cache answers with the one before. */
        mark?: components['parameters']['Mark'];
      };
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
  getAnalytics: {
    parameters: {
      query?: {
        period?: 'day' | 'week' | 'month';
        /** @description How many periods, with the one that is not over. */
        last?: number;
        /** @description Only of this organization. */
        organization_id?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Each period, also those in which nothing happened, the earliest first. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "period": "day",
           *       "organization": null,
           *       "counted_at": "2026-11-20T18:03:00.000Z",
           *       "counted_since": "2026-11-02",
           *       "percentile_error": 0.05,
           *       "items": [],
           *       "total": {
           *         "sign_ups": 0,
           *         "joined": 0,
           *         "events": 0,
           *         "captured": 0,
           *         "delivered": 0,
           *         "delivered_bytes": 0,
           *         "p50_seconds": null,
           *         "p95_seconds": null,
           *         "images": 0,
           *         "failed_generations": 0
           *       }
           *     }
           */
          'application/json': components['schemas']['Analytics'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  exportAnalytics: {
    parameters: {
      query?: {
        period?: 'day' | 'week' | 'month';
        /** @description How many periods, with the one that is not over. */
        last?: number;
        /** @description Only of this organization. */
        organization_id?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
        };
      };
      default: components['responses']['Problem'];
    };
  };
  listOrganizationAnalytics: {
    parameters: {
      query?: {
        period?: 'day' | 'week' | 'month';
        /** @description How many periods, with the one that is not over. */
        last?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The organizations. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": []
           *     }
           */
          'application/json': components['schemas']['OrganizationAnalyticsList'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  listPlans: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description All of them. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "plans": [
           *         {
           *           "plan": {
           *             "id": "studio",
           *             "name": "Studio",
           *             "monthly_price": 19900,
           *             "currency": "EUR",
           *             "limits": {
           *               "events": null,
           *               "staff": null,
           *               "storage_bytes": 2000000000000,
           *               "generations": 5000
           *             }
           *           },
           *           "organizations": 12,
           *           "price_id": "price_1",
           *           "version": "5a0c9c7e1f0b2d34"
           *         }
           *       ],
           *       "payment": {
           *         "provider": "stripe",
           *         "is_live": true,
           *         "last_event_at": "2026-11-20T09:00:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['PlansInUse'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  updatePlan: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` that was read. When it is another by now, nothing happens. */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        planId: components['schemas']['PlanId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Studio",
         *       "monthly_price": 19900,
         *       "currency": "EUR",
         *       "limits": {
         *         "events": null,
         *         "staff": null,
         *         "storage_bytes": null,
         *         "generations": 5000
         *       }
         *     }
         */
        'application/json': components['schemas']['UpdatePlanRequest'];
      };
    };
    responses: {
      /** @description The plan. */
      200: {
        headers: {
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "plan": {
           *         "id": "studio",
           *         "name": "Studio",
           *         "monthly_price": 19900,
           *         "currency": "EUR",
           *         "limits": {
           *           "events": null,
           *           "staff": null,
           *           "storage_bytes": 2000000000000,
           *           "generations": 5000
           *         }
           *       },
           *       "organizations": 12,
           *       "price_id": "price_1",
           *       "version": "5a0c9c7e1f0b2d34"
           *     }
           */
          'application/json': components['schemas']['PlanInUse'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  listSubscriptions: {
    parameters: {
      query?: {
        /** @description Part of the organization's name or contact address; case does not matter. */
        q?: string;
        plan?: components['schemas']['PlanId'];
        /** @description `full`: only those that have used up what their plan holds. */
        storage?: 'full';
        /** @description A minus sign means descending. */
        sort?: 'name' | '-name' | 'created_at' | '-created_at';
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
      /** @description A page of subscriptions. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "organization": {
           *             "id": "0199aa00-0000-7000-8000-0000000000a1",
           *             "name": "Aurora Events",
           *             "status": "active"
           *           },
           *           "plan": "studio",
           *           "since": "2026-11-01T09:00:00.000Z",
           *           "invoiced_until": "2026-11-30",
           *           "payment": null,
           *           "usage": {
           *             "events": 3,
           *             "members": 4,
           *             "invitations": 1,
           *             "storage_bytes": 5203400112,
           *             "generations": 0
           *           }
           *         }
           *       ],
           *       "next_cursor": null,
           *       "previous_cursor": null,
           *       "total": 1
           *     }
           */
          'application/json': components['schemas']['SubscriptionPage'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  listAllInvoices: {
    parameters: {
      query?: {
        /** @description Part of the number, of the description, or of whom it is made out to; case does not matter. */
        q?: string;
        /** @description `open` includes what is overdue. */
        state?: 'open' | 'overdue' | 'paid' | 'void';
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
      /** @description A page of invoices. */
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
           *       "total": 0
           *     }
           */
          'application/json': components['schemas']['PlatformInvoicePage'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  updateAnyInvoice: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        invoiceId: components['parameters']['InvoiceId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "status": "void"
         *     }
         */
        'application/json': components['schemas']['UpdateInvoiceRequest'];
      };
    };
    responses: {
      /** @description The invoice. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "organization_id": null,
           *       "invoice": {
           *         "id": "0199aa00-0000-7000-8000-0000000000f1",
           *         "number": "INV-00012",
           *         "status": "void",
           *         "is_overdue": false,
           *         "description": "Pro, November 2026",
           *         "amount": 4900,
           *         "currency": "EUR",
           *         "period_start": "2026-11-01",
           *         "period_end": "2026-11-30",
           *         "issued_at": "2026-11-01T09:00:00.000Z",
           *         "due_on": "2026-11-15",
           *         "paid_at": null,
           *         "voided_at": "2026-12-20T09:00:00.000Z",
           *         "billed_to": {
           *           "name": "Aurora Events",
           *           "email": "office@aurora.example"
           *         },
           *         "issued_by": {
           *           "name": "Example Photos GmbH",
           *           "address": "",
           *           "email": "",
           *           "tax_id": "",
           *           "payment_note": ""
           *         },
           *         "provider": null
           *       }
           *     }
           */
          'application/json': components['schemas']['PlatformInvoice'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  getAnyInvoicePdf: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        invoiceId: components['parameters']['InvoiceId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/pdf': string;
        };
      };
      default: components['responses']['Problem'];
    };
  };
  getInvoicePdf: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The event's, or the organization's, id. */
        id: components['parameters']['Id'];
        invoiceId: components['parameters']['InvoiceId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/pdf': string;
        };
      };
      default: components['responses']['Problem'];
    };
  };
  getRevenue: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As of now. A month without invoices is not among them. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "months": [
           *         {
           *           "month": "2026-11-01",
           *           "currency": "EUR",
           *           "invoices": 2,
           *           "issued": 24800,
           *           "paid": 19900
           *         }
           *       ],
           *       "open": [
           *         {
           *           "currency": "EUR",
           *           "amount": 4900,
           *           "overdue": 0
           *         }
           *       ],
           *       "recurring": [
           *         {
           *           "currency": "EUR",
           *           "amount": 24800,
           *           "organizations": 2
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['Revenue'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  getSeller: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As the next invoice says it. */
      200: {
        headers: {
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "seller": {
           *         "name": "Example Photos GmbH",
           *         "address": "Harbour Street 1\n20457 Hamburg",
           *         "email": "billing@example.org",
           *         "tax_id": "DE123456789",
           *         "payment_note": "IBAN DE00 0000 0000 0000 0000 00"
           *       },
           *       "version": "5a0c9c7e1f0b2d34"
           *     }
           */
          'application/json': components['schemas']['SellerSettings'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  updateSeller: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` that was read. When it is another by now, nothing happens. */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Example Photos GmbH",
         *       "address": "Harbour Street 1\n20457 Hamburg",
         *       "email": "billing@example.org",
         *       "tax_id": "DE123456789",
         *       "payment_note": "IBAN DE00 0000 0000 0000 0000 00"
         *     }
         */
        'application/json': components['schemas']['UpdateSellerRequest'];
      };
    };
    responses: {
      /** @description As the next invoice says it. */
      200: {
        headers: {
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "seller": {
           *         "name": "Example Photos GmbH",
           *         "address": "Harbour Street 1\n20457 Hamburg",
           *         "email": "billing@example.org",
           *         "tax_id": "DE123456789",
           *         "payment_note": "IBAN DE00 0000 0000 0000 0000 00"
           *       },
           *       "version": "5a0c9c7e1f0b2d34"
           *     }
           */
          'application/json': components['schemas']['SellerSettings'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  listPlatformEvents: {
    parameters: {
      query?: {
        /** @description Part of the name, the location or the organization's name; case does not matter. */
        q?: string;
        /** @description Only those of this organization. */
        organization_id?: string;
        status?: components['schemas']['ShownEventStatus'];
        /** @description By start and duration - `upcoming` has not begun, `now` is under way, `past` is over. */
        time?: 'upcoming' | 'now' | 'past';
        /**
         * @description Only those that the platform has `paused`, with photos that are `pending` a decision, or with photos that are `unreadable`. Of photos that
         *     wait on devices the server knows nothing.
         */
        with?: 'paused' | 'pending' | 'unreadable';
        /** @description Instead, those that were deleted, themselves or with their organization, and are still kept. */
        deleted?: boolean;
        /** @description A minus sign means descending. `agenda` as in `listOrganizationEvents`. */
        sort?: 'agenda' | 'starts_at' | '-starts_at' | 'name' | '-name' | 'photos_count' | '-photos_count' | 'created_at' | '-created_at';
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
           *       "previous_cursor": null,
           *       "total": 0
           *     }
           */
          'application/json': components['schemas']['PlatformEventPage'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  getPlatformEvent: {
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
           *       "name": "Harbour Lights",
           *       "organization": {
           *         "id": "0199aa00-0000-7000-8000-0000000000a1",
           *         "name": "Aurora Events",
           *         "status": "active"
           *       },
           *       "type": "private",
           *       "status": "live",
           *       "starts_at": "2026-11-20T18:00:00.000Z",
           *       "duration": 6,
           *       "time_zone": "Europe/Berlin",
           *       "ends_automatically": true,
           *       "location": "Pier 4",
           *       "photos_count": 1200,
           *       "photos_bytes": 5200000000,
           *       "pending_count": 3,
           *       "unreadable_count": 0,
           *       "attendees_count": 45,
           *       "paused_at": null,
           *       "pause_reason": null,
           *       "created_at": "2026-11-01T09:00:00.000Z",
           *       "deleted_at": null,
           *       "restorable_until": null,
           *       "removal_reason": null
           *     }
           */
          'application/json': components['schemas']['PlatformEvent'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  pauseEvent: {
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
         *       "reason": "Guests complained about photos from the changing rooms."
         *     }
         */
        'application/json': components['schemas']['PlatformReason'];
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
           *       "name": "Harbour Lights",
           *       "organization": {
           *         "id": "0199aa00-0000-7000-8000-0000000000a1",
           *         "name": "Aurora Events",
           *         "status": "active"
           *       },
           *       "type": "private",
           *       "status": "live",
           *       "starts_at": "2026-11-20T18:00:00.000Z",
           *       "duration": 6,
           *       "time_zone": "Europe/Berlin",
           *       "ends_automatically": true,
           *       "location": "Pier 4",
           *       "photos_count": 1200,
           *       "photos_bytes": 5200000000,
           *       "pending_count": 3,
           *       "unreadable_count": 0,
           *       "attendees_count": 45,
           *       "paused_at": null,
           *       "pause_reason": null,
           *       "created_at": "2026-11-01T09:00:00.000Z",
           *       "deleted_at": null,
           *       "restorable_until": null,
           *       "removal_reason": null
           *     }
           */
          'application/json': components['schemas']['PlatformEvent'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  resumeEvent: {
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
      /** @description The event. Of one that is not paused nothing changes. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-0000000000e1",
           *       "name": "Harbour Lights",
           *       "organization": {
           *         "id": "0199aa00-0000-7000-8000-0000000000a1",
           *         "name": "Aurora Events",
           *         "status": "active"
           *       },
           *       "type": "private",
           *       "status": "live",
           *       "starts_at": "2026-11-20T18:00:00.000Z",
           *       "duration": 6,
           *       "time_zone": "Europe/Berlin",
           *       "ends_automatically": true,
           *       "location": "Pier 4",
           *       "photos_count": 1200,
           *       "photos_bytes": 5200000000,
           *       "pending_count": 3,
           *       "unreadable_count": 0,
           *       "attendees_count": 45,
           *       "paused_at": null,
           *       "pause_reason": null,
           *       "created_at": "2026-11-01T09:00:00.000Z",
           *       "deleted_at": null,
           *       "restorable_until": null,
           *       "removal_reason": null
           *     }
           */
          'application/json': components['schemas']['PlatformEvent'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  setPlatformEventStatus: {
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
         *       "status": "ended"
         *     }
         */
        'application/json': components['schemas']['PlatformEventStatus'];
      };
    };
    responses: {
      /** @description The event. Of one that is so already nothing changes. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-0000000000e1",
           *       "name": "Harbour Lights",
           *       "organization": {
           *         "id": "0199aa00-0000-7000-8000-0000000000a1",
           *         "name": "Aurora Events",
           *         "status": "active"
           *       },
           *       "type": "private",
           *       "status": "live",
           *       "starts_at": "2026-11-20T18:00:00.000Z",
           *       "duration": 6,
           *       "time_zone": "Europe/Berlin",
           *       "ends_automatically": true,
           *       "location": "Pier 4",
           *       "photos_count": 1200,
           *       "photos_bytes": 5200000000,
           *       "pending_count": 3,
           *       "unreadable_count": 0,
           *       "attendees_count": 45,
           *       "paused_at": null,
           *       "pause_reason": null,
           *       "created_at": "2026-11-01T09:00:00.000Z",
           *       "deleted_at": null,
           *       "restorable_until": null,
           *       "removal_reason": null
           *     }
           */
          'application/json': components['schemas']['PlatformEvent'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  setEventRetention: {
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
         *       "deleted": true,
         *       "restorable_until": "2027-01-31T00:00:00.000Z",
         *       "reason": "It shows people who did not agree."
         *     }
         */
        'application/json': components['schemas']['EventRetention'];
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
           *       "name": "Harbour Lights",
           *       "organization": {
           *         "id": "0199aa00-0000-7000-8000-0000000000a1",
           *         "name": "Aurora Events",
           *         "status": "active"
           *       },
           *       "type": "private",
           *       "status": "live",
           *       "starts_at": "2026-11-20T18:00:00.000Z",
           *       "duration": 6,
           *       "time_zone": "Europe/Berlin",
           *       "ends_automatically": true,
           *       "location": "Pier 4",
           *       "photos_count": 1200,
           *       "photos_bytes": 5200000000,
           *       "pending_count": 3,
           *       "unreadable_count": 0,
           *       "attendees_count": 45,
           *       "paused_at": null,
           *       "pause_reason": null,
           *       "created_at": "2026-11-01T09:00:00.000Z",
           *       "deleted_at": null,
           *       "restorable_until": null,
           *       "removal_reason": null
           *     }
           */
          'application/json': components['schemas']['PlatformEvent'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  listPlatformPhotos: {
    parameters: {
      query?: {
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
           *       "previous_cursor": null
           *     }
           */
          'application/json': components['schemas']['PlatformPhotoPage'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  getPlatformPhotoThumb: {
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
  getPlatformPhotoPreview: {
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
  takeDownPhoto: {
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
         *       "reason": "The person on it has asked for it."
         *     }
         */
        'application/json': components['schemas']['PlatformReason'];
      };
    };
    responses: {
      /** @description It is gone. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      default: components['responses']['Problem'];
    };
  };
  putPhotoBack: {
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
      /** @description It is there again. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      default: components['responses']['Problem'];
    };
  };
  getPlatformHealth: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Every part, in a fixed order; none before the first measurement. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "measured_at": "2026-12-12T18:05:00.000Z",
           *       "every_seconds": 300,
           *       "parts": [
           *         {
           *           "part": "database",
           *           "state": "good",
           *           "since": "2026-12-01T07:10:00.000Z",
           *           "latency_ms": 2,
           *           "figure": null,
           *           "good_share": 0.9994,
           *           "hours": [
           *             {
           *               "at": "2026-12-12T18:00:00.000Z",
           *               "state": "good"
           *             }
           *           ]
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['PlatformHealth'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  getPlatformInfo: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "name": "AI Image Suite",
           *       "registration": {
           *         "personal": "open",
           *         "organization": "approval"
           *       },
           *       "sends_mail": true
           *     }
           */
          'application/json': components['schemas']['PlatformInfo'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  getPlatformSettings: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The settings. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "name": "AI Image Suite",
           *       "registration": {
           *         "personal": "open",
           *         "organization": "approval"
           *       },
           *       "organization_defaults": {
           *         "plan": "free",
           *         "event_settings": {
           *           "default_type": "public",
           *           "default_duration": 2,
           *           "require_approval": false,
           *           "auto_gallery": true,
           *           "allow_downloads": true
           *         }
           *       },
           *       "limits": {
           *         "photo_bytes": null,
           *         "photo_pixels": null,
           *         "open_uploads": null,
           *         "open_upload_bytes": null
           *       },
           *       "bounds": {
           *         "photo_bytes": 52428800,
           *         "photo_pixels": 100000000,
           *         "open_uploads": 200,
           *         "open_upload_bytes": 2147483648
           *       },
           *       "maintenance": {
           *         "is_on": false,
           *         "message": "",
           *         "until": null
           *       }
           *     }
           */
          'application/json': components['schemas']['PlatformSettings'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  changePlatformSettings: {
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
         *       "registration": {
         *         "personal": "closed",
         *         "organization": "closed"
         *       }
         *     }
         */
        'application/json': components['schemas']['ChangePlatformSettingsRequest'];
      };
    };
    responses: {
      /** @description The settings. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "name": "AI Image Suite",
           *       "registration": {
           *         "personal": "open",
           *         "organization": "approval"
           *       },
           *       "organization_defaults": {
           *         "plan": "free",
           *         "event_settings": {
           *           "default_type": "public",
           *           "default_duration": 2,
           *           "require_approval": false,
           *           "auto_gallery": true,
           *           "allow_downloads": true
           *         }
           *       },
           *       "limits": {
           *         "photo_bytes": null,
           *         "photo_pixels": null,
           *         "open_uploads": null,
           *         "open_upload_bytes": null
           *       },
           *       "bounds": {
           *         "photo_bytes": 52428800,
           *         "photo_pixels": 100000000,
           *         "open_uploads": 200,
           *         "open_upload_bytes": 2147483648
           *       },
           *       "maintenance": {
           *         "is_on": false,
           *         "message": "",
           *         "until": null
           *       }
           *     }
           */
          'application/json': components['schemas']['PlatformSettings'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  setMaintenance: {
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
         *       "is_on": true,
         *       "message": "We are moving to a larger machine.",
         *       "until": "2026-12-12T06:00:00.000Z"
         *     }
         */
        'application/json': components['schemas']['PlatformMaintenance'];
      };
    };
    responses: {
      /** @description The settings. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "name": "AI Image Suite",
           *       "registration": {
           *         "personal": "open",
           *         "organization": "approval"
           *       },
           *       "organization_defaults": {
           *         "plan": "free",
           *         "event_settings": {
           *           "default_type": "public",
           *           "default_duration": 2,
           *           "require_approval": false,
           *           "auto_gallery": true,
           *           "allow_downloads": true
           *         }
           *       },
           *       "limits": {
           *         "photo_bytes": null,
           *         "photo_pixels": null,
           *         "open_uploads": null,
           *         "open_upload_bytes": null
           *       },
           *       "bounds": {
           *         "photo_bytes": 52428800,
           *         "photo_pixels": 100000000,
           *         "open_uploads": 200,
           *         "open_upload_bytes": 2147483648
           *       },
           *       "maintenance": {
           *         "is_on": false,
           *         "message": "",
           *         "until": null
           *       }
           *     }
           */
          'application/json': components['schemas']['PlatformSettings'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  getPlatformStatus: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The status. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "mail": {
           *         "delivery": "smtp",
           *         "host": "mail.example.org",
           *         "from": "no-reply@example.org",
           *         "waiting": 0,
           *         "refused": [
           *           {
           *             "id": "0199aa00-0000-7000-8000-000000000e01",
           *             "to": "sam@example.org",
           *             "subject": "Choose a new password",
           *             "reason": "550 5.1.1 No such user",
           *             "at": "2026-12-12T18:00:00.000Z"
           *           }
           *         ]
           *       },
           *       "push": {
           *         "contact": "mailto:no-reply@example.org",
           *         "devices": 120,
           *         "waiting": 0,
           *         "failed_today": 0
           *       },
           *       "storage": {
           *         "photos_bytes": 512000000000,
           *         "free_bytes": 80000000000,
           *         "total_bytes": 200000000000
           *       },
           *       "database": {
           *         "embedded": true,
           *         "version": "17.5",
           *         "bytes": 910000000
           *       },
           *       "services": [
           *         {
           *           "id": "openai",
           *           "configured": true
           *         },
           *         {
           *           "id": "google",
           *           "configured": false
           *         }
           *       ],
           *       "last_backup_at": "2026-12-12T03:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['PlatformStatus'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  sendTestMail: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What came of it. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "is_sent": false,
           *       "delivery": "smtp",
           *       "to": "sam@example.org",
           *       "host": "mail.example.org",
           *       "answer": "535 5.7.8 Authentication failed"
           *     }
           */
          'application/json': components['schemas']['TestMail'];
        };
      };
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
  getPlatformOverview: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The overview. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "attention": {
           *         "organizations": 1,
           *         "tickets": 2,
           *         "data_requests": 1,
           *         "plan_requests": 0,
           *         "overdue_invoices": 0,
           *         "full_storages": 0,
           *         "failed_jobs": 0,
           *         "refused_mails": 0,
           *         "server_errors": 0
           *       },
           *       "is_maintained": false,
           *       "people": {
           *         "total": 120,
           *         "new_this_week": 4
           *       },
           *       "organizations": {
           *         "active": 12,
           *         "suspended": 1
           *       },
           *       "events": {
           *         "live": 2,
           *         "total": 340
           *       },
           *       "photos": {
           *         "total": 128000,
           *         "bytes": 512000000000
           *       },
           *       "images": {
           *         "made_today": 14,
           *         "failed_today": 1
           *       },
           *       "jobs": {
           *         "waiting": 3,
           *         "oldest_waiting_at": "2026-12-12T18:00:00.000Z"
           *       },
           *       "mails": {
           *         "waiting": 0,
           *         "delivery": "smtp"
           *       },
           *       "database": {
           *         "bytes": 910000000
           *       },
           *       "disk": {
           *         "free_bytes": 80000000000,
           *         "total_bytes": 200000000000
           *       }
           *     }
           */
          'application/json': components['schemas']['PlatformOverview'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  getOrganizationSettings: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The organization's id. */
        orgId: components['parameters']['OrgId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The settings, with their version in the `ETag`. */
      200: {
        headers: {
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "organization_id": "0199aa00-0000-7000-8000-0000000000a1",
           *       "version": 1,
           *       "profile": {
           *         "name": "Aurora Events",
           *         "contact_email": "hello@aurora.test",
           *         "phone_number": null,
           *         "description": "Weddings, launches and long nights.",
           *         "avatar_url": null
           *       },
           *       "event_settings": {
           *         "default_type": "public",
           *         "default_duration": 2,
           *         "require_approval": false,
           *         "auto_gallery": true,
           *         "allow_downloads": true
           *       },
           *       "branding": {
           *         "primary_color": "#000000",
           *         "secondary_color": "#ffffff",
           *         "logo_url": null,
           *         "watermark_url": null,
           *         "watermark": {
           *           "enabled": false,
           *           "source": "text",
           *           "text": "",
           *           "position": "bottom-right",
           *           "size": 25,
           *           "strength": 60
           *         }
           *       },
           *       "can": {
           *         "change": true
           *       }
           *     }
           */
          'application/json': components['schemas']['OrganizationSettings'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  updateOrganizationSettings: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` that was read. When it is another by now, nothing happens. */
        'If-Match'?: components['parameters']['IfMatch'];
      };
      path: {
        /** @description The organization's id. */
        orgId: components['parameters']['OrgId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Aurora Events",
         *       "event_settings": {
         *         "default_duration": 4
         *       },
         *       "branding": {
         *         "primary_color": "#1d4ed8"
         *       }
         *     }
         */
        'application/json': components['schemas']['UpdateOrganizationSettingsRequest'];
      };
    };
    responses: {
      /** @description The settings. */
      200: {
        headers: {
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "organization_id": "0199aa00-0000-7000-8000-0000000000a1",
           *       "version": 1,
           *       "profile": {
           *         "name": "Aurora Events",
           *         "contact_email": "hello@aurora.test",
           *         "phone_number": null,
           *         "description": "Weddings, launches and long nights.",
           *         "avatar_url": null
           *       },
           *       "event_settings": {
           *         "default_type": "public",
           *         "default_duration": 2,
           *         "require_approval": false,
           *         "auto_gallery": true,
           *         "allow_downloads": true
           *       },
           *       "branding": {
           *         "primary_color": "#000000",
           *         "secondary_color": "#ffffff",
           *         "logo_url": null,
           *         "watermark_url": null,
           *         "watermark": {
           *           "enabled": false,
           *           "source": "text",
           *           "text": "",
           *           "position": "bottom-right",
           *           "size": 25,
           *           "strength": 60
           *         }
           *       },
           *       "can": {
           *         "change": true
           *       }
           *     }
           */
          'application/json': components['schemas']['OrganizationSettings'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  uploadOrganizationAvatar: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The organization's id. */
        orgId: components['parameters']['OrgId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'multipart/form-data': components['schemas']['PictureUpload'];
      };
    };
    responses: {
      /** @description The picture's address. */
      200: {
        headers: {
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "avatar_url": "/organization_settings/0199aa00-0000-7000-8000-0000000000a1/avatar/0123456789abcdef"
           *     }
           */
          'application/json': components['schemas']['AvatarUploaded'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  getOrganizationAvatar: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The organization's id. */
        orgId: components['parameters']['OrgId'];
        /** @description Names this picture and no other. */
        picture: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Image'];
      default: components['responses']['Problem'];
    };
  };
  uploadOrganizationLogo: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The organization's id. */
        orgId: components['parameters']['OrgId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'multipart/form-data': components['schemas']['PictureUpload'];
      };
    };
    responses: {
      /** @description The logo's address. */
      200: {
        headers: {
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "logo_url": "/organization_settings/0199aa00-0000-7000-8000-0000000000a1/logo/0123456789abcdef"
           *     }
           */
          'application/json': components['schemas']['LogoUploaded'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  getOrganizationLogo: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The organization's id. */
        orgId: components['parameters']['OrgId'];
        /** @description Names this picture and no other. */
        picture: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Image'];
      default: components['responses']['Problem'];
    };
  };
  getOrganizationWatermark: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The organization's id. */
        orgId: components['parameters']['OrgId'];
        /** @description Names this picture and no other. */
        picture: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Image'];
      default: components['responses']['Problem'];
    };
  };
  listOwnTickets: {
    parameters: {
      query?: {
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
      /** @description A page of tickets. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "id": "0199aa00-0000-7000-8000-0000000000f1",
           *           "person": {
           *             "id": "0199aa00-0000-7000-8000-000000000001",
           *             "name": "Ana Ruiz",
           *             "email": "ana@example.test"
           *           },
           *           "category": "problem",
           *           "status": "answered",
           *           "excerpt": "Three photos of last night do not leave my phone.",
           *           "messages_count": 2,
           *           "unread_answers": 1,
           *           "screenshot_url": "/api/v1/tickets/0199aa00-0000-7000-8000-0000000000f1/screenshot",
           *           "created_at": "2026-11-20T21:14:07.000Z",
           *           "updated_at": "2026-11-20T22:02:40.000Z"
           *         }
           *       ],
           *       "next_cursor": null,
           *       "previous_cursor": null
           *     }
           */
          'application/json': components['schemas']['TicketPage'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  createTicket: {
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
         *       "id": "0199aa00-0000-7000-8000-0000000000f1",
         *       "category": "problem",
         *       "message": "Three photos of last night do not leave my phone.",
         *       "diagnostics": "App version: 1.0.0\nOnline: yes"
         *     }
         */
        'application/json': components['schemas']['CreateTicketRequest'];
      };
    };
    responses: {
      /** @description The same ticket, made before. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-0000000000f1",
           *       "person": {
           *         "id": "0199aa00-0000-7000-8000-000000000001",
           *         "name": "Ana Ruiz",
           *         "email": "ana@example.test"
           *       },
           *       "category": "problem",
           *       "status": "answered",
           *       "excerpt": "Three photos of last night do not leave my phone.",
           *       "messages_count": 2,
           *       "unread_answers": 1,
           *       "screenshot_url": "/api/v1/tickets/0199aa00-0000-7000-8000-0000000000f1/screenshot",
           *       "created_at": "2026-11-20T21:14:07.000Z",
           *       "updated_at": "2026-11-20T22:02:40.000Z"
           *     }
           */
          'application/json': components['schemas']['Ticket'];
        };
      };
      /** @description The ticket. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-0000000000f1",
           *       "person": {
           *         "id": "0199aa00-0000-7000-8000-000000000001",
           *         "name": "Ana Ruiz",
           *         "email": "ana@example.test"
           *       },
           *       "category": "problem",
           *       "status": "answered",
           *       "excerpt": "Three photos of last night do not leave my phone.",
           *       "messages_count": 2,
           *       "unread_answers": 1,
           *       "screenshot_url": "/api/v1/tickets/0199aa00-0000-7000-8000-0000000000f1/screenshot",
           *       "created_at": "2026-11-20T21:14:07.000Z",
           *       "updated_at": "2026-11-20T22:02:40.000Z"
           *     }
           */
          'application/json': components['schemas']['Ticket'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  listTickets: {
    parameters: {
      query?: {
        /** @description Part of a message, or of the name or email address of who wrote it; case does not matter. */
        q?: string;
        status?: 'open' | 'answered' | 'closed';
        category?: 'problem' | 'question' | 'idea';
        /** @description A minus sign means descending. `waiting` is what waits for an answer, the longest waiting first, then the rest, last changed first. */
        sort?: 'waiting' | 'updated_at' | '-updated_at' | 'created_at' | '-created_at';
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
      /** @description A page of tickets. */
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
           *         "open": 0,
           *         "answered": 0,
           *         "closed": 0
           *       }
           *     }
           */
          'application/json': components['schemas']['TicketInboxPage'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  getTicket: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        ticketId: components['parameters']['TicketId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The ticket. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ticket": {
           *         "id": "0199aa00-0000-7000-8000-0000000000f1",
           *         "person": {
           *           "id": "0199aa00-0000-7000-8000-000000000001",
           *           "name": "Ana Ruiz",
           *           "email": "ana@example.test"
           *         },
           *         "category": "problem",
           *         "status": "answered",
           *         "excerpt": "Three photos of last night do not leave my phone.",
           *         "messages_count": 2,
           *         "unread_answers": 1,
           *         "screenshot_url": "/api/v1/tickets/0199aa00-0000-7000-8000-0000000000f1/screenshot",
           *         "created_at": "2026-11-20T21:14:07.000Z",
           *         "updated_at": "2026-11-20T22:02:40.000Z"
           *       },
           *       "diagnostics": "App version: 1.0.0\nOnline: yes",
           *       "messages": [
           *         {
           *           "id": "0199aa00-0000-7000-8000-0000000000f1",
           *           "from": "person",
           *           "author": "Ana Ruiz",
           *           "text": "Three photos of last night do not leave my phone.",
           *           "created_at": "2026-11-20T21:14:07.000Z"
           *         },
           *         {
           *           "id": "0199aa00-0000-7000-8000-0000000000f2",
           *           "from": "support",
           *           "author": "Ada",
           *           "text": "Open the queue and tell us what stands beside them.",
           *           "created_at": "2026-11-20T22:02:40.000Z"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['TicketThread'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  addTicketMessage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        ticketId: components['parameters']['TicketId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "0199aa00-0000-7000-8000-0000000000f2",
         *       "text": "Open the queue and tell us what stands beside them."
         *     }
         */
        'application/json': components['schemas']['AddTicketMessageRequest'];
      };
    };
    responses: {
      /** @description The same message, added before. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-0000000000f2",
           *       "from": "support",
           *       "author": "Ada",
           *       "text": "Open the queue and tell us what stands beside them.",
           *       "created_at": "2026-11-20T22:02:40.000Z"
           *     }
           */
          'application/json': components['schemas']['TicketMessage'];
        };
      };
      /** @description The message. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-0000000000f2",
           *       "from": "support",
           *       "author": "Ada",
           *       "text": "Open the queue and tell us what stands beside them.",
           *       "created_at": "2026-11-20T22:02:40.000Z"
           *     }
           */
          'application/json': components['schemas']['TicketMessage'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  setTicketStatus: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        ticketId: components['parameters']['TicketId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "status": "closed"
         *     }
         */
        'application/json': components['schemas']['SetTicketStatusRequest'];
      };
    };
    responses: {
      /** @description The ticket. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-0000000000f1",
           *       "person": {
           *         "id": "0199aa00-0000-7000-8000-000000000001",
           *         "name": "Ana Ruiz",
           *         "email": "ana@example.test"
           *       },
           *       "category": "problem",
           *       "status": "answered",
           *       "excerpt": "Three photos of last night do not leave my phone.",
           *       "messages_count": 2,
           *       "unread_answers": 1,
           *       "screenshot_url": "/api/v1/tickets/0199aa00-0000-7000-8000-0000000000f1/screenshot",
           *       "created_at": "2026-11-20T21:14:07.000Z",
           *       "updated_at": "2026-11-20T22:02:40.000Z"
           *     }
           */
          'application/json': components['schemas']['Ticket'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  markTicketRead: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        ticketId: components['parameters']['TicketId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "message_id": "0199aa00-0000-7000-8000-0000000000f2"
         *     }
         */
        'application/json': components['schemas']['MarkTicketReadRequest'];
      };
    };
    responses: {
      /** @description The ticket. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-0000000000f1",
           *       "person": {
           *         "id": "0199aa00-0000-7000-8000-000000000001",
           *         "name": "Ana Ruiz",
           *         "email": "ana@example.test"
           *       },
           *       "category": "problem",
           *       "status": "answered",
           *       "excerpt": "Three photos of last night do not leave my phone.",
           *       "messages_count": 2,
           *       "unread_answers": 1,
           *       "screenshot_url": "/api/v1/tickets/0199aa00-0000-7000-8000-0000000000f1/screenshot",
           *       "created_at": "2026-11-20T21:14:07.000Z",
           *       "updated_at": "2026-11-20T22:02:40.000Z"
           *     }
           */
          'application/json': components['schemas']['Ticket'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
  getTicketScreenshot: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        ticketId: components['parameters']['TicketId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Image'];
      default: components['responses']['Problem'];
    };
  };
  uploadTicketScreenshot: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        ticketId: components['parameters']['TicketId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'multipart/form-data': components['schemas']['ScreenshotUpload'];
      };
    };
    responses: {
      /** @description The ticket. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0199aa00-0000-7000-8000-0000000000f1",
           *       "person": {
           *         "id": "0199aa00-0000-7000-8000-000000000001",
           *         "name": "Ana Ruiz",
           *         "email": "ana@example.test"
           *       },
           *       "category": "problem",
           *       "status": "answered",
           *       "excerpt": "Three photos of last night do not leave my phone.",
           *       "messages_count": 2,
           *       "unread_answers": 1,
           *       "screenshot_url": "/api/v1/tickets/0199aa00-0000-7000-8000-0000000000f1/screenshot",
           *       "created_at": "2026-11-20T21:14:07.000Z",
           *       "updated_at": "2026-11-20T22:02:40.000Z"
           *     }
           */
          'application/json': components['schemas']['Ticket'];
        };
      };
      default: components['responses']['Problem'];
    };
  };
}
