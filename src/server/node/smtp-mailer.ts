import { createTransport } from 'nodemailer'
import { type Mailer, MailRefused } from '#server/kernel/outside/mailer.ts'

interface Smtp {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  url: string
  /** Sender address of emails. */
  from: string
}

/** Limit of a whole conversation, well below the lease of an email. */
const conversationMs = 60_000

/**
 * Creates a mailer over SMTP, one connection for each email: they are few, and no connection stays open to be lost. A password is
 * only sent over an encrypted connection, except within this machine.
 */
export function smtpMailer({ url, from }: Smtp): Mailer {
  const { password, hostname } = new URL(url)
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  const transport = createTransport({
    url,
    requireTLS: password !== '' && !isHere,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 30_000,
    // An email is exactly what is passed in: no part is ever read from a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = from.slice(from.lastIndexOf('@') + 1)
  return {
    send: async ({ id, fromName, to, subject, text, html }) => {
      try {
        await transport.sendMail({
          from: { name: fromName, address: from },
          // As an object it is treated as one address, whatever characters it contains.
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
          signal: AbortSignal.timeout(conversationMs),
        })
      } catch (error) {
        throw isFinal(error) ? new MailRefused('the mail server refuses this mail', { cause: error }) : error
      }
    },
  }
}

/**
 * Returns whether a rejection concerns this email permanently: its recipient or its content. Problems with the sender, the
 * password or the connection can be fixed, and the email waits.
 */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { responseCode, command } = error as { responseCode?: unknown; command?: unknown }
  const isAboutMail = command === 'RCPT TO' || command === 'DATA'
  return isAboutMail && typeof responseCode === 'number' && responseCode >= 500
}
