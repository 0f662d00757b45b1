import { createFileRoute } from '@tanstack/react-router'
import { RegistrationScreen } from '#client/features/faces/registration/registration-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_plain/faceid/registration')({
  loader: () => loadWords('faces', 'faces.guide', 'link', 'errors'),
  component: RegistrationScreen,
})
