// chunk: frame
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import css from './school-mark.module.css'

/** The school's logo and name; the product's own name until the school is known. */
export function SchoolMark({ isLarge = false }: { isLarge?: boolean }) {
  const school = useAtomValue(schoolAtom)
  const { t } = useTranslation()
  const pick = useBilingual()
  return (
    <span className={css.mark} data-large={isLarge || undefined}>
      {school?.logo ? <img src={school.logo} alt="" className={css.logo} /> : <span className={css.gate} />}
      <span className={css.name}>{school ? pick(school.name) : t('product')}</span>
    </span>
  )
}
