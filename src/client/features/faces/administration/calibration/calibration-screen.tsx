import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { Button } from '#client/ui/button.tsx'
import { PrintIcon } from '#client/ui/icons/action-icons.tsx'
import type { FaceCalibration } from '#shared/faces/face-report.contract.ts'
import css from '../components/desk-page.module.css'
import { DeskPage } from '../components/desk-page.tsx'
import { Document } from '../components/document.tsx'
import { readCalibration } from '../face-desk.api.ts'
import { CalibrationFigures } from './calibration-figures.tsx'

/** How well the bands tell this school's own people apart, and on how many that rests. */
export function CalibrationScreen() {
  const { t } = useTranslation('faces.administration')
  const errorText = useErrorText()
  const { answer, failure, again } = useAnswer(readCalibration)
  return (
    <DeskPage
      place="calibration"
      tools={
        answer?.figures && (
          <Button icon={<PrintIcon />} onClick={() => print()}>
            {t('print')}
          </Button>
        )
      }
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
      loading={answer || failure ? undefined : t('loading')}
    >
      {answer && (
        <>
          <Report calibration={answer} />
          {answer.figures && (
            <Document title={t('calibration.title')}>
              <Report isOnPaper calibration={answer} />
            </Document>
          )}
        </>
      )}
    </DeskPage>
  )
}

function Report({ calibration, isOnPaper = false }: { calibration: FaceCalibration; isOnPaper?: boolean }) {
  const { t } = useTranslation('faces.administration')
  const format = useFormat()
  const { people, leastPeople, figures } = calibration
  if (figures) return <CalibrationFigures {...{ people, figures, isOnPaper }} />
  return (
    <div className={css.card} data-tone="warn">
      <h2>{t('calibration.tooFew.title')}</h2>
      <p>{t('calibration.tooFew.text', { people: format.count(people), least: format.count(leastPeople) })}</p>
    </div>
  )
}
