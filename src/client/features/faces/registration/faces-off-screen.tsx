import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import css from './faces-off-screen.module.css'

/** Faces are off at every school until it has decided otherwise: what to do instead. */
export function FacesOffScreen() {
  const { t } = useTranslation('faces')
  const pick = useBilingual()
  const school = useAtomValue(schoolAtom)
  return (
    <section className={css.box}>
      <h1 className={css.title}>{t('off.title')}</h1>
      <p>{t('off.text')}</p>
      <p className={css.soft}>{t('off.nothing', { school: school ? `⁨${pick(school.name)}⁩` : '' })}</p>
    </section>
  )
}
