import { createFileRoute } from '@tanstack/react-router'
import { FacesOffScreen } from '#client/features/faces/screens/faces-off-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_plain/faceid/registration')({
  loader: () => loadWords('faces'),
  component: () => <FacesOffScreen wanted="register" />,
})
