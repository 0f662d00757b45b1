// chunk: form
import { useAtomValue } from 'jotai'
import {
  type ComponentProps,
  lazy,
  type ReactNode,
  Suspense,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { formsCode, rememberForm, submittedAtom } from '#client/platform/offline/forms.ts'
import { fetchInTurn } from '#client/platform/page/first-use.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { ActionButton } from '#client/ui/action-button.tsx'
import { machineClock } from '#local/kernel/machine.ts'
import type { PublishedForm } from '#shared/forms/form.contract.ts'
import type { FormPage } from '#shared/forms/form-definition.contract.ts'
import { businessDay } from '#shared/kernel/time.ts'
import { FormSections } from './components/form-sections.tsx'
import { SavedLine } from './components/saved-line.tsx'
import { FormProvider } from './form-context.ts'
import css from './form-screen.module.css'
import type { AtDesk } from './form-work.ts'
import { useAnswersKept } from './hooks/use-answers-kept.ts'
import { loadWork, useFormFlow } from './hooks/use-form-flow.ts'

const fetchSummary = () => import('#client/ui/fields/error-summary.tsx')
const fetchReview = () => import('./components/review-answers.tsx')
const fetchEarlier = () => import('./components/earlier-visit.tsx')
const ErrorSummary = lazy(async () => ({ default: (await fetchSummary()).ErrorSummary }))
const ReviewAnswers = lazy(async () => ({ default: (await fetchReview()).ReviewAnswers }))
const EarlierVisit = lazy(async () => ({ default: (await fetchEarlier()).EarlierVisit }))

interface FormScreenProps {
  published: PublishedForm
  desk?: AtDesk
  /** What stands below the form, and may know of it. */
  children?: ReactNode
}

/** A form of the school, page by page: kept while it is typed, checked page by page, handed in whole. */
export function FormScreen({ published, desk, children }: FormScreenProps) {
  const { definition } = published
  const { t } = useTranslation('forms')
  const pick = useBilingual()
  const timeZone = useAtomValue(schoolAtom)?.timeZone ?? 'UTC'
  const today = useMemo(() => businessDay(machineClock.nowMs(), timeZone, 0), [timeZone])
  const submitted = useAtomValue(submittedAtom)
  const kept = useAnswersKept(published, !desk || desk.byLink !== undefined)
  const { form, answers, draft, keeping } = kept
  const { pageNo, isLast, shown, isSending, heading, next, turnTo } = useFormFlow(published, kept, { today, desk })
  const trap = useRef<HTMLInputElement>(null)
  // Below the title, which stands there from the HTML on, a form is drawn in slices: between them a slow phone answers a finger.
  const isDrawn = useDeferredValue(true, false)
  useBusy(keeping !== 'none')
  useEffect(() => void fetchInTurn([...formsCode, loadWork, fetchSummary, fetchReview]), [])
  useEffect(() => void rememberForm(published).catch(() => undefined), [published])
  const open = { form, answers, draft, today, ages: definition.ages, birthDateKey: definition.subject?.birthDate }
  const page = definition.pages[pageNo]
  return (
    <FormProvider value={open}>
      <form
        noValidate
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          void next(trap.current?.value ?? '')
        }}
      >
        <h1 className={css.title}>{pick(definition.title)}</h1>
        {definition.lead && pageNo === 0 && <p className={css.lead}>{pick(definition.lead)}</p>}
        {definition.pages.length > 1 && (
          <h2 ref={heading} tabIndex={-1} className={css.step}>
            {page
              ? `${t('step', { no: pageNo + 1, count: definition.pages.length })} ${pick(page.title)}`
              : t('review.title')}
          </h2>
        )}
        {(kept.isFound || (!desk && submitted?.[0])) && (
          <Suspense fallback={null}>
            <EarlierVisit {...{ kept, published }} submitted={desk ? null : submitted} />
          </Suspense>
        )}
        {shown.length > 0 && (
          <Suspense fallback={null}>
            <ErrorSummary title={t('problems')} problems={shown} />
          </Suspense>
        )}
        {isDrawn ? <Body page={page} onChange={turnTo} {...{ definition, answers }} /> : <div className={css.coming} />}
        {/* Nobody sees it and no key reaches it: what fills it in is no person. */}
        <div className="visually-hidden" aria-hidden="true">
          <input ref={trap} name="website" tabIndex={-1} autoComplete="off" />
        </div>
        <Foot {...{ keeping, isLast, isSending, pageNo, turnTo }} />
      </form>
      {children}
    </FormProvider>
  )
}

interface FootProps {
  keeping: ComponentProps<typeof SavedLine>['keeping']
  isLast: boolean
  isSending: boolean
  pageNo: number
  turnTo: (pageNo: number) => void
}

/** Whether the answers are saved, and the way to the pages before and after. */
function Foot({ keeping, isLast, isSending, pageNo, turnTo }: FootProps) {
  const { t } = useTranslation('forms')
  return (
    <div className={css.foot}>
      <SavedLine keeping={keeping} />
      {pageNo > 0 && (
        <button type="button" className={css.back} onClick={() => turnTo(pageNo - 1)}>
          {t('back')}
        </button>
      )}
      <ActionButton isWorking={isSending}>{isLast ? t('send') : t('next')}</ActionButton>
    </div>
  )
}

type BodyProps = ComponentProps<typeof ReviewAnswers> & { page: FormPage | undefined }

/** What a page asks; after the last one what was answered. */
const Body = ({ page, ...all }: BodyProps) =>
  page ? (
    <FormSections page={page} />
  ) : (
    <Suspense fallback={null}>
      <ReviewAnswers {...all} />
    </Suspense>
  )
