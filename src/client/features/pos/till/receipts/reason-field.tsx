import { Field } from '../board/field.tsx'
import css from './reason-field.module.css'

interface ReasonFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  /** What people say most often; one tap fills it in. */
  suggestions: readonly string[]
  error?: string | undefined
}

/** Why something out of the ordinary was done; kept with it for ever. */
export function ReasonField({ label, value, onChange, suggestions, error }: ReasonFieldProps) {
  return (
    <div className={css.reason}>
      <Field
        label={label}
        value={value}
        maxLength={200}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
      <div className={css.suggestions}>
        {suggestions.map((text) => (
          <button
            key={text}
            type="button"
            className={css.suggestion}
            aria-pressed={value === text}
            onClick={() => onChange(text)}
          >
            {text}
          </button>
        ))}
      </div>
    </div>
  )
}
