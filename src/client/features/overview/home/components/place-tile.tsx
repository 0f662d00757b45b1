import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EnquiryLink } from '#client/platform/page/enquiry-link.tsx'
import common from '#client/ui/common.module.css'
import { PersonIcon } from '#client/ui/icons/action-icons.tsx'
import {
  DeviceIcon,
  FormIcon,
  InboxIcon,
  MailIcon,
  PeopleIcon,
  QuestionIcon,
  RecordIcon,
  ReportIcon,
  ShiftIcon,
  TillIcon,
} from '#client/ui/icons/frame-icons.tsx'
import { FaceIcon, NextIcon } from '#client/ui/icons/place-icons.tsx'
import type { Place } from '../places.ts'
import css from './place-tile.module.css'

const looks = {
  submissions: { Icon: InboxIcon, to: '/pre_admission' },
  forms: { Icon: FormIcon, to: '/forms' },
  till: { Icon: TillIcon, to: '/pos' },
  report: { Icon: ReportIcon, to: '/pos/transaction-report' },
  shifts: { Icon: ShiftIcon, to: '/pos/report' },
  accounts: { Icon: PersonIcon, to: '/pos/CustomerAccountSummary' },
  devices: { Icon: DeviceIcon, to: '/pos/devices' },
  faces: { Icon: FaceIcon, to: '/faces' },
  heldCharges: { Icon: FaceIcon, to: '/faces/charges' },
  people: { Icon: PeopleIcon, to: '/people' },
  audit: { Icon: RecordIcon, to: '/audit' },
  mails: { Icon: MailIcon, to: '/mails' },
  apply: { Icon: FormIcon, to: '/admission' },
  enquire: { Icon: QuestionIcon, to: '/enquiry/new' },
} as const

export function PlaceTile({ place }: { place: Place }) {
  const { t } = useTranslation()
  const { Icon, to } = looks[place]
  const tile = (
    <>
      <span className={css.icon}>
        <Icon size={24} />
      </span>
      <span className={css.text}>
        <strong>{t(`dashboard.${place}.title`)}</strong>
        <small className={common.small}>{t(`dashboard.${place}.text`)}</small>
      </span>
      <NextIcon />
    </>
  )
  if (place === 'enquire') return <EnquiryLink className={css.tile}>{tile}</EnquiryLink>
  return (
    <Link to={to} className={css.tile}>
      {tile}
    </Link>
  )
}
