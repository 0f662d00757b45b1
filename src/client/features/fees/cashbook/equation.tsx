// chunk: fees
import { useTranslation } from 'react-i18next'
import facts from '#client/ui/tables/facts.module.css'
import { Money } from '#client/ui/tables/money.tsx'
import type { CashSession } from '#shared/fees/cashbook/cashbook.contract.ts'
import type { Currency } from '#shared/kernel/money.ts'

interface EquationProps {
  session: Pick<CashSession, 'float' | 'receipts' | 'refunds' | 'banked' | 'expected'>
  currency: Currency
}

/** float + receipts − refunds − banked = expected. */
export function Equation({ session, currency }: EquationProps) {
  const { t } = useTranslation('fees.cashbook')
  return (
    <dl className={facts.facts}>
      {(['float', 'receipts', 'refunds', 'banked', 'expected'] as const).map((each) => (
        <Fact key={each} label={t(`sum.${each}`)}>
          {each === 'expected' ? (
            <strong>
              <Money minor={session[each]} currency={currency} />
            </strong>
          ) : (
            <Money minor={session[each]} currency={currency} />
          )}
        </Fact>
      ))}
    </dl>
  )
}

const Fact = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
)
