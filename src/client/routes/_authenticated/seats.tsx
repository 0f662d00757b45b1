// chunk: office
import { createFileRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { SeatsScreen } from '#client/features/admissions/seats/seats-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

const TypesSheet = lazy(async () => ({
  default: (await import('#client/features/documents/documents/types/types-sheet.tsx')).TypesSheet,
}))

export const Route = createFileRoute('/_authenticated/seats')({
  staticData: { authority: ['admission-officer', 'registrar', 'head', 'finance', 'auditor', 'admin'] },
  loader: () => loadWords('students', 'documents.required', 'errors'),
  component: Seats,
})

function Seats() {
  return <SeatsScreen Papers={TypesSheet} />
}
