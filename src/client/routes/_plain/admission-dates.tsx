import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AdmissionDates } from '#client/features/admissions/admission-dates/admission-dates-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'
import { PageFrame } from '#client/shell/layout/page-frame.tsx'

export const Route = createFileRoute('/_plain/admission-dates')({
  loader: () => loadWords('admissions.dates'),
  component: AdmissionDatesPage,
})

function AdmissionDatesPage() {
  const { t } = useTranslation('admissions.dates')
  return (
    <PageFrame header={t('title')}>
      <AdmissionDates />
    </PageFrame>
  )
}
