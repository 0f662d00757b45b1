import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { ExportButton } from '#client/platform/files/export-button.tsx'
import { sessionAtom } from '#client/platform/session/session.ts'
import link from '#client/ui/link.module.css'
import frame from '#client/ui/tables/list-frame.module.css'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import { AuditFilter } from '#shared/overview/audit.contract.ts'
import { exportRecord } from './audit.api.ts'
import { type AuditSearch, readAuditSearch } from './audit-search.ts'
import css from './components/audit.module.css'
import { AuditSentence } from './components/audit-sentence.tsx'
import { AuditTable } from './components/audit-table.tsx'
import { useAudit } from './hooks/use-audit.ts'

/** What of the address the server understands: a part that it would refuse is left out, and the rest still asked for. */
export function filterOf({ kind, id, ...search }: AuditSearch): AuditFilter {
  const asked = { ...search, ...(kind && id && { about: { kind, id } }) }
  return Object.fromEntries(
    Object.entries(asked).flatMap(([name, value]) => {
      const read = AuditFilter.safeParse({ [name]: value })
      return read.success ? Object.entries(read.data) : []
    }),
  )
}

/** The record of what was done in the school's name, to be searched and never to be changed. */
export function AuditScreen() {
  const { t } = useTranslation('audit')
  const errorText = useErrorText()
  const { kind, user } = useAtomValue(sessionAtom)
  const search = readAuditSearch(useSearch({ from: '/_authenticated/audit' }))
  const navigate = useNavigate({ from: '/audit' })
  const { entries, people, next, failure, isLoading, retry, more } = useAudit(filterOf(search))
  const change = (asked: AuditSearch) => void navigate({ search: asked, replace: true })
  const about = entries?.find((entry) => entry.about?.id === search.id)?.about
  return (
    <ListFrame
      title={t('title')}
      isWide
      tools={<ExportButton list="record" of={entries} fetchFile={(how) => exportRecord(filterOf(search), how)} />}
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: retry }}
    >
      <p className={css.lead}>
        {t('lead')}{' '}
        {hasScopedPermission(kind, user?.authority ?? [], 'breaches.keep') && (
          <Link to="/data-breaches" className={link.link}>
            {t('breaches')}
          </Link>
        )}
      </p>
      <AuditSentence search={search} people={people} about={about} onChange={change} />
      {!entries && isLoading && <p role="status">{t('loading')}</p>}
      {entries?.length === 0 && <p role="status">{t('empty')}</p>}
      {entries && entries.length > 0 && (
        <AuditTable entries={entries} onAbout={({ kind, id }) => change({ ...search, kind, id })} />
      )}
      {next && (
        <p className={css.more}>
          <button type="button" className={frame.button} aria-busy={isLoading} onClick={() => void more()}>
            {t('more')}
          </button>
        </p>
      )}
    </ListFrame>
  )
}
