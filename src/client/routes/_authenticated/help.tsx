// chunk: counter
import { createFileRoute } from '@tanstack/react-router'
import { type GuideName, isGuideName } from '#client/features/overview/help/guides.ts'
import { HelpScreen } from '#client/features/overview/help/help-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/help')({
  validateSearch: ({ guide }: Record<string, unknown>): { guide?: GuideName } => (isGuideName(guide) ? { guide } : {}),
  staticData: { authority: ['it', 'admin'] },
  loader: () => loadWords('overview.help', 'errors'),
  component: Help,
})

function Help() {
  return <HelpScreen name={Route.useSearch().guide ?? 'install'} />
}
