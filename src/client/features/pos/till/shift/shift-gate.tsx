import { useSetAtom } from 'jotai'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { notSavedReason } from '#client/platform/offline/not-saved.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { minor } from '#shared/kernel/money.ts'
import { fetchSheets } from '../board/sheets.tsx'
import { entryAmount } from '../payment/number-entry.ts'
import { NumberPad } from '../payment/number-pad.tsx'
import { NotSavedPanel } from '../receipts/not-saved.tsx'
import { actor } from '../receipts/sale.actions.ts'
import { sheetAtom } from '../till.atoms.ts'
import css from './shift-gate.module.css'

const ClockNote = lazy(async () => ({ default: (await import('./clock-note.tsx')).ClockNote }))

/** Before anything is sold: what is in the drawer. */
export function ShiftGate() {
  const { t } = useTranslation('pos.till')
  const pick = useBilingual()
  const format = useFormat()
  const till = useTill()
  const setSheet = useSetAtom(sheetAtom)
  const [entry, setEntry] = useState('')
  useEffect(fetchSheets, [])
  const { settings, lastClosed } = till
  const floatAmount = entryAmount(entry, settings.currency) ?? minor(0)
  const opening = useMutation(() => till.openShift({ floatAmount }, actor()), { reasonOf: notSavedReason })
  const open = () => void opening.mutate()
  return (
    <section className={css.gate} aria-labelledby="shift-gate">
      <div className={css.text}>
        <p className={css.place}>
          <bdi>{pick(settings.till.name)}</bdi> · <bdi>{pick(settings.till.site)}</bdi>
        </p>
        <h1 id="shift-gate" className={css.title}>
          {t('shift.openTitle')}
        </h1>
        <p>{t('shift.openText')}</p>
        <Suspense fallback={null}>
          <ClockNote />
        </Suspense>
        {lastClosed && (
          <Button onClick={() => setSheet({ kind: 'z' })}>{t('shift.lastZ', { no: lastClosed.shift.open.no })}</Button>
        )}
      </div>
      <div className={css.work}>
        {opening.error ? (
          <NotSavedPanel why={opening.error} kept={t('notSaved.shift')} onRetry={open} onBack={opening.reset} />
        ) : (
          <>
            <NumberPad
              label={t('shift.float')}
              entry={entry}
              onChange={setEntry}
              currency={settings.currency}
              placeholder={format.amount(0, settings.currency)}
              unit={format.currencyName(settings.currency)}
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
