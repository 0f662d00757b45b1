// chunk: till-sheets
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { notSavedReason } from '#client/platform/offline/not-saved.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import { topUpLimitsOf } from '#local/pos/spending/top-up-limits.ts'
import type { Till } from '#local/pos/till.types.ts'
import type { CustomerId, OpId } from '#shared/kernel/ids.ts'
import { add, type Currency, type Minor, subtract, toDecimalText, zero } from '#shared/kernel/money.ts'
import type { TopUpLimits } from '#shared/school/top-ups/top-up-limits.contract.ts'
import { type TopUpFault, topUpFault } from '#shared/school/top-ups/top-up-limits.rules.ts'
import { maxTopUp } from '#shared/pos/top-ups/top-up.rules.ts'
import { entryAmount, notes } from '../payment/number-entry.ts'
import { NumberPad } from '../payment/number-pad.tsx'
import { PadColumns } from '../payment/pad-columns.tsx'
import { NotSavedPanel } from '../receipts/not-saved.tsx'
import { actor } from '../receipts/sale.actions.ts'
import { sheetAtom } from '../till.atoms.ts'
import css from './top-up-sheet.module.css'
import { useSeesBalance } from './use-sees-balance.ts'

interface TopUpSheetProps {
  customerId: string
  corrects: OpId | undefined
}

/** The set-aside top-up that this one is entered in place of. */
function formerOf(till: Till, corrects: OpId | undefined): Minor | undefined {
  const entry = corrects && till.setAside(corrects)
  return entry && entry.kind === 'pos.topUp' ? entry.body.amount : undefined
}

/** The amount, and its write. The id is minted once, so that a second try is the same top-up. */
function useTopUp({ customerId, corrects }: TopUpSheetProps) {
  const till = useTill()
  const setSheet = useSetAtom(sheetAtom)
  const { currency } = till.settings
  const [id] = useState(() => till.newId())
  const [entry, setEntry] = useState(() => {
    const former = formerOf(till, corrects)
    return former ? toDecimalText(former, currency) : ''
  })
  const typed = entryAmount(entry, currency) ?? zero
  const { mutate, isPending, error, reset } = useMutation(
    (taken: Minor) =>
      till.topUp({ id, customerId: customerId as CustomerId, amount: taken, ...(corrects && { corrects }) }, actor()),
    { reasonOf: notSavedReason, onSuccess: () => setSheet({ kind: 'topUpReceipt', topUpId: id, isNew: true }) },
  )
  const limits = topUpLimitsOf(till.settings)
  const { balance } = till.account(customerId)
  // What stands in for one that never arrived was taken already; one on its way is on the account already.
  const fault = typed > 0 && !corrects && !isPending ? topUpFault(typed, balance, limits) : undefined
  const amount = typed > 0 && typed <= maxTopUp && !fault ? typed : undefined
  const save = () => {
    if (amount) void mutate(amount)
  }
  return { entry, setEntry, amount, fault, limits, isPending, error, reset, save, currency }
}

/** The account before and after, so that a slipped key is seen before the money is taken. */
function Balances({ before, amount }: { before: Minor; amount: Minor }) {
  const { t } = useTranslation('pos.till')
  return (
    <dl className={css.balances}>
      <div>
        <dt>{t('topUp.before')}</dt>
        <dd>
          <Money minor={before} />
        </dd>
      </div>
      <div>
        <dt>{t('topUp.after')}</dt>
        <dd className={css.after}>
          <Money minor={add(before, amount)} />
        </dd>
      </div>
    </dl>
  )
}

const bounds = ['least', 'most', 'balance'] as const

interface BoundsProps {
  fault: TopUpFault | undefined
  limits: TopUpLimits | undefined
  currency: Currency
}

/** What the school bounds of top-ups, and what to do about an amount outside of it. */
function Bounds({ fault, limits, currency }: BoundsProps) {
  const { t } = useTranslation('pos.till')
  const { t: errorText } = useTranslation('errors', { useSuspense: false })
  const format = useFormat()
  return (
    <div role="status">
      {fault && <p className={css.fault}>{errorText(fault)}</p>}
      {limits && (
        <p className={css.soft}>
          {bounds
            .flatMap((bound) => {
              const amount = limits[bound]
              return amount === null ? [] : [t(`topUp.bounds.${bound}`, { amount: format.money(amount, currency) })]
            })
            .join(' ')}
        </p>
      )}
    </div>
  )
}

function QuickNotes({ currency, onChoose }: { currency: Currency; onChoose(entry: string): void }) {
  return (
    <div className={css.quick}>
      {notes[currency].slice(-5, -1).map((note) => (
        <Button key={note} onClick={() => onChoose(toDecimalText(note, currency))}>
          <Money bare minor={note as Minor} currency={currency} />
        </Button>
      ))}
    </div>
  )
}

/** Cash for the account of one pupil: it works without a network, and may be spent on this till at once. */
export function TopUpSheet({ customerId, corrects }: TopUpSheetProps) {
  const { t } = useTranslation('pos.till')
  const pick = useBilingual()
  const format = useFormat()
  const till = useTill()
  const setSheet = useSetAtom(sheetAtom)
  const { entry, setEntry, amount, fault, limits, isPending, error, reset, save, currency } = useTopUp({
    customerId,
    corrects,
  })
  const customer = till.customer(customerId)
  const seesBalance = useSeesBalance()
  // While the receipt is on its way the till has it already: it must not count twice.
  const former = formerOf(till, corrects) ?? zero
  if (!customer) return null
  if (error)
    return (
      <Sheet title={t('topUp.title')} size="wide" canClose={false} onClose={reset}>
        <NotSavedPanel why={error} kept={t('notSaved.entry')} onRetry={save} onBack={reset} />
      </Sheet>
    )
  const footer = (
    <Button kind="main" size="large" disabled={!amount} isWorking={isPending} data-action="top-up" onClick={save}>
      {amount ? t('topUp.take', { amount: format.money(amount, currency) }) : t('topUp.enter')}
    </Button>
  )
  const pad = (
    <NumberPad
      label={t('topUp.amount')}
      entry={entry}
      onChange={setEntry}
      currency={currency}
      placeholder={format.amount(0, currency)}
      unit={format.currencyName(currency)}
      isDisabled={isPending}
      onEnter={save}
    />
  )
  return (
    <Sheet title={t('topUp.title')} size="wide" canClose={!isPending} onClose={() => setSheet(null)} footer={footer}>
      <PadColumns pad={pad}>
        <p className={css.who}>
          <bdi className={css.name}>{pick(customer.name)}</bdi>
          <span>
            <bdi>{customer.className}</bdi> · <bdi dir="ltr">{customer.admissionNo}</bdi>
          </span>
        </p>
        <QuickNotes currency={currency} onChoose={setEntry} />
        {seesBalance && (
          <Balances before={subtract(till.account(customerId).balance, former)} amount={amount ?? zero} />
        )}
        <Bounds fault={fault} limits={limits} currency={currency} />
        <p className={css.soft}>{t('topUp.text')}</p>
      </PadColumns>
    </Sheet>
  )
}
