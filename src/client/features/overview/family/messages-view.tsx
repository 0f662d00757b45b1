// chunk: family
import { useTranslation } from 'react-i18next'
import css from './components/family.module.css'
import { MessageList } from './components/message-list.tsx'
import type { ViewProps } from './view.types.ts'

export function MessagesView({ home }: ViewProps) {
  const { t } = useTranslation('overview.family')
  return (
    <>
      <h1 className={css.title}>{t('section.messages')}</h1>
      <MessageList messages={home.messages} />
    </>
  )
}
