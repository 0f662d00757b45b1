import { useId } from 'react'
import { TextField } from '#client/ui/fields/text-field.tsx'
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
      <TextField
        label={name}
        id={id}
        dir="ltr"
        inputMode={isDecimal ? 'decimal' : 'numeric'}
        autoComplete="off"
        aria-invalid={isWrong}
        aria-describedby={helpId}
        value={value}
        onChange={onChange}
      />
      <p id={helpId} className={css.help}>
        {help}
      </p>
    </div>
  )
}
