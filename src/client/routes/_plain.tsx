import { createFileRoute } from '@tanstack/react-router'
import { FormLayout } from '#client/shell/layout/form-layout.tsx'

/** Open to everyone, signed in or not, in the plain frame. */
export const Route = createFileRoute('/_plain')({ component: FormLayout })
