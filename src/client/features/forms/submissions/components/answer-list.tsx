// chunk: answers
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { codeName } from '#shared/forms/code-name.rules.ts'
import { type Answers, isAnswered, rowsOf } from '#shared/forms/form-answers.rules.ts'
import type { FormDefinition, Part } from '#shared/forms/form-definition.contract.ts'
import type { Field } from '#shared/forms/form-field.contract.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import { formatPhone } from '#shared/kernel/text/phone.rules.ts'
import css from './submission-sheet.module.css'

interface AnswerListProps {
  definition: FormDefinition
  answers: Answers
  withheld: readonly string[]
}

/** What was answered, under the names that the form had then; what was not asked is not listed. */
export function AnswerList({ definition, answers, withheld }: AnswerListProps) {
  const pick = useBilingual()
  const parts = definition.pages.flatMap((page) => page.sections.flatMap((section) => section.parts))
  const fields = parts.filter((part): part is Field => part.type !== 'repeat')
  const blocks = parts.filter((part): part is Extract<Part, { type: 'repeat' }> => part.type === 'repeat')
  return (
    <>
      <Rows fields={fields} answers={answers} withheld={withheld} />
      {blocks.map((block) =>
        rowsOf(block, answers).map((row, index) => {
          const of = withheld
            .filter((key) => key.startsWith(`${block.key}.`))
            .map((key) => key.slice(block.key.length + 1))
          const name = `${pick(block.itemLabel)} ${index + 1}`
          return (
            <section key={`${block.key} ${name}`} aria-label={name}>
              <h3 className={css.block}>{name}</h3>
              <Rows fields={block.fields} answers={row} withheld={of} />
            </section>
          )
        }),
      )}
    </>
  )
}

function Rows({
  fields,
  answers,
  withheld,
}: {
  fields: readonly Field[]
  answers: Answers
  withheld: readonly string[]
}) {
  const pick = useBilingual()
  const shown = fields.filter(
    (field) => field.type !== 'file' && isAnswered(answers[field.key]) && !withheld.includes(field.key),
  )
  if (shown.length === 0) return null
  return (
    <dl className={css.answers}>
      {shown.map((field) => (
        <AnswerRow
          key={field.key}
          label={pick(field.type === 'consent' ? field.wording : field.label)}
          field={field}
          answer={answers[field.key]}
        />
      ))}
    </dl>
  )
}

/** Written from left to right in every language: its signs would change places among Arabic letters. */
const isAlwaysLtr = ({ type }: Field): boolean => type === 'phone' || type === 'email' || type === 'number'

function AnswerRow({ label, field, answer }: { label: string; field: Field; answer: Answers[string] }) {
  const { t, i18n } = useTranslation('forms.submissions')
  const pick = useBilingual()
  const lng = i18n.language === 'ar' ? 'ar' : 'en'
  const labelOf = (code: string) => {
    const choice = 'choices' in field ? field.choices?.find((each) => each.code === code) : undefined
    if (field.type === 'phone') return formatPhone(code)
    if (field.type === 'date') return formatDay(code, i18n.language)
    if (choice) return pick(choice.label)
    if ('choicesFrom' in field && field.choicesFrom) return codeName(lng, field.choicesFrom, code)
    return code
  }
  const text =
    typeof answer === 'boolean'
      ? t(answer ? 'detail.yes' : 'detail.no')
      : [answer ?? '']
          .flat()
          .map((each) => (typeof each === 'string' ? labelOf(each) : ''))
          .join(' · ')
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <bdi dir={isAlwaysLtr(field) ? 'ltr' : undefined}>{text}</bdi>
      </dd>
    </>
  )
}
