// chunk: office
import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { MessagesAddress } from '#client/features/messaging/messages/messages-search.ts'
import { loadWordsForPaper } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/messages')({
  staticData: { authority: ['admission-officer', 'registrar', 'head', 'auditor', 'admin'] },
  validateSearch: (search: Record<string, unknown>): MessagesAddress => search,
  // Both languages: words are written in both, and fields are named in each.
  loader: () => loadWordsForPaper('messaging', 'editor', 'messaging.student', 'students', 'errors'),
  component: lazyRouteComponent(
    () => import('#client/features/messaging/messages/messages-screen.tsx'),
    'MessagesScreen',
  ),
})
