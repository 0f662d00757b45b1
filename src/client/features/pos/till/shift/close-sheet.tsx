import { useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { startDevice } from '#client/platform/offline/device.ts'
import { notSavedReason } from '#client/platform/offline/not-saved.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { drawerMoves, keepCounts, type KeptCounts, readCounts } from '#local/pos/shift/kept-counts.ts'
import type { CloseInput } from '#local/pos/till-inputs.types.ts'
import type { ShiftState } from '#local/pos/till.types.ts'
import { subtract } from '#shared/kernel/money.ts'
import { mayKnowCash } from '#shared/pos/cash/blind-report.rules.ts'
import { isBeyond } from '#shared/pos/cash/cash-difference.rules.ts'
import type { DrawerCount } from '#shared/pos/shift.contract.ts'
import { useUnsent } from '../hooks/use-unsent.ts'
import { PadColumns } from '../payment/pad-columns.tsx'
import { NotSavedPanel } from '../receipts/not-saved.tsx'
import { actor } from '../receipts/sale.actions.ts'
import { sheetAtom } from '../till.atoms.ts'
import { CloseFinish } from './close-finish.tsx'
import css from './close-sheet.module.css'
import { CountedPiles, CountPad } from './count-cash.tsx'
import { useCashCount } from './use-cash-count.ts'

/** Most that are made of a drawer: the second is the last. */
const maxCounts = 2

interface CountProps {
  /** Why it is counted again; undefined for the first time. */
  again: 'again' | 'changed' | undefined
  onCounted: (count: DrawerCount) => void
}

/** What is really in the drawer, before the till says anything of it. */
function Count({ again, onCounted }: CountProps) {
  const { t } = useTranslation('pos.till')
  const format = useFormat()
  const { settings } = useTill()
  const setSheet = useSetAtom(sheetAtom)
  const unsent = useUnsent()
  const counting = useCashCount(settings.currency)
  const { count } = counting
  const done = () => count && onCounted(count)
  return (
    <Sheet
      title={t('close.title')}
      size="wide"
      onClose={() => setSheet(null)}
      footer={
        <Button kind="main" size="large" disabled={!count} data-action="counted" onClick={done}>
          {t('close.counted')}
        </Button>
      }
    >
      <PadColumns pad={<CountPad counting={counting} label={t('close.inDrawer')} onEnter={done} />}>
        {again ? (
          <p className={css.unsent} role="alert">
            {t(`close.${again}`)}
          </p>
        ) : (
          <p>{t('close.countText')}</p>
        )}
        <CountedPiles counting={counting} />
        {unsent.count > 0 && (
          <p className={css.unsent}>
            {mayKnowCash(actor().roles)
              ? t('close.unsent', { count: unsent.count, amount: format.money(unsent.amountMinor) })
              : t('close.unsentBlind', { count: unsent.count })}
          </p>
        )}
      </PadColumns>
    </Sheet>
  )
}

/** Counts of this shift since cash last moved, kept on the device; undefined until they have been read. */
function useCounts(shift: ShiftState | null) {
  const shiftId = shift?.open.id
  const moves = shift ? drawerMoves(shift) : 0
  const [kept, setKept] = useState<KeptCounts>()
  useEffect(() => {
    if (!shiftId) return
    startDevice()
      .then(({ device }) => readCounts(device.store, shiftId, moves))
      .then(setKept, () => setKept({ counts: [], isStale: false }))
  }, [shiftId, moves])
  const add = (count: DrawerCount) => {
    const counts = [...(kept?.counts ?? []), count]
    setKept({ counts, isStale: false })
    if (shiftId)
      startDevice().then(
        ({ device }) => keepCounts(device.store, { shiftId, counts, moves }).catch(() => undefined),
        () => undefined,
      )
  }
  return { kept, add }
}

/** Counts blind, once more where that differs beyond the tolerance, then closes and shows the Z. */
export function CloseSheet() {
  const { t } = useTranslation('pos.till')
  const till = useTill()
  const setSheet = useSetAtom(sheetAtom)
  const { kept, add } = useCounts(till.shift)
  const { mutate, isPending, error, reset } = useMutation((input: CloseInput) => till.closeShift(input, actor()), {
    reasonOf: notSavedReason,
    onSuccess: () => setSheet({ kind: 'z' }),
  })
  const [last, setLast] = useState<CloseInput>()
  if (!kept) return null
  const { counts, isStale } = kept
  const count = counts.at(-1)
  const expected = till.shift ? till.report().expectedCash : (count?.amount ?? 0)
  const difference = count ? subtract(count.amount, expected) : 0
  const isOff = isBeyond(difference, till.settings.cashTolerance)
  if (!count || (isOff && counts.length < maxCounts))
    return <Count key={counts.length} again={count ? 'again' : isStale ? 'changed' : undefined} onCounted={add} />
  if (error)
    return (
      <Sheet title={t('close.title')} size="wide" canClose={false} onClose={reset}>
        <NotSavedPanel
          why={error}
          kept={t('notSaved.shiftOpen')}
          onRetry={() => last && void mutate(last)}
          onBack={reset}
        />
      </Sheet>
    )
  const finish = (more: Pick<CloseInput, 'left' | 'bag' | 'differenceReason'>) => {
    const input = { countedCash: count.amount, counts: [...counts], ...more }
    setLast(input)
    void mutate(input)
  }
  return <CloseFinish counts={counts} difference={difference} isOff={isOff} isSaving={isPending} onFinish={finish} />
}
