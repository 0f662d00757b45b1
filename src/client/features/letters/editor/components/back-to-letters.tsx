import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import css from './editor.module.css'

/** The way from one letter to all of them. */
export function BackToLetters() {
  const { t } = useTranslation('letters.editor')
  return (
    <Link to="/letters" search={{}} className={css.back}>
      {t('back')}
    </Link>
  )
}
