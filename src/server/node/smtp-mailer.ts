import { createTransport } from 'nodemailer'
import { type Mailer, MailRefused } from '#server/kernel/deps.ts'

interface Smtp {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  url: string
  /** The address that mails come from. */
  from: string
}

/** A whole conversation, well below the time a server has a mail to itself. */
const conversationMs = 60_000

/**
 * Sends by SMTP, one connection for each mail: they are few, and no connection stays open to be lost. A password never goes
 * over a line that is not encrypted, but within this machine.
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
    // A mail is what we hand over: nothing in it is ever read from a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = from.slice(from.lastIndexOf('@') + 1)
  return {
    send: async ({ id, fromName, to, subject, text, html }) => {
      try {
        await transport.sendMail({
          from: { name: fromName, address: from },
          // As an object it is taken for one address, whatever signs it has in it.
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
 * Whether a refusal is about this mail: its recipient or its content, in words that will not change. What is wrong with the
 * sender, the password or the line is ours or theirs to mend, and the mail waits for it.
 */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { responseCode, command } = error as { responseCode?: unknown; command?: unknown }
  const isAboutMail = command === 'RCPT TO' || command === 'DATA'
  return isAboutMail && typeof responseCode === 'number' && responseCode >= 500
}
