// chunk: links
import { type ReactNode, useId } from 'react'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import css from './field.module.css'

export interface FieldProps {
  label: ReactNode
  /** Below the control, read aloud with it. */
  hint?: ReactNode
  /** What is wrong with the value: marks the control as invalid and is announced. */
  error?: ReactNode
  /** How wide where the row has room for several; all of it by default. */
  width?: 'narrow' | 'wide' | undefined
}

interface ControlProps {
  id?: string | undefined
  className?: string | undefined
  'aria-describedby'?: string | undefined
}

/** What a control takes over from its field: its id, its class, and what describes it. */
export interface FieldControl {
  id: string
  className: string
  'aria-describedby'?: string
  'aria-invalid'?: true
}

interface FrameProps extends FieldProps {
  /** Of the control as its caller wrote it. */
  of: ControlProps
  children: (control: FieldControl) => ReactNode
}

/** A label above its control, with a hint and an error below. The fields of this folder are made with it. */
export function Field({ label, hint, error, width, of, children }: FrameProps) {
  const ownId = useId()
  const id = of.id ?? ownId
  const describedBy = [of['aria-describedby'], hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={css.field} data-width={width}>
      <label htmlFor={id} className={css.label}>
        {label}
      </label>
      {children({
        id,
        className: of.className ? `${css.control} ${of.className}` : `${css.control}`,
        ...(describedBy && { 'aria-describedby': describedBy }),
        ...(error ? { 'aria-invalid': true } : {}),
      })}
      {hint && (
        <p id={`${id}-hint`} className={css.hint}>
          {hint}
        </p>
      )}
      {error && (
        <InlineNotice tone="problem" id={`${id}-error`}>
          {error}
        </InlineNotice>
      )}
    </div>
  )
}
