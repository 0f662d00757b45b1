import { useAtomValue, useSetAtom } from 'jotai'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import type { Actor } from '#local/pos/till-inputs.types.ts'
import type { Currency } from '#shared/kernel/money.ts'
import { ChoiceRow } from '../catalogue/choice-row.tsx'
import { Approval } from '../payment/approval.tsx'
import { entryAmount, entryPercent } from '../payment/number-entry.ts'
import { NumberPad } from '../payment/number-pad.tsx'
import { PadColumns } from '../payment/pad-columns.tsx'
import { ReasonField } from '../receipts/reason-field.tsx'
import { actor } from '../receipts/sale.actions.ts'
import { mayGiveDiscountAtom, sheetAtom } from '../till.atoms.ts'
import { clearDiscount, giveDiscount } from './cart.actions.ts'
import { cartAtom, pricedAtom } from './cart.atoms.ts'

type Kind = 'amount' | 'ppm'

const kinds: readonly Kind[] = ['ppm', 'amount']

/** The percent pad takes two decimals, whatever the school's currency has. */
const percentPad: { currency: Currency; unit: string } = { currency: 'QAR', unit: '%' }

/** What was typed, as a discount may be: never more than everything. */
function readValue(kind: Kind, entry: string, currency: Currency, gross: number): number | undefined {
  if (kind === 'ppm') return entryPercent(entry)
  const amount = entryAmount(entry, currency)
  return amount !== undefined && amount <= gross ? amount : undefined
}

/** Off the whole document, with a reason. Anyone who may not give one asks somebody who may. */
export function DiscountSheet() {
  const { t } = useTranslation('pos.till')
  const setSheet = useSetAtom(sheetAtom)
  const mayGive = useAtomValue(mayGiveDiscountAtom)
  const isGiven = Boolean(useAtomValue(cartAtom)?.discount)
  const [giver, setGiver] = useState(() => (mayGive ? actor() : undefined))
  const remove = () => {
    clearDiscount()
    setSheet(null)
  }
  const withdrawal = isGiven && <NoDiscount onChoose={remove} />
  if (giver) return <Terms giver={giver} withdrawal={withdrawal} />
  return (
    <Sheet title={t('discount.title')} onClose={() => setSheet(null)} footer={withdrawal}>
      <Approval permission="discount.give" actorId={actor().userId} onApproved={(approver) => setGiver(approver)} />
    </Sheet>
  )
}

function Terms({ giver, withdrawal }: { giver: Actor; withdrawal: ReactNode }) {
  const { t } = useTranslation('pos.till')
  const format = useFormat()
  const till = useTill()
  const setSheet = useSetAtom(sheetAtom)
  const cart = useAtomValue(cartAtom)
  const given = cart?.discount
  const gross = useAtomValue(pricedAtom)?.totals.gross ?? 0
  const [kind, setKind] = useState<Kind>('ppm')
  const [entry, setEntry] = useState('')
  const [reason, setReason] = useState(given?.reason ?? '')
  const { currency } = till.settings
  const value = readValue(kind, entry, currency, gross)
  const discount = value ? { id: 'draft', kind, value, reason: '', by: giver.userId } : null
  const after = cart ? till.priceCart({ lines: cart.lines, discount }).totals.total : 0
  const choose = (next: Kind) => {
    setKind(next)
    setEntry('')
  }
  const give = () => {
    if (!value || !reason.trim()) return
    giveDiscount({ id: till.newId(), kind, value, reason: reason.trim() }, giver)
    setSheet(null)
  }
  const pad = (
    <NumberPad
      {...(kind === 'ppm' ? percentPad : { currency, unit: format.currencyName(currency) })}
      label={t(`discount.kind.${kind}`)}
      entry={entry}
      onChange={setEntry}
      onEnter={give}
    />
  )
  const footer = (
    <>
      {withdrawal}
      <Button kind="main" size="large" disabled={!value || !reason.trim()} data-action="discount" onClick={give}>
        {t('discount.give')}
      </Button>
    </>
  )
  return (
    <Sheet title={t('discount.title')} size="wide" onClose={() => setSheet(null)} footer={footer}>
      <PadColumns pad={pad}>
        <p>
          {t('discount.from')} <Money minor={gross} />
        </p>
        <p role="status">
          {t('discount.to')} <Money minor={after} />
        </p>
        <ChoiceRow
          options={kinds.map((each) => ({ value: each, label: t(`discount.kind.${each}`) }))}
          chosen={kind}
          onChoose={choose}
        />
        <DiscountReason reason={reason} onReason={setReason} />
      </PadColumns>
    </Sheet>
  )
}

function DiscountReason({ reason, onReason }: { reason: string; onReason: (reason: string) => void }) {
  const { t } = useTranslation('pos.till')
  return (
    <ReasonField
      label={t('discount.reason')}
      value={reason}
      onChange={onReason}
      suggestions={[t('discount.suggest.damaged'), t('discount.suggest.staff'), t('discount.suggest.event')]}
    />
  )
}

function NoDiscount({ onChoose }: { onChoose: () => void }) {
  const { t } = useTranslation('pos.till')
  return (
    <Button size="large" onClick={onChoose}>
      {t('discount.remove')}
    </Button>
  )
}
