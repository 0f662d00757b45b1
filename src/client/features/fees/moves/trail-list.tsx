// chunk: fees
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import type { AllocationStep } from '#shared/fees/allocation-trail.contract.ts'
import { useFeeText } from '../account/hooks/use-fee-text.ts'
import { readTrail } from './moves.api.ts'

interface TrailProps {
  of: 'payment' | 'charge'
  id: string
}

/** Every allocation of a payment or on an item, each with its reason in one sentence. */
export function TrailList({ of, id }: TrailProps) {
  const { t } = useTranslation('fees.desk')
  const errorText = useErrorText()
  const { answer, failure, again } = useAnswer(useCallback(() => readTrail(of, id), [of, id]))
  if (failure) return <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />
  if (!answer) return <Loading>{t('loading')}</Loading>
  if (answer.length === 0) return <p>{t('trail.none')}</p>
  return (
    <ol className={common.tightList}>
      {answer.map((step) => (
        <Step key={step.id} step={step} of={of} />
      ))}
    </ol>
  )
}

function Step({ step, of }: { step: AllocationStep; of: TrailProps['of'] }) {
  const { t } = useTranslation('fees.desk')
  const format = useFormat()
  const pick = useBilingual()
  const { itemName, childName, dayOf } = useFeeText()
  const { amount, source, number, reason, child, dueOn, at, by } = step
  return (
    <li>
      <Money minor={amount} /> ·{' '}
      {of === 'payment' ? (
        <>
          <bdi>{itemName(step)}</bdi> · <bdi>{childName(child)}</bdi>
        </>
      ) : (
        <>
          {t(`trail.source.${source}`)}{' '}
          {number && (
            <bdi dir="ltr" className="num">
              {number}
            </bdi>
          )}
        </>
      )}
      <p className={common.smallLine}>
        {source === 'credit-note' || source === 'write-off'
          ? t(`trail.why.${source}`)
          : t(`receipt.why.${reason}`, { on: dayOf(dueOn) })}{' '}
        <bdi>{format.dateTime(at)}</bdi>
        {by && (
          <>
            {' · '}
            <bdi>{pick(by.name)}</bdi>
          </>
        )}
      </p>
    </li>
  )
}

/** What settled an item, and what was taken back of it. */
export function TrailSheet({ title, onClose, ...trail }: TrailProps & { title: string; onClose: () => void }) {
  const { t } = useTranslation('fees.desk')
  return (
    <Sheet title={title} onClose={onClose} footer={<Button onClick={onClose}>{t('close')}</Button>}>
      <TrailList {...trail} />
    </Sheet>
  )
}
