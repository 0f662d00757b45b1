import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AdmissionDates } from '#client/features/admission-dates/screens/admission-dates-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'
import { PageFrame } from '#client/shell/page-frame.tsx'

export const Route = createFileRoute('/_plain/admission-dates')({
  loader: () => loadWords('admission-dates'),
  component: AdmissionDatesPage,
})

function AdmissionDatesPage() {
  const { t } = useTranslation('admission-dates')
  return (
    <PageFrame header={t('title')}>
      <AdmissionDates />
    </PageFrame>
  )
}
