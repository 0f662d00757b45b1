import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import type { Condition, Part } from '#shared/forms/form-definition.contract.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'

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
export function ConditionText({ condition, questions }: { condition: Condition; questions: readonly Part[] }) {
  const { t } = useTranslation('forms.editor')
  const pick = useBilingual()
  return <p>{textOf(condition, { t, pick, questions })}</p>
}
