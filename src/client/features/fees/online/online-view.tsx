// chunk: fees
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { usePages } from '#client/platform/use-pages.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { FilterBar } from '#client/ui/tables/filter-bar.tsx'
import { Failure, ListFrame } from '#client/ui/tables/list-frame.tsx'
import list from '#client/ui/tables/list-table.module.css'
import { Money } from '#client/ui/tables/money.tsx'
import type { FeeIntent } from '#shared/fees/online/online-payment.contract.ts'
import type { BookedSettlement } from '#shared/fees/online/settlement.contract.ts'
import css from '../account/components/fees.module.css'
import { useFeeText } from '../account/hooks/use-fee-text.ts'
import { ShownOf } from '../overview/components/shown-of.tsx'
import { EventSection } from './event-section.tsx'
import { IntentTable } from './intent-table.tsx'
import { MismatchSheet } from './mismatch-sheet.tsx'
import { listIntents, listSettlements, type SettlementList } from './online.api.ts'
import { MissingPayments, SettlementProblems } from './settlement-lines.tsx'
import { SettlementSheet } from './settlement-sheet.tsx'

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

/** Settlements of gateways: what is left at them, the payments that are in no settlement, and importing the next. */
function SettlementSection() {
  const { t } = useTranslation('fees.online')
  const errorText = useErrorText()
  const may = useRights()
  const { answer, failure, again } = useAnswer(listSettlements)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section aria-labelledby="settlements">
      <h2 id="settlements" className={css.heading}>
        {t('settlement.title')}
      </h2>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {answer && (
        <>
          <p>
            {t('settlement.clearing')}{' '}
            <strong>
              <Money minor={answer.clearing} currency={answer.currency} />
            </strong>
          </p>
          {may('fees.receive') && answer.gateways.length > 0 && (
            <p>
              <Button onClick={() => setIsOpen(true)}>{t('settlement.open')}</Button>
            </p>
          )}
          <MissingPayments missing={answer.missing} count={answer.missingCount} currency={answer.currency} />
          <Settlements of={answer} />
        </>
      )}
      {answer && isOpen && (
        <SettlementSheet gateways={answer.gateways} onClose={() => setIsOpen(false)} onBooked={again} />
      )}
    </section>
  )
}

function Settlements({ of: { settlements, settlementCount, currency } }: { of: SettlementList }) {
  const { t } = useTranslation('fees.online')
  if (settlements.length === 0) return <p className={common.soft}>{t('settlement.none')}</p>
  return (
    <details>
      <summary className={css.summary}>{t('settlement.booked', { count: settlementCount })}</summary>
      <ul className={common.list}>
        {settlements.map((each) => (
          <li key={each.settlementId}>
            <SettlementLine settlement={each} currency={currency} />
          </li>
        ))}
      </ul>
      <ShownOf shown={settlements.length} count={settlementCount} />
    </details>
  )
}

function SettlementLine({
  settlement: { gateway, settledOn, matched, gross, fee, net, problems, problemCount, at },
  currency,
}: { settlement: BookedSettlement } & Pick<SettlementList, 'currency'>) {
  const { t } = useTranslation('fees.online')
  const { dayOf } = useFeeText()
  const format = useFormat()
  return (
    <>
      <p className={common.softLine}>
        <strong>{t(`gateway.${gateway}`)}</strong> · <bdi>{dayOf(settledOn)}</bdi> ·{' '}
        <span className={list.soft}>{t('settlement.at', { at: format.dateTime(at) })}</span>
      </p>
      <p className={common.softLine}>
        {t('settlement.payments', { count: matched })} · {t('settlement.gross')}{' '}
        <Money minor={gross} currency={currency} /> · {t('settlement.fee')} <Money minor={fee} currency={currency} /> ·{' '}
        {t('settlement.net')} <Money minor={net} currency={currency} />
      </p>
      <SettlementProblems problems={problems} problemCount={problemCount} />
    </>
  )
}
