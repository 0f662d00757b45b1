import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { FormInside } from '#client/features/school/settings/form-around.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import link from '#client/ui/link.module.css'
import { pageAfterStep, pageBeside, stepOf } from '#shared/overview/start-pages.rules.ts'
import type { StartPage, StartState } from '#shared/overview/start.contract.ts'
import { passPage, skipStep } from './start.api.ts'
import css from './wizard.module.css'

interface WayOf {
  page: StartPage
  inside: { current: FormInside | undefined }
  onChanged: () => void
}

/** The ways from a page to those beside it. */
export function useWay({ page, inside, onChanged }: WayOf) {
  const navigate = useNavigate()
  const goTo = (to: StartPage | undefined) =>
    to
      ? navigate({ to: '/settings/start/$at', params: { at: to } })
      : navigate({ to: '/settings/$page', params: { page: 'start' } })
  const pass = useMutation(passPage, { onSuccess: onChanged })
  const skip = useMutation(skipStep, { onSuccess: onChanged })
  return {
    goOn: async () => {
      const form = inside.current
      if (form?.isChanged && !(await form.save())) return
      if (await pass.mutate(page)) await goTo(pageBeside(page, 1))
    },
    skip: async () => {
      if (await skip.mutate(stepOf(page), true)) await goTo(pageAfterStep(stepOf(page)))
    },
    isGoing: pass.isPending,
    isSkipping: skip.isPending,
    error: pass.error ?? skip.error,
  }
}

interface FootProps {
  page: StartPage
  state: StartState
  way: ReturnType<typeof useWay>
  /** Form of this page, which the button saves once it has loaded. */
  form: { id: string; isThere: boolean }
}

/** Pages that show lists, where each entry is saved by itself. */
const withoutForm: readonly StartPage[] = ['places', 'catalogue', 'fees', 'people']

/** The ways on and back, below a page. */
export function WizardFoot({ page, state, way, form }: FootProps) {
  const { t } = useTranslation('school.settings')
  const errorText = useErrorText()
  const before = pageBeside(page, -1)
  const step = state.steps.find((each) => each.step === stepOf(page))
  return (
    <>
      {way.error && <InlineNotice tone="problem">{errorText(way.error)}</InlineNotice>}
      <div className={css.foot}>
        {withoutForm.includes(page) ? (
          <Button kind="main" isWorking={way.isGoing} onClick={() => void way.goOn()}>
            {t('start.wizard.goOn')}
          </Button>
        ) : (
          <Button kind="main" type="submit" form={form.id} isWorking={way.isGoing || !form.isThere}>
            {t('start.wizard.save')}
          </Button>
        )}
        {step?.state === 'open' && (
          <Button isWorking={way.isSkipping} onClick={() => void way.skip()}>
            {t('start.wizard.skip')}
          </Button>
        )}
        {before && (
          <Link to="/settings/start/$at" params={{ at: before }} className={link.link}>
            {t('start.wizard.back')}
          </Link>
        )}
        <Link to="/settings/$page" params={{ page: 'start' }} className={link.link}>
          {t('start.all')}
        </Link>
      </div>
    </>
  )
}
