// chunk: settings
import { createFileRoute } from '@tanstack/react-router'
import { WordingsScreen } from '#client/features/consents/wordings/wordings-screen.tsx'
import { SignInSettingsScreen } from '#client/features/identity/sign-in-settings/sign-in-settings-screen.tsx'
import { SignatoriesScreen } from '#client/features/letters/signatories/signatories-screen.tsx'
import { StartScreen } from '#client/features/overview/start/start-screen.tsx'
import { TillSettingsScreen } from '#client/features/pos/till-limits/till-settings-screen.tsx'
import { SettingsScreen } from '#client/features/school/settings/settings-screen.tsx'
import { StatusLabelsScreen } from '#client/features/students/status-labels/status-labels-screen.tsx'
import { PlacesScreen } from '#client/features/sync/places/places-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

const pages = {
  start: StartScreen,
  places: PlacesScreen,
  tills: TillSettingsScreen,
  consents: WordingsScreen,
  statuses: StatusLabelsScreen,
  letters: SignatoriesScreen,
  signIn: SignInSettingsScreen,
}

export const Route = createFileRoute('/_authenticated/settings/$page')({
  staticData: { authority: ['admin'] },
  loader: () =>
    loadWords(
      'school.settings',
      'consents.wordings',
      'letters.editor',
      'sync.devices',
      'identity.second-factor',
      'pos.limits',
      'pos.spending',
      'pos.till',
      'editor',
      'errors',
    ),
  component: () => <SettingsScreen more={pages} />,
})
