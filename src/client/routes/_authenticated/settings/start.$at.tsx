// chunk: settings
import { createFileRoute, useParams } from '@tanstack/react-router'
import { WizardScreen } from '#client/features/overview/start/wizard-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'
import { NavPreview } from '#client/shell/nav/nav-preview.tsx'

export const Route = createFileRoute('/_authenticated/settings/start/$at')({
  staticData: { authority: ['admin'] },
  loader: () =>
    loadWords('school.settings', 'sync.devices', 'pos.limits', 'pos.spending', 'pos.till', 'editor', 'errors'),
  component: Wizard,
})

function Wizard() {
  const { at } = useParams({ from: '/_authenticated/settings/start/$at' })
  return <WizardScreen at={at} Preview={NavPreview} />
}
