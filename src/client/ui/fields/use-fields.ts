import { type ChangeEvent, type SyntheticEvent, useState } from 'react'

type Values<Name extends string> = Record<Name, string>
type Errors<Name extends string> = Partial<Record<Name, string>>

interface Fields<Name extends string> {
  initial: Values<Name>
  /** Says what is wrong with a value, or nothing. */
  check: Partial<Record<Name, (value: string) => string | null>>
}

/**
 * A few text fields and what is wrong with them, for pages that must open fast: @mantine/form, which larger forms use, is
 * ten times as heavy. What was typed stays, whatever is said about it.
 */
export function useFields<Name extends string>({ initial, check }: Fields<Name>) {
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<Errors<Name>>({})
  const names = Object.keys(initial) as Name[]
  return {
    input: (name: Name) => ({
      value: values[name],
      error: errors[name],
      'aria-required': check[name] !== undefined,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        const { value } = event.currentTarget
        setValues((before) => ({ ...before, [name]: value }))
        setErrors((before) => ({ ...before, [name]: undefined }))
      },
    }),
    /** Hands on what is right as a whole, or else what is wrong. */
    onSubmit:
      (send: (values: Values<Name>) => void, complain: (errors: Errors<Name>) => void) =>
      (event: SyntheticEvent<HTMLFormElement>) => {
        event.preventDefault()
        const found: Errors<Name> = {}
        for (const name of names) {
          const wrong = check[name]?.(values[name])
          if (wrong) found[name] = wrong
        }
        setErrors(found)
        if (Object.keys(found).length > 0) complain(found)
        else send(values)
      },
  }
}
