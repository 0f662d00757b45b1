import { useTranslation } from 'react-i18next'
import { useTill } from '#client/platform/offline/open-till.ts'
import { Button } from '#client/ui/button.tsx'
import css from '../self-service.module.css'
import type { Problem } from '../visit.ts'
import { useVisit } from '../visit-context.ts'
import { ProblemLine } from './problem-line.tsx'

/** The ways to say who one is; a card or a code is heard all the time. */
export function Who({ problem }: { problem: Problem | undefined }) {
  const { t } = useTranslation('pos.self-service')
  const { send, faces } = useVisit()
  const till = useTill()
  const mayChoose = faces?.settings?.chooseByName === true && till.classes.length > 0
  return (
    <section className={css.scene}>
      <h1 className={css.title}>{t('who.title')}</h1>
      <ProblemLine problem={problem} />
      <p className={css.lead}>{t('who.card')}</p>
      {faces?.state === 'off' && <p className={css.soft}>{t('who.noFaces')}</p>}
      <div className={css.ways}>
        <Button kind="main" size="large" onClick={() => send({ type: 'wanted-number' })}>
          {t('who.number')}
        </Button>
        {mayChoose && (
          <Button size="large" onClick={() => send({ type: 'wanted-class' })}>
            {t('who.class')}
          </Button>
        )}
        <Button kind="quiet" onClick={() => send({ type: 'left' })}>
          {t('cancel')}
        </Button>
      </div>
    </section>
  )
}
