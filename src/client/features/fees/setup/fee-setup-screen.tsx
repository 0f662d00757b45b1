// chunk: fees
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { Button } from '#client/ui/button.tsx'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import { GatewayTab } from '../online/gateway-tab.tsx'
import { ComponentTab } from './components/component-tab.tsx'
import { DiscountTab } from './components/discount-tab.tsx'
import css from './components/fee-setup.module.css'
import { PlanTab } from './components/plan-tab.tsx'
import { SettingsTab } from './components/settings-tab.tsx'
import { fetchFeeSetup } from './fee-setup.api.ts'
import { readSetupDrafts } from './setup-drafts.ts'
import { ScheduleTab } from './schedules/schedule-tab.tsx'

const feeSetupTabs = ['components', 'schedules', 'plans', 'discounts', 'settings', 'gateways'] as const
type FeeSetupTab = (typeof feeSetupTabs)[number]

const tabNamed = (name: unknown): FeeSetupTab => feeSetupTabs.find((each) => each === name) ?? 'components'

const contents = {
  components: ComponentTab,
  schedules: ScheduleTab,
  plans: PlanTab,
  discounts: DiscountTab,
  settings: SettingsTab,
  gateways: GatewayTab,
} as const

const openDrafts = async () => {
  await readSetupDrafts()
  return true
}

/** What a school charges, when it is due, and which discounts there are. */
export function FeeSetupScreen() {
  const { t } = useTranslation('fees.setup')
  const errorText = useErrorText()
  const may = useRights()
  const tabs = feeSetupTabs.filter((each) => each !== 'gateways' || may('fees.setup'))
  const asked = tabNamed(useSearch({ from: '/_authenticated/fees/setup' }).tab)
  const tab = tabs.includes(asked) ? asked : 'components'
  const navigate = useNavigate({ from: '/fees/setup' })
  const { answer: setup, failure, again } = useAnswer(fetchFeeSetup)
  // Before any form: what was typed earlier stands in it.
  const { answer: hasDrafts } = useAnswer(openDrafts)
  const Content = contents[tab]
  return (
    <ListFrame
      title={t('title')}
      isWide
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
      loading={(setup && hasDrafts) || failure ? undefined : t('loading')}
    >
      <nav className={css.tabs} aria-label={t('tab.label')}>
        {tabs.map((each) => (
          <Button
            key={each}
            kind="quiet"
            aria-current={tab === each ? 'page' : undefined}
            onClick={() => void navigate({ search: { tab: each }, replace: true, resetScroll: false })}
          >
            {t(`tab.${each}`)}
          </Button>
        ))}
      </nav>
      {setup && hasDrafts && <Content setup={setup} onChanged={again} />}
    </ListFrame>
  )
}
