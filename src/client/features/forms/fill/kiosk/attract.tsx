import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import type { PublishedForm } from '#shared/forms/form.contract.ts'
import css from './kiosk-screen.module.css'

/** What a family sees that comes up to the desk: a welcome, and one large button per form. */
export function Attract({
  forms,
  onBegin,
}: {
  forms: readonly PublishedForm[]
  onBegin: (form: PublishedForm) => void
}) {
  const { t } = useTranslation('forms.kiosk')
  const pick = useBilingual()
  return (
    <section className={css.box}>
      <h1 className={css.title}>{t('welcome')}</h1>
      <p>{t('touch')}</p>
      {forms.map((form) => (
        <button key={form.slug} type="button" className={css.big} onClick={() => onBegin(form)}>
          {pick(form.definition.title)}
        </button>
      ))}
    </section>
  )
}
