// chunk: fees
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { Failure } from '#client/ui/tables/list-frame.tsx'
import { GrantSection } from '../grants/grant-section.tsx'
import css from '../setup/components/fee-setup.module.css'
import { fetchFeeSetup } from '../setup/fee-setup.api.ts'
import { TermsSection } from '../terms/terms-section.tsx'
import { PayerSection } from './payer-section.tsx'

interface ChildFeeSetupProps {
  studentId: string
  /** Payers, shares or discounts were changed. */
  onChanged: () => void
}

/** What is set for one child: who pays, its plan and options, and which discounts it has. Load the words of `fees.payers` before. */
export function ChildFeeSetup({ studentId, onChanged }: ChildFeeSetupProps) {
  const { t } = useTranslation('fees.payers')
  const errorText = useErrorText()
  const { answer: setup, failure, again } = useAnswer(fetchFeeSetup)
  if (failure) return <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />
  if (!setup) return null
  return (
    <div className={css.sections}>
      <PayerSection studentId={studentId} components={setup.components} onChanged={onChanged} />
      <TermsSection studentId={studentId} setup={setup} onChanged={onChanged} />
      <GrantSection studentId={studentId} rules={setup.discountRules} currency={setup.currency} onChanged={onChanged} />
    </div>
  )
}
