// chunk: screen
import { icon } from './icon.tsx'

export const LockIcon = icon(
  <>
    <rect x="5" y="11" width="14" height="9" rx="2" />
    <path d="M8 11V8a4 4 0 0 1 8 0v3" />
  </>,
)
export const SignOutIcon = icon(<path d="M14 5H6v14h8M10 12h10m0 0-3.5-3.5M20 12l-3.5 3.5" />, true)
export const NextIcon = icon(<path d="m9 6 6 6-6 6" />, true)
export const EraseIcon = icon(<path d="M9 5h11v14H9l-6-7 6-7ZM12 9.5l5 5M17 9.5l-5 5" />)
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
export const FaceIcon = icon(
  <>
    <path d="M4 8V5a1 1 0 0 1 1-1h3M16 4h3a1 1 0 0 1 1 1v3M20 16v3a1 1 0 0 1-1 1h-3M8 20H5a1 1 0 0 1-1-1v-3" />
    <path d="M9 9.5v.01M15 9.5v.01M9 14.5a4 4 0 0 0 6 0" />
  </>,
)
export const SettingsIcon = icon(
  <>
    <path d="M4 7h9M19 7h1M4 17h1M11 17h9" />
    <circle cx="16" cy="7" r="2.5" />
    <circle cx="8" cy="17" r="2.5" />
  </>,
)
export const SearchIcon = icon(
  <>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m16 16 4.5 4.5" />
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
