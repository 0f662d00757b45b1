import { createFileRoute } from '@tanstack/react-router'
import { FamilyDocumentsScreen } from '#client/features/documents/documents/family/family-documents-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_plain/documents')({
  loader: () => loadWords('documents', 'link', 'errors'),
  component: FamilyDocumentsScreen,
})
