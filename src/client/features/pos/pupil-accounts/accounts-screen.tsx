import { useSearch } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useCallback, useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { ExportButton } from '#client/platform/files/export-button.tsx'
import { pendingTopUpsAtom } from '#client/platform/offline/desk-top-ups.atoms.ts'
import { recalledAtom } from '#client/platform/offline/last-data.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { usePages } from '#client/platform/use-pages.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import { machineClock } from '#local/kernel/machine.ts'
import { businessDay } from '#shared/kernel/time.ts'
import { accountSummary, type SummaryFilter, type SummaryRow } from '#shared/pos/account-summary.contract.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { exportSummary, listWaiting, readSummary, readTotals } from './account-money.api.ts'
import { readAccount } from './accounts-search.ts'
import type { MoneyAccount } from './kept-top-ups.ts'
import { AccountSheet } from './components/account-sheet.tsx'
import { RecalledNote } from './components/recalled-note.tsx'
import { SummaryFilters } from './components/summary-filter.tsx'
import { SummaryTable } from './components/summary-table.tsx'
import { TopUpList } from './components/top-up-list.tsx'
import { WaitingSheet } from './components/waiting-sheet.tsx'

/** This month until today, everybody. */
function thisMonth(timeZone: string): SummaryFilter {
  const today = businessDay(machineClock.nowMs(), timeZone, 0)
  return { firstDay: `${today.slice(0, 8)}01`, lastDay: today, text: '' }
}

/** Pages and sums of what the filter finds; read again when `round` changes. */
function useSummary(filter: SummaryFilter, round: number) {
  const { firstDay, lastDay, text, className, balance } = filter
  const readPage = useCallback(
    (after?: string) => readSummary({ firstDay, lastDay, text, className, balance }, after),
    [firstDay, lastDay, text, className, balance],
  )
  const readSums = useCallback(
    async (_round: number) => readTotals({ firstDay, lastDay, text, className, balance }),
    [firstDay, lastDay, text, className, balance],
  )
  const pages = usePages(readPage, round)
  const sums = useAnswer(useCallback(() => readSums(round), [readSums, round]))
  return { ...pages, sums: sums.answer }
}

/** The accounts of a period: what was on them, what moved them, and what is on them now. */
export function AccountsScreen() {
  const { t } = useTranslation('pos.pupil-accounts')
  const errorText = useErrorText()
  const timeZone = useAtomValue(schoolAtom)?.timeZone ?? 'UTC'
  const [filter, setFilter] = useState(() => thisMonth(timeZone))
  const [round, setRound] = useState(0)
  const address = useSearch({ from: '/_authenticated/pos/CustomerAccountSummary' })
  const [open, setOpen] = useState<CustomerId | undefined>(() => readAccount(address))
  const recalled = useAtomValue(recalledAtom)
  const changed = () => setRound((before) => before + 1)
  const asked = { ...filter, text: useDeferredValue(filter.text.trim()) }
  const { rows, next, isLoading, failure, retry, more, sums } = useSummary(asked, round)
  return (
    <ListFrame
      isWide
      title={t('title')}
      tools={
        <>
          <WaitingButton round={round} onChanged={changed} />
          <ExportButton list="accountSummary" of={rows} fetchFile={(how) => exportSummary(asked, how)} />
        </>
      }
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: retry }}
      loading={rows || failure ? undefined : t('loading')}
    >
      <RecalledNote atMs={recalled[accountSummary.path]} />
      <Unbooked onOpen={setOpen} />
      <SummaryFilters
        filter={filter}
        classes={sums?.classes ?? []}
        onChange={(part) => setFilter({ ...filter, ...part })}
      />
      <p role="status" className={common.soft}>
        {sums && t('found', { count: sums.count })}
      </p>
      {rows && rows.length > 0 && <SummaryTable rows={rows} totals={sums?.totals} onOpen={setOpen} />}
      {next && (
        <p>
          <Button isWorking={isLoading} onClick={() => void more()}>
            {t('summary.more')}
          </Button>
        </p>
      )}
      {open && (
        <AccountSheet
          key={open}
          customerId={open}
          listed={listedOf(
            rows?.find(({ customerId }) => customerId === open),
            timeZone,
          )}
          onClose={() => setOpen(undefined)}
          onChanged={changed}
        />
      )}
    </ListFrame>
  )
}

/** The account of a line of the list; without the school's bounds of top-ups, which only its statement says. */
function listedOf(row: SummaryRow | undefined, timeZone: string): MoneyAccount | undefined {
  if (!row) return undefined
  const { customerId, admissionNo, name, className, balance } = row
  const today = businessDay(machineClock.nowMs(), timeZone, 0)
  return { holder: { customerId, admissionNo, name, className }, today, balance, topUps: null }
}

/** Cash for accounts that this device took and that the server has not booked yet, with the way to each account. */
function Unbooked({ onOpen }: { onOpen: (id: CustomerId) => void }) {
  const kept = useAtomValue(pendingTopUpsAtom).filter(({ receipt }) => receipt === null)
  return <TopUpList isNamed topUps={kept} onShow={({ operation }) => onOpen(operation.customerId)} />
}

/** How much waits for a second person, and the way there; nothing while nothing does. */
function WaitingButton({ round, onChanged }: { round: number; onChanged: () => void }) {
  const { t } = useTranslation('pos.pupil-accounts')
  const [isOpen, setIsOpen] = useState(false)
  const read = useCallback(async (_round: number) => listWaiting(), [])
  const { answer } = useAnswer(useCallback(() => read(round), [read, round]))
  if (!answer || (answer.length === 0 && !isOpen)) return null
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('waiting.open', { count: answer.length })}</Button>
      {isOpen && <WaitingSheet movements={answer} onClose={() => setIsOpen(false)} onDone={onChanged} />}
    </>
  )
}
