import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { isAsked, rowsOf } from '#shared/forms/form-answers.rules.ts'
import type { Repeat } from '#shared/forms/form-definition.contract.ts'
import { FormField } from '../components/form-part.tsx'
import { inputId, useOpenForm } from '../form-context.ts'
import { emptyRow } from '../form-values.ts'
import css from './repeat-block.module.css'

/** A block that is filled in once per child, guardian, school. */
export function RepeatBlock({ block }: { block: Repeat }) {
  const { t } = useTranslation('forms')
  const pick = useBilingual()
  const { form, answers } = useOpenForm()
  const rows = rowsOf(block, answers)
  const item = pick(block.itemLabel)
  const error = form.errors[block.key]
  const id = inputId(block.key)
  const add = () => {
    form.insertListItem(block.key, emptyRow(block))
    // The button stands below the new row: who cannot see it would look for it in vain.
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`#${id} > fieldset:last-of-type :is(input, select, textarea)`)?.focus(),
    )
  }
  return (
    <div
      className={css.block}
      id={id}
      role="group"
      tabIndex={-1}
      aria-label={pick(block.label)}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      {rows.map((row, index) => (
        <fieldset key={`${block.key}-${index}-${rows.length}`} className={css.row}>
          <legend className={css.name}>{block.max > 1 ? t('item', { item, no: index + 1 }) : item}</legend>
          {block.fields
            .filter((field) => isAsked(field, 'public', answers, row))
            .map((field) => (
              <FormField key={field.key} field={field} path={`${block.key}.${index}.${field.key}`} row={row} />
            ))}
          {rows.length > block.min && (
            <button type="button" className={css.remove} onClick={() => form.removeListItem(block.key, index)}>
              {t('remove', { item, no: index + 1 })}
            </button>
          )}
        </fieldset>
      ))}
      {error && (
        <p id={`${id}-error`} className={css.error}>
          {error}
        </p>
      )}
      {rows.length < block.max && (
        <button type="button" className={css.add} onClick={add}>
          {t('add', { item })}
        </button>
      )}
    </div>
  )
}
