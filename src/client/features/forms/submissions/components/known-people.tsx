import { useAtomValue } from 'jotai'
import { type ReactNode, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { KnownPerson, PersonView } from '#shared/forms/people/person.contract.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import { useReasonText } from '../hooks/use-reason-text.ts'
import { decideOn, listPeople, undoDecision } from '../submissions.api.ts'
import css from './submission-sheet.module.css'

interface PersonLineProps {
  person: PersonView
  note: string
  onOpen: (submissionId: string) => void
  /** What may be done about it. */
  children: ReactNode
}

/** Somebody who is, is not or may be the same, with the submission that tells of them. */
function PersonLine({ person, note, onOpen, children }: PersonLineProps) {
  const { i18n } = useTranslation()
  const pick = useBilingual()
  const { names, birthDate, submission } = person
  return (
    <li className={css.person}>
      <div>
        <button type="button" className={css.name} onClick={() => onOpen(submission.id)}>
          <bdi>{names.join(' · ')}</bdi>
        </button>
        {birthDate && <bdi> {formatDay(birthDate, i18n.language)}</bdi>}
        <small className={css.line}>
          {pick(submission.form)} ·{' '}
          <bdi dir="ltr" className="num">
            {formatReference(submission.reference)}
          </bdi>
        </small>
        <small className={css.line}>{note}</small>
      </div>
      <div className={common.actions}>{children}</div>
    </li>
  )
}

interface KnownPeopleProps {
  submissionId: string
  onOpen: (submissionId: string) => void
}

/** Whom of this submission we may know already, and what staff said about it. Nothing is merged but by a person. */
export function KnownPeople({ submissionId, onOpen }: KnownPeopleProps) {
  const { t } = useTranslation('forms.submissions')
  const errorText = useErrorText()
  const question = useCallback(() => listPeople(submissionId), [submissionId])
  const { answer, failure, again } = useAnswer(question)
  const { mutate, isPending, error } = useMutation((change: () => Promise<unknown>) => change(), { onSettled: again })
  const failed = error ?? failure
  const people = (answer?.people ?? []).filter(
    ({ hints, same, apart }) => hints.length + same.length + apart.length > 0,
  )
  if (people.length === 0 && !failed) return null
  return (
    <section className={css.known} aria-label={t('known.title')} aria-busy={isPending}>
      {failed && (
        <InlineNotice tone="problem">
          {errorText(failed)}{' '}
          {failure && (
            <button type="button" className={css.button} onClick={again}>
              {t('retry')}
            </button>
          )}
        </InlineNotice>
      )}
      {people.map((each) => (
        <OnePerson key={each.person.id} known={each} isWorking={isPending} act={mutate} onOpen={onOpen} />
      ))}
    </section>
  )
}

interface OnePersonProps {
  known: KnownPerson
  isWorking: boolean
  act: (change: () => Promise<unknown>) => Promise<boolean>
  onOpen: (submissionId: string) => void
}

function OnePerson({ known, isWorking, act, onOpen }: OnePersonProps) {
  const { t } = useTranslation('forms.submissions')
  const pick = useBilingual()
  const format = useFormat()
  const reasonText = useReasonText()
  const { kind, user } = useAtomValue(sessionAtom)
  const mayDecide = hasScopedPermission(kind, user?.authority ?? [], 'people.decide')
  const { person, hints, same, apart } = known
  const name = person.names[0] ?? ''
  const button = (text: string, deed: () => Promise<unknown>) => (
    <button type="button" className={css.button} disabled={isWorking} onClick={() => void act(deed)}>
      {text}
    </button>
  )
  const decided = [
    ...same.map((each) => ({ ...each, said: 'same' as const })),
    ...apart.map((each) => ({ ...each, said: 'apart' as const })),
  ]
  return (
    <>
      <h3>{t('known.about', { name: `⁨${name}⁩` })}</h3>
      <ul className={common.tightList}>
        {hints.map(({ person: other, reasons }) => (
          <PersonLine key={other.id} person={other} note={reasons.map(reasonText).join(' · ')} onOpen={onOpen}>
            {mayDecide && (
              <>
                {button(t('known.same'), () => decideOn('same', person.id, other.id))}
                {button(t('known.apart'), () => decideOn('apart', person.id, other.id))}
              </>
            )}
          </PersonLine>
        ))}
        {decided.map(({ person: other, decisionId, by, at, said }) => (
          <PersonLine
            key={other.id}
            person={other}
            note={t(`known.said.${said}`, { by: `⁨${pick(by)}⁩`, at: format.day(at) })}
            onOpen={onOpen}
          >
            {mayDecide && button(t('known.undo'), () => undoDecision(decisionId))}
          </PersonLine>
        ))}
      </ul>
    </>
  )
}
