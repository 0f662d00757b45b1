// chunk: till-sheets
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import { quantityOf } from '#local/pos/cart-edit.ts'
import type { CartLine } from '#shared/pos/cart.rules.ts'
import { ChoiceRow } from '../catalogue/choice-row.tsx'
import { entryAmount, entryPercent } from '../payment/number-entry.ts'
import { NumberPad } from '../payment/number-pad.tsx'
import { PadColumns } from '../payment/pad-columns.tsx'
import { ReasonField } from '../receipts/reason-field.tsx'
import { actor } from '../receipts/sale.actions.ts'
import { sheetAtom } from '../till.atoms.ts'
import { changeQuantity } from './cart.actions.ts'
import { cartAtom } from './cart.atoms.ts'
import { NoteField, useLineNote } from './line-note.tsx'
import { type LineTerms, setTerms, withTerms } from './line-terms.ts'

type Part = 'quantity' | 'percent' | 'amount' | 'price'

/** Most pieces of one line, as the cart takes them. */
const maxPieces = 999

/** What was typed, as a change of the line; undefined for what is no change. */
function useLineEntry(line: CartLine) {
  const till = useTill()
  const { currency } = till.settings
  const [part, setPart] = useState<Part>('quantity')
  const [entry, setEntry] = useState('')
  const [reason, setReason] = useState(line.discount?.reason ?? line.price?.reason ?? '')
  const given = { reason: reason.trim(), by: actor().userId }
  const amount = entryAmount(entry, currency)
  const pieces = /^\d+$/.test(entry) ? Number(entry) : undefined
  const gross = till.priceCart({ lines: [line], discount: null }).totals.gross
  const read = (): LineTerms | undefined => {
    const { discount, price } = line
    if (part === 'price')
      return amount === undefined ? undefined : { ...(discount && { discount }), price: { amount, ...given } }
    const value = part === 'percent' ? entryPercent(entry) : amount
    if (!value || (part === 'amount' && value > gross)) return undefined
    return { ...(price && { price }), discount: { kind: part === 'percent' ? 'ppm' : 'amount', value, ...given } }
  }
  const terms = part === 'quantity' ? undefined : read()
  const isQuantity = part === 'quantity' && pieces !== undefined && pieces > 0 && pieces <= maxPieces
  return {
    part,
    choose: (next: Part) => {
      setPart(next)
      setEntry('')
    },
    entry,
    setEntry,
    reason,
    setReason,
    pieces,
    terms,
    after: terms && till.priceCart({ lines: [withTerms(line, terms)], discount: null }).totals.total,
    isReady: part === 'quantity' ? isQuantity : terms !== undefined && given.reason !== '',
    currency,
  }
}

type LineEntry = ReturnType<typeof useLineEntry>

/** One line of the cart: how many of it, what it costs this time, and a note. Limits are judged when the cart is paid. */
export function LineSheet({ lineId }: { lineId: string }) {
  const line = useAtomValue(cartAtom)?.lines.find(({ id }) => id === lineId)
  return line ? <Terms line={line} /> : null
}

function Terms({ line }: { line: CartLine }) {
  const { t } = useTranslation('pos.till')
  const pick = useBilingual()
  const format = useFormat()
  const setSheet = useSetAtom(sheetAtom)
  const entry = useLineEntry(line)
  const note = useLineNote(line)
  const { part, terms, currency } = entry
  // A number that is begun has to be finished, whatever is written in the note.
  const isNoteOnly = entry.entry === '' && note.isChanged
  const isReady = isNoteOnly || entry.isReady
  const close = () => setSheet(null)
  const apply = () => {
    if (!isReady) return
    if (note.isChanged) note.save()
    if (isNoteOnly) return close()
    if (part === 'quantity') changeQuantity(line.id, entry.pieces ?? quantityOf(line))
    else if (terms) setTerms(line.id, terms)
    close()
  }
  const clear = () => {
    setTerms(line.id, {})
    close()
  }
  const label = { quantity: 'line.set', percent: 'line.give', amount: 'line.give', price: 'line.setPrice' } as const
  const footer = (
    <>
      {(line.discount || line.price) && (
        <Button size="large" onClick={clear}>
          {t('line.clear')}
        </Button>
      )}
      <Button kind="main" size="large" disabled={!isReady} data-action="line" onClick={apply}>
        {t(isNoteOnly ? 'line.setNote' : label[part])}
      </Button>
    </>
  )
  return (
    <Sheet title={<bdi>{pick(line.item.name)}</bdi>} size="wide" onClose={close} footer={footer}>
      <PadColumns pad={<Pad line={line} entry={entry} onEnter={apply} />}>
        <ChoiceRow
          options={[
            { value: 'quantity', label: t('line.part.quantity') },
            { value: 'percent', label: `${t('line.part.discount')} %` },
            { value: 'amount', label: `${t('line.part.discount')} ${format.currencyName(currency)}` },
            { value: 'price', label: t('line.part.price') },
          ]}
          chosen={part}
          onChoose={entry.choose}
        />
        {entry.part !== 'quantity' && <Price line={line} entry={entry} />}
        <NoteField note={note} />
        <Options line={line} />
      </PadColumns>
    </Sheet>
  )
}

interface PartProps {
  line: CartLine
  entry: LineEntry
}

function Pad({ line, entry: { part, entry, setEntry, currency }, onEnter }: PartProps & { onEnter: () => void }) {
  const { t } = useTranslation('pos.till')
  const format = useFormat()
  return (
    <NumberPad
      label={t(part === 'quantity' ? 'line.quantity' : part === 'price' ? 'line.newPrice' : 'line.part.discount')}
      entry={entry}
      onChange={setEntry}
      // A percent takes two decimals, whatever the currency has.
      currency={part === 'percent' ? 'QAR' : currency}
      placeholder={part === 'quantity' ? format.count(quantityOf(line)) : ''}
      {...(part !== 'quantity' && { unit: part === 'percent' ? '%' : format.currencyName(currency) })}
      onEnter={onEnter}
    />
  )
}

/** What the line costs by the list and after the change, and why. */
function Price({ line, entry: { after, reason, setReason } }: PartProps) {
  const { t } = useTranslation('pos.till')
  return (
    <>
      <p>
        {t('line.listPrice')} <Money minor={line.item.price} />
      </p>
      <p role="status">
        {t('discount.to')} {after !== undefined && <Money minor={after} />}
      </p>
      <ReasonField
        label={t('discount.reason')}
        value={reason}
        onChange={setReason}
        suggestions={[t('line.suggest.damaged'), t('line.suggest.last'), t('line.suggest.wrong')]}
      />
    </>
  )
}

/** To what the item asks before it is sold, where it asks something. */
function Options({ line }: Pick<PartProps, 'line'>) {
  const { t } = useTranslation('pos.till')
  const till = useTill()
  const setSheet = useSetAtom(sheetAtom)
  const item = till.catalogue.item(line.item.id)
  if (!item || till.catalogue.groupsOf(item).length === 0) return null
  return (
    <Button onClick={() => setSheet({ kind: 'item', itemId: item.id, lineId: line.id })}>{t('line.options')}</Button>
  )
}
