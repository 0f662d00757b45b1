// chunk: settings
import { createFileRoute } from '@tanstack/react-router'
import { SignatoriesScreen } from '#client/features/letters/signatories/signatories-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/settings/letters')({
  staticData: { authority: ['admin'] },
  loader: () => loadWords('school.settings', 'letters.editor', 'editor', 'errors'),
  component: SignatoriesScreen,
})
