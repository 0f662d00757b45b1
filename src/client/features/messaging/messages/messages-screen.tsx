import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { sessionAtom } from '#client/platform/session/session.ts'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import type { Permission } from '#shared/kernel/roles.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import { BulkMessagePart } from './components/bulk-message-part.tsx'
import { LogPart } from './components/log-part.tsx'
import css from './components/message-log.module.css'
import { TextsPart } from './components/texts-part.tsx'
import { type MessagesSearch, readMessagesSearch } from './messages-search.ts'

const parts = { log: 'messages.log', many: 'messages.many', texts: 'messages.see' } as const satisfies Record<
  string,
  Permission
>
type Part = keyof typeof parts
const isPart = (name: string | undefined): name is Part => name !== undefined && Object.hasOwn(parts, name)

/** What families are told: what went to whom, one message to many, and in which words. */
export function MessagesScreen() {
  const { t } = useTranslation('messaging')
  const search = readMessagesSearch(useSearch({ from: '/_authenticated/messages' }))
  const navigate = useNavigate({ from: '/messages' })
  const { kind, user } = useAtomValue(sessionAtom)
  const open = (['log', 'many', 'texts'] as const).filter((part) =>
    hasScopedPermission(kind, user?.authority ?? [], parts[part]),
  )
  const asked = isPart(search.part) ? search.part : undefined
  const part = asked && open.includes(asked) ? asked : 'log'
  const change = (to: MessagesSearch) => void navigate({ search: to, replace: true })
  return (
    <ListFrame
      title={t('title')}
      isWide
      tools={
        open.length > 1 && (
          <nav className={css.parts} aria-label={t('parts.title')}>
            {open.map((each) => (
              <Link key={each} to="/messages" search={{ part: each }} aria-current={each === part ? 'page' : undefined}>
                {t(`parts.${each}`)}
              </Link>
            ))}
          </nav>
        )
      }
    >
      {part === 'log' && <LogPart search={search} onChange={change} />}
      {part === 'many' && <BulkMessagePart />}
      {part === 'texts' && (
        <TextsPart event={search.event} onOpen={(event) => void navigate({ search: { part: 'texts', event } })} />
      )}
    </ListFrame>
  )
}
