import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import type { Choice, Field } from '#shared/forms/form-field.contract.ts'
import { inputId, useOpenForm } from '../form-context.ts'
import { useChoices } from '../hooks/use-choices.ts'
import css from './field.module.css'
import { describedBy, FieldFrame } from './field-frame.tsx'
import type { PartProps } from './text-inputs.tsx'

/** Up to so many choices lie open, which is one touch; more are a list. */
const maxOpen = 4

function Radio({
  path,
  choice,
  isChosen,
  onChoose,
}: {
  path: string
  choice: Choice
  isChosen: boolean
  onChoose(): void
}) {
  const pick = useBilingual()
  return (
    <label className={css.option}>
      <input type="radio" className={css.tick} name={inputId(path)} checked={isChosen} onChange={onChoose} />
      <bdi>{pick(choice.label)}</bdi>
    </label>
  )
}

/** One of several. */
export function ChoiceInput(
  props: PartProps<Extract<Field, { type: 'choice' | 'choices' }>> & { hint?: React.ReactNode },
) {
  const { field, path, error, isRequired } = props
  const { t } = useTranslation('forms')
  const pick = useBilingual()
  const { form } = useOpenForm()
  const choices = useChoices(field)
  const { value, set } = useAnswer<string>(path)
  // A list of countries comes late: until then it is an empty list, not no choices.
  if (choices[0] && choices.length <= maxOpen) {
    return (
      <FieldFrame {...props} group="one">
        <div className={css.inline}>
          {choices.map((choice) => (
            <Radio
              key={choice.code}
              path={path}
              choice={choice}
              isChosen={value === choice.code}
              onChoose={() => set(choice.code)}
            />
          ))}
        </div>
      </FieldFrame>
    )
  }
  return (
    <FieldFrame {...props}>
      <select
        id={inputId(path)}
        className={css.input}
        aria-required={isRequired}
        aria-invalid={Boolean(error)}
        aria-describedby={describedBy(path, field, error, props.hint)}
        key={form.key(path)}
        value={value ?? ''}
        onChange={(event) => set(event.currentTarget.value)}
      >
        <option value="">{t('choose')}</option>
        {choices.map((choice) => (
          <option key={choice.code} value={choice.code} dir="auto">
            {pick(choice.label)}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}

/** Any number of several. */
export function ChoicesInput(props: PartProps<Extract<Field, { type: 'choice' | 'choices' }>>) {
  const pick = useBilingual()
  const choices = useChoices(props.field)
  const { value = [], set } = useAnswer<string[]>(props.path)
  const toggle = (code: string) => set(value.includes(code) ? value.filter((each) => each !== code) : [...value, code])
  return (
    <FieldFrame {...props} group="several">
      <div className={css.options}>
        {choices.map((choice) => (
          <label key={choice.code} className={css.option}>
            <input
              type="checkbox"
              className={css.tick}
              checked={value.includes(choice.code)}
              onChange={() => toggle(choice.code)}
            />
            <bdi>{pick(choice.label)}</bdi>
          </label>
        ))}
      </div>
    </FieldFrame>
  )
}

export function YesNoInput(props: PartProps<Extract<Field, { type: 'yes-no' }>>) {
  const { t } = useTranslation('forms')
  const { value, set } = useAnswer<boolean>(props.path)
  return (
    <FieldFrame {...props} group="one">
      <div className={css.inline}>
        {[true, false].map((answer) => (
          <label key={String(answer)} className={css.option}>
            <input
              type="radio"
              className={css.tick}
              name={inputId(props.path)}
              checked={value === answer}
              onChange={() => set(answer)}
            />
            <span>{t(answer ? 'yes' : 'no')}</span>
          </label>
        ))}
      </div>
    </FieldFrame>
  )
}

/** One statement and a box that nobody has ticked beforehand. */
export function ConsentInput({ field, path, error, isRequired }: PartProps<Extract<Field, { type: 'consent' }>>) {
  const pick = useBilingual()
  const { value, set } = useAnswer<boolean>(path)
  const id = inputId(path)
  return (
    <div className={css.field} data-invalid={error ? true : undefined}>
      <label className={`${css.option} ${css.consent}`}>
        <input
          id={id}
          type="checkbox"
          className={css.tick}
          checked={value === true}
          aria-required={isRequired}
          aria-invalid={Boolean(error)}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => set(event.currentTarget.checked)}
        />
        <span>{pick(field.wording)}</span>
      </label>
      {error && (
        <p id={`${id}-error`} className={css.error}>
          {error}
        </p>
      )}
    </div>
  )
}

/** The answer under a path, for inputs whose value is no text of their own. */
export function useAnswer<T>(path: string): { value: T | undefined; set(value: T): void } {
  const { form, answers } = useOpenForm()
  const value = path
    .split('.')
    .reduce<unknown>(
      (part, key) => (typeof part === 'object' && part !== null ? Reflect.get(part, key) : undefined),
      answers,
    )
  return {
    value: value as T | undefined,
    set: (next) => {
      form.setFieldValue(path, next as never)
      form.clearFieldError(path)
    },
  }
}
