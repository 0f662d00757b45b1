import { type InputHTMLAttributes, useId } from 'react'
import plain from '#client/ui/fields/plain-field.module.css'
import css from './profile-part.module.css'

interface LineProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  label: string
  hint?: string
  error?: string | undefined
  onValue: (value: string) => void
}

/** One line to write in, its name above it. */
export function Line({ label, hint, error, onValue, ...input }: LineProps) {
  const id = useId()
  const told = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div>
      <label className={plain.label} htmlFor={id}>
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={css.hint}>
          {hint}
        </p>
      )}
      <input
        {...input}
        id={id}
        className={plain.input}
        dir="auto"
        aria-describedby={told || undefined}
        aria-invalid={error ? true : undefined}
        onChange={(event) => onValue(event.target.value)}
      />
      {error && (
        <p id={`${id}-error`} className={css.error}>
          {error}
        </p>
      )}
    </div>
  )
}

/** How it went, told aloud as well. */
export const Said = ({ good, bad }: { good: string | undefined; bad: string | undefined }) => (
  <div role="status">
    {good && <p className={css.good}>{good}</p>}
    {bad && <p className={css.bad}>{bad}</p>}
  </div>
)
