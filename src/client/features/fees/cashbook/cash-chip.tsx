// chunk: fees
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import common from '#client/ui/common.module.css'
import link from '#client/ui/link.module.css'
import { isolated } from '../isolated.ts'
import { readOwnSession } from './cashbook.api.ts'

/** Says to which session cash that is taken here belongs; nothing where there is no network to ask. */
export function CashChip() {
  const { t } = useTranslation('fees.desk')
  const format = useFormat()
  const { answer } = useAnswer(readOwnSession)
  if (!answer) return null
  const { session } = answer
  return (
    <p className={common.centredActions}>
      {session ? (
        <span className={common.chip}>
          {t('session.chip', { desk: isolated(session.desk), at: format.dateTime(session.openedAt) })}
        </span>
      ) : (
        <span>{t('session.none')}</span>
      )}
      <Link to="/fees" search={{ view: 'cashbook' }} className={link.link}>
        {t('session.book')}
      </Link>
    </p>
  )
}
