import { type SyntheticEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { DateField, NumberField, TextField } from '#client/ui/fields/text-field.tsx'
import { maxStockNote, type StockItem, WasteReason } from '#shared/pos/stock/stock.contract.ts'
import { readPieces } from '../pieces.rules.ts'
import { entriesOf, type NewEntry, sendEntries } from '../stock.api.ts'

interface EntrySheetProps {
  kind: 'received' | 'wasted'
  item: StockItem
  onClose: () => void
  onDone: () => void
}

const blank = { pieces: '', producedOn: '', expiresOn: '', why: 'expired' as WasteReason, note: '' }
type Draft = typeof blank

/** What the draft says; undefined while its number is none. */
function entryOf(kind: EntrySheetProps['kind'], { itemId }: StockItem, draft: Draft): NewEntry | undefined {
  const qtyMilli = readPieces(draft.pieces)
  if (!qtyMilli) return undefined
  if (kind === 'wasted') {
    const note = draft.note.trim()
    return { kind, itemId, qtyMilli, why: draft.why, ...(note && { note }) }
  }
  const { producedOn, expiresOn } = draft
  return { kind, itemId, qtyMilli, ...(producedOn && { producedOn }), ...(expiresOn && { expiresOn }) }
}

/** Something came in, or something was thrown away. */
export function EntrySheet({ kind, item, onClose, onDone }: EntrySheetProps) {
  const { t } = useTranslation('pos.stock')
  const pick = useBilingual()
  const errorText = useErrorText()
  const [draft, setDraft] = useState(blank)
  const [isTried, setIsTried] = useState(false)
  /** Kept while it is not known whether it arrived: the same row again counts once. */
  const [waiting, setWaiting] = useState<ReturnType<typeof entriesOf>>()
  const { mutate, isPending, error } = useMutation(sendEntries, { onSuccess: onDone })
  const formId = useId()
  const entry = entryOf(kind, item, draft)
  const put = (change: Partial<Draft>) => {
    setWaiting(undefined)
    setDraft({ ...draft, ...change })
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (!entry) return
    const rows = waiting ?? entriesOf([entry])
    setWaiting(rows)
    void mutate(rows)
  }
  return (
    <Sheet
      title={t(kind === 'received' ? 'receive.title' : 'waste.title', { item: pick(item.name) })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('leave')}</Button>
          <Button kind="main" type="submit" form={formId} isWorking={isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={formId} className={common.stack} onSubmit={submit}>
        <NumberField
          label={t('pieces')}
          inputMode="decimal"
          data-autofocus
          error={isTried && !entry ? t('piecesWrong') : undefined}
          value={draft.pieces}
          onChange={(pieces) => put({ pieces })}
        />
        {kind === 'received' ? <Dates draft={draft} onChange={put} /> : <Reason draft={draft} onChange={put} />}
        {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      </form>
    </Sheet>
  )
}

interface PartProps {
  draft: Draft
  onChange: (change: Partial<Draft>) => void
}

/** Until when it may be sold. */
function Dates({ draft, onChange }: PartProps) {
  const { t } = useTranslation('pos.stock')
  return (
    <>
      <DateField
        label={t('receive.expiresOn')}
        hint={t('receive.expiresHint')}
        value={draft.expiresOn}
        onChange={(expiresOn) => onChange({ expiresOn })}
      />
      <DateField
        label={t('receive.producedOn')}
        hint={t('receive.producedHint')}
        value={draft.producedOn}
        onChange={(producedOn) => onChange({ producedOn })}
      />
    </>
  )
}

/** Why it was thrown away. */
function Reason({ draft, onChange }: PartProps) {
  const { t } = useTranslation('pos.stock')
  return (
    <>
      <ChoiceField
        label={t('waste.why')}
        values={WasteReason.options}
        value={draft.why}
        nameOf={(why) => t(`why.${why}`)}
        onChange={(why) => onChange({ why })}
      />
      <TextField
        label={t('waste.note')}
        maxLength={maxStockNote}
        value={draft.note}
        onChange={(note) => onChange({ note })}
      />
    </>
  )
}
