import { Link, type LinkProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import link from '#client/ui/link.module.css'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import { openPage } from '#shared/overview/start-pages.rules.ts'
import { startPages, type StartState, type StartStep } from '#shared/overview/start.contract.ts'
import { askStart, closeStart, skipStep } from './start.api.ts'
import { UnreadWork } from './start-card.tsx'
import css from './start.module.css'

/** What a step asks for that is no page of the wizard. */
const linksOf: Partial<Record<StartStep, Record<string, LinkProps>>> = {
  places: { devices: { to: '/pos/devices' } },
  admission: { seats: { to: '/seats' } },
}

/** The first steps of a new school: which are done, which are open, and the way into each. */
export function StartScreen() {
  const { t } = useTranslation('school.settings')
  const errorText = useErrorText()
  const format = useFormat()
  const { answer, failure, again } = useAnswer(askStart)
  const { mutate: close, error, isPending } = useMutation(closeStart, { onSuccess: again })
  const done = answer?.steps.filter(({ state }) => state === 'done').length ?? 0
  const isFinished = answer?.steps.every(({ state }) => state !== 'open')
  return (
    <ListFrame
      title={t('start.title')}
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
      loading={answer || failure ? undefined : t('loading')}
    >
      <p className={common.softLine}>{t('start.text')}</p>
      {answer && (
        <>
          <UnreadWork count={answer.unreadWork} />
          <p role="status">
            {isFinished
              ? t('start.finished')
              : t('start.progress', { done: format.count(done), all: format.count(answer.steps.length) })}
          </p>
          {openPage(answer) && (
            <Link to="/settings/start/$at" params={{ at: 'next' }} className={link.link}>
              {t('start.go')}
            </Link>
          )}
          <ol className={css.steps}>
            {answer.steps.map((standing) => (
              <Step key={standing.step} {...standing} onChanged={again} />
            ))}
          </ol>
          {answer.isClosed && <p>{t('start.hidden')}</p>}
          <Button isWorking={isPending} onClick={() => void close(!answer.isClosed)}>
            {t(answer.isClosed ? 'start.show' : 'start.hide')}
          </Button>
          {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
        </>
      )}
    </ListFrame>
  )
}

type StepProps = StartState['steps'][number] & { onChanged: () => void }

function Step({ step, state, onChanged }: StepProps) {
  const { t } = useTranslation('school.settings')
  const errorText = useErrorText()
  const { mutate, error, isPending } = useMutation(skipStep, { onSuccess: onChanged })
  const title = t(`start.step.${step}.title`)
  const links: [string, LinkProps][] = [
    ...startPages[step].map((page): [string, LinkProps] => [page, { to: '/settings/start/$at', params: { at: page } }]),
    ...Object.entries(linksOf[step] ?? {}),
  ]
  return (
    <li className={css.step}>
      <div className={css.head}>
        <h2>{title}</h2>
        <span className={css.state} data-state={state}>
          {t(`start.state.${state}`)}
        </span>
      </div>
      <p>{t(`start.step.${step}.text`)}</p>
      <div className={css.links}>
        {links.map(([name, to]) => (
          <Link key={name} {...to} className={link.link}>
            {t(`start.link.${name as 'names'}`)}
          </Link>
        ))}
        {state !== 'done' && (
          <Button
            isWorking={isPending}
            aria-label={`${t(state === 'skipped' ? 'start.resume' : 'start.skip')}: ${title}`}
            onClick={() => void mutate(step, state !== 'skipped')}
          >
            {t(state === 'skipped' ? 'start.resume' : 'start.skip')}
          </Button>
        )}
      </div>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </li>
  )
}
