// chunk: counter
import { createFileRoute, useSearch } from '@tanstack/react-router'
import { HelpScreen } from '#client/features/overview/help/help-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/help')({
  validateSearch: ({ guide }: Record<string, unknown>): { guide?: string } =>
    typeof guide === 'string' ? { guide } : {},
  staticData: { authority: ['it', 'admin'] },
  loader: () => loadWords('overview.help', 'errors'),
  component: Help,
})

function Help() {
  return <HelpScreen guide={useSearch({ from: '/_authenticated/help' }).guide} />
}
