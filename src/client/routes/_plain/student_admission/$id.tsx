import { createFileRoute } from '@tanstack/react-router'
import { StudentAdmissionScreen } from '#client/features/form/screens/continue-screen.tsx'

export const Route = createFileRoute('/_plain/student_admission/$id')({ component: StudentAdmissionScreen })
