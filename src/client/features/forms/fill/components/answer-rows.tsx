// chunk: form-parts
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { codeName } from '#shared/forms/code-name.rules.ts'
import { type Answers, isAnswered } from '#shared/forms/form-answers.rules.ts'
import type { Field } from '#shared/forms/form-field.contract.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import { formatPhone } from '#shared/kernel/text/phone.rules.ts'
import css from './answer-rows.module.css'

/** What was answered, under the names of the questions; of files their names, where these are wanted. */
export function AnswerRows({
  fields,
  answers,
  withheld = [],
  isWithFiles = false,
}: {
  fields: readonly Field[]
  answers: Answers
  withheld?: readonly string[]
  isWithFiles?: boolean
}) {
  const pick = useBilingual()
  const shown = fields.filter(
    (field) =>
      (isWithFiles || field.type !== 'file') && isAnswered(answers[field.key]) && !withheld.includes(field.key),
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
  const { t, i18n } = useTranslation('forms')
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
      ? t(answer ? 'yes' : 'no')
      : [answer ?? '']
          .flat()
          .map((each) =>
            typeof each === 'string' ? labelOf(each) : 'name' in each && typeof each.name === 'string' ? each.name : '',
          )
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
