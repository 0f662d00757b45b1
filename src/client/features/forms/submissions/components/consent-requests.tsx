import { useAtomValue } from 'jotai'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { DrawnSignature } from '#client/ui/fields/signature/drawn-signature.tsx'
import type { ConsentWording } from '#shared/consents/consent.contract.ts'
import type { ConsentEvidence, ConsentRequest } from '#shared/consents/consent-request.contract.ts'
import type { SubmissionDetail } from '#shared/forms/submission.contract.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import { endConsent, listConsent, listWordings } from '../family.api.ts'
import { AskConsent } from './ask-consent.tsx'
import { LinkActions } from './link-actions.tsx'
import css from './submission-sheet.module.css'

interface EvidenceProps {
  guardian: string
  evidence: readonly ConsentEvidence[]
  titleOf(purpose: string): string
}

/** Each time that this guardian decided: what, when, in which language and wording, and the signature. */
function EvidenceList({ guardian, evidence, titleOf }: EvidenceProps) {
  const { t } = useTranslation('students.family')
  const format = useFormat()
  return (
    <details>
      <summary className={css.summary}>{t('evidence.title', { name: `\u2068${guardian}\u2069` })}</summary>
      <ol className={common.tightList}>
        {evidence.map(({ id, language, decidedAt, counts, signature, onPaper, answers }) => (
          <li key={id}>
            <span className={css.line}>
              {format.dateTime(decidedAt)} · {t(`evidence.language.${language}`)}
              {!counts && <strong> · {t('evidence.uncounted')}</strong>}
            </span>
            {answers.map(({ purpose, version, agrees }) => (
              <span key={purpose} className={css.line}>
                {t(agrees ? 'consent.agrees' : 'consent.refuses', { title: titleOf(purpose) })}{' '}
                <span className={common.soft}>{t('evidence.version', { version })}</span>
              </span>
            ))}
            <span className={css.line}>
              {signature === null && t(onPaper ? 'evidence.paper' : 'evidence.unsigned')}
              {signature?.kind === 'typed' && (
                <>
                  {t('evidence.typed')} <bdi>{signature.name}</bdi>
                </>
              )}
              {signature?.kind === 'drawn' && (
                <DrawnSignature strokes={signature.strokes} label={t('evidence.drawn', { name: guardian })} />
              )}
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}

/** Who was asked for consent, what they said, and the way to ask. */
export function ConsentRequests({ detail }: { detail: SubmissionDetail }) {
  const { t } = useTranslation('students.family')
  const errorText = useErrorText()
  const { kind, user } = useAtomValue(sessionAtom)
  const mayAsk = hasScopedPermission(kind, user?.authority ?? [], 'family.ask')
  const { id } = detail.submission
  const question = useCallback(
    async () => ({ requests: await listConsent(id), wordings: mayAsk ? await listWordings() : [] }),
    [id, mayAsk],
  )
  const { answer, failure, again } = useAnswer(question)
  const [isAsking, setIsAsking] = useState(false)
  return (
    <section className={css.known} aria-label={t('consent.title')}>
      <h3>{t('consent.title')}</h3>
      {failure && (
        <InlineNotice tone="problem">
          {errorText(failure)}{' '}
          <button type="button" className={css.button} onClick={again}>
            {t('retry')}
          </button>
        </InlineNotice>
      )}
      {answer?.requests.length === 0 && <p className={common.soft}>{t('consent.none')}</p>}
      <ul className={common.tightList}>
        {answer?.requests.map((request) => (
          <OneRequest key={request.id} request={request} wordings={answer.wordings} mayEnd={mayAsk} onChange={again} />
        ))}
      </ul>
      {mayAsk && answer && !isAsking && (
        <button type="button" className={css.button} onClick={() => setIsAsking(true)}>
          {t('consent.ask')}
        </button>
      )}
      {isAsking && answer && (
        <AskConsent
          detail={detail}
          wordings={answer.wordings}
          onClose={() => {
            setIsAsking(false)
            again()
          }}
        />
      )}
    </section>
  )
}

interface OneProps {
  request: ConsentRequest
  wordings: readonly ConsentWording[]
  mayEnd: boolean
  onChange(): void
}

function OneRequest({ request, wordings, mayEnd, onChange }: OneProps) {
  const { t } = useTranslation('students.family')
  const pick = useBilingual()
  const format = useFormat()
  const { guardian, state, askedAt, standing, uncounted, evidence } = request
  const titleOf = (purpose: string) => {
    const wording = wordings.find((each) => each.purpose === purpose)
    return wording ? pick(wording.title) : purpose
  }
  return (
    <li data-state={state}>
      <strong>
        <bdi>{guardian}</bdi>
      </strong>{' '}
      <span className={common.soft}>
        {t(`consent.state.${state}`)} · {t('askedAt', { date: format.dateTime(askedAt) })}
      </span>
      {standing.length > 0 && (
        <span className={css.line}>
          {standing
            .map(({ purpose, agrees }) => t(agrees ? 'consent.agrees' : 'consent.refuses', { title: titleOf(purpose) }))
            .join(' · ')}
        </span>
      )}
      {uncounted > 0 && <span className={css.line}>{t('consent.uncounted', { count: uncounted })}</span>}
      {evidence && evidence.length > 0 && <EvidenceList guardian={guardian} evidence={evidence} titleOf={titleOf} />}
      {mayEnd && (
        <LinkActions
          name={guardian}
          isOver={state === 'revoked' || state === 'expired'}
          end={(again) => endConsent(request.id, again)}
          onChange={onChange}
        />
      )}
    </li>
  )
}
