// chunk: till
import { type InputHTMLAttributes, useId } from 'react'
import css from './field.module.css'

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  hint?: string
  /** What is wrong with it; read aloud with the field. */
  error?: string | undefined
}

/** One line of text, its label above. */
export function Field({ label, hint, error, ...input }: FieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  return (
    <div className={css.field}>
      <label htmlFor={id} className={css.label}>
        {label}
      </label>
      <input
        dir="auto"
        {...input}
        id={id}
        className={css.input}
        aria-describedby={hint || error ? noteId : undefined}
        aria-invalid={error ? true : undefined}
      />
      {(error || hint) && (
        <p id={noteId} className={css.note} data-bad={error ? true : undefined}>
          {error ?? hint}
        </p>
      )}
    </div>
  )
}
