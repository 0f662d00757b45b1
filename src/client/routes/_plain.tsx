// chunk: frame
import { createFileRoute } from '@tanstack/react-router'
import { FormLayout } from '#client/shell/layout/form-layout.tsx'
import { loadSyncChip } from './-sync-chip.ts'

/** Open to everyone, signed in or not, in the plain frame; what a token opens, to signed-in people in the app's own. */
export const Route = createFileRoute('/_plain')({ loader: loadSyncChip, component: FormLayout })
