import { Navigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormAround, type FormInside } from '#client/features/school/settings/form-around.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { type Answer, useAnswer } from '#client/platform/use-answer.ts'
import { ListFrame, Loading } from '#client/ui/tables/list-frame.tsx'
import { PageInside } from '#client/ui/tables/page-inside.ts'
import { openPage, stepOf } from '#shared/overview/start-pages.rules.ts'
import { StartPage, startPages, type StartState } from '#shared/overview/start.contract.ts'
import { askStart } from './start.api.ts'
import { proposalOf } from './start-proposals.ts'
import { type WizardPageProps, wizardPages } from './wizard-pages.tsx'
import { useWay, WizardFoot } from './wizard-foot.tsx'
import { WizardSteps } from './wizard-steps.tsx'
import css from './wizard.module.css'

/** By itself, since the page that creates a school knows countries as well and fetches nothing else of these pages. */
const FromCountry = lazy(async () => ({ default: (await import('./from-country.tsx')).FromCountry }))

interface WizardProps extends WizardPageProps {
  /** Last part of the address: a page, or anything else for the one where somebody who comes back goes on. */
  at: string
}

/** The first steps of a new school, one page after the other; how far somebody has come is known to the server. */
export function WizardScreen({ at, Preview }: WizardProps) {
  const { t } = useTranslation('school.settings')
  const errorText = useErrorText()
  const start = useAnswer(askStart)
  const { answer, failure, again } = start
  const page = StartPage.options.find((each) => each === at)
  if (!answer)
    return (
      <ListFrame
        title={t('start.title')}
        failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
        loading={failure ? undefined : t('loading')}
      />
    )
  if (page) return <WizardPage page={page} state={answer} onChanged={again} Preview={Preview} />
  const next = openPage(answer)
  if (next) return <Navigate to="/settings/start/$at" params={{ at: next }} replace />
  return <Navigate to="/settings/$page" params={{ page: 'start' }} replace />
}

interface PageProps extends WizardPageProps {
  page: StartPage
  state: StartState
  onChanged: Answer<StartState>['again']
}

/** One page in the frame of the wizard: where it stands among the steps, its editor, and the ways on and back. */
function WizardPage({ page, state, ...rest }: PageProps) {
  const { t } = useTranslation('school.settings')
  const format = useFormat()
  const step = stepOf(page)
  const pages: readonly StartPage[] = startPages[step]
  const where = useRef<HTMLParagraphElement>(null)
  const shown = useRef(page)
  // Who goes on by the keyboard is at the beginning of the next page, also for a screen reader.
  useEffect(() => {
    if (shown.current !== page) where.current?.focus()
    shown.current = page
  }, [page])
  const of = (no: number, all: number) => ({ no: format.count(no), all: format.count(all) })
  const stepNo = state.steps.findIndex((each) => each.step === step) + 1
  return (
    <div className={css.wizard}>
      <WizardSteps key={step} steps={state.steps} current={step} />
      <div className={css.page}>
        <p ref={where} tabIndex={-1} className={css.at}>
          {t('start.wizard.step', { ...of(stepNo, state.steps.length), step: t(`start.step.${step}.title`) })}
          {pages.length > 1 && ` · ${t('start.wizard.page', of(pages.indexOf(page) + 1, pages.length))}`}
        </p>
        <PageBody key={page} page={page} state={state} {...rest} />
      </div>
    </div>
  )
}

/** The editor of a page with the buttons of the wizard. */
function PageBody({ page, state, onChanged, Preview }: PageProps) {
  const formId = useId()
  const inside = useRef<FormInside>(undefined)
  const [hasForm, setHasForm] = useState(false)
  const way = useWay({ page, inside, onChanged })
  const goOn = useRef(way.goOn)
  useEffect(() => {
    goOn.current = way.goOn
  })
  const around = useMemo(
    () => ({
      formId,
      hold: (form: FormInside | undefined) => {
        inside.current = form
        if (form) setHasForm(true)
      },
      onSubmit: () => void goOn.current(),
      propose: (...of: Parameters<typeof proposalOf> extends [string, ...infer Rest] ? Rest : never) =>
        proposalOf(state.country, ...of),
    }),
    [state.country, formId],
  )
  const beside = useMemo(
    () => ({
      note: (
        <div className={css.note}>
          <Suspense fallback={null}>
            <FromCountry page={page} country={state.country} />
          </Suspense>
        </div>
      ),
    }),
    [page, state.country],
  )
  const Page = wizardPages[page]
  return (
    <>
      <PageInside value={beside}>
        <FormAround value={around}>
          <Suspense fallback={<Waiting />}>
            <Page Preview={Preview} />
          </Suspense>
        </FormAround>
      </PageInside>
      <WizardFoot page={page} state={state} way={way} form={{ id: formId, isThere: hasForm }} />
    </>
  )
}

function Waiting() {
  const { t } = useTranslation('school.settings')
  return <Loading>{t('loading')}</Loading>
}
