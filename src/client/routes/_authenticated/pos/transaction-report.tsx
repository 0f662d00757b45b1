import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_authenticated/pos/transaction-report')({
  staticData: { authority: ['supervisor', 'finance', 'head', 'admin'] },
})
