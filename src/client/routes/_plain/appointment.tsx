import { createFileRoute } from '@tanstack/react-router'
import { FamilyAppointmentScreen } from '#client/features/admissions/appointments/family-appointment-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_plain/appointment')({
  loader: () => loadWords('admissions.appointments', 'link', 'errors'),
  component: FamilyAppointmentScreen,
})
