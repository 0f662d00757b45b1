import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import common from '#client/ui/common.module.css'
import { CloseIcon } from '#client/ui/icons/action-icons.tsx'
import type { Part } from '#shared/forms/form-definition.contract.ts'
import type { Condition } from '#shared/forms/form-field.contract.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { type ConditionRow, type ConditionRows, conditionOf, rowsFrom } from '../condition-rows.ts'
import { FindingLines } from '../publish/findings.tsx'
import css from './condition-editor.module.css'
import { ConditionValue, firstValue } from './condition-value.tsx'
import inputs from './inputs.module.css'

interface Reading {
  t: TFunction<'forms.editor'>
  pick: (text: Bilingual) => string
  questions: readonly Part[]
}

function textOf(condition: Condition, reading: Reading): string {
  const { t, pick, questions } = reading
  if ('not' in condition) return t('condition.notThat', { that: textOf(condition.not, reading) })
  if ('all' in condition) return condition.all.map((each) => textOf(each, reading)).join(t('condition.and'))
  if ('any' in condition) return `(${condition.any.map((each) => textOf(each, reading)).join(t('condition.or'))})`
  const part = questions.find(({ key }) => key === condition.field)
  const question = part ? pick(part.label) : condition.field
  if ('isAnswered' in condition) {
    return `${question} ${t(condition.isAnswered ? 'condition.answered' : 'condition.not-answered')}`
  }
  const { is } = condition
  const choice = part && 'choices' in part ? part.choices?.find(({ code }) => code === is) : undefined
  const value = typeof is === 'boolean' ? t(is ? 'condition.yes' : 'condition.no') : choice ? pick(choice.label) : is
  return `${question} ${t('condition.is')} ${value}`
}

/** A condition of any depth, to be read. */
function ConditionText({ condition, questions }: { condition: Condition; questions: readonly Part[] }) {
  const { t } = useTranslation('forms.editor')
  const pick = useBilingual()
  return <p>{textOf(condition, { t, pick, questions })}</p>
}

interface ConditionProps {
  path: string
  condition: Condition
  questions: readonly Part[]
  onChange: (condition: Condition) => void
}

const tests = ['is', 'is-not', 'answered', 'not-answered'] as const

/** The row that a condition begins with: the nearest question before it. */
export const firstRow = (questions: readonly Part[]): ConditionRow => {
  const part = questions.at(-1)
  const value = part ? firstValue(part) : ''
  return { field: part?.key ?? '', test: value === '' ? 'answered' : 'is', value }
}

/** A condition in words: this question is that, all of them or any. */
export function ConditionEditor({ path, condition, questions, onChange }: ConditionProps) {
  const { t } = useTranslation('forms.editor')
  const rows = rowsFrom(condition)
  const write = (next: ConditionRows) => {
    const written = conditionOf(next)
    if (written) onChange(written)
  }
  if (!rows) {
    return (
      <div className={css.box}>
        <p className={common.smallLine}>{t('condition.composed')}</p>
        <ConditionText condition={condition} questions={questions} />
        <FindingLines path={path} isDeep />
        <button
          type="button"
          className={inputs.button}
          onClick={() => write({ join: 'all', rows: [firstRow(questions)] })}
        >
          {t('condition.replace')}
        </button>
      </div>
    )
  }
  return (
    <div className={css.box}>
      {rows.rows.length > 1 && (
        <select
          className={inputs.input}
          aria-label={t('condition.join')}
          value={rows.join}
          onChange={(event) => write({ ...rows, join: event.currentTarget.value === 'any' ? 'any' : 'all' })}
        >
          <option value="all">{t('condition.all')}</option>
          <option value="any">{t('condition.any')}</option>
        </select>
      )}
      {rows.rows.map((row, no) => (
        <Sentence
          key={no}
          row={row}
          questions={questions}
          onChange={(next) => write({ ...rows, rows: rows.rows.with(no, next) })}
          onRemove={rows.rows.length > 1 ? () => write({ ...rows, rows: rows.rows.toSpliced(no, 1) }) : undefined}
        />
      ))}
      <FindingLines path={path} isDeep />
      {rows.rows.length < 10 && (
        <button
          type="button"
          className={inputs.button}
          onClick={() => write({ ...rows, rows: [...rows.rows, firstRow(questions)] })}
        >
          {t('condition.add')}
        </button>
      )}
    </div>
  )
}

interface SentenceProps {
  row: ConditionRow
  questions: readonly Part[]
  onChange: (row: ConditionRow) => void
  onRemove: (() => void) | undefined
}

function Sentence({ row, questions, onChange, onRemove }: SentenceProps) {
  const { t } = useTranslation('forms.editor')
  const pick = useBilingual()
  const part = questions.find(({ key }) => key === row.field)
  const canBe = part && part.type !== 'repeat' && part.type !== 'file'
  const ask = (key: string) => {
    const next = questions.find((each) => each.key === key)
    onChange({ ...firstRow(next ? [next] : []), field: key })
  }
  return (
    <div className={css.sentence}>
      <div className={css.words}>
        <select
          className={inputs.input}
          aria-label={t('condition.question')}
          value={row.field}
          onChange={(event) => ask(event.currentTarget.value)}
        >
          {!part && <option value={row.field}>{row.field || '–'}</option>}
          {questions.map((each) => (
            <option key={each.key} value={each.key}>
              {pick(each.label) || each.key}
            </option>
          ))}
        </select>
        <select
          className={inputs.input}
          aria-label={t('condition.test')}
          value={row.test}
          onChange={(event) => {
            const test = tests.find((each) => each === event.currentTarget.value) ?? 'answered'
            onChange({ ...row, test, value: row.value === '' && part ? firstValue(part) : row.value })
          }}
        >
          {tests
            .filter((test) => canBe !== false || test.endsWith('answered'))
            .map((test) => (
              <option key={test} value={test}>
                {t(`condition.${test}`)}
              </option>
            ))}
        </select>
        {(row.test === 'is' || row.test === 'is-not') && part && (
          <ConditionValue part={part} value={row.value} onChange={(value) => onChange({ ...row, value })} />
        )}
      </div>
      {onRemove && (
        <button
          type="button"
          className={`${inputs.button} ${inputs.square}`}
          aria-label={t('condition.remove')}
          onClick={onRemove}
        >
          <CloseIcon />
        </button>
      )}
    </div>
  )
}
