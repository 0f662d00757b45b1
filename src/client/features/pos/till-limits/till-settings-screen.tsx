import { GroupScreen } from '#client/features/school/settings/settings-screen.tsx'
import { TillsPage } from '#client/features/school/settings/tills/tills-page.tsx'
import type { OpenedGroup } from '#client/features/school/settings/use-settings-form.ts'
import { LimitsSection } from './limits-section.tsx'

/** What tills reckon and print with, and up to which amounts people act at them without approval. */
export const TillSettingsScreen = () => <GroupScreen group="tills" Page={TillsWithLimits} />

function TillsWithLimits({ opened }: { opened: OpenedGroup<'tills'> }) {
  return (
    <>
      <TillsPage opened={opened} />
      <LimitsSection />
    </>
  )
}
