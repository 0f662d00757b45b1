// chunk: form-parts
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { type Answers, isAnswered, isAsked, keepAsked, rowsOf } from '#shared/forms/form-answers.rules.ts'
import type { FormDefinition, FormPage } from '#shared/forms/form-definition.contract.ts'
import type { Field } from '#shared/forms/form-field.contract.ts'
import { AnswerRows } from './answer-rows.tsx'
import css from './review-answers.module.css'

interface ReviewAnswersProps {
  definition: FormDefinition
  answers: Answers
  /** Turns back to a page, by its number. */
  onChange: (pageNo: number) => void
}

/** Everything that is going to be sent, page by page, each with a way back to it. */
export function ReviewAnswers({ definition, answers, onChange }: ReviewAnswersProps) {
  const { t } = useTranslation('forms')
  const pick = useBilingual()
  const sent = keepAsked(definition, 'public', answers)
  return (
    <>
      <p className={css.lead}>{t('review.lead')}</p>
      {definition.pages.map((page, no) => {
        const title = pick(page.title)
        return (
          <section key={page.key} className={css.page} aria-label={title}>
            <header className={css.head}>
              <h3 className={css.title}>{title}</h3>
              <button type="button" className={css.change} onClick={() => onChange(no)}>
                {t('review.change')} <span className="visually-hidden">{title}</span>
              </button>
            </header>
            <PageAnswers page={page} answers={sent} />
          </section>
        )
      })}
    </>
  )
}

function PageAnswers({ page, answers }: { page: FormPage; answers: Answers }) {
  const { t } = useTranslation('forms')
  const pick = useBilingual()
  const parts = page.sections
    .filter((section) => isAsked(section, 'public', answers))
    .flatMap((section) => section.parts)
  const isEmpty = parts.every(({ key }) => !isAnswered(answers[key]))
  if (isEmpty) return <p className={css.none}>{t('review.nothing')}</p>
  return parts.map((part) =>
    part.type !== 'repeat' ? (
      <AnswerRows key={part.key} fields={[part] satisfies Field[]} answers={answers} isWithFiles />
    ) : (
      rowsOf(part, answers).map((row, index) => (
        <section key={`${part.key} ${index}`}>
          <h4 className={css.item}>{t('item', { item: pick(part.itemLabel), no: index + 1 })}</h4>
          <AnswerRows fields={part.fields} answers={row} isWithFiles />
        </section>
      ))
    ),
  )
}
