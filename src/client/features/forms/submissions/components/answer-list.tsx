// chunk: answers
import { useBilingual } from '#client/i18n/bilingual.ts'
import { type Answers, rowsOf } from '#shared/forms/form-answers.rules.ts'
import type { FormDefinition, Part } from '#shared/forms/form-definition.contract.ts'
import type { Field } from '#shared/forms/form-field.contract.ts'
import { AnswerRows } from '../../fill/components/answer-rows.tsx'
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
      <AnswerRows fields={fields} answers={answers} withheld={withheld} />
      {blocks.map((block) =>
        rowsOf(block, answers).map((row, index) => {
          const of = withheld
            .filter((key) => key.startsWith(`${block.key}.`))
            .map((key) => key.slice(block.key.length + 1))
          const name = `${pick(block.itemLabel)} ${index + 1}`
          return (
            <section key={`${block.key} ${name}`} aria-label={name}>
              <h3 className={css.block}>{name}</h3>
              <AnswerRows fields={block.fields} answers={row} withheld={of} />
            </section>
          )
        }),
      )}
    </>
  )
}
