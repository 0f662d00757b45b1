import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { notSavedReason } from '#client/platform/offline/not-saved.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import type { Minor } from '#shared/kernel/money.ts'
import { useUnsent } from '../hooks/use-unsent.ts'
import { entryAmount } from '../payment/number-entry.ts'
import { NumberPad } from '../payment/number-pad.tsx'
import { PadColumns } from '../payment/pad-columns.tsx'
import { NotSavedPanel } from '../receipts/not-saved.tsx'
import { actor } from '../receipts/sale.actions.ts'
import { sheetAtom } from '../till.atoms.ts'
import { CloseDifference } from './close-difference.tsx'
import css from './close-sheet.module.css'

/** Most that the contract lets a reason hold (`CloseShift`). */
const maxLength = 200
const between = ' · '

/**
 * What was said about a difference, with the till's own note behind it; undefined when neither says anything. Never longer
 * than the contract allows: what somebody typed is cut, the note is kept whole.
 */
export function differenceReason(typed: string, note: string): string | undefined {
  const room = note ? Math.max(0, maxLength - note.length - between.length) : maxLength
  // A pair cut in two would be no text any more.
  const said = typed
    .trim()
    .slice(0, room)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()
  return [said, note].filter(Boolean).join(between) || undefined
}

/** First step: what is really in the drawer, before the till says what should be. */
function Count({ onCounted }: { onCounted: (counted: Minor) => void }) {
  const { t } = useTranslation('pos.till')
  const format = useFormat()
  const { settings } = useTill()
  const setSheet = useSetAtom(sheetAtom)
  const unsent = useUnsent()
  const [entry, setEntry] = useState('')
  const counted = entryAmount(entry, settings.currency)
  const done = () => counted !== undefined && onCounted(counted)
  return (
    <Sheet
      title={t('close.title')}
      size="wide"
      onClose={() => setSheet(null)}
      footer={
        <Button kind="main" size="large" disabled={counted === undefined} data-action="counted" onClick={done}>
          {t('close.counted')}
        </Button>
      }
    >
      <PadColumns
        pad={
          <NumberPad
            label={t('close.inDrawer')}
            entry={entry}
            onChange={setEntry}
            currency={settings.currency}
            unit={format.currencyName(settings.currency)}
            onEnter={done}
          />
        }
      >
        <p>{t('close.countText')}</p>
        {unsent.count > 0 && (
          <p className={css.unsent}>
            {t('close.unsent', {
              count: unsent.count,
              amount: format.money(unsent.amountMinor),
            })}
          </p>
        )}
      </PadColumns>
    </Sheet>
  )
}

/** Counts blind, then compares, asks about a difference, closes, and shows the Z. */
export function CloseSheet() {
  const { t } = useTranslation('pos.till')
  const format = useFormat()
  const till = useTill()
  const setSheet = useSetAtom(sheetAtom)
  const [counts, setCounts] = useState<readonly Minor[]>([])
  const [isCounting, setIsCounting] = useState(true)
  const [reason, setReason] = useState('')
  const { mutate, isPending, error, reset } = useMutation(
    (countedCash: Minor, why: string | undefined) =>
      till.closeShift({ countedCash, ...(why ? { differenceReason: why } : {}) }, actor()),
    { reasonOf: notSavedReason, onSuccess: () => setSheet({ kind: 'z' }) },
  )
  const counted = counts.at(-1)
  const first = counts[0]
  if (isCounting || counted === undefined)
    return (
      <Count
        onCounted={(value) => {
          setCounts([...counts, value])
          setIsCounting(false)
        }}
      />
    )
  // A second count is honest work, and so is saying that it was one.
  const recount = first !== undefined && first !== counted ? t('close.recounted', { first: format.amount(first) }) : ''
  const finish = () => void mutate(counted, differenceReason(reason, recount))
  if (error)
    return (
      <Sheet title={t('close.title')} size="wide" canClose={false} onClose={reset}>
        <NotSavedPanel why={error} kept={t('notSaved.shiftOpen')} onRetry={finish} onBack={reset} />
      </Sheet>
    )
  return (
    <CloseDifference
      counted={counted}
      expected={till.shift ? till.report().expectedCash : counted}
      reason={reason}
      onReason={setReason}
      isSaving={isPending}
      onRecount={() => setIsCounting(true)}
      onFinish={finish}
    />
  )
}
