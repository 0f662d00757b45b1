import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import common from '#client/ui/common.module.css'
import { DrawnSignature } from '#client/ui/fields/drawn-signature.tsx'
import type { ConsentEvidence } from '#shared/consents/consent.contract.ts'
import css from './submission-sheet.module.css'

interface EvidenceProps {
  guardian: string
  evidence: readonly ConsentEvidence[]
  titleOf(purpose: string): string
}

/** Each time that this guardian decided: what, when, in which language and wording, and the signature. */
export function EvidenceList({ guardian, evidence, titleOf }: EvidenceProps) {
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
