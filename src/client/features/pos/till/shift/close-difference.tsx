import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import { type Minor, subtract } from '#shared/kernel/money.ts'
import { ReasonField } from '../receipts/reason-field.tsx'
import { sheetAtom } from '../till.atoms.ts'
import css from './close-sheet.module.css'

interface CloseDifferenceProps {
  counted: Minor
  expected: Minor
  reason: string
  onReason: (reason: string) => void
  isSaving: boolean
  onRecount: () => void
  onFinish: () => void
}

/** Second step: counted against expected. A difference wants a word of explanation. */
export function CloseDifference(props: CloseDifferenceProps) {
  const { counted, expected, reason, onReason, isSaving, onRecount, onFinish } = props
  const { t } = useTranslation('pos.till')
  const setSheet = useSetAtom(sheetAtom)
  const difference = subtract(counted, expected)
  const sign = difference === 0 ? 'none' : difference > 0 ? 'over' : 'short'
  return (
    <Sheet
      title={t('close.title')}
      canClose={!isSaving}
      onClose={() => setSheet(null)}
      footer={
        <>
          <Button size="large" disabled={isSaving} onClick={onRecount}>
            {t('close.recount')}
          </Button>
          <Button
            kind="main"
            size="large"
            disabled={difference !== 0 && reason.trim() === ''}
            isWorking={isSaving}
            data-action="close-shift"
            onClick={onFinish}
          >
            {t('close.finish')}
          </Button>
        </>
      }
    >
      <dl className={css.sums}>
        <div>
          <dt>{t('report.counted')}</dt>
          <dd>
            <Money minor={counted} />
          </dd>
        </div>
        <div>
          <dt>{t('report.expected')}</dt>
          <dd>
            <Money minor={expected} />
          </dd>
        </div>
        <div className={css.difference} data-sign={sign}>
          <dt>{t(`close.difference.${sign}`)}</dt>
          <dd>
            <Money minor={Math.abs(difference)} />
          </dd>
        </div>
      </dl>
      {difference !== 0 && (
        <ReasonField
          label={t('close.reason')}
          value={reason}
          onChange={onReason}
          suggestions={[t('close.suggest.change'), t('close.suggest.unknown')]}
        />
      )}
    </Sheet>
  )
}
