// chunk: links
import type { ComponentProps, ReactNode } from 'react'
import { Field, type FieldProps } from './field.tsx'

interface SelectFieldProps extends FieldProps, Omit<ComponentProps<'select'>, 'onChange' | keyof FieldProps> {
  onChange: (value: string) => void
}

/** One of several options, which are its children. */
export function SelectField({ label, hint, error, width, onChange, children, ...select }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} width={width} of={select}>
      {(control) => (
        <select {...select} {...control} onChange={(event) => onChange(event.currentTarget.value)}>
          {children}
        </select>
      )}
    </Field>
  )
}

interface ChoiceFieldProps<V extends string> extends Omit<ComponentProps<typeof SelectField>, 'value' | 'onChange'> {
  values: readonly V[]
  value: V
  /** The name of a value, as a person reads it. */
  nameOf: (value: V) => ReactNode
  onChange: (value: V) => void
}

/** One of a closed set of values. */
export const ChoiceField = <V extends string>({ values, nameOf, onChange, ...select }: ChoiceFieldProps<V>) => (
  <SelectField {...select} onChange={(chosen) => onChange(values.find((each) => each === chosen) ?? select.value)}>
    {values.map((each) => (
      <option key={each} value={each}>
        {nameOf(each)}
      </option>
    ))}
  </SelectField>
)
