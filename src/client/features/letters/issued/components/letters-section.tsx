import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { SaveButton } from '#client/platform/files/save-button.tsx'
import { useAnswer } from '#client/platform/use-answer.ts'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import type { IssuedLetter } from '#shared/letters/issued-letter.contract.ts'
import { readLetters, saveLetter } from '../letter.api.ts'
import { useLetterText } from '../use-letter-text.ts'
import css from './letters-section.module.css'

/** What the school has issued about a student, each to save on paper. Load the words of `issued-letters` before. */
export function LettersSection({ studentId }: { studentId: string }) {
  const { t } = useTranslation('letters.issued')
  const errorText = useErrorText()
  const question = useCallback(() => readLetters(studentId), [studentId])
  const { answer, failure, again } = useAnswer(question)
  return (
    <div className={common.stack}>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {!answer && !failure && <Loading>{t('loading')}</Loading>}
      {answer?.letters.length === 0 && <p className={common.soft}>{t('none')}</p>}
      <ul className={common.list}>
        {answer?.letters.map((letter) => (
          <Letter
            key={letter.id}
            letter={letter}
            onSave={async () => {
              // The hash is there once it has been made.
              await saveLetter(studentId, letter.id).finally(again)
            }}
          />
        ))}
      </ul>
    </div>
  )
}

function Letter({ letter, onSave }: { letter: IssuedLetter; onSave: () => Promise<void> }) {
  const { t } = useTranslation('letters.issued')
  const wordOf = useLetterText()
  const pick = useBilingual()
  const format = useFormat()
  const { kind, version, languages, issuedAt, by, standing, endedAt, sha256, differs, missingGlyphs } = letter
  const [first = 'en'] = languages
  const at = format.dateTime(issuedAt)
  const notes = [
    by ? t('issuedBy', { at, name: `\u2068${pick(by.name)}\u2069` }) : t('issuedByItself', { at }),
    ...(endedAt ? [t('endedAt', { at: format.dateTime(endedAt) })] : []),
    t(languages.length === 2 ? 'language.both' : `language.${first}`),
  ]
  return (
    <li className={css.letter} data-standing={standing}>
      <p className={css.head}>
        <strong>{wordOf(kind)}</strong> <span className={common.soft}>{t('version', { version })}</span>
        <span className={css.chip}>{t(`standing.${standing}`)}</span>
      </p>
      <p className={common.soft}>{notes.join(' · ')}</p>
      {sha256 && (
        <p className={common.soft}>
          {t('hash')}
          {': '}
          <bdi dir="ltr" className={css.hash}>
            {sha256}
          </bdi>
        </p>
      )}
      {differs && <InlineNotice tone="problem">{t('differs')}</InlineNotice>}
      {missingGlyphs.length > 0 && (
        <p className={common.bad}>{t('glyphs', { characters: `\u2068${missingGlyphs.join(' ')}\u2069` })}</p>
      )}
      {letter.withoutLogo && <p className={common.soft}>{t('noLogo')}</p>}
      {!differs && (
        <div>
          <SaveButton className={css.button} problemClass={common.bad} working={t('working')} onSave={onSave}>
            {t('save')} <span className="visually-hidden">{`${wordOf(kind)} ${t('version', { version })}`}</span>
          </SaveButton>
        </div>
      )}
    </li>
  )
}
