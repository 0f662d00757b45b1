import { createFileRoute } from '@tanstack/react-router'
import { DocumentsScreen } from '#client/features/documents/documents/documents-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/upload/$id')({
  staticData: { authority: ['admission-officer', 'registrar', 'head', 'auditor', 'admin'] },
  loader: () => loadWords('documents', 'students.family', 'errors'),
  component: DocumentsScreen,
})
