// chunk: profile
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { LinkedSchool } from '#shared/identity/linked-schools.contract.ts'
import { leaveSchool, openSchool, readSchools } from '../profile.api.ts'
import { AddSchool } from './add-school.tsx'
import css from './profile-part.module.css'
import { Said } from './said.tsx'

/** The schools in which this person has accounts: opened from one another without another sign-in. */
export function SchoolsPart() {
  const { t } = useTranslation('identity.profile')
  const errorText = useErrorText()
  const { answer, failure, again } = useAnswer(readSchools)
  return (
    <>
      <h2 className={css.title}>{t('schools.title')}</h2>
      <p className={common.soft}>{t('schools.lead')}</p>
      {failure && (
        <InlineNotice tone="warning" isBoxed role="alert">
          {errorText(failure)}
        </InlineNotice>
      )}
      {!answer && !failure && <p role="status">{t('loading')}</p>}
      {answer && !answer.isProven && (
        <InlineNotice tone="warning" isBoxed>
          {errorText('auth.school-unproven')}
        </InlineNotice>
      )}
      {answer && answer.schools.length > 0 && (
        <ul className={css.sessions}>
          {answer.schools.map((school) => (
            <OneSchool key={school.schoolId} school={school} onChanged={again} />
          ))}
        </ul>
      )}
      {answer && <AddSchool asksPassword={answer.asksPassword} onAdded={again} />}
    </>
  )
}

function OneSchool({ school, onChanged }: { school: LinkedSchool; onChanged: () => void }) {
  const { t } = useTranslation('identity.profile')
  const errorText = useErrorText()
  const pick = useBilingual()
  const [isAsking, setIsAsking] = useState(false)
  const open = useMutation(openSchool)
  const leave = useMutation(leaveSchool, { onSuccess: onChanged })
  const { schoolId, name, host, isThis, state } = school
  const error = open.error ?? leave.error
  return (
    <li className={css.session}>
      <bdi>{pick(name)}</bdi>
      {isThis && <span className={css.this}>{t('schools.this')}</span>}
      <small>
        <bdi dir="ltr">{host}</bdi>
        {state === 'closed' && ` · ${t('schools.closed')}`}
        {state === 'unproven' && !isThis && ` · ${t('schools.unproven')}`}
      </small>
      <div className={css.acts}>
        {!isThis && state === 'open' && (
          <Button isWorking={open.isPending} onClick={() => void open.mutate(schoolId)}>
            {t('schools.open')}
          </Button>
        )}
        {isAsking ? (
          <>
            <Button kind="bad" isWorking={leave.isPending} onClick={() => void leave.mutate(schoolId)}>
              {t(isThis ? 'schools.leaveSure' : 'schools.removeSure')}
            </Button>
            <Button kind="quiet" onClick={() => setIsAsking(false)}>
              {t('schools.keep')}
            </Button>
          </>
        ) : (
          <Button kind="quiet" onClick={() => setIsAsking(true)}>
            {t(isThis ? 'schools.leave' : 'schools.remove')}
          </Button>
        )}
      </div>
      <Said good={undefined} bad={error && errorText(error)} />
    </li>
  )
}
