import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import common from '#client/ui/common.module.css'
import { letterFields } from '#shared/kernel/letter/letter-fields.rules.ts'
import css from '../components/editor.module.css'
import type { ActiveLine } from '../edit-context.ts'
import { useEditing } from '../edit-context.ts'
import { useFieldName } from '../hooks/use-field-name.ts'
import { fieldsInWords } from './new-blocks.ts'

interface BarProps {
  line: ActiveLine | undefined
  fieldsRef: Ref<HTMLSelectElement>
}

/** What can be done in the line that was typed in last: a field put in, words made bold. */
export function LineBar({ line, fieldsRef }: BarProps) {
  const { t } = useTranslation('letters.editor')
  const { fields } = useEditing()
  const fieldName = useFieldName()
  const offered = fieldsInWords(fields)
  return (
    <div className={css.bar} role="toolbar" aria-label={t('bar.title')}>
      <select
        ref={fieldsRef}
        className={css.input}
        aria-label={t('bar.field')}
        value=""
        disabled={!line}
        onChange={(event) => {
          const [name, as] = event.currentTarget.value.split('|')
          const field = offered.find((each) => each === name)
          if (field) line?.insert(field, as === 'hijri' ? as : undefined)
        }}
        onKeyDown={(event) => event.key === 'Escape' && line?.focus()}
      >
        <option value="">{t('bar.field')}</option>
        {offered.map((field) => (
          <option key={field} value={field}>
            {fieldName(field)}
          </option>
        ))}
        {offered
          .filter((field) => letterFields[field] === 'day')
          .map((field) => (
            <option key={`${field}|hijri`} value={`${field}|hijri`}>
              {fieldName(field, 'hijri')}
            </option>
          ))}
      </select>
      <button
        type="button"
        className={css.button}
        disabled={!line}
        // The selection stays where it is.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => line?.embolden()}
      >
        {t('bar.bold')}
      </button>
      <span className={common.small}>{t('bar.help', { braces: '{{' })}</span>
    </div>
  )
}
