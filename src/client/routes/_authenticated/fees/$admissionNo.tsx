// chunk: fees
import { createFileRoute, useParams } from '@tanstack/react-router'
import { FeeAccountScreen } from '#client/features/fees/account/fee-account-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/fees/$admissionNo')({
  staticData: { authority: ['finance', 'registrar', 'head', 'auditor', 'admin'] },
  loader: () =>
    loadWords(
      'fees.desk',
      'fees.leaving',
      'fees.reminders',
      'fees.overview',
      'fees.payers',
      'identity.setup',
      'students',
      'errors',
    ),
  component: Account,
})

function Account() {
  const { admissionNo } = useParams({ from: '/_authenticated/fees/$admissionNo' })
  return <FeeAccountScreen key={admissionNo} number={admissionNo} />
}
