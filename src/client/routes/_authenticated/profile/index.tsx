import { createFileRoute } from '@tanstack/react-router'
import { ProfileScreen } from '#client/features/profile/screens/profile-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'
import { KeysList } from '#client/shell/desk/keys-list.tsx'
import { ThemePanel } from '#client/shell/desk/theme-panel.tsx'

export const Route = createFileRoute('/_authenticated/profile/')({
  loader: () => loadWords('profile', 'frame', 'errors'),
  component: OwnData,
})

function OwnData() {
  return <ProfileScreen tab="me" Appearance={ThemePanel} Shortcuts={KeysList} />
}
