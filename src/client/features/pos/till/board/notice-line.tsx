import { useAtom } from 'jotai'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { noticeAtom } from '../till.atoms.ts'
import css from './notice-line.module.css'

const staysMs = 4000

/** A passing word at the foot of the goods: read aloud, never in the way. */
export function NoticeLine() {
  const { t } = useTranslation('pos.till')
  const [notice, setNotice] = useAtom(noticeAtom)
  useEffect(() => {
    if (!notice) return undefined
    const timer = setTimeout(() => setNotice(null), staysMs)
    return () => clearTimeout(timer)
  }, [notice, setNotice])
  return (
    <div className={css.place} role="status">
      {notice && (
        <p className={css.notice} data-tone={notice.tone}>
          {t(`notice.${notice.key}`)} <bdi>{notice.subject}</bdi>
        </p>
      )}
    </div>
  )
}
