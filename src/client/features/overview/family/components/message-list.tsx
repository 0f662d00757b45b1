// chunk: family
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import type { FamilyHome } from '#shared/overview/family/family-home.contract.ts'
import css from './family.module.css'

/** What the school has written, the newest first. The short list shows how each begins. */
export function MessageList({ messages, isShort = false }: { messages: FamilyHome['messages']; isShort?: boolean }) {
  const { t } = useTranslation('overview.family')
  const format = useFormat()
  if (messages.length === 0)
    return (
      <div className={css.card}>
        <b>{t('message.none')}</b>
        <p>{t('message.noneText')}</p>
      </div>
    )
  return (
    <ul className={`${css.card} ${css.list}`}>
      {messages.map(({ id, title, text, at }) => (
        <li key={id} className={`${css.row} ${css.message}`}>
          <b>
            <bdi>{title}</bdi>
          </b>
          <time dateTime={at}>{format.day(at)}</time>
          {(isShort ? text.slice(0, 1) : text).map((part) => (
            <p key={part} dir="auto">
              {part}
            </p>
          ))}
        </li>
      ))}
    </ul>
  )
}
