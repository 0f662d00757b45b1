// chunk: face-desk
import { createFileRoute } from '@tanstack/react-router'
import { CalibrationScreen } from '#client/features/faces/administration/calibration/calibration-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/faces/calibration')({
  staticData: { authority: ['admin'] },
  loader: () => loadWords('faces.administration', 'errors'),
  component: CalibrationScreen,
})
