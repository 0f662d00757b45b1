import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import common from '#client/ui/common.module.css'
import { isMessageId } from '#shared/kernel/errors.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import type { DueItem, DueWork } from '../due-work.ts'
import css from './due-sheet.module.css'

/** Files or enquiries with the way to each, and what stands against its erasure. */
export function DueList({ of, items }: { of: DueWork['of']; items: readonly DueItem[] }) {
  const { t, i18n } = useTranslation(['retention', 'students'])
  const errorText = useErrorText()
  return (
    <ul className={css.list}>
      {items.map(({ id, nameIn, reference, day, hindrance }) => {
        const name = <bdi>{nameIn(i18n.language) ?? t('students:noName')}</bdi>
        return (
          <li key={id}>
            {of === 'due' ? (
              <Link to="/student/$id" params={{ id }} className={css.link}>
                {name}
              </Link>
            ) : (
              <Link to="/pre_admission" search={{ open: id }} className={css.link}>
                {name}
              </Link>
            )}
            <span className={common.small}>
              <bdi dir="ltr" className="num">
                {formatReference(reference)}
              </bdi>{' '}
              · {t(of === 'due' ? 'clock.closed' : 'enquiries.came', { day: formatDay(day, i18n.language) })}
            </span>
            {isMessageId(hindrance) && <span className={css.wrong}>{errorText(hindrance)}</span>}
          </li>
        )
      })}
    </ul>
  )
}
