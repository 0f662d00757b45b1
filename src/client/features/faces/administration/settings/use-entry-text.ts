import { useTranslation } from 'react-i18next'
import { type FaceAuditEntry, ForgetReason } from '#shared/faces/face-report.contract.ts'
import { RotationReason } from '#shared/faces/face-settings.contract.ts'
import { FaceMode, FaceOutcome } from '#shared/recognition/face.contract.ts'

const actions = [
  'assessed',
  'switched-on',
  'switched-off',
  'settings',
  'rotated',
  'enrolled',
  'enrolment-refused',
  'decided',
  'overridden',
  'deleted',
  'certified',
  'pupil-said-no',
  'pupil-took-back-no',
  'suspected',
  'suspicion-decided',
  'list-taken',
  'pin-set',
  'pin-taken-away',
  'charge-held',
  'charge-decided',
] as const
const isKnown = (action: string): action is (typeof actions)[number] => (actions as readonly string[]).includes(action)

type Noted = Pick<FaceAuditEntry, 'action' | 'detail'>

const settingNames = [
  'galleryHours',
  'fallbackDays',
  'weekend',
  'chooseByName',
  'keepsPictures',
  'acceptedWording',
  'bands',
] as const

/** Answers a function from an entry of the record to what happened, in plain words; what a newer server notes shows its code. */
export function useEntryText(): (entry: Noted) => string {
  const { t } = useTranslation('faces.administration')
  const settingsOf = (changed: unknown): string[] => {
    const keys = typeof changed === 'string' ? changed.split(' ') : []
    const names = settingNames.filter((name) => keys.includes(name))
    const said = names.map((name) => (name === 'bands' ? t('settings.bands') : t(`settings.${name}.name`)))
    return keys.includes('capMinor') ? [t('settings.cap.name'), ...said] : said
  }
  const decisionOf = ({ outcome, mode }: Noted['detail']): string[] => {
    const [said, how] = [FaceOutcome.safeParse(outcome), FaceMode.safeParse(mode)]
    return [
      ...(said.success ? [t(`record.outcome.${said.data}`)] : []),
      ...(how.success ? [t(`mode.${how.data}.name`)] : []),
    ]
  }
  const detailsOf = ({ action, detail }: Noted): string[] => {
    if (action === 'decided') return decisionOf(detail)
    if (action === 'settings') return settingsOf(detail.changed)
    if (action === 'rotated') {
      const why = RotationReason.safeParse(detail.why)
      return why.success ? [t(`rotation.why.${why.data}`)] : []
    }
    if (action === 'charge-decided') return [t(detail.pays === true ? 'charges.pays.do' : 'charges.free.do')]
    if (action === 'suspicion-decided') {
      return [t(detail.is === 'mistaken' ? 'suspicions.mistake' : 'suspicions.different')]
    }
    const reason = ForgetReason.safeParse(action === 'deleted' ? detail.reason : undefined)
    return reason.success ? [t(`deletions.reason.${reason.data}`)] : []
  }
  return (entry) =>
    [isKnown(entry.action) ? t(`record.action.${entry.action}`) : entry.action, ...detailsOf(entry)].join(' · ')
}
