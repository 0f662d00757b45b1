import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { TextAreaField } from '#client/ui/fields/text-field.tsx'
import list from '#client/ui/tables/list-table.module.css'
import { type InvitedRow, staffRoles } from '#shared/identity/staff.contract.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { Role } from '#shared/kernel/roles.ts'
import { useRoleText } from '../hooks/use-role-text.ts'
import { inviteMany } from '../staff.api.ts'
import { LanguageField } from './invite-sheet.tsx'
import { type RolePreview, RoleTicks } from './role-ticks.tsx'

interface InviteManyProps {
  Preview: RolePreview
  onClose: () => void
  onDone: () => void
}

/** Many colleagues at once, from a list that is pasted or a CSV file: read first, then invited. */
export function InviteManySheet({ Preview, onClose, onDone }: InviteManyProps) {
  const { t, i18n } = useTranslation('identity.staff')
  const errorText = useErrorText()
  const [list, setList] = useState('')
  const [roles, setRoles] = useState<Role[]>([])
  const [language, setLanguage] = useState<Language>(i18n.language === 'ar' ? 'ar' : 'en')
  const [rows, setRows] = useState<InvitedRow[]>()
  const ask = (isApplied: boolean) =>
    inviteMany({ list, roles: staffRoles.filter((role) => roles.includes(role)), language, isApplied })
  const check = useMutation(() => ask(false), { onSuccess: setRows })
  const send = useMutation(() => ask(true), { onSuccess: onDone })
  const failure = check.error ?? send.error
  const added = rows?.filter(({ state }) => state === 'new').length ?? 0
  const isReady = added > 0 && rows?.every(({ problem }) => problem === null)
  /** The list has been changed since it was checked. */
  const change = (how: () => void) => {
    setRows(undefined)
    how()
  }
  const footer = (
    <>
      <Button onClick={onClose}>{t('leave')}</Button>
      {isReady ? (
        <Button kind="main" isWorking={send.isPending} onClick={() => void send.mutate()}>
          {t('many.do', { count: added })}
        </Button>
      ) : (
        <Button
          kind="main"
          disabled={list.trim() === ''}
          isWorking={check.isPending}
          onClick={() => void check.mutate()}
        >
          {t('many.check')}
        </Button>
      )}
    </>
  )
  return (
    <Sheet title={t('many.open')} onClose={onClose} footer={footer} size="wide">
      <p>{t('many.lead')}</p>
      <div className={common.stack}>
        <ListFields list={list} onChange={(typed) => change(() => setList(typed))} />
        <LanguageField language={language} onChange={(chosen) => change(() => setLanguage(chosen))} />
        <p className={common.soft}>{t('many.roles')}</p>
        <RoleTicks Preview={Preview} roles={roles} onChange={(chosen) => change(() => setRoles(chosen))} />
      </div>
      {rows && <InvitedTable rows={rows} />}
      {failure && <InlineNotice tone="problem">{errorText(failure)}</InlineNotice>}
    </Sheet>
  )
}

const longest = 100_000

/** The list as it is typed or pasted, or as a file has it. */
function ListFields({ list, onChange }: { list: string; onChange: (list: string) => void }) {
  const { t } = useTranslation('identity.staff')
  const read = async (file: File | undefined) => {
    if (file) onChange((await file.text()).slice(0, longest))
  }
  return (
    <>
      <TextAreaField
        label={t('many.list')}
        hint={t('many.hint')}
        rows={8}
        dir="auto"
        maxLength={longest}
        value={list}
        onChange={onChange}
      />
      <label>
        {t('many.file')}{' '}
        <input
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          onChange={(event) => void read(event.currentTarget.files?.[0])}
        />
      </label>
    </>
  )
}

/** What was read from a list of people, line by line: who is invited, who is known, what has to be put right. */
function InvitedTable({ rows }: { rows: readonly InvitedRow[] }) {
  const { t } = useTranslation('identity.staff')
  const pick = useBilingual()
  const { list: roleList } = useRoleText()
  const refused = rows.filter(({ problem }) => problem !== null).length
  return (
    <>
      <p role="status">
        {refused > 0 ? t('many.refused', { count: refused }) : t('many.ready', { count: rows.length })}
      </p>
      <table className={list.table}>
        <thead>
          <tr>
            <th scope="col">{t('many.line')}</th>
            <th scope="col">{t('invite.email')}</th>
            <th scope="col">{t('column.name')}</th>
            <th scope="col">{t('column.roles')}</th>
            <th scope="col">{t('column.state')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.row}>
              <td className="num">{row.row}</td>
              <td>
                <bdi dir="ltr">{row.email}</bdi>
              </td>
              <td>
                <bdi>{pick(row.name)}</bdi>
              </td>
              <td>{roleList(row.roles)}</td>
              <td>{row.problem ? t(`many.problem.${row.problem}`) : t(`many.state.${row.state}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
