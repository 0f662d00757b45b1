import { type FormEvent, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { FamilyGuardian } from '#shared/overview/family/family-guardians.contract.ts'
import type { FamilyChild } from '#shared/overview/family/family-home.contract.ts'
import type { FamilyRight } from '#shared/overview/family/family-rights.rules.ts'
import { inviteGuardian, listGuardians, revokeGuardian } from '../family-people.api.ts'
import { useChildName } from '../use-child-name.ts'
import css from './canteen.module.css'
import { RightsChoice, Typed } from './invitation-fields.tsx'
import shared from './family.module.css'

/** Who sees a child here; a guardian whom the school knows invites others, says what they see, and ends it. */
export function People({ child }: { child: FamilyChild }) {
  const { t } = useTranslation('overview.family')
  const { first } = useChildName()
  const errorText = useErrorText()
  const list = useCallback(() => listGuardians(child.studentId), [child.studentId])
  const { answer, failure } = useAnswer(list)
  const [changed, setChanged] = useState<FamilyGuardian[]>()
  const [invites, setInvites] = useState(false)
  const guardians = changed ?? answer?.guardians ?? []
  return (
    <>
      <h3 className={shared.sub}>{t('people.title', { name: first(child) })}</h3>
      {failure && <InlineNotice tone="problem">{errorText(failure)}</InlineNotice>}
      <ul className={shared.list}>
        {guardians.map((guardian) => (
          <Person key={guardian.email} guardian={guardian} child={child} onDone={setChanged} />
        ))}
      </ul>
      {invites ? (
        <Invitation
          child={child}
          close={() => setInvites(false)}
          onDone={(now) => {
            setChanged(now)
            setInvites(false)
          }}
        />
      ) : (
        <div className={shared.buttons}>
          <button type="button" className={shared.button} onClick={() => setInvites(true)}>
            {t('people.invite')}
          </button>
        </div>
      )}
    </>
  )
}

interface Changing {
  child: FamilyChild
  onDone: (guardians: FamilyGuardian[]) => void
}

function Person({ guardian, child, onDone }: Changing & { guardian: FamilyGuardian }) {
  const { t } = useTranslation('overview.family')
  const errorText = useErrorText()
  const { first } = useChildName()
  const [asks, setAsks] = useState(false)
  const { mutate, isPending, error } = useMutation(() => revokeGuardian(child.studentId, guardian.email), {
    onSuccess: ({ guardians }) => onDone(guardians),
  })
  const { email, name, isMe, isInvited, hasAccount, rights } = guardian
  const shown = name ?? email
  const facts = [
    isMe ? t('people.you') : t(isInvited ? 'people.invited' : 'people.school'),
    hasAccount ? '' : t('people.noAccount'),
    ...(isInvited ? rights.map((right) => t(`people.right.${right}`)) : []),
  ].filter(Boolean)
  return (
    <li>
      <div className={shared.row}>
        <span>
          <bdi>{shown}</bdi>
          <small>{facts.join(' · ')}</small>
        </span>
        {isInvited && !asks && (
          <button type="button" className={shared.button} data-danger onClick={() => setAsks(true)}>
            {t('people.revoke')} <span className="visually-hidden">{shown}</span>
          </button>
        )}
      </div>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      {asks && (
        <div className={css.ask} role="group" aria-label={t('people.sure', { name: shown })}>
          <b>{t('people.sure', { name: shown })}</b>
          <p>{t('people.sureText', { child: first(child) })}</p>
          <div className={shared.buttons}>
            <button
              type="button"
              className={shared.button}
              data-danger
              aria-busy={isPending}
              onClick={() => void mutate()}
            >
              {t('people.revoke')}
            </button>
            <button type="button" className={shared.button} onClick={() => setAsks(false)}>
              {t('people.keep')}
            </button>
          </div>
        </div>
      )}
    </li>
  )
}

function Invitation({ child, onDone, close }: Changing & { close: () => void }) {
  const { t, i18n } = useTranslation('overview.family')
  const errorText = useErrorText()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [rights, setRights] = useState<FamilyRight[]>(['admission', 'canteen'])
  const [tried, setTried] = useState(false)
  const { mutate, isPending, error } = useMutation(
    () =>
      inviteGuardian({
        student_id: child.studentId,
        guardian: name,
        email,
        rights,
        language: i18n.language === 'ar' ? 'ar' : 'en',
      }),
    { onSuccess: ({ guardians }) => onDone(guardians) },
  )
  const wrong = {
    name: name.trim().length < 2,
    email: !/^\S+@\S+\.\S+$/.test(email.trim()),
    rights: rights.length === 0,
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!wrong.name && !wrong.email && !wrong.rights) void mutate()
  }
  return (
    <form className={css.form} onSubmit={send} noValidate>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      <Typed
        label={t('people.name')}
        value={name}
        maxLength={120}
        fault={tried && wrong.name ? t('people.needName') : undefined}
        onChange={setName}
      />
      <Typed
        label={t('people.email')}
        type="email"
        dir="ltr"
        value={email}
        maxLength={200}
        fault={tried && wrong.email ? t('people.needEmail') : undefined}
        onChange={setEmail}
      />
      <RightsChoice rights={rights} onChange={setRights} isWrong={tried && wrong.rights} />
      <div className={shared.buttons}>
        <button type="submit" className={shared.button} data-primary aria-busy={isPending}>
          {t('people.send')}
        </button>
        <button type="button" className={shared.button} onClick={close}>
          {t('people.cancel')}
        </button>
      </div>
    </form>
  )
}
