import { useForm } from '@mantine/form'
import { useAtomValue } from 'jotai'
import { Suspense, useMemo, useState } from 'react'
import { I18nextProvider, useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { machineClock } from '#local/kernel/machine.ts'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import type { FormDefinition, FormPage } from '#shared/forms/form-definition.contract.ts'
import { businessDay } from '#shared/kernel/time.ts'
import { FormProvider } from '../form-context.ts'
import css from '../form-screen.module.css'
import { partsOf, valuesFrom } from '../form-values.ts'
import { FormSections } from './form-sections.tsx'

interface FormPreviewProps {
  definition: FormDefinition
  language: 'en' | 'ar'
  /** Which of its pages, from 0. */
  page: number
}

/** A form as families get it, to be tried out in either language: nothing is kept and nothing can be sent. */
export function FormPreview({ definition, language, page }: FormPreviewProps) {
  const { i18n } = useTranslation('forms')
  const other = useMemo(() => i18n.cloneInstance({ lng: language }), [i18n, language])
  // Other questions make other answers: what was tried before would stand in the wrong place.
  const shape = JSON.stringify(
    partsOf(definition).map((part) => [
      part.key,
      part.type,
      part.type === 'repeat' && [part.min, part.fields.map(({ key, type }) => [key, type])],
    ]),
  )
  const shown = definition.pages[page]
  if (!shown) return null
  return (
    <I18nextProvider i18n={other}>
      <Suspense fallback={null}>
        <PreviewPage key={shape} definition={definition} page={shown} no={page} />
      </Suspense>
    </I18nextProvider>
  )
}

function PreviewPage({ definition, page, no }: { definition: FormDefinition; page: FormPage; no: number }) {
  const { t } = useTranslation('forms')
  const pick = useBilingual()
  const timeZone = useAtomValue(schoolAtom)?.timeZone ?? 'UTC'
  const [answers, setAnswers] = useState<Answers>(() => valuesFrom(definition, {}))
  const form = useForm<Answers>({ mode: 'uncontrolled', initialValues: answers, onValuesChange: setAnswers })
  const today = useMemo(() => businessDay(machineClock.nowMs(), timeZone, 0), [timeZone])
  const { ages, title, lead, pages, subject } = definition
  return (
    <FormProvider value={{ form, answers, draft: null, today, ages, birthDateKey: subject?.birthDate }}>
      <div className={css.form}>
        <h3 className={css.title}>{pick(title)}</h3>
        {lead && no === 0 && <p className={css.lead}>{pick(lead)}</p>}
        {pages.length > 1 && (
          <h3 className={css.step}>
            {t('step', { no: no + 1, count: pages.length })} {pick(page.title)}
          </h3>
        )}
        <FormSections page={page} />
      </div>
    </FormProvider>
  )
}
