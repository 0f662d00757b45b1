// chunk: settings
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import link from '#client/ui/link.module.css'
import { askStart, closeStart } from './start.api.ts'
import css from './start.module.css'

/** How far a new school has come, on its administrator's home page; nothing once all steps are done or the list was put away. */
export function StartCard() {
  const { t } = useTranslation('school.settings')
  const format = useFormat()
  const { answer, again } = useAnswer(askStart)
  const { mutate, isPending } = useMutation(closeStart, { onSettled: again })
  const next = answer?.steps.find(({ state }) => state === 'open')?.step
  if (!answer) return null
  if (answer.isClosed || !next) return <UnreadWork count={answer.unreadWork} />
  const done = answer.steps.filter(({ state }) => state === 'done').length
  return (
    <>
      <UnreadWork count={answer.unreadWork} />
      <section className={css.card} aria-labelledby="first-steps">
        <div>
          <h2 id="first-steps">{t('start.title')}</h2>
          <p className={common.softLine}>
            {t('start.progress', { done: format.count(done), all: format.count(answer.steps.length) })} ·{' '}
            {t('start.next', { step: t(`start.step.${next}.title`) })}
          </p>
        </div>
        <div className={css.links}>
          <Link to="/settings/start/$at" params={{ at: 'next' }} className={link.link}>
            {t('start.go')}
          </Link>
          <Button isWorking={isPending} onClick={() => void mutate(true)}>
            {t('start.hide')}
          </Button>
        </div>
      </section>
    </>
  )
}

/** Applications for work that nobody in the school may read, on the administrator's pages. */
export function UnreadWork({ count }: { count: number }) {
  const { t } = useTranslation('school.settings')
  if (count === 0) return null
  return (
    <InlineNotice tone="warning" isBoxed>
      {t('start.unreadWork', { count })}{' '}
      <Link to="/people" className={link.link}>
        {t('start.link.people')}
      </Link>
    </InlineNotice>
  )
}
