import { Button } from '#client/ui/button.tsx'
import css from './choice-row.module.css'

interface ChoiceRowProps<T extends string> {
  options: readonly { value: T; label: string }[]
  chosen: T
  onChoose: (value: T) => void
}

/** A few choices side by side, one of them taken. */
export function ChoiceRow<T extends string>({ options, chosen, onChoose }: ChoiceRowProps<T>) {
  return (
    <div className={css.row}>
      {options.map(({ value, label }) => (
        <Button key={value} aria-pressed={value === chosen} onClick={() => onChoose(value)}>
          {label}
        </Button>
      ))}
    </div>
  )
}
