import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import list from '#client/ui/tables/list-table.module.css'
import { type MessageEvent, messageEvents } from '#shared/admissions/family-message.rules.ts'
import type { LogEntry } from '#shared/messaging/message-log.contract.ts'
import { isMailKind } from '../mail-kinds.ts'
import { MessageActions } from './message-actions.tsx'
import css from './message-log.module.css'

interface RowProps {
  entry: LogEntry
  onChanged: () => void
}

const isEvent = (what: string): what is MessageEvent => (messageEvents as readonly string[]).includes(what)

/** One thing that was written, or waits to be: what, where it stands, about whom, to whom and when. */
export function LogRow({ entry, onChanged }: RowProps) {
  const { t } = useTranslation('messaging')
  const format = useFormat()
  const { id, kind, what, at, state, recipients } = entry
  return (
    <tr>
      <th scope="row">
        {isEvent(what) && kind === 'decision' ? t(`event.${what}`) : isMailKind(what) ? t(`mail.${what}`) : what}
      </th>
      <td>
        <State entry={entry} />
        {kind === 'decision' && (state === 'waiting' || state === 'stopped') && (
          <MessageActions message={entry} onChanged={onChanged} />
        )}
      </td>
      <td>
        <Child entry={entry} />
      </td>
      <td>
        {recipients.map(({ name, email, delivery, failure }) => (
          <small key={`${id} ${email}`} className={css.to}>
            {name && (
              <>
                <bdi>{name}</bdi> ·{' '}
              </>
            )}
            <bdi dir="ltr">{email}</bdi>
            {kind === 'decision' && delivery && ` · ${t(`delivery.${delivery}`)}`}
            {failure && ` · ${t(`failure.${failure}`)}`}
          </small>
        ))}
      </td>
      <td>
        <bdi>{format.dateTime(at)}</bdi>
      </td>
    </tr>
  )
}

function Child({ entry: { students, subject } }: Pick<RowProps, 'entry'>) {
  const { i18n } = useTranslation('messaging')
  if (students.length === 0) return <bdi>{subject ?? '–'}</bdi>
  return students.map(
    ({ student_id: id, registration_id: reference, student_name: latin, student_name_ar: arabic }) => (
      <Link key={id} className={list.open} to="/student/$id" params={{ id }}>
        <bdi>{(i18n.language === 'ar' ? (arabic ?? latin) : (latin ?? arabic)) ?? reference}</bdi>
      </Link>
    ),
  )
}

function State({ entry }: Pick<RowProps, 'entry'>) {
  const { t } = useTranslation('messaging')
  const format = useFormat()
  const pick = useBilingual()
  const { kind, state, dueAt, finding, settledAt, settledBy, reason, textVersion } = entry
  return (
    <>
      <strong>{t(`state.${state}`)}</strong>
      {state === 'waiting' && dueAt && !finding && (
        <small>
          {t('log.until')} <bdi>{format.dateTime(dueAt)}</bdi>
        </small>
      )}
      {state === 'waiting' && finding && (
        <small className={css.finding}>
          {t(`finding.${finding.kind}`)}
          {finding.kind === 'missing' && <bdi dir="ltr"> {finding.field}</bdi>}
        </small>
      )}
      {settledAt && (
        <small>
          <bdi>{format.dateTime(settledAt)}</bdi>
          {settledBy && (
            <>
              {' · '}
              <bdi>{pick(settledBy.name)}</bdi>
            </>
          )}
        </small>
      )}
      {reason && (
        <small>
          <bdi>{reason}</bdi>
        </small>
      )}
      {kind === 'decision' && state === 'sent' && textVersion !== null && textVersion > 0 && (
        <small>{t('text.own', { version: textVersion })}</small>
      )}
    </>
  )
}
