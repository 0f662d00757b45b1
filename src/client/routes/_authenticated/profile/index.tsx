import { createFileRoute } from '@tanstack/react-router'
import { ProfileScreen } from '#client/features/identity/profile/profile-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'
import { KeysList } from '#client/shell/shortcuts/keys-list.tsx'
import { ThemePanel } from '#client/shell/theme/theme-panel.tsx'

export const Route = createFileRoute('/_authenticated/profile/')({
  loader: () => loadWords('identity.profile', 'identity.second-factor', 'frame', 'errors'),
  component: OwnData,
})

function OwnData() {
  return <ProfileScreen tab="me" Appearance={ThemePanel} Shortcuts={KeysList} />
}
