import { GroupScreen } from '#client/features/school/settings/settings-screen.tsx'
import { TillsPage } from '#client/features/school/settings/tills/tills-page.tsx'
import type { OpenedGroup } from '#client/features/school/settings/use-settings-form.ts'
import { SchoolRulesSection } from '../spending/school-rules-section.tsx'
import { LimitsSection } from './limits-section.tsx'

/** What tills reckon and print with, up to which amounts people act at them without approval, and what pupils may buy. */
export const TillSettingsScreen = () => <GroupScreen group="tills" Page={TillsWithLimits} />

function TillsWithLimits({ opened }: { opened: OpenedGroup<'tills'> }) {
  return (
    <>
      <TillsPage opened={opened} />
      <LimitsSection />
      <SchoolRulesSection />
    </>
  )
}
