import { useAtomValue } from 'jotai'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import sheet from '#client/features/students/record/components/student-sheet.module.css'
import { sessionAtom } from '#client/platform/session/session.ts'
import common from '#client/ui/common.module.css'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { DateField } from '#client/ui/fields/text-field.tsx'
import { UserId } from '#shared/kernel/fields.ts'
import { actorRolesOf } from '#shared/students/actor-roles.rules.ts'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import type { StudentChange } from '../../student-file/student.api.ts'
import { Said } from '../../transitions/components/transition-form.tsx'
import { useTransitionText } from '../../transitions/hooks/use-transition-text.ts'
import { changeOf, emptyDraft, missingFields, transitionKey } from '../../transitions/transition-draft.ts'
import { bulkSteps } from '../bulk-steps.ts'
import { useOwnerChoices } from '../hooks/use-owner-choices.ts'

/** What is to be done with all of them, and the fields in which it is said; no change while something is missing, which is said once it `isTried`. */
export function useBulkChange(
  students: readonly StudentRow[],
  isTried: boolean,
): {
  change: StudentChange | undefined
  fields: ReactNode
} {
  const { t } = useTranslation('admissions.student-list')
  const { user } = useAtomValue(sessionAtom)
  const moveText = useTransitionText()
  const wrongId = useId()
  const owners = useOwnerChoices(students, user?.userId)
  const steps = bulkSteps(students, actorRolesOf(user?.authority ?? []))
  const [chosen, setChosen] = useState('')
  const [owner, setOwner] = useState('none')
  const [due, setDue] = useState('')
  const [draft, setDraft] = useState(emptyDraft)
  const step = steps.find((each) => transitionKey(each) === chosen)
  const given = owner === 'none' ? null : UserId.parse(owner)
  const assign = { kind: 'assign', owner: given, nextActionOn: due || null } as const
  const said = step && missingFields(step, draft).length === 0 ? changeOf(step, draft) : undefined
  const fields = (
    <>
      <p className={common.soft}>{t('bulk.checkText')}</p>
      <SelectField
        label={t('bulk.what')}
        value={chosen}
        {...(isTried && chosen === '' && { 'aria-invalid': true, 'aria-describedby': wrongId })}
        onChange={setChosen}
      >
        <option value="">{t('bulk.choose')}</option>
        <option value="assign">{t('bulk.assign')}</option>
        <optgroup label={t('bulk.step')}>
          {steps.map((each) => (
            <option key={transitionKey(each)} value={transitionKey(each)}>
              {moveText(each)}
            </option>
          ))}
        </optgroup>
      </SelectField>
      {isTried && chosen === '' && (
        <p id={wrongId} className={sheet.wrong}>
          {t('bulk.missing')}
        </p>
      )}
      {chosen === 'assign' && (
        <AssignFields owners={owners} owner={owner} due={due} onOwner={setOwner} onDue={setDue} />
      )}
      {step && <Said move={step} draft={draft} lacks={isTried ? missingFields(step, draft) : []} onDraft={setDraft} />}
    </>
  )
  return { change: chosen === 'assign' ? assign : said, fields }
}

interface AssignProps {
  owners: ReturnType<typeof useOwnerChoices>
  owner: string
  due: string
  onOwner: (owner: string) => void
  onDue: (due: string) => void
}

function AssignFields({ owners, owner, due, onOwner, onDue }: AssignProps) {
  const { t } = useTranslation('admissions.student-list')
  return (
    <>
      <SelectField label={t('bulk.owner')} value={owner} onChange={onOwner}>
        {owners.map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <DateField label={t('bulk.due')} value={due} onChange={onDue} />
    </>
  )
}
