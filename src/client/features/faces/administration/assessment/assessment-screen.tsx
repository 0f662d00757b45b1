import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { Button } from '#client/ui/button.tsx'
import css from '../components/desk-page.module.css'
import { DeskPage } from '../components/desk-page.tsx'
import { listAssessments } from '../face-desk.api.ts'
import { storedAssessment } from './assessment-draft.ts'
import { AssessmentForm } from './assessment-form.tsx'
import { type AssessmentDraft, draftFrom } from './assessment-questions.ts'
import { AssessmentVersions } from './assessment-versions.tsx'

/** What the school has thought through before it uses faces: to be written, to be shown to whoever asks. */
export function AssessmentScreen() {
  const { t } = useTranslation('faces.administration')
  const errorText = useErrorText()
  const question = useCallback(async () => {
    // A browser that keeps nothing has kept no draft.
    const [versions, begun] = await Promise.all([listAssessments(), storedAssessment().catch(() => undefined)])
    return { versions, begun }
  }, [])
  const { answer, failure, again } = useAnswer(question)
  const [written, setWritten] = useState<AssessmentDraft | 'closed'>()
  const versions = answer?.versions
  const begun = written === 'closed' ? undefined : (written ?? answer?.begun)
  const close = () => {
    setWritten('closed')
    again()
  }
  return (
    <DeskPage
      place="assessment"
      tools={
        versions &&
        !begun && (
          <Button kind="main" onClick={() => setWritten(draftFrom(versions[0]?.answers))}>
            {t(versions.length === 0 ? 'assessment.begin' : 'assessment.renew')}
          </Button>
        )
      }
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
      loading={answer || failure ? undefined : t('loading')}
      empty={
        versions?.length === 0 && !begun
          ? { title: t('assessment.empty.title'), text: t('assessment.empty.text') }
          : undefined
      }
    >
      {begun ? (
        <AssessmentForm begun={begun} onDone={close} />
      ) : (
        versions && versions.length > 0 && <AssessmentVersions versions={versions} />
      )}
      {!begun && <p className={css.lead}>{t('assessment.lead')}</p>}
    </DeskPage>
  )
}
