import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { type StaffPerson, staffRoles } from '#shared/identity/staff.contract.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { hasPermission, type Role } from '#shared/kernel/roles.ts'
import { giveRoles, leave, remind, resetFactor, setDisabled } from '../staff.api.ts'
import { type RolePreview, RoleTicks } from './role-ticks.tsx'
import css from './staff.module.css'

interface PersonSheetProps {
  person: StaffPerson
  /** Everybody, of whom one takes over when this person leaves. */
  people: readonly StaffPerson[]
  Preview: RolePreview
  onClose: () => void
  onDone: () => void
  /** Invited again, with the link to hand over where the server sends no email. */
  onInvited: (link: string | null) => void
}

/** One colleague: which roles they have, whether they can get in, and what has been done with their account. */
export function PersonSheet({ person, people, Preview, onClose, onDone, onInvited }: PersonSheetProps) {
  const { t } = useTranslation('identity.staff')
  const pick = useBilingual()
  const errorText = useErrorText()
  const format = useFormat()
  const { mutate, isPending, error } = useMutation((change: () => Promise<unknown>) => change(), { onSuccess: onDone })
  const [roles, setRoles] = useState<Role[]>([...person.roles])
  const given = staffRoles.filter((role) => roles.includes(role))
  const had = staffRoles.filter((role) => person.roles.includes(role))
  const isChanged = given.join(' ') !== had.join(' ')
  const losesOne = had.some((role) => !given.includes(role))
  const save = () => mutate(() => giveRoles({ id: person.id, knownRoles: [...person.roles], roles: given }))
  const footer = (
    <>
      <Button onClick={onClose}>{t('leave')}</Button>
      <Button kind="main" disabled={!isChanged || given.length === 0} isWorking={isPending} onClick={() => void save()}>
        {t('person.save')}
      </Button>
    </>
  )
  return (
    <Sheet title={<bdi>{pick(person.name)}</bdi>} onClose={onClose} footer={footer} size="wide">
      <p className={common.soft}>
        {t(`state.${person.state}`)} · <bdi dir="ltr">{person.email}</bdi>
        {person.state === 'invited' && person.invitedAt && (
          <>
            {' · '}
            {t('person.invited')} <bdi>{format.dateTime(person.invitedAt)}</bdi>
          </>
        )}
      </p>
      <RoleTicks Preview={Preview} roles={roles} onChange={setRoles} />
      {losesOne && <p>{t('person.signsOut')}</p>}
      {given.length === 0 && <p role="alert">{t('invite.missing.roles')}</p>}
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      <PersonActions person={person} mutate={mutate} onInvited={onInvited} />
      {person.hasSecondFactor && <FactorReset id={person.id} onDone={onDone} />}
      {person.roles.length > 0 && <LeavePart person={person} people={people} onDone={onDone} />}
      {hasPermission(person.roles, 'till.operate') && <p className={common.soft}>{t('person.pin')}</p>}
      <p>
        <Link to="/audit" search={{ kind: 'person', id: person.id }}>
          {t('person.record')}
        </Link>
      </p>
    </Sheet>
  )
}

interface PersonActionsProps extends Pick<PersonSheetProps, 'person' | 'onInvited'> {
  mutate: (change: () => Promise<unknown>) => Promise<boolean>
}

function PersonActions({ person: { id, state }, mutate, onInvited }: PersonActionsProps) {
  const { t, i18n } = useTranslation('identity.staff')
  const [isSure, setIsSure] = useState(false)
  const language = i18n.language === 'ar' ? 'ar' : 'en'
  return (
    <p className={css.actions}>
      {state === 'invited' && (
        <Button onClick={() => void mutate(async () => onInvited(await remind({ id, language })))}>
          {t('person.remind')}
        </Button>
      )}
      {state === 'disabled' && (
        <Button onClick={() => void mutate(() => setDisabled({ id, isDisabled: false }))}>{t('person.enable')}</Button>
      )}
      {state !== 'disabled' && !isSure && (
        <Button kind="bad" onClick={() => setIsSure(true)}>
          {t('person.disable')}
        </Button>
      )}
      {state !== 'disabled' && isSure && (
        <>
          <span>{t('person.disableSure')}</span>
          <Button kind="bad" onClick={() => void mutate(() => setDisabled({ id, isDisabled: true }))}>
            {t('person.disableDo')}
          </Button>
        </>
      )}
    </p>
  )
}

/** Takes the second factor of a colleague away who has lost it, after a second press. */
function FactorReset({ id, onDone }: { id: UserId; onDone: () => void }) {
  const { t, i18n } = useTranslation('identity.staff')
  const errorText = useErrorText()
  const [isSure, setIsSure] = useState(false)
  const { mutate, isPending, error } = useMutation(resetFactor, { onSuccess: onDone })
  const language = i18n.language === 'ar' ? 'ar' : 'en'
  return (
    <div className={css.actions}>
      {isSure && <span>{t('person.factorSure')}</span>}
      <Button
        kind="bad"
        isWorking={isPending}
        onClick={() => (isSure ? void mutate({ id, language }) : setIsSure(true))}
      >
        {t('person.factorReset')}
      </Button>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </div>
  )
}

interface LeavePartProps {
  person: StaffPerson
  people: readonly StaffPerson[]
  onDone: () => void
}

/** Somebody leaves the school: what they hold is counted first, then handed over in one step. */
function LeavePart({ person, people, onDone }: LeavePartProps) {
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
