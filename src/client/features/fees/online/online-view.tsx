// chunk: fees
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { usePages } from '#client/platform/use-pages.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { FilterBar } from '#client/ui/tables/filter-bar.tsx'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import type { FeeIntent } from '#shared/fees/online/online-payment.contract.ts'
import { EventSection } from './event-section.tsx'
import { IntentTable } from './intent-table.tsx'
import { MismatchSheet } from './mismatch-sheet.tsx'
import { listIntents } from './online.api.ts'
import { SettlementSection } from './settlement-section.tsx'

const shown = ['all', 'open', 'mismatch', 'paid', 'failed', 'expired', 'replaced'] as const

/** Online payments of the school by state, what gateways reported, and their settlements. */
export function OnlineView() {
  const { t } = useTranslation('fees.online')
  const errorText = useErrorText()
  const [which, setWhich] = useState<(typeof shown)[number]>('all')
  const [round, setRound] = useState(0)
  const [decided, setDecided] = useState<FeeIntent>()
  const page = useCallback(
    (after?: string) => listIntents(which === 'all' ? {} : { intentState: which }, after),
    [which],
  )
  const { rows, next, latest, isLoading, failure, retry, more } = usePages(page, round)
  const changed = () => {
    setDecided(undefined)
    setRound((before) => before + 1)
  }
  const mismatches = latest?.mismatches ?? 0
  return (
    <ListFrame
      isWide
      title={t('title')}
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: retry }}
      loading={rows || failure ? undefined : t('loading')}
    >
      {mismatches > 0 && <InlineNotice tone="warning">{t('mismatches', { count: mismatches })}</InlineNotice>}
      <FilterBar label={t('filter')}>
        <ChoiceField
          label={t('show')}
          values={shown}
          value={which}
          nameOf={(each) => t(each === 'all' ? 'all' : `state.${each}`)}
          onChange={setWhich}
        />
      </FilterBar>
      {rows?.length === 0 && (
        <p role="status" className={common.soft}>
          {t(which === 'all' ? 'none' : 'noneHere')}
        </p>
      )}
      {rows && rows.length > 0 && <IntentTable intents={rows} onChanged={changed} onDecide={setDecided} />}
      {next && (
        <p>
          <Button isWorking={isLoading} onClick={() => void more()}>
            {t('more')}
          </Button>
        </p>
      )}
      <SettlementSection />
      <EventSection onReplayed={changed} />
      {decided && <MismatchSheet intent={decided} onClose={() => setDecided(undefined)} onDone={changed} />}
    </ListFrame>
  )
}
