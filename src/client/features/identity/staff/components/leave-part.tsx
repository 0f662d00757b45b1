import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import type { StaffPerson } from '#shared/identity/staff.contract.ts'
import { hasPermission } from '#shared/kernel/roles.ts'
import { leave } from '../staff.api.ts'

interface LeavePartProps {
  person: StaffPerson
  people: readonly StaffPerson[]
  onDone: () => void
}

/** Somebody leaves the school: what they hold is counted first, then handed over in one step. */
export function LeavePart({ person, people, onDone }: LeavePartProps) {
  const { t } = useTranslation('identity.staff')
  const pick = useBilingual()
  const errorText = useErrorText()
  const [owned, setOwned] = useState<Awaited<ReturnType<typeof leave>>>()
  const [to, setTo] = useState('')
  const heir = people.find(({ id }) => id === to)?.id ?? null
  const look = useMutation(() => leave({ id: person.id, heir: null, isApplied: false }), { onSuccess: setOwned })
  const go = useMutation(() => leave({ id: person.id, heir, isApplied: true }), { onSuccess: onDone })
  const failure = look.error ?? go.error
  const mayTakeOver = (each: StaffPerson) =>
    each.id !== person.id && each.state === 'active' && hasPermission(each.roles, 'students.decide')
  return (
    <section className={common.stack}>
      <h3>{t('leaves.title')}</h3>
      <p className={common.soft}>{t('leaves.lead')}</p>
      {!owned && (
        <p>
          <Button isWorking={look.isPending} onClick={() => void look.mutate()}>
            {t('leaves.look')}
          </Button>
        </p>
      )}
      {owned && (
        <>
          <ul>
            {(['files', 'tasks', 'filters', 'proposals'] as const).map((what) => (
              <li key={what}>{t(`leaves.${what}`, { count: owned[what] })}</li>
            ))}
          </ul>
          <SelectField label={t('leaves.to')} hint={t('leaves.toHint')} value={to} onChange={setTo}>
            <option value="">{t('leaves.nobody')}</option>
            {people.filter(mayTakeOver).map((each) => (
              <option key={each.id} value={each.id}>
                {pick(each.name)}
              </option>
            ))}
          </SelectField>
          <p>
            <Button kind="bad" isWorking={go.isPending} onClick={() => void go.mutate()}>
              {t('leaves.do')}
            </Button>
          </p>
        </>
      )}
      {failure && <InlineNotice tone="problem">{errorText(failure)}</InlineNotice>}
    </section>
  )
}
