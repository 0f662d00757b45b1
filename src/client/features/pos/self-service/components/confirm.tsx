import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { Button } from '#client/ui/button.tsx'
import { firstName } from '../first-name.ts'
import css from '../self-service.module.css'
import type { Scene } from '../visit.ts'
import { useVisit } from '../visit-context.ts'

/** First name and class, and a "no" as large as the "yes": nobody pays for somebody else. */
export function Confirm({ scene }: { scene: Extract<Scene, { at: 'confirm' }> }) {
  const { t } = useTranslation('pos.self-service')
  const pick = useBilingual()
  const { send } = useVisit()
  const customer = useTill().customer(scene.customerId)
  return (
    <section className={css.scene}>
      <h1 className={css.title}>{t('confirm.title')}</h1>
      <p className={css.person}>
        <bdi className={css.name}>{customer ? firstName(pick(customer.name)) : ''}</bdi>
        <span>{t('confirm.class', { className: `⁨${customer?.className ?? ''}⁩` })}</span>
      </p>
      <div className={css.two}>
        <Button kind="bad" className={css.tall} onClick={() => send({ type: 'not-me' })}>
          {t('confirm.no')}
        </Button>
        <Button kind="main" className={css.tall} onClick={() => send({ type: 'confirmed' })}>
          {t('confirm.yes')}
        </Button>
      </div>
    </section>
  )
}
