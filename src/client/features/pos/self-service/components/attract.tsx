import { useTranslation } from 'react-i18next'
import css from '../self-service.module.css'
import { useVisit } from '../visit-context.ts'

/** Nobody is here: the whole tablet is one button, and a card is heard as well. */
export function Attract() {
  const { t } = useTranslation('pos.self-service')
  const { send } = useVisit()
  return (
    <section className={css.scene}>
      <h1 className={css.title}>{t('attract.title')}</h1>
      <button type="button" className={css.begin} data-autofocus onClick={() => send({ type: 'began' })}>
        {t('attract.begin')}
      </button>
      <p className={css.soft}>{t('attract.card')}</p>
    </section>
  )
}
