// chunk: fees
import { useCallback, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { Failure } from '#client/ui/tables/list-frame.tsx'
import type { FeeDiscountRule } from '#shared/fees/setup/fee-discount.contract.ts'
import type { Currency } from '#shared/kernel/money.ts'
import { fetchGrants } from './grant.api.ts'
import { GrantLine } from './grant-line.tsx'
import { GrantSheet } from './grant-sheet.tsx'

interface GrantSectionProps {
  studentId: string
  /** Rules of the school; sibling rules are left out here. */
  rules: readonly FeeDiscountRule[]
  currency: Currency
  onChanged?: (() => void) | undefined
}

/** Discounts granted to a child: those that hold, wait or have ended, and a new one. Load the words of `fees.payers` before. */
export function GrantSection({ studentId, rules, currency, onChanged }: GrantSectionProps) {
  const { t } = useTranslation('fees.payers')
  const errorText = useErrorText()
  const may = useRights()
  const titleId = useId()
  const { answer, failure, again } = useAnswer(useCallback(() => fetchGrants(studentId), [studentId]))
  const [isOpen, setIsOpen] = useState(false)
  const changed = () => {
    setIsOpen(false)
    again()
    onChanged?.()
  }
  const granted = rules.filter(({ kind, isRetired }) => kind !== 'sibling' && !isRetired)
  return (
    <section className={common.stack} aria-labelledby={titleId}>
      <h2 id={titleId} className={common.heading}>
        {t('grant.title')}
      </h2>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {answer?.length === 0 && <p className={common.softLine}>{t('grant.none')}</p>}
      {answer && (
        <ul className={common.list}>
          {answer.map((grant) => (
            <GrantLine key={grant.id} grant={grant} rules={rules} currency={currency} onChanged={changed} />
          ))}
        </ul>
      )}
      {may('fees.discount') && granted.length > 0 && (
        <div className={common.actions}>
          <Button onClick={() => setIsOpen(true)}>{t('grant.add')}</Button>
        </div>
      )}
      {isOpen && (
        <GrantSheet
          studentId={studentId}
          rules={granted}
          currency={currency}
          onClose={() => setIsOpen(false)}
          onDone={changed}
        />
      )}
    </section>
  )
}
