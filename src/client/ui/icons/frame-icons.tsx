// chunk: desk-frame
import { icon } from './icon.tsx'

export const HomeIcon = icon(<path d="M4 11.5 12 5l8 6.5M6 10v9h12v-9M10 19v-5h4v5" />)
/** A chair from its side. */
export const SeatIcon = icon(<path d="M7 4v10h10M7 14v6M17 14v6M7 10h7a3 3 0 0 1 3 3v1" />)
/** A pen. */
export const LetterIcon = icon(<path d="M4.5 19.5 6 15 16 5a2.1 2.1 0 0 1 3 3L9 18l-4.5 1.5ZM14 7l3 3M13 19.5h6.5" />)
/** A till's slip, torn off below. */
export const ReceiptIcon = icon(<path d="M6 3.5h12V20l-3-2-3 2-3-2-3 2zM9.5 8h5M9.5 12h5" />)
/** A folder. */
export const FolderIcon = icon(<path d="M3.5 6h6l2 2.5h9V19h-17zM3.5 11h17" />)
/** Bars beside each other, lying. */
/** A line that beats: how the server does. */
export const HelpIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M9.5 9.5a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.1.9-1.1 1.7M12 16.8v.2" />
  </>,
)
export const PulseIcon = icon(<path d="M3 12h4l2.5-6 4 12 2.5-6h5" />)
export const BarsIcon = icon(<path d="M4 4v16M7 7h12M7 12h8M7 17h10" />)
/** A form that is begun. */
export const NewFormIcon = icon(<path d="M6 3h12v9M6 3v18h7M9.5 8h5M17 15v6M14 18h6" />)
export const MailIcon = icon(<path d="M4 6h16v12H4zM4.5 7l7.5 6 7.5-6" />)
export const GroupIcon = icon(
  <>
    <circle cx="8.5" cy="9" r="3" />
    <circle cx="16.5" cy="10" r="2.3" />
    <path d="M3 19c.4-3.3 2.5-5 5.5-5s5.1 1.7 5.5 5M15.5 14.6c2.8-.3 5 1.2 5.5 4.4" />
  </>,
)
export const HeldChargeIcon = icon(
  <>
    <rect x="3" y="6" width="18" height="12" rx="2" />
    <path d="M3 10h18M10 13.5v2.5M14 13.5v2.5" />
  </>,
)
/** Coins, one on the other. */
export const FeesIcon = icon(
  <>
    <ellipse cx="12" cy="6.5" rx="7" ry="2.7" />
    <path d="M5 6.5v5.5c0 1.5 3.1 2.7 7 2.7s7-1.2 7-2.7V6.5M5 12v5.5c0 1.5 3.1 2.7 7 2.7s7-1.2 7-2.7V12" />
  </>,
)
/** Points to where the nav goes when it is made narrow. */
export const CollapseIcon = icon(<path d="M19 5v14M14.5 7.5 10 12l4.5 4.5M10 12h-5" />, true)
export const PreviousRowIcon = icon(<path d="m6 15 6-6 6 6" />)
export const NextRowIcon = icon(<path d="m6 9 6 6 6-6" />)
export const OpenListIcon = icon(<path d="m6 9 6 6 6-6" />)
export const PaletteIcon = icon(
  <>
    <path d="M12 3.5a8.5 8.5 0 1 0 0 17c1.4 0 1.9-.9 1.5-2-.5-1.4.3-2.5 1.7-2.5h2c1.9 0 3.3-1.5 3.3-3.6 0-5-3.8-8.9-8.5-8.9Z" />
    <path d="M8 10v.01M11 7.5v.01M15 8v.01" />
  </>,
)
export const KeyboardIcon = icon(
  <>
    <rect x="3" y="6.5" width="18" height="11" rx="2" />
    <path d="M7 10h.01M11 10h.01M15 10h.01M18 10h.01M8 14h8" />
  </>,
)
export const TillIcon = icon(
  <>
    <rect x="4" y="10" width="16" height="10" rx="2" />
    <path d="M8 10V5h8v5M8 14h.01M12 14h.01M16 14h.01M8 17h8" />
  </>,
)
export const CatalogueIcon = icon(<path d="M4 4h7l9 9-7 7-9-9zM8.5 8.5h.01" />)
export const MessageIcon = icon(<path d="M4 5h16v11H9.5L5 20v-4H4zM8 9h8M8 12h5" />, true)
export const EnquiryIcon = icon(
  <path d="M4 5h16v11H10l-5 4v-4H4zM9.8 8.6a2.2 2.2 0 1 1 3 2c-.6.3-.8.6-.8 1.2M12 13.6v.01" />,
  true,
)
export const InboxIcon = icon(<path d="M4 13 7 5h10l3 8v6H4zM4 13h5l1.5 2.5h3L15 13h5" />)
export const ReportIcon = icon(<path d="M7 3h7l5 5v13H7zM14 3v5h5M10 13h6M10 17h6" />)
export const ShiftIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7v5l3.5 2" />
  </>,
)
export const CalendarIcon = icon(<path d="M4 6h16v14H4zM4 10h16M8 3.5V7M16 3.5V7M8 14h3M13 14h3" />)
export const ScoreIcon = icon(<path d="M5 20V10M12 20V4M19 20v-7M3 20h18" />)
export const DeviceIcon = icon(
  <>
    <rect x="5" y="3" width="14" height="18" rx="2" />
    <path d="M11 18h2" />
  </>,
)
export const FormIcon = icon(<path d="M6 3h12v18H6zM9.5 8h5M9.5 12h5M9.5 16h2.5" />)
export const QuestionIcon = icon(
  <>
    <path d="M4 5h16v11H12l-4.5 4v-4H4z" />
    <path d="M10.2 8.7a1.9 1.9 0 1 1 2.7 1.7c-.6.3-.9.6-.9 1.3M12 13.6v.01" />
  </>,
)
export const SettingsIcon = icon(
  <>
    <path d="M4 7h9M19 7h1M4 17h1M11 17h9" />
    <circle cx="16" cy="7" r="2.5" />
    <circle cx="8" cy="17" r="2.5" />
  </>,
)
export const PeopleIcon = icon(
  <>
    <circle cx="9" cy="8.5" r="3.5" />
    <path d="M2.5 20a6.5 6.5 0 0 1 13 0M16 5.5a3.5 3.5 0 0 1 0 6.5M18 14.5a6.5 6.5 0 0 1 3.5 5.5" />
  </>,
)
export const PupilIcon = icon(<path d="M2 9.5 12 5l10 4.5L12 14zM6 11.5V16c0 1.5 2.7 3 6 3s6-1.5 6-3v-4.5M22 9.5V15" />)
export const RecordIcon = icon(
  <path d="M5 4h14v16H5zM8.5 8h.01M11.5 8H16M8.5 12h.01M11.5 12H16M8.5 16h.01M11.5 16H16" />,
)
