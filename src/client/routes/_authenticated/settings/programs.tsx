// chunk: settings
import { createFileRoute } from '@tanstack/react-router'
import { ProgramsScreen } from '#client/features/programs/connections/programs-screen.tsx'
import { RosterSection } from '#client/features/students/one-roster/roster-section.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/settings/programs')({
  staticData: { authority: ['it', 'admin'] },
  loader: () => loadWords('programs', 'school.settings', 'editor', 'errors'),
  component: () => <ProgramsScreen Roster={RosterSection} />,
})
