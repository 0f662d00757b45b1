import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ListFrame } from '#client/ui/list-frame.tsx'
import { type MessagesSearch, readMessagesSearch } from '../messages-search.ts'
import { TextsPart } from '../parts/texts-part.tsx'

/** What families are told: in which words. */
export function MessagesScreen() {
  const { t } = useTranslation('messages')
  const { event } = readMessagesSearch(useSearch({ from: '/_authenticated/messages' }))
  const navigate = useNavigate({ from: '/messages' })
  const go = (search: MessagesSearch) => void navigate({ search })
  return (
    <ListFrame title={t('title')} isWide>
      <TextsPart event={event} onOpen={(chosen) => go({ event: chosen })} />
    </ListFrame>
  )
}
