// chunk: fees
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { Money } from '#client/ui/tables/money.tsx'
import type { FeeCheque } from '#shared/fees/cheques/cheque.contract.ts'
import type { ChequeAct } from '#shared/fees/cheques/cheque.rules.ts'
import { useFeeText } from '../account/hooks/use-fee-text.ts'
import { StepSheet } from '../cheques/step-sheet.tsx'

interface ChequesProps {
  cheques: readonly FeeCheque[]
  today: string
  onChanged: () => void
}

/** The way back of a cheque: taken out of the safe first, then given back and signed for. */
const wayBack: readonly ChequeAct[] = ['withdraw', 'return']

/** Cheques to give back, each signed for. */
export function LeavingCheques({ cheques, today, onChanged }: ChequesProps) {
  const { t } = useTranslation('fees.leaving')
  const { dayOf, nameOf } = useFeeText()
  const may = useRights()
  const [step, setStep] = useState<{ cheque: FeeCheque; act: ChequeAct }>()
  if (cheques.length === 0) return null
  return (
    <section aria-label={t('cheques')} className={common.stack}>
      <h3 className={common.heading}>{t('cheques')}</h3>
      <p className={common.softLine}>{t('chequesText')}</p>
      <ul className={common.list}>
        {cheques.map((cheque) => (
          <li key={cheque.chequeId} className={common.centredActions}>
            <span>
              <bdi dir="ltr" className="num">
                {cheque.number}
              </bdi>{' '}
              · <bdi>{cheque.bank}</bdi> · <Money minor={cheque.amount} currency={cheque.currency} /> ·{' '}
              <bdi>{dayOf(cheque.datedOn)}</bdi> · <bdi>{nameOf(cheque.payer)}</bdi>
            </span>
            {may('fees.receive') &&
              wayBack
                .filter((act) => cheque.acts.includes(act))
                .slice(-1)
                .map((act) => (
                  <Button key={act} onClick={() => setStep({ cheque, act })}>
                    {t(`cheque.${act as 'withdraw' | 'return'}`)}
                  </Button>
                ))}
          </li>
        ))}
      </ul>
      {step && (
        <StepSheet
          {...step}
          today={today}
          onClose={() => setStep(undefined)}
          onDone={() => {
            setStep(undefined)
            onChanged()
          }}
        />
      )}
    </section>
  )
}
