/** Email ready to be sent. */
export interface OutgoingMail {
  /** Same for every try, so that a mailbox can detect a duplicate. */
  id: string
  /** Sender name to show, e.g. the school's. */
  fromName: string
  to: string
  subject: string
  text: string
  html: string
}

/** Permanent rejection by the next mail server: retrying is pointless. */
export class MailRefused extends Error {
  override name = 'MailRefused'
}

export interface Mailer {
  /**
   * Resolves when the next server has accepted the email. Rejects with `MailRefused`, or with any other error for a temporary
   * failure.
   */
  send(mail: OutgoingMail): Promise<void>
}
