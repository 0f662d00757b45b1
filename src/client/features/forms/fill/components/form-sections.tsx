import { useBilingual } from '#client/i18n/bilingual.ts'
import { isAsked } from '#shared/forms/form-answers.rules.ts'
import type { FormPage } from '#shared/forms/form-definition.contract.ts'
import { RepeatBlock } from '../fields/repeat-block.tsx'
import { useOpenForm } from '../form-context.ts'
import { FormField } from './form-part.tsx'
import css from './form-sections.module.css'

/** What a page of the form asks, with the answers as they stand. */
export function FormSections({ page }: { page: FormPage }) {
  const pick = useBilingual()
  const { answers } = useOpenForm()
  return page.sections
    .filter((section) => isAsked(section, 'public', answers))
    .map((section) => (
      <section key={section.key} className={css.section}>
        {section.title && <h2 className={css.heading}>{pick(section.title)}</h2>}
        {section.lead && <p className={css.lead}>{pick(section.lead)}</p>}
        {section.parts
          .filter((part) => isAsked(part, 'public', answers))
          .map((part) =>
            part.type === 'repeat' ? (
              <RepeatBlock key={part.key} block={part} />
            ) : (
              <FormField key={part.key} field={part} path={part.key} />
            ),
          )}
      </section>
    ))
}
