import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { Button } from '#client/ui/button.tsx'
import { LetterPage } from '#client/ui/letter/letter-page.tsx'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import { type LetterRequest, readOfferLetter } from '../offer-desk.api.ts'
import css from './offer-section.module.css'

interface LetterViewProps {
  studentId: string
  of: LetterRequest['of']
}

/** A button that shows the letter as the family reads it, and hides it again. */
export function OfferLetterView(props: LetterViewProps) {
  const { t } = useTranslation('admissions')
  const [isShown, setShown] = useState(false)
  const id = useId()
  return (
    <>
      <Button aria-expanded={isShown} aria-controls={isShown ? id : undefined} onClick={() => setShown(!isShown)}>
        {t(isShown ? 'offers.hideLetter' : 'offers.showLetter')}
      </Button>
      {isShown && (
        <div id={id} className={css.letter}>
          <Letter key={JSON.stringify(props.of)} {...props} />
        </div>
      )}
    </>
  )
}

/** How long typing rests before the letter is updated. */
const restMs = 700

/** The letter beside what is typed, updated when typing pauses; an invalid value keeps the last one. */
export function LiveLetter({ studentId, of }: { studentId: string; of: LetterRequest['of'] | undefined }) {
  const { t } = useTranslation('admissions')
  const asked = of && JSON.stringify(of)
  const [shown, setShown] = useState(asked)
  useEffect(() => {
    if (asked === undefined || asked === shown) return
    const timer = setTimeout(() => setShown(asked), shown === undefined ? 0 : restMs)
    return () => clearTimeout(timer)
  }, [asked, shown])
  return (
    <section aria-label={t('offers.preview')} className={css.preview}>
      {shown === undefined ? (
        <p className={css.soft}>{t('offers.previewLater')}</p>
      ) : (
        <Letter key={shown} studentId={studentId} of={JSON.parse(shown) as LetterRequest['of']} />
      )}
    </section>
  )
}

function Letter({ studentId, of }: LetterViewProps) {
  const { t } = useTranslation('admissions')
  const errorText = useErrorText()
  const logo = useAtomValue(schoolAtom)?.logo
  const asked = JSON.stringify(of)
  const question = useCallback(
    () => readOfferLetter({ student_id: studentId, of: JSON.parse(asked) as LetterRequest['of'] }),
    [studentId, asked],
  )
  const { answer, failure, again } = useAnswer(question)
  return (
    <>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {!answer && !failure && <Loading>{t('loading')}</Loading>}
      {answer && <LetterPage letter={answer.document} logo={logo} />}
    </>
  )
}
