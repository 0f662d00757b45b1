// chunk: settings
import { createFileRoute } from '@tanstack/react-router'
import { ApiDocsScreen } from '#client/features/programs/docs/api-docs-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/help_/api')({
  staticData: { authority: ['it', 'admin'] },
  loader: () => loadWords('programs', 'errors'),
  component: ApiDocsScreen,
})
