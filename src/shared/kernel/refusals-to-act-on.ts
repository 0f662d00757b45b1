/**
 * The refusals, by HTTP status, that devices tell apart by themselves: who is asking has to be said again, or the same call may be
 * answered later. All others are in `refusals.ts`, with what holds for these too.
 */
export const idsToActOn = {
  401: [
    'auth.wrong-credentials',
    'auth.session-required',
    'auth.session-expired',
    /** A token of another program that is unknown, expired or revoked, or whose maker has left. */
    'auth.token-over',
    'device.unknown',
    'device.bad-signature',
    'device.clock',
  ],
  429: [
    'request.too-many',
    'auth.too-many-attempts',
    'auth.resend-too-soon',
    'auth.too-many-mails',
    'robots.proof-needed',
  ],
  500: ['server.failed'],
  502: [
    /** The answer had no body we could read. Made on the client, never sent. */
    'L000',
  ],
  503: [
    'sync.server-older',
    /** The paper could not be made now. */
    'letter.not-made',
    'server.busy',
  ],
} as const
