// chunk: fees
import { createFileRoute, useParams } from '@tanstack/react-router'
import { ReceiptScreen } from '#client/features/fees/receipt/receipt-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/receipt/$admissionNo')({
  staticData: { authority: ['finance', 'registrar', 'head', 'auditor', 'admin'] },
  loader: () => loadWords('fees.desk', 'students', 'errors'),
  component: Receipt,
})

function Receipt() {
  const { admissionNo } = useParams({ from: '/_authenticated/receipt/$admissionNo' })
  return <ReceiptScreen key={admissionNo} number={admissionNo} />
}
