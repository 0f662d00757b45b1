import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import { useLetterText } from '../use-letter-text.ts'
import css from '../verify-screen.module.css'
import type { Verified } from '../verify-work.ts'

/** How a letter stands, in words first: colour only says it once more. */
export function VerifiedLetter({ found, hasFile }: { found: Verified; hasFile: boolean }) {
  const { t, i18n } = useTranslation('letters.issued')
  const wordOf = useLetterText()
  const contact = useAtomValue(schoolAtom)?.contact
  const { standing, kind, issuedOn, isSameFile, isNowSigned, document } = found
  const letterWords = isNowSigned ? ('signed' as const) : standing
  const words = document ? (standing === 'valid' ? ('paper' as const) : ('returned' as const)) : letterWords
  const ask = contact?.phone || contact?.email
  return (
    <section className={css.result} data-standing={standing} aria-label={t('verify.result')}>
      <h2 className={css.heading}>{t(`verify.${words}.title`)}</h2>
      <p>{t(`verify.${words}.text`)}</p>
      {kind && issuedOn && (
        <dl className={css.facts}>
          <dt>{t('verify.kind')}</dt>
          <dd>{wordOf(kind)}</dd>
          <dt>{t('verify.issuedOn')}</dt>
          <dd>{formatDay(issuedOn, i18n.language)}</dd>
        </dl>
      )}
      {document && issuedOn && (
        <dl className={css.facts}>
          <dt>{t(`verify.document.${document.kind}`)}</dt>
          <dd dir="ltr">{document.number}</dd>
          <dt>{t('verify.issuedOn')}</dt>
          <dd>{formatDay(issuedOn, i18n.language)}</dd>
          <dt>{t('verify.total')}</dt>
          <dd dir="ltr">{document.total}</dd>
        </dl>
      )}
      {hasFile && isSameFile !== null && (
        <p data-same={isSameFile} className={css.same}>
          {t(isSameFile ? 'verify.sameFile' : 'verify.otherFile')}
        </p>
      )}
      {standing !== 'valid' && ask && (
        <p>
          {t('verify.ask')}{' '}
          <bdi dir="ltr" className={css.whole}>
            {ask}
          </bdi>
        </p>
      )}
    </section>
  )
}
