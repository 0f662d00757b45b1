// chunk: counter
import { createFileRoute } from '@tanstack/react-router'
import { MailsScreen } from '#client/features/mail/emails/mails-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/mails')({
  staticData: { authority: ['it', 'admin'] },
  loader: () => loadWords('mail', 'errors'),
  component: MailsScreen,
})
