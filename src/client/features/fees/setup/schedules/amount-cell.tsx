// chunk: fees
import { Money } from '#client/ui/tables/money.tsx'
import type { FeeSchedule } from '#shared/fees/setup/fee-schedule.contract.ts'
import type { FeeSetup } from '#shared/fees/setup/fee-setup.contract.ts'
import css from '../components/fee-setup.module.css'

interface AmountCellProps {
  code: string
  label: string
  isWrong: boolean
  value: string
  onSave: () => void
  onChange: (typed: string) => void
}

/** An amount of a draft, typed in its cell. */
export const AmountCell = ({ code, label, isWrong, value, onSave, onChange }: AmountCellProps) => (
  <input
    className={css.cell}
    dir="ltr"
    inputMode="decimal"
    autoComplete="off"
    data-column={code}
    aria-label={label}
    aria-invalid={isWrong || undefined}
    value={value}
    onKeyDown={(event) => event.key === 'Enter' && onSave()}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)

interface AmountProps {
  schedule: FeeSchedule
  code: string
  currency: FeeSetup['currency']
}

/** An amount as it stands; nothing where the schedule has none of this component. */
export function Amount({ schedule, code, currency }: AmountProps) {
  const line = schedule.lines.find(({ component }) => component === code)
  return line ? <Money minor={line.amount} currency={currency} bare /> : null
}
