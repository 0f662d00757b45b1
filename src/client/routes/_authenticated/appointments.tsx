import { createFileRoute } from '@tanstack/react-router'
import { AppointmentsScreen } from '#client/features/admissions/appointments/appointments-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/appointments')({
  staticData: { authority: ['admission-officer', 'registrar', 'head', 'admin'] },
  loader: () => loadWords('admissions.appointments', 'admissions.calendar', 'errors'),
  component: AppointmentsScreen,
})
