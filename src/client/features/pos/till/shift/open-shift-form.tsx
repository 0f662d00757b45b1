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
import { type Minor, minor, subtract } from '#shared/kernel/money.ts'
import { NotSavedPanel } from '../receipts/not-saved.tsx'
import { actor } from '../receipts/sale.actions.ts'
import { sheetAtom } from '../till.atoms.ts'
import { ClockNote } from './clock-note.tsx'
import { CountedPiles, CountPad } from './count-cash.tsx'
import css from './shift-gate.module.css'
import { useCashCount } from './use-cash-count.ts'

interface FloatDiffersProps {
  left: Minor
  counted: Minor
  isSaving: boolean
  onRecount: () => void
  onOpen: () => void
}

/** The float is not what the last close left: it is counted again, or stands at that close. */
function FloatDiffers({ left, counted, isSaving, onRecount, onOpen }: FloatDiffersProps) {
  const { t } = useTranslation('pos.till')
  const format = useFormat()
  const difference = format.money(Math.abs(subtract(counted, left)))
  return (
    <>
      <p role="alert">
        {t('shift.floatDiffers', { left: format.money(left), counted: format.money(counted), difference })}
      </p>
      <Button size="large" onClick={onRecount}>
        {t('close.recount')}
      </Button>
      <Button kind="main" size="large" data-action="open-shift" isWorking={isSaving} onClick={onOpen}>
        {t('shift.openWith', { counted: format.money(counted) })}
      </Button>
    </>
  )
}

/** Where the till stands, and the way to the last Z. */
function Place() {
  const { t } = useTranslation('pos.till')
  const pick = useBilingual()
  const setSheet = useSetAtom(sheetAtom)
  const { settings, lastClosed } = useTill()
  return (
    <>
      <p className={css.place}>
        <bdi>{pick(settings.till.name)}</bdi> · <bdi>{pick(settings.till.site)}</bdi>
      </p>
      <h1 id="shift-gate" className={css.title}>
        {t('shift.openTitle')}
      </h1>
      <p>{t('shift.openText')}</p>
      <ClockNote />
      {lastClosed && (
        <Button onClick={() => setSheet({ kind: 'z' })}>{t('shift.lastZ', { no: lastClosed.shift.open.no })}</Button>
      )}
    </>
  )
}

/** Before anything is sold: what is in the drawer. What differs from the float that was left is said before it is saved. */
export function OpenShiftForm() {
  const { t } = useTranslation('pos.till')
  const format = useFormat()
  const till = useTill()
  const { settings, lastClosed } = till
  const counting = useCashCount(settings.currency)
  const [isTold, setIsTold] = useState(false)
  const floatAmount = counting.count?.amount ?? minor(0)
  const left = lastClosed?.close.left
  const difference = left === undefined ? 0 : subtract(floatAmount, left)
  const opening = useMutation(() => till.openShift({ floatAmount, piles: counting.count?.piles }, actor()), {
    reasonOf: notSavedReason,
  })
  const save = () => void opening.mutate()
  const open = () => (difference === 0 || isTold ? save() : setIsTold(true))
  return (
    <section className={css.gate} aria-labelledby="shift-gate">
      <div className={css.text}>
        <Place />
        {!isTold && <CountedPiles counting={counting} />}
      </div>
      <div className={css.work}>
        {opening.error ? (
          <NotSavedPanel why={opening.error} kept={t('notSaved.shift')} onRetry={save} onBack={opening.reset} />
        ) : isTold && left !== undefined ? (
          <FloatDiffers
            left={left}
            counted={floatAmount}
            isSaving={opening.isPending}
            onRecount={() => setIsTold(false)}
            onOpen={open}
          />
        ) : (
          <>
            <CountPad
              counting={counting}
              label={t('shift.float')}
              placeholder={format.amount(0, settings.currency)}
              onEnter={open}
            />
            <Button kind="main" size="large" data-action="open-shift" isWorking={opening.isPending} onClick={open}>
              {t('shift.open')}
            </Button>
          </>
        )}
      </div>
    </section>
  )
}
