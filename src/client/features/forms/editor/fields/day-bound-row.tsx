import { useTranslation } from 'react-i18next'
import type { DayBound } from '#shared/forms/form-definition.contract.ts'
import { editId, useEditing } from '../edit-context.ts'
import { FindingLines } from '../publish/findings.tsx'
import inputs from './inputs.module.css'

type Kind = 'none' | 'years' | 'day'

const kinds: readonly Kind[] = ['none', 'years', 'day']

/** A bound of a date: none, a day, or so many years from the day on which it is filled in. */
export function DayBoundRow({ path, name, bound }: { path: string; name: string; bound: DayBound | undefined }) {
  const { t } = useTranslation('forms.editor')
  const { put } = useEditing()
  const kind: Kind = bound === undefined ? 'none' : typeof bound === 'string' ? 'day' : 'years'
  const choose = (next: Kind) => put(path, { none: undefined, years: { years: 0 }, day: '2026-01-01' }[next])
  return (
    <div className={inputs.group}>
      <label className={inputs.name} htmlFor={editId(path)}>
        {name}
      </label>
      <div className={inputs.row}>
        <select
          id={editId(path)}
          className={inputs.input}
          value={kind}
          onChange={(event) => choose(kinds.find((each) => each === event.currentTarget.value) ?? 'none')}
        >
          {kinds.map((each) => (
            <option key={each} value={each}>
              {t(`date.${each}`)}
            </option>
          ))}
        </select>
        {typeof bound === 'string' && (
          <input
            className={inputs.input}
            type="date"
            aria-label={name}
            value={bound}
            onChange={(event) => put(path, event.currentTarget.value)}
          />
        )}
        {typeof bound === 'object' && (
          <input
            className={`${inputs.input} ${inputs.short}`}
            type="number"
            dir="ltr"
            aria-label={`${name}, ${t('date.years')}`}
            value={bound.years}
            onChange={(event) => put(path, { years: Math.trunc(event.currentTarget.valueAsNumber) || 0 })}
          />
        )}
      </div>
      <FindingLines path={path} />
    </div>
  )
}
