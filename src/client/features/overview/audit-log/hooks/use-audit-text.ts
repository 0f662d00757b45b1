import { useTranslation } from 'react-i18next'
import { useStatusLabel } from '#client/i18n/use-status-label.ts'
import { type AuditAct, auditActs } from '#shared/audit/audit.rules.ts'
import { Role } from '#shared/kernel/fields.ts'
import { type ExportedList, exportedLists } from '#shared/lists/list-columns.rules.ts'
import type { AuditEntry } from '#shared/overview/audit.contract.ts'
import { StudentStatus } from '#shared/students/student-row.contract.ts'

const isAct = (what: string): what is AuditAct => Object.hasOwn(auditActs, what)

const isList = (list: unknown): list is ExportedList => typeof list === 'string' && Object.hasOwn(exportedLists, list)

type Told = Pick<AuditEntry, 'what' | 'facts' | 'source'>

/** Answers a function from an entry to what happened, in plain words; what a newer server writes shows its code. */
export function useAuditText(): (entry: Told) => string {
  const { t, i18n } = useTranslation('audit')
  const { t: ofStaff } = useTranslation('identity.staff')
  const { t: ofStudents } = useTranslation('students')
  const label = useStatusLabel()
  const { t: ofLists } = useTranslation('lists')
  const listed = (parts: readonly string[]) => new Intl.ListFormat(i18n.language, { type: 'unit' }).format(parts)
  const rolesIn = (codes: AuditEntry['facts'][string] | undefined): string[] =>
    String(codes ?? '')
      .split(' ')
      .flatMap((code) => {
        const role = Role.safeParse(code)
        return role.success ? [ofStaff(`role.${role.data}`)] : []
      })
  const statusOf = (code: AuditEntry['facts'][string] | undefined): string => {
    const status = StudentStatus.safeParse(code)
    return status.success ? label(status.data, ofStudents(`status.${status.data}`)) : ''
  }
  const detailsOf = ({ what, facts }: Told): string[] => {
    if (what === 'student-moved') return [statusOf(facts.to)]
    if (what === 'person-invited') return [listed(rolesIn(facts.roles))]
    if (what === 'person-roles') {
      const [added, removed] = [rolesIn(facts.added), rolesIn(facts.removed)]
      return [
        ...(added.length > 0 ? [t('fact.added', { roles: listed(added) })] : []),
        ...(removed.length > 0 ? [t('fact.removed', { roles: listed(removed) })] : []),
      ]
    }
    if (what === 'sign-in' || what === 'sign-in-refused') return [t(facts.kind === 'pos' ? 'fact.till' : 'fact.desk')]
    if (what === 'form-published' || what === 'letter-published' || what === 'consent-wording-published')
      return [t('fact.version', { version: facts.version })]
    if (what === 'school-settings-set') return [t(`fact.settings.${facts.group as 'names'}`)]
    if (what === 'letters-issued') return [t('fact.issued', { count: Number(facts.count) })]
    if (what === 'students-exported' || what === 'students-imported')
      return [t('fact.exported', { count: Number(facts.count), format: String(facts.format).toUpperCase() })]
    if (what === 'list-exported') {
      const rows = t('fact.rows', { count: Number(facts.count), format: String(facts.format).toUpperCase() })
      return [isList(facts.list) ? ofLists(`list.${facts.list}`) : String(facts.list), rows]
    }
    if ((what === 'paper-signature' || what === 'consent-paper') && facts.format)
      return [t('fact.scan', { format: String(facts.format).toUpperCase() })]
    return []
  }
  const said = ({ what, source }: Told): string => {
    if (isAct(what)) return t(`act.${what}`)
    if (what === 'student-moved') return t('act.student-moved')
    return source === 'faces' ? t('act.faces') : what
  }
  return (entry) => [said(entry), ...detailsOf(entry).filter(Boolean)].join(' · ')
}
