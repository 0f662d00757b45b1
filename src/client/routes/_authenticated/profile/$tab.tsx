import { createFileRoute } from '@tanstack/react-router'
import { readTab } from '#client/features/profile/profile-tabs.ts'
import { ProfileScreen } from '#client/features/profile/screens/profile-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'
import { KeysList } from '#client/shell/desk/keys-list.tsx'
import { ThemePanel } from '#client/shell/desk/theme-panel.tsx'

export const Route = createFileRoute('/_authenticated/profile/$tab')({
  loader: () => loadWords('profile', 'frame', 'errors'),
  component: OneTab,
})

function OneTab() {
  const { tab } = Route.useParams()
  return <ProfileScreen tab={readTab(tab)} Appearance={ThemePanel} Shortcuts={KeysList} />
}
