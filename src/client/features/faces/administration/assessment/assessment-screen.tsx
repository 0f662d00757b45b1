import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { DownloadIcon, PrintIcon } from '#client/ui/icons/action-icons.tsx'
import type { FaceAssessment } from '#shared/faces/face-settings.contract.ts'
import css from '../components/desk-page.module.css'
import { DeskPage } from '../components/desk-page.tsx'
import { Document } from '../components/document.tsx'
import { listAssessments } from '../face-desk.api.ts'
import { saveAsFile } from '../save-file.ts'
import { storedAssessment } from './assessment-draft.ts'
import { AssessmentForm } from './assessment-form.tsx'
import { type AssessmentDraft, draftFrom, questions } from './assessment-questions.ts'
import { useAnswerText } from './use-answer-text.ts'

/** What was recorded, the newest at first; each version to be read, printed and taken along as a file. */
function AssessmentVersions({ versions }: { versions: readonly FaceAssessment[] }) {
  const { t } = useTranslation('faces.administration')
  const format = useFormat()
  const [chosen, setChosen] = useState(versions[0]?.id)
  const shown = versions.find(({ id }) => id === chosen) ?? versions[0]
  if (!shown) return null
  const title = t('assessment.title')
  return (
    <>
      <div className={css.tools}>
        <SelectField label={t('assessment.version')} value={shown.id} onChange={setChosen}>
          {versions.map(({ id, recordedAt }) => (
            <option key={id} value={id}>
              {format.dateTime(recordedAt)}
            </option>
          ))}
        </SelectField>
        <Button icon={<PrintIcon />} onClick={() => print()}>
          {t('print')}
        </Button>
        <Button
          icon={<DownloadIcon />}
          onClick={() => saveAsFile(shown, `assessment-${shown.recordedAt.slice(0, 10)}`)}
        >
          {t('assessment.file')}
        </Button>
      </div>
      <Recorded assessment={shown} />
      <Document title={title}>
        <Recorded assessment={shown} />
      </Document>
    </>
  )
}

function Recorded({ assessment: { answers, recordedAt, recordedBy } }: { assessment: FaceAssessment }) {
  const { t } = useTranslation('faces.administration')
  const pick = useBilingual()
  const format = useFormat()
  const answerText = useAnswerText()
  const written = draftFrom(answers)
  return (
    <>
      <p className={common.soft}>
        {t('assessment.recorded', { by: pick(recordedBy), at: format.dateTime(recordedAt) })}
      </p>
      <dl className={css.answers}>
        {questions.map((question) => (
          <div key={question}>
            <dt>{t(`question.${question}.ask`)}</dt>
            <dd>{answerText(question, written[question] ?? '')}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** What the school has thought through before it uses faces: to be written, to be shown to the person who asks. */
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
