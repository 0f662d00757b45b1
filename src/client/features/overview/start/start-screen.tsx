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
import type { StartState, StartStep } from '#shared/overview/start.contract.ts'
import { askStart, closeStart, skipStep } from './start.api.ts'
import { UnreadWork } from './start-card.tsx'
import css from './start.module.css'

const settings = (page: string) => ({ to: '/settings/$page', params: { page } }) as const satisfies LinkProps

/** The pages on which a step is taken; the first one is where it begins. */
const linksOf = {
  school: { names: settings('names'), calendar: settings('calendar'), days: settings('days') },
  look: { look: settings('look'), texts: settings('texts') },
  places: { places: settings('places'), tills: settings('tills'), devices: { to: '/pos/devices' } },
  catalogue: { catalogue: { to: '/catalogue' } },
  admission: { admission: settings('admission'), seats: { to: '/seats' } },
  fees: { fees: { to: '/fees/setup' } },
  people: { people: { to: '/people' } },
} as const satisfies Record<StartStep, Record<string, LinkProps>>

/** The first steps of a new school: which are done, which are open, and the pages on which each is taken. */
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
  const links: [string, LinkProps][] = Object.entries(linksOf[step])
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
