import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import type { LimitedAct } from '#shared/pos/approvals/till-limit.contract.ts'
import type { TillLimitSet } from '#shared/pos/approvals/till-limit-set.contract.ts'
import { limitRoles, usualLimits } from '#shared/pos/approvals/usual-limits.ts'
import { LimitRow } from './limit-row.tsx'
import { boundsOf, limitKey, offeredActs, type LimitsDraft, type LimitSubject } from './limits-draft.ts'
import type { LimitsEntry } from './use-limits.ts'

export const rowId = (act: LimitedAct): string => `limit-${act}`

interface SubjectProps {
  set: TillLimitSet
  draft: LimitsDraft
  subject: LimitSubject
  onChange: (subject: LimitSubject) => void
}

/** For whom limits are shown; who has some of their own is marked. */
export function SubjectField({ set, draft, subject, onChange }: SubjectProps) {
  const { t } = useTranslation('pos.limits')
  const pick = useBilingual()
  const keys = Object.keys(draft.limits)
  const option = (value: LimitSubject, name: string) => (
    <option key={value} value={value}>
      {keys.some((key) => key.startsWith(`${value}|`)) ? t('subject.own', { name }) : name}
    </option>
  )
  return (
    <SelectField
      label={t('subject.label')}
      hint={t('subject.hint')}
      value={subject}
      onChange={(value) => onChange(value as LimitSubject)}
    >
      <optgroup label={t('subject.role')}>
        {limitRoles.map((role) => option(`role|${role}`, t(`role.${role}`)))}
      </optgroup>
      <optgroup label={t('subject.device')}>
        {set.tills.map(({ tillId, name, site }) => option(`device|${tillId}`, `${pick(site)} · ${pick(name)}`))}
      </optgroup>
      <optgroup label={t('subject.person')}>
        {set.people.map(({ userId, name }) => option(`person|${userId}`, pick(name)))}
      </optgroup>
    </SelectField>
  )
}

/** The limit of every act for one role, person or till. */
export function LimitRows({ entry, subject }: { entry: LimitsEntry; subject: LimitSubject }) {
  const { draft, wrong, currency, change } = entry
  const role = limitRoles.find((each) => subject === `role|${each}`)
  return offeredActs.map((act) => (
    <LimitRow
      key={`${subject}|${act}`}
      act={act}
      id={rowId(act)}
      limit={draft.limits[limitKey(subject, act)]}
      usual={role && usualLimits[role][act]}
      currency={currency}
      wrong={boundsOf(act).filter((which) => wrong.includes(`${limitKey(subject, act)}.${which}`))}
      onChange={(limit) => change(subject, act, limit)}
    />
  ))
}
