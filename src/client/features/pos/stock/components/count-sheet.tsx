import { type SyntheticEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { NumberField, TextField } from '#client/ui/fields/text-field.tsx'
import type { ItemId } from '#shared/kernel/ids.ts'
import { wholeQty } from '#shared/kernel/money.ts'
import { type CountResult, maxStockNote, maxStockRows, type StockItem } from '#shared/pos/stock/stock.contract.ts'
import { readPieces } from '../pieces.rules.ts'
import { entriesOf, type NewEntry, sendEntries } from '../stock.api.ts'
import css from '../stock.module.css'

interface CountSheetProps {
  items: readonly StockItem[]
  onClose: () => void
  onDone: () => void
}

/**
 * A count, without a word of what is expected; items left empty are not counted. Each counts as of the moment of saving, so the tills go
 * on selling. What differs is shown afterwards, and asks for a reason.
 */
export function CountSheet({ items, onClose, onDone }: CountSheetProps) {
  const [found, setFound] = useState<readonly CountResult[]>()
  const differing = found?.filter(({ differenceMilli }) => differenceMilli !== 0)
  if (differing && differing.length > 0) return <DifferenceSheet items={items} differing={differing} onDone={onDone} />
  return (
    <CountForm
      items={items.slice(0, maxStockRows)}
      onClose={onClose}
      onFound={(counts) => {
        setFound(counts)
        if (counts.every(({ differenceMilli }) => differenceMilli === 0)) onDone()
      }}
    />
  )
}

interface CountFormProps {
  items: readonly StockItem[]
  onClose: () => void
  onFound: (counts: CountResult[]) => void
}

function CountForm({ items, onClose, onFound }: CountFormProps) {
  const { t } = useTranslation('pos.stock')
  const pick = useBilingual()
  const errorText = useErrorText()
  const [typed, setTyped] = useState<Readonly<Record<ItemId, string>>>({})
  const [isTried, setIsTried] = useState(false)
  const [waiting, setWaiting] = useState<ReturnType<typeof entriesOf>>()
  const { mutate, isPending, error } = useMutation(sendEntries, { onSuccess: onFound })
  const formId = useId()
  const filled = items.filter(({ itemId }) => (typed[itemId] ?? '').trim() !== '')
  const counts = filled.flatMap(({ itemId }): NewEntry[] => {
    const qtyMilli = readPieces(typed[itemId] ?? '')
    return qtyMilli === undefined ? [] : [{ kind: 'counted', itemId, qtyMilli }]
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (counts.length === 0 || counts.length < filled.length) return
    const rows = waiting ?? entriesOf(counts)
    setWaiting(rows)
    void mutate(rows)
  }
  return (
    <Sheet
      title={t('count.title')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('leave')}</Button>
          <Button kind="main" type="submit" form={formId} disabled={filled.length === 0} isWorking={isPending}>
            {t('count.save')}
          </Button>
        </>
      }
    >
      <form id={formId} className={css.counts} onSubmit={submit}>
        <p className={common.softLine}>{t('count.text')}</p>
        {items.map(({ itemId, name }) => {
          const text = typed[itemId] ?? ''
          const isWrong = isTried && text.trim() !== '' && readPieces(text) === undefined
          return (
            <NumberField
              key={itemId}
              label={pick(name)}
              inputMode="decimal"
              error={isWrong ? t('piecesWrong') : undefined}
              value={text}
              onChange={(value) => {
                setWaiting(undefined)
                setTyped({ ...typed, [itemId]: value })
              }}
            />
          )
        })}
        {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      </form>
    </Sheet>
  )
}

interface DifferenceSheetProps {
  items: readonly StockItem[]
  differing: readonly CountResult[]
  onDone: () => void
}

/** What the count found to differ, with a reason for each. The count itself is saved already. */
function DifferenceSheet({ items, differing, onDone }: DifferenceSheetProps) {
  const { t } = useTranslation('pos.stock')
  const pick = useBilingual()
  const format = useFormat()
  const errorText = useErrorText()
  const [notes, setNotes] = useState<Readonly<Record<string, string>>>({})
  const { mutate, isPending, error } = useMutation(sendEntries, { onSuccess: onDone })
  const noteOf = (countId: string) => (notes[countId] ?? '').trim()
  const isComplete = differing.every(({ countId }) => noteOf(countId) !== '')
  const save = () =>
    void mutate(
      entriesOf(
        differing.map(({ countId, itemId }) => ({ kind: 'explained', itemId, countId, note: noteOf(countId) })),
      ),
    )
  return (
    <Sheet
      title={t('difference.title')}
      onClose={onDone}
      footer={
        <>
          <Button onClick={onDone}>{t('difference.later')}</Button>
          <Button kind="main" disabled={!isComplete} isWorking={isPending} onClick={save}>
            {t('difference.save')}
          </Button>
        </>
      }
    >
      <p className={common.softLine}>{t('difference.text')}</p>
      {differing.map(({ countId, itemId, differenceMilli }) => {
        const no = format.count(Math.abs(differenceMilli) / wholeQty)
        const name = items.find((item) => item.itemId === itemId)?.name
        return (
          <div key={countId} className={css.found}>
            <p className={common.strong}>
              <bdi>{name && pick(name)}</bdi> · {t(differenceMilli < 0 ? 'difference.less' : 'difference.more', { no })}
            </p>
            <TextField
              label={t('difference.reason')}
              maxLength={maxStockNote}
              value={notes[countId] ?? ''}
              onChange={(note) => setNotes({ ...notes, [countId]: note })}
            />
          </div>
        )
      })}
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </Sheet>
  )
}
