import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import editor from '#client/platform/editor/editor.module.css'

/** The way from one letter to all of them. */
export function BackToLetters() {
  const { t } = useTranslation('letters.editor')
  return (
    <Link to="/letters" search={{}} className={editor.back}>
      {t('back')}
    </Link>
  )
}
