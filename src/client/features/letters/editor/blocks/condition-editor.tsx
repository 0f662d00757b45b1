import { useTranslation } from 'react-i18next'
import type { LetterField } from '#shared/kernel/letter/letter-fields.rules.ts'
import type { LetterCondition } from '#shared/letters/letter-blocks.contract.ts'
import css from '../components/editor.module.css'
import { useEditing } from '../edit-context.ts'
import { useFieldName } from '../hooks/use-field-name.ts'

/** One sentence of a condition: a field that is given, or is not. */
interface ConditionRow {
  field: LetterField
  isGiven: boolean
}

function rowFrom(condition: LetterCondition): ConditionRow | undefined {
  if ('isGiven' in condition) return condition
  if ('not' in condition && 'isGiven' in condition.not) return { ...condition.not, isGiven: !condition.not.isGiven }
  return undefined
}

/** A condition as sentences that must all hold; undefined when it is more than that, and must be read as it is. */
export function rowsFrom(condition: LetterCondition): ConditionRow[] | undefined {
  const single = rowFrom(condition)
  if (single) return [single]
  const rows = 'all' in condition ? condition.all.map(rowFrom) : []
  const known = rows.filter((row) => row !== undefined)
  return rows.length > 0 && known.length === rows.length ? known : undefined
}

/** The condition that sentences make; undefined when there are none. */
export function conditionOf(rows: readonly ConditionRow[]): LetterCondition | undefined {
  const [first, ...more] = rows
  return first && more.length > 0 ? { all: [first, ...more] } : first
}

interface ConditionProps {
  condition: LetterCondition | undefined
  onChange: (condition: LetterCondition | undefined) => void
}

/** For whom a block stands in the letter: for everybody, or where fields are given or not. */
export function ConditionEditor({ condition, onChange }: ConditionProps) {
  const { t } = useTranslation('letters.editor')
  const { fields } = useEditing()
  const rows = condition ? rowsFrom(condition) : []
  const [first] = fields
  const begin = () => first && onChange({ field: first, isGiven: true })
  if (!rows) {
    return (
      <p className={css.when}>
        {t('when.composed')}{' '}
        <button type="button" className={css.button} onClick={() => onChange(undefined)}>
          {t('when.always')}
        </button>
      </p>
    )
  }
  return (
    <div className={css.when}>
      {rows.map((row, no) => (
        <Sentence
          key={no}
          row={row}
          isFirst={no === 0}
          onChange={(next) => onChange(conditionOf(next ? rows.with(no, next) : rows.toSpliced(no, 1)))}
        />
      ))}
      {rows.length < 5 && (
        <button
          type="button"
          className={css.link}
          onClick={() =>
            first && rows.length > 0 ? onChange(conditionOf([...rows, { field: first, isGiven: true }])) : begin()
          }
        >
          {t(rows.length === 0 ? 'when.begin' : 'when.and')}
        </button>
      )}
    </div>
  )
}

interface SentenceProps {
  row: ConditionRow
  isFirst: boolean
  /** Nothing takes the sentence away. */
  onChange: (row: ConditionRow | undefined) => void
}

function Sentence({ row, isFirst, onChange }: SentenceProps) {
  const { t } = useTranslation('letters.editor')
  const { fields } = useEditing()
  const fieldName = useFieldName()
  const offered: readonly LetterField[] = fields.includes(row.field) ? fields : [row.field, ...fields]
  return (
    <div className={css.sentence}>
      <span>{t(isFirst ? 'when.if' : 'when.and')}</span>
      <select
        className={css.input}
        aria-label={t('when.field')}
        value={row.field}
        onChange={(event) => {
          const field = offered.find((each) => each === event.currentTarget.value)
          if (field) onChange({ ...row, field })
        }}
      >
        {offered.map((field) => (
          <option key={field} value={field}>
            {fieldName(field)}
          </option>
        ))}
      </select>
      <select
        className={css.input}
        aria-label={t('when.test')}
        value={row.isGiven ? 'given' : 'missing'}
        onChange={(event) => onChange({ ...row, isGiven: event.currentTarget.value === 'given' })}
      >
        <option value="given">{t('when.given')}</option>
        <option value="missing">{t('when.missing')}</option>
      </select>
      <button type="button" className={css.link} onClick={() => onChange(undefined)}>
        {t('when.remove')}
      </button>
    </div>
  )
}
