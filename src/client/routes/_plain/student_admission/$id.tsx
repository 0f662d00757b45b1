import { createFileRoute } from '@tanstack/react-router'
import { StudentAdmissionScreen } from '#client/features/forms/fill/continue-screen.tsx'

export const Route = createFileRoute('/_plain/student_admission/$id')({ component: StudentAdmissionScreen })
