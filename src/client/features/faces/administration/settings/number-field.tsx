import { useId } from 'react'
import field from '#client/ui/fields/plain-field.module.css'
import css from '../components/desk-page.module.css'

interface NumberFieldProps {
  /** Where a summary of what is wrong leads. */
  id: string
  name: string
  help: string
  value: string
  isWrong: boolean
  isDecimal?: boolean
  onChange: (text: string) => void
}

/** A number as it is typed, with what it does below. */
export function NumberField({ id, name, help, value, isWrong, isDecimal = false, onChange }: NumberFieldProps) {
  const helpId = useId()
  return (
    <div className={css.number}>
      <label className={field.label}>
        {name}
        <input
          id={id}
          className={field.input}
          dir="ltr"
          inputMode={isDecimal ? 'decimal' : 'numeric'}
          autoComplete="off"
          aria-invalid={isWrong}
          aria-describedby={helpId}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </label>
      <p id={helpId} className={css.help}>
        {help}
      </p>
    </div>
  )
}
