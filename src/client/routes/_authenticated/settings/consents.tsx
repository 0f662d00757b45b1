// chunk: settings
import { createFileRoute } from '@tanstack/react-router'
import { WordingsScreen } from '#client/features/consents/wordings/wordings-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/settings/consents')({
  staticData: { authority: ['admin'] },
  loader: () => loadWords('consents.wordings', 'school.settings', 'editor', 'errors'),
  component: WordingsScreen,
})
