// chunk: links
import type { ComponentProps, ReactNode } from 'react'
import css from './field.module.css'

interface CheckboxFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'className'> {
  label: ReactNode
  onChange: (isChecked: boolean) => void
}

/** A box to tick, with its label beside it. */
export const CheckboxField = ({ label, onChange, ...input }: CheckboxFieldProps) => (
  <label className={css.check}>
    <input {...input} type="checkbox" onChange={(event) => onChange(event.currentTarget.checked)} />
    <span>{label}</span>
  </label>
)
