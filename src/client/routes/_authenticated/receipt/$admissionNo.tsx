// chunk: fees
import { createFileRoute } from '@tanstack/react-router'
import { ReceiptScreen } from '#client/features/fees/receipt/receipt-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/receipt/$admissionNo')({
  staticData: { authority: ['finance', 'registrar', 'head', 'auditor', 'admin'] },
  loader: () => loadWords('fees.desk', 'students', 'errors'),
  component: Receipt,
})

function Receipt() {
  const { admissionNo } = Route.useParams()
  return <ReceiptScreen key={admissionNo} number={admissionNo} />
}
