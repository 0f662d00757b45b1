import { PersonIcon } from '#client/ui/icons/action-icons.tsx'
import { GroupIcon, HeldChargeIcon, HomeIcon, LetterIcon, MailIcon, SeatIcon } from '#client/ui/icons/frame-icons.tsx'
import {
  CalendarIcon,
  DeviceIcon,
  FaceIcon,
  FormIcon,
  InboxIcon,
  MessageIcon,
  PeopleIcon,
  QuestionIcon,
  RecordIcon,
  ReportIcon,
  ScoreIcon,
  ShiftIcon,
  TillIcon,
} from '#client/ui/icons/place-icons.tsx'
import type { NavPlace } from './nav-entries.ts'

export const placeIcons = {
  dashboard: HomeIcon,
  pre_admission: InboxIcon,
  seats: SeatIcon,
  letters: LetterIcon,
  messages: MessageIcon,
  appointments: CalendarIcon,
  scoring: ScoreIcon,
  forms: FormIcon,
  pos: TillIcon,
  'pos.transaction-report': ReportIcon,
  'pos.report': ShiftIcon,
  'pos.CustomerAccountSummary': PersonIcon,
  'pos.devices': DeviceIcon,
  'pos.bulk-face-recognition': GroupIcon,
  faces: FaceIcon,
  'faces.charges': HeldChargeIcon,
  people: PeopleIcon,
  audit: RecordIcon,
  mails: MailIcon,
  admission: FormIcon,
  'enquiry.new': QuestionIcon,
} as const satisfies Record<NavPlace, typeof HomeIcon>
